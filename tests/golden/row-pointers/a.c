#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>

typedef struct cell { double rho, e; int kind; } cell;
typedef struct grid {
    int nx[3], steps;
    cell ***u;
    double ***f;
    double dt;
} grid;
typedef struct domain {
    int id, neighbours[2], level;
    double width;
    grid *g;
} domain;

static void **calloc_2d(size_t nr, size_t nc, size_t size)
{
    void **array = calloc(nr, sizeof(void *));
    if (array == NULL)
        return NULL;
    if ((array[0] = calloc(nr * nc, size)) == NULL) {
        free(array);
        return NULL;
    }
    for (size_t i = 1; i < nr; i++)
        array[i] = (void *)((unsigned char *)array[0] + i * nc * size);
    return array;
}

static void ***calloc_3d(size_t nt, size_t nr, size_t nc, size_t size)
{
    size_t i, j;
    void ***array = calloc(nt, sizeof(void **));
    if (array == NULL)
        return NULL;
    if ((array[0] = calloc(nt * nr, sizeof(void *))) == NULL) {
        free(array);
        return NULL;
    }
    for (i = 1; i < nt; i++)
        array[i] = (void **)((unsigned char *)array[0] + i * nr * sizeof(void *));
    if ((array[0][0] = calloc(nt * nr * nc, size)) == NULL) {
        free(array[0]);
        free(array);
        return NULL;
    }
    for (j = 1; j < nr; j++)
        array[0][j] = (void *)((unsigned char *)array[0][j - 1] + nc * size);
    for (i = 1; i < nt; i++) {
        array[i][0] = (void *)((unsigned char *)array[i - 1][0] + nr * nc * size);
        for (j = 1; j < nr; j++)
            array[i][j] = (void *)((unsigned char *)array[i][j - 1] + nc * size);
    }
    return array;
}

static void free_3d(void *array)
{
    void ***ta = array;
    free(ta[0][0]);
    free(ta[0]);
    free(array);
}

static grid *grid_new(int n, int steps)
{
    grid *g = calloc(1, sizeof *g);
    g->nx[0] = g->nx[1] = n;
    g->nx[2] = n + 1;
    g->steps = steps;
    if ((g->u = (cell ***)calloc_3d(g->nx[2], g->nx[1], g->nx[0], sizeof(cell))) == NULL)
        exit(1);
    if ((g->f = (double ***)calloc_3d(g->nx[2], g->nx[1], g->nx[0], sizeof(double))) == NULL)
        exit(1);
    return g;
}

static void relax(domain *d)
{
    grid *g = d->g;
    for (int k = 1; k < g->nx[2] - 1; k++)
        for (int j = 1; j < g->nx[1] - 1; j++)
            for (int i = 1; i < g->nx[0] - 1; i++) {
                g->u[k][j][i].rho = 0.25 * (g->u[k - 1][j][i].rho + g->u[k + 1][j][i].e + g->f[k][j][i]);
                d->width += g->u[k][j][i].rho;
            }
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    domain **ds = (domain **)calloc_2d(2, 3, sizeof(domain));
    for (int l = 0; l < 2; l++)
        for (int k = 0; k < 3; k++) {
            domain *d = &ds[l][k];
            d->id = l * 3 + k;
            d->level = l;
            d->width = 1.0 / (k + 1);
            d->neighbours[0] = (rank + 1) % size;
            d->neighbours[1] = (rank + size - 1) % size;
            d->g = grid_new(8, 3);
        }
    for (int l = 0; l < 2; l++)
        for (int k = 0; k < 3; k++) {
            grid *g = ds[l][k].g;
            for (int t = 0; t < g->steps; t++) {
                for (int a = 0; a < g->nx[2]; a++)
                    for (int b = 0; b < g->nx[1]; b++)
                        for (int c = 0; c < g->nx[0]; c++) {
                            g->f[a][b][c] = a * b + c;
                            g->u[a][b][c].e += ds[l][k].width;
                        }
                relax(&ds[l][k]);
                MPI_Sendrecv(&g->u[1][0][0], g->nx[0] * g->nx[1] * sizeof(cell), MPI_BYTE, ds[l][k].neighbours[0], ds[l][k].id, &g->u[0][0][0], g->nx[0] * g->nx[1] * sizeof(cell), MPI_BYTE, ds[l][k].neighbours[1], ds[l][k].id, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
            printf("%g %d\n", g->u[1][1][1].rho, g->u[1][1][1].kind);
            free_3d(g->u);
        }
    MPI_Finalize();
    return 0;
}
