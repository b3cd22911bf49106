/* Error paths: what the arguments decide stays watched, what the computation decides does not. */
#include <math.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static int size = 1000, steps = 10;

static void die(const char *format, ...)
{
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static int parse(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--size") == 0 && i + 1 < argc) {
            BSIM_G(size) = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--steps") == 0 && i + 1 < argc) {
            BSIM_G(steps) = atoi(argv[++i]);
        } else
            return -1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int ranks;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (parse(argc, argv) != 0) {
        MPI_Finalize();
        return 1;
    }
    if (BSIM_G(size) % ranks != 0)
        die("%d ranks do not divide %d\n", 0, 0);
    BSIM_Add_time(BSIM_cost(0, BSIM_G(size))); /* main.1: a.c:61 */
    for (int k = 0; k < BSIM_G(steps); k++) {
        BSIM_Add_time(BSIM_cost(1, BSIM_G(size))); /* main.2: a.c:63-64 */
        LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
