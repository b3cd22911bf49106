#include <math.h>
#include <mpi.h>
#include <stdlib.h>

struct tile {
    int nx, ny, cells;
    double *u;
    struct tile *next;
};

struct grid {
    int many;
    struct tile *tile, *first, **order;
};

static void smooth(struct tile *t)
{
    for (int j = 0; j < t->ny; j++)
        for (int i = 0; i < t->nx; i++)
            t->u[j * t->nx + i] = 0.5 * t->u[j * t->nx + i] + 1;
}

/* The loops over tiles stay, and their rounds have blocks. */
static double list(struct grid *g, int step)
{
    double sum = 0;
    for (struct tile *t = g->first; t; t = t->next) {
        smooth(t);
        if (step == 0)
            smooth(t);
        sum += t->u[0];
    }
    return sum;
}

static void numbers(struct grid *g)
{
    for (int k = 0; k < g->many; k++) {
        struct tile *t = g->tile + k;
        for (int j = 1; j < t->ny; j++)
            for (int i = 1; i < t->nx; i++)
                t->u[j * t->nx + i] += sqrt(t->u[(j - 1) * t->nx + i - 1]);
    }
}

static void walk(struct tile *t, struct tile *end)
{
    for (; t < end; t++)
        for (int j = 0; j < t->ny; j++)
            for (int i = 0; i < t->nx; i++)
                t->u[j * t->nx + i] *= 0.5;
}

/* The skeleton does not have the order, and one size of many small elements is no reason to visit them. */
static void ordered(struct grid *g)
{
    for (int k = 0; k < g->many; k++)
        smooth(g->order[k]);
}

static void cells(struct grid *g)
{
    for (int k = 0; k < g->many; k++)
        for (int i = 0; i < g->tile[k].cells; i++)
            g->tile[k].u[i] += 1;
}

static void make(struct grid *g, int n, int rank, int size)
{
    for (int k = rank; k < 9; k += size) {
        struct tile *t = &g->tile[g->many];
        t->nx = n + 3 * (k % 5);
        t->ny = n / 2 + k % 3;
        t->cells = t->nx * t->ny;
        t->u = calloc((size_t)t->cells, sizeof *t->u);
        t->next = g->first;
        g->first = t;
        g->order[g->many] = t;
        g->many++;
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    struct grid g = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    g.tile = malloc(9 * sizeof *g.tile);
    g.order = malloc((size_t)atoi(argv[2]) * sizeof *g.order);
    make(&g, atoi(argv[1]), rank, size);
    for (int step = 0; step < 3; step++) {
        double sum = list(&g, step);
        numbers(&g);
        walk(g.tile, g.tile + g.many);
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        ordered(&g);
        for (struct tile *t = g.first; t; t = t->next)
            MPI_Sendrecv_replace(t->u, t->nx, MPI_DOUBLE, rank, 0, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; k < g.many; k++)
            MPI_Sendrecv_replace(g.tile[k].u, g.tile[k].cells < 5 ? 0 : g.tile[k].ny, MPI_DOUBLE, rank, 1, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        cells(&g);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
