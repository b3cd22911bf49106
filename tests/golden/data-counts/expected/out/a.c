#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <bsim/bsim.h>

/* Halves x until it is small: the rounds depend on the data. */
static int shrink(double *x)
{
    int rounds = 0;
    { BSIM_Rounds(0); while (*x > 1) { BSIM_Round(0);
        *x = *x / 2;
        rounds++;
    } }
    return rounds;
}

static double forces(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double d = x[i];
        if (d > 3) { BSIM_Count(1); /* a share of the points */
            double r = 1 / d, r2 = r * r, r6 = r2 * r2 * r2;
            sum += 24 * r6 * (2 * r6 - 1) * r2 + sqrt(r) - r / (1 + r2);
        }
        if (d < 2)
            continue;
        BSIM_Count(2);
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
        BSIM_Block_begin(0, n);
        for (int i = 0; i < n; i++) {
            x[i] = i % 4 + (step + 1) * 4;
            total += shrink(&x[i]);
        }
        BSIM_Block_end(0);
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Block_begin(1, n);
        for (int i = 0; i < n; i++)
            x[i] = i % 5 + 0.5;
        sum += forces(x, n);
        BSIM_Block_end(1);
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Block_begin(2, n);
        { BSIM_Rounds(3); for (int i = 0; i < n; i++) /* ends early */
            { BSIM_Round(3);
            if (x[i] * (step + 1) > 4 * n)
                break;
            else
                sum += x[i]; } }
        BSIM_Block_end(2);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%d %g\n", total, sum);
    free(x);
    MPI_Finalize();
    return 0;
}
