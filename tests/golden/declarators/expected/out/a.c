#include <mpi.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static int steps = 3, width = 4;
BSIM_PRIVATE enum shade { DARK, LIGHT } shade_now = LIGHT;

int main(int argc, char **argv)
{
    const int n = 3, *const np = &n;

    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0, BSIM_G(width))); /* main.1: a.c:22-23 */
    for (int s = 0; s < BSIM_G(steps); s++) {
        LMPI_Bcast(NULL, *np, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        if (BSIM_G(shade_now) == LIGHT)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
