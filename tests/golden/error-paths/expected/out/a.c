#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

static void die(int code)
{
    if (code > 1)
        MPI_Abort(MPI_COMM_WORLD, code);
    exit(code);
}

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
    if (argc > 5)
        exit(2);
    if (check(x))
        die(3);
    assert(x > 0);
    /* Not an error: it communicates before it ends. */
    if (argc > 3)
        finish(0);
    if (check(x + 1))
        MPI_Abort(MPI_COMM_WORLD, 1);
    else {
        LMPI_Bcast(NULL, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    finish(0);
}
