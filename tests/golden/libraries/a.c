/* Work that libraries do; only how many numbers there are decides what is
   sent. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

void gone(double *v, int n);
int used(int n);
int shared(int n);
#ifndef GONE
#define GONE 1
#endif

int main(int argc, char **argv) {
    double v[64] = {0};
    int n;
    MPI_Init(&argc, &argv);
#if GONE
    n = used(argc);
#else
    n = argc;
#endif
    gone(v, n);
    for (int i = 0; i < n; i++)
        v[i] = sqrt(v[i]) * shared(i);
    MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    printf("%g\n", v[0]);
    MPI_Finalize();
    return 0;
}
