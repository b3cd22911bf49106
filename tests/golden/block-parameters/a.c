#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 4

struct grid {
    int n[3];
    double *u;
};
struct level {
    int nx, ny;
    double *f;
};
static struct level levels[LEVELS];
static int widths[LEVELS] = {4, 8, 16, 32};

/* The extents of a face: elements at an index that the caller chose, and at one that counts through the array. */
static void pack(const struct grid *g, int d, double *buf)
{
    int lo[3] = {0, 0, 0}, hi[3];
    size_t m = 0;

    for (int e = 0; e < 3; e++)
        hi[e] = g->n[e];
    hi[d] = g->n[d] / 2;
    for (int k = lo[2]; k < hi[2]; k++)
        for (int j = lo[1]; j < hi[1]; j++)
            for (int i = lo[0]; i < hi[0]; i++)
                buf[m++] = g->u[((size_t)k * g->n[1] + j) * g->n[0] + i];
}

/* Structures at an index, and its neighbour. */
static void smooth(int l)
{
    for (int j = 0; j < levels[l].ny; j++)
        for (int i = 0; i < levels[l].nx; i++)
            levels[l].f[j * levels[l].nx + i] += 0.5;
    for (int i = 0; i < widths[l - 1]; i++)
        levels[l].f[i] *= 2;
}

/* As long as the data say. */
static double settle(double *f)
{
    while (f[0] > 1e-3)
        f[0] *= 0.5;
    return f[0];
}

static int depth(int n)
{
    double x = n;
    for (int i = 0; i < n; i++)
        x *= 1.5;
    return n > 1 ? depth(n / 2) + (x > 3) : 0;
}

int main(int argc, char **argv)
{
    struct grid g = {{8, 8, 8}, NULL};

    MPI_Init(&argc, &argv);
    g.n[0] = argc > 1 ? atoi(argv[1]) : 8;
    g.u = calloc((size_t)g.n[0] * g.n[1] * g.n[2], sizeof(double));
    double *buf = malloc((size_t)g.n[0] * g.n[1] * g.n[2] * sizeof(double));
    for (int d = 0; d < 3; d++) {
        int bytes = g.n[d] * 8;
        pack(&g, d, buf);
        MPI_Bcast(buf, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    }
    for (int l = 0; l < LEVELS; l++) {
        levels[l].nx = levels[l].ny = g.n[0] << l;
        levels[l].f = calloc((size_t)levels[l].nx * levels[l].ny, sizeof(double));
    }
    for (int l = 1; l < LEVELS; l++) {
        smooth(l);
        MPI_Bcast(levels[l].f, levels[l].nx, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    buf[0] = settle(buf);
    MPI_Barrier(MPI_COMM_WORLD);
    buf[0] += depth(g.n[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (size_t i = 0; i < strcspn(argv[0], " "); i++)
        buf[0] += argv[0][i];
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g\n", buf[0]);
    MPI_Finalize();
    return 0;
}
