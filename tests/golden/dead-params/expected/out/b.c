#include "f.h"
#include <mpi.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

int share(int n)
{
    BSIM_Add_time(BSIM_cost(0, n)); /* share.1: b.c:7-8 */
    return LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

void all_gone(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

double old_style
(
    int n /* which */
)
{
    if (n > 2)
        old_style(n - 1);
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return 0;
}

void visit(int n, double *v)
{
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

void each(int n, void (*f)(int, double *))
{
    for (int i = 1; i < n; i++)
        f(i, NULL);
}

void traced(int n, double *v, int line)
{
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

void portable(int n, double *v)
{
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

void many(double *v, int n, ...)
{
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
