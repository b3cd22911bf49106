#include "h.h"

#if defined(SLOW)
#include <math.h>
static void work(double *x, int n)
{
    for (int i = 0; i < n; ++i)
        x[i] = sin(x[i]);
}
#else
#include <stdlib.h>
static void work(double *x, int n)
{
    for (int i = 0; i < n; ++i)
        x[i] = x[i] * x[i] + 1;
    MPI_Barrier(MPI_COMM_WORLD);
}
#endif

int main(int argc, char **argv)
{
    int n = 1000, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *x = malloc(n * sizeof *x);
    x[0] = rank;
    work(x, n);
    work_more(x, n);
    MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(x);
    MPI_Finalize();
    return 0;
}
