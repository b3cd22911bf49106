#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
#include <lmpi/lmpi.h>

typedef struct cell { double rho, e; int kind; } cell;
typedef struct grid {
    int nx[3], steps;
} grid;
typedef struct domain {
    int id, neighbours[2], level;
    double width;
    grid *g;
} domain;

static void **calloc_2d(size_t nr, size_t nc, size_t size)
{
    void **array = calloc(nr, sizeof(void *));
    array[0] = calloc(nr * nc, size);
    for (size_t i = 1; i < nr; i++)
        array[i] = (void *)((unsigned char *)array[0] + i * nc * size);
    return array;
}

static grid *grid_new(int n, int steps)
{
    grid *g = calloc(1, sizeof *g);
    g->nx[0] = g->nx[1] = n;
    g->nx[2] = n + 1;
    g->steps = steps;
    BSIM_Add_time(BSIM_cost(0, g->nx[2], g->nx[1], g->nx[0])); /* grid_new.1: a.c:74-77 */
    return g;
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(1)); /* main.1: a.c:99 */
    domain **ds = (domain **)calloc_2d(2, 3, sizeof(domain));
    for (int l = 0; l < 2; l++)
        for (int k = 0; k < 3; k++) {
            domain *d = &ds[l][k];
            d->id = l * 3 + k;
            d->neighbours[0] = (rank + 1) % size;
            d->neighbours[1] = (rank + size - 1) % size;
            d->g = grid_new(8, 3);
        }
    for (int l = 0; l < 2; l++)
        for (int k = 0; k < 3; k++) {
            grid *g = ds[l][k].g;
            for (int t = 0; t < g->steps; t++) {
                BSIM_Add_time(BSIM_cost(2, ds[l][k].g->nx[2], ds[l][k].g->nx[1], ds[l][k].g->nx[0], g->nx[2], g->nx[1], g->nx[0])); /* main.2: a.c:114-120 */
                LMPI_Sendrecv(NULL, g->nx[0] * g->nx[1] * sizeof(cell), MPI_BYTE, ds[l][k].neighbours[0], ds[l][k].id, NULL, g->nx[0] * g->nx[1] * sizeof(cell), MPI_BYTE, ds[l][k].neighbours[1], ds[l][k].id, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
        }
    MPI_Finalize();
    return 0;
}
