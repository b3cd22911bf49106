#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double state[200];

static void leave(void)
{
    MPI_Finalize();
}

/* An error path: nothing but MPI_Finalize and a failure follows. */
static void check(int rank)
{
    double sum = 0, all;

    for (int i = 0; i < 200; i++)
        sum += state[i];
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (all < 0) {
        if (rank == 0)
            fprintf(stderr, "lost\n");
        leave();
        exit(EXIT_FAILURE);
    }
}

/* None: the rank has nothing to do. */
static void idle(int rank, int used)
{
    if (rank >= used) {
        leave();
        exit(0);
    }
}

/* None: it says whether it failed. */
static void verdict(int failures)
{
    if (failures > 3) {
        leave();
        exit(failures);
    }
}

/* None: it communicates first. */
static void quit(int code)
{
    if (code == 7) {
        MPI_Barrier(MPI_COMM_WORLD);
        leave();
        exit(1);
    }
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 7 && atof(argv[1]) < 0.5) {
        fprintf(stderr, "wrong arguments\n");
        MPI_Finalize();
        return 2;
    }
    idle(rank, 8);
    verdict(argc - 1);
    quit(argc);
    for (int step = 0; step < 4; step++) {
        for (int i = 0; i < 200; i++)
            state[i] += step;
        check(rank);
    }
    MPI_Finalize();
    return 0;
}
