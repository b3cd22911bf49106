#include <mpi.h>
#include <stdio.h>
#include <bsim/bsim.h>

static double limit = 50;

static double relax(double *v, int n)
{
    double change = 0;
    for (int i = 1; i < n - 1; i++) {
        double next = 0.5 * (v[i - 1] + v[i + 1]);
        change += next - v[i];
        v[i] = next;
    } /* one sweep */
    if (change > limit)
        return limit;
    return change;
}

static int find(const double *v, int n)
{
    { BSIM_Rounds(0); for (int i = 0; i < n; i++)
        { BSIM_Round(0);
        if (v[i] > 0.5)
            return i; } }
    return -1;
}

int main(int argc, char **argv)
{
    double v[64] = {1.0};
    int n = 64, rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; step < 3; step++) {
        BSIM_Block_begin(0, rank == 0, n);
        for (int i = 0; i < n; i++) v[i] += step;
        relax(v, n);
        if (rank == 0)
            for (int i = 0; i < n; i++)
                v[i] /= 2;
        BSIM_Block_end(0);
        MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        BSIM_Block_begin(1, step == 1, n);
        switch (step) {
        case 1:
            v[find(v, n) + 1] = 0;
            break;
        default:
            v[1] = relax(v, n / 2);
        }
        BSIM_Block_end(1);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%g\n", v[3]);
    MPI_Finalize();
    return 0;
}
