#include "f.h"
#include <mpi.h>
#include <stdio.h>

int share(double *v, int n, const char *what)
{
    for (int i = 0; i < n; i++)
        v[i] *= 0.5;
    printf("%s\n", what);
    return MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

void all_gone(double *v, int unused)
{
    v[0] = v[1];
    MPI_Barrier(MPI_COMM_WORLD);
}

#ifdef OLD
double old_style(v, n, index)
    double *v; int n; int *index;
#else
double old_style
(
    double *v,
    int n,
    int *index /* which */
)
#endif
{
    if (n > 2)
        old_style(v, n - 1, index);
    v[index[0]] = n;
    MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return v[0];
}

void visit(int n, double *v)
{
    v[0] += n;
    MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

void each(int n, double *v, void (*f)(int, double *))
{
    for (int i = 1; i < n; i++)
        f(i, v);
}

void traced(int n, double *v, int line)
{
    v[0] = line;
    MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

void portable(int n, double *v)
{
    v[0] = n;
    MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

void many(double *v, int n, ...)
{
    v[0] = n;
    MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
