/* Non-blocking collectives: results that nobody needs take time only; a sum that decides when to stop is real. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double work(double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        x[i] = x[i] * 0.5 + i;
        s += x[i] * x[i];
    }
    return s;
}

int main(int argc, char **argv)
{
    int rank, size, n, left, rounds = 0;
    MPI_Request norm, share, sizes, barrier;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 100;
    MPI_Ibcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD, &sizes);
    MPI_Wait(&sizes, MPI_STATUS_IGNORE);
    double *x = calloc(n, sizeof *x), *all = calloc((size_t)n * size, sizeof *all), total = 0;
    left = n;
    for (;;) {
        int mine = rank == 0 ? left : 0, sum;
        double local = work(x, n);
        MPI_Iallreduce(&local, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &norm);
        MPI_Iallgather(x, n, MPI_DOUBLE, all, n, MPI_DOUBLE, MPI_COMM_WORLD, &share);
        MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &sizes);
        work(x, n);
        MPI_Wait(&norm, MPI_STATUS_IGNORE);
        MPI_Waitall(2, (MPI_Request[]){share, sizes}, MPI_STATUSES_IGNORE);
        rounds++;
        if (sum < 10)
            break;
        left /= 2;
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("%d rounds, norm %g, %g\n", rounds, total, all[n - 1]);
    free(x);
    free(all);
    MPI_Finalize();
    return 0;
}
