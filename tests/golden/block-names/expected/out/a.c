#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

void plan_b(int n);

/* Each file has a function of this name, with blocks of its own. */
static void plan(double *x, int rows)
{
    BSIM_Add_time(BSIM_cost(0, rows)); /* plan@a.c.1: a.c:10-11 */
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    BSIM_Add_time(BSIM_cost(1, n)); /* main.1: a.c:18 */

    MPI_Init(&argc, &argv);
    plan(NULL, n);
    plan_b(n);
    LMPI_Bcast(NULL, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
