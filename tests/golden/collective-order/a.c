#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int counts[4];

/* What rank 0 has read; only how many there are decides anything. */
static void give(int n, int *items)
{
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < n; i += 10)
        MPI_Bcast(items + i, n - i < 10 ? n - i : 10, MPI_INT, 0, MPI_COMM_WORLD);
}

static int *take(int *n)
{
    MPI_Bcast(n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    int *items = malloc(*n * sizeof *items);
    for (int i = 0; i < *n; i += 10)
        MPI_Bcast(items + i, *n - i < 10 ? *n - i : 10, MPI_INT, 0, MPI_COMM_WORLD);
    return items;
}

int main(int argc, char **argv)
{
    int rank, n = argc > 1 ? atoi(argv[1]) : 25, *items, more = 0, other = 0;
    double sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        items = malloc(n * sizeof *items);
        for (int i = 0; i < n; i++)
            items[i] = i * i % 7;
        give(n, items);
    } else {
        items = take(&n);
    }
    for (int i = 0; i < n; i++)
        sum += items[i];
    MPI_Reduce(rank ? &sum : MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", sum);

    /* The first of two equal collectives decides, wherever it is called. */
    if (rank == 0) {
        counts[1] = 3;
        MPI_Bcast(&counts[1], 1, MPI_INT, 0, MPI_COMM_WORLD);
        more = (int)sum;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } else {
        MPI_Bcast(&counts[1], 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Bcast(&other, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    for (int i = 0; i < counts[1]; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    free(items);
    MPI_Finalize();
    return more + other < 0;
}
