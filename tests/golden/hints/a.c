#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

static double residual(double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * v[i];
    return sqrt(s);
}

static int largest(const double *v, int n)
{
    int best = 0;
    for (int i = 0; i < n; i++)
        if (fabs(v[i]) > fabs(v[best]))
            best = i;
    return best;
}

int main(int argc, char **argv)
{
    int rank, size, n = 100, pick;
    double *v, r = 1, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1)
        n = atoi(argv[1]);
    v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++)
        v[i] = 1.0 / (i + 1 + rank);
    while (r > 1e-3) {
        for (int i = 0; i < n; i++)
            v[i] *= 0.7;
        all = residual(v, n);
        MPI_Allreduce(&all, &r, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    pick = largest(v,
                   n);
    MPI_Bcast(&pick, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (residual(v, n) > 0.5)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(v, pick + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    printf("%g\n", v[0]);
    free(v);
    MPI_Finalize();
    return 0;
}
