#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

static int check(double x)
{
    BSIM_Add_time(BSIM_cost(0)); /* check.1: a.c:16-17 */
    for (int i = 0; i < 10; i++)
        x *= 0.5;
    return x > 1e6;
}

static void finish(int code)
{
    MPI_Finalize();
    exit(code);
}

int main(int argc, char **argv)
{
    double x = 1;

    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(1)); /* main.1: a.c:38-39 */
    /* Not an error: it communicates before it ends. */
    if (argc > 3)
        finish(0);
    if (check(x + 1)) { } else {
        LMPI_Bcast(NULL, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    finish(0);
}
