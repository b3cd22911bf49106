#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static int steps = 3;

static int rule(int token, int n)
{
    int count = 0;
    BSIM_Add_time(BSIM_cost(0, n)); /* rule.1: a.c:12-15 */
    count = token + 1;
    return count;
}

int main(int argc, char **argv)
{
    int n = 8;
    MPI_Init(&argc, &argv);
    for (int s = 0; s < BSIM_G(steps); ++s) {
        int count = rule(s, n);
        LMPI_Bcast(NULL, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
