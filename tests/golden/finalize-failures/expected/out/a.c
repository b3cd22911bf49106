#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

static void leave(void)
{
    MPI_Finalize();
}

/* An error path: nothing but MPI_Finalize and a failure follows. */
static void check(void)
{
    BSIM_Add_time(BSIM_cost(0)); /* check.1: a.c:17-18 */
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
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
        MPI_Finalize();
        return 2;
    }
    idle(rank, 8);
    verdict(argc - 1);
    quit(argc);
    for (int step = 0; step < 4; step++) {
        BSIM_Add_time(BSIM_cost(1)); /* main.1: a.c:71-72 */
        check();
    }
    MPI_Finalize();
    return 0;
}
