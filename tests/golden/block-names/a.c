#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

void plan_b(double *x, int n);

/* Each file has a function of this name, with blocks of its own. */
static void plan(double *x, int rows)
{
    for (int i = 1; i < rows; i++)
        x[i] = x[i - 1] * 0.5;
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    double *x = calloc(n, sizeof *x);

    MPI_Init(&argc, &argv);
    plan(x, n);
    plan_b(x, n);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    printf("%g\n", x[n - 1]);
    MPI_Finalize();
    return 0;
}
