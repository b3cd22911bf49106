#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct tile {
    int nx, ny, cells;
    struct tile *next;
};

struct grid {
    int many;
    struct tile *tile, *first, **order;
};

/* The loops over tiles stay, and their rounds have blocks. */
static double list(struct grid *g, int step)
{
    for (struct tile *t = g->first; t; t = t->next)
        BSIM_Add_time(BSIM_cost(0, step == 0, t->ny, t->nx)); /* list.1: a.c:28-31 */
    return 0;
}

static void numbers(struct grid *g)
{
    for (int k = 0; k < g->many; k++) {
        struct tile *t = g->tile + k;
        BSIM_Add_time(BSIM_cost(1, t->ny, t->nx)); /* numbers.1: a.c:40-42 */
    }
}

static void walk(struct tile *t, struct tile *end)
{
    for (; t < end; t++)
        BSIM_Add_time(BSIM_cost(2, t->ny, t->nx)); /* walk.1: a.c:49-51 */
}

static void make(struct grid *g, int n, int rank, int size)
{
    for (int k = rank; k < 9; k += size) {
        struct tile *t = &g->tile[g->many];
        t->nx = n + 3 * (k % 5);
        t->ny = n / 2 + k % 3;
        t->cells = t->nx * t->ny;
        BSIM_Add_time(BSIM_cost(3, t->cells)); /* make.1: a.c:75 */
        t->next = g->first;
        g->first = t;
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
    make(&g, atoi(argv[1]), rank, size);
    for (int step = 0; step < 3; step++) {
        list(&g, step);
        numbers(&g);
        walk(g.tile, g.tile + g.many);
        LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(4, g.many)); /* main.1: a.c:98 */
        for (struct tile *t = g.first; t; t = t->next)
            LMPI_Sendrecv_replace(NULL, t->nx, MPI_DOUBLE, rank, 0, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; k < g.many; k++)
            LMPI_Sendrecv_replace(NULL, g.tile[k].cells < 5 ? 0 : g.tile[k].ny, MPI_DOUBLE, rank, 1, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        BSIM_Add_time(BSIM_cost(5, g.many)); /* main.2: a.c:103 */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
