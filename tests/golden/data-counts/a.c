#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Halves x until it is small: the rounds depend on the data. */
static int shrink(double *x)
{
    int rounds = 0;
    while (*x > 1) {
        *x = *x / 2;
        rounds++;
    }
    return rounds;
}

static double forces(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double d = x[i];
        if (d > 3) { /* a share of the points */
            double r = 1 / d, r2 = r * r, r6 = r2 * r2 * r2;
            sum += 24 * r6 * (2 * r6 - 1) * r2 + sqrt(r) - r / (1 + r2);
        }
        if (d < 2)
            continue;
        for (int k = 0; k < 8; k++)
            sum += d * k;
    }
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64, rank, total = 0;
    double sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *x = malloc((size_t)n * sizeof *x);
    for (int step = 0; step < 4; step++) {
        for (int i = 0; i < n; i++) {
            x[i] = i % 4 + (step + 1) * 4;
            total += shrink(&x[i]);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < n; i++)
            x[i] = i % 5 + 0.5;
        sum += forces(x, n);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < n; i++) /* ends early */
            if (x[i] * (step + 1) > 4 * n)
                break;
            else
                sum += x[i];
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%d %g\n", total, sum);
    free(x);
    MPI_Finalize();
    return 0;
}
