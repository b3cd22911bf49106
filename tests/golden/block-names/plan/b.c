#include <mpi.h>

static void plan(double *x, int from, int to)
{
    for (int i = from; i < to; i++)
        x[i] += i;
    MPI_Barrier(MPI_COMM_WORLD);
}

void plan_b(double *x, int n)
{
    plan(x, n / 4, n / 2);
    x[0] = 1;
}
