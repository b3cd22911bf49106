#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n[3];
    int used;
} grid;

struct part {
    int first, last;
};

static int total, size, asked, *sizes;
static double work[4096];

/* Which rank has how many: nothing is changed, but it divides. */
static int local_n(int rank)
{
    if (rank < total % size)
        return total / size + 1;
    return total / size;
}

static int width(const grid *g, int d) { return g->used ? g->n[d] : 1; }

/* A sum that has a name by itself. */
static int extent(const struct part *p) { return p->last - p->first; }

static int bounded(int n) { return n > 1000 ? 1000 : n; }

/* Counts how often it is asked. */
static int counted_n(int rank)
{
    asked++;
    return rank % 2 ? total / 2 : total / 3 + work[0];
}

/* What it reads is computed. */
static int computed_n(int rank)
{
    int n = 0;
    for (int i = 0; i < rank + 4; i++)
        n += sizes[i] > 2 ? 2 : 1;
    return n;
}

static void relax(int n)
{
    for (int i = 0; i < bounded(n) - 1; i++)
        work[i] += 0.5 * i;
}

int main(int argc, char **argv)
{
    int rank;
    grid g = {{9, 4, 5}, 1};
    struct part p = {0, 0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    total = argc > 1 ? atoi(argv[1]) : 100;
    g.n[1] = total / 7;
    p.last = 2 * total;
    sizes = malloc((size_t)total * sizeof *sizes);
    for (int i = 0; i < total; i++)
        sizes[i] = (int)(work[i % 8] * i) % 5;

    for (int i = 0; i < local_n(rank); i++)
        work[i] += 1.5 * i;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int d = 0; d < 3; d++) {
        for (int i = 1; i <= width(&g, d); i++)
            work[i] *= 1.5;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < extent(&p); i++)
        work[i] *= 1.25;
    MPI_Barrier(MPI_COMM_WORLD);
    relax(total);
    MPI_Barrier(MPI_COMM_WORLD);
    /* May not divide by zero in front of the block. */
    if (work[7] > 3)
        for (int i = 0; i < local_n(rank); i++)
            work[i] -= 1.5 * i;
    MPI_Barrier(MPI_COMM_WORLD);
    /* Side effects, and computed input. */
    for (int i = 0; i < counted_n(rank); i++)
        work[i] += 2.5 * i;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < computed_n(rank); i++)
        work[i] += 3.5 * i;
    MPI_Barrier(MPI_COMM_WORLD);
    /* The block changes what the function reads. */
    for (int i = 0; i < width(&g, 2); i++) {
        g.used = work[i] > 3;
        work[i] += 4.5 * i;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g %d\n", work[0], asked);
    free(sizes);
    MPI_Finalize();
    return 0;
}
