#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t next(uint64_t x) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    x *= 0x2545F4914F6CDD1DULL;
    x ^= x >> 33;
    return x * 0xff51afd7ed558ccdULL;
}

static double grow(double x, int k) {
    return 0.5 * (x * 1.0000001 + sqrt(x + k));
}

static double sum(const double *a, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

/* Most calls return without a message: a few operations are what they do. */
static void step(int i, int every, double *x) {
    *x = grow(grow(*x, i), 1);
    if (i % every)
        return;
    MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 4000, every = 1000, rank, size;
    double x = 1, a[1000];
    uint64_t z = 1, decides = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 1000; i++)
        a[i] = i;

    for (int i = 0; i < n; i++) { /* computation that leaves */
        z = next(z);
        x = grow(x, (int)(z & 7));
        if (i % every == 0) {
            x += 1e-9 * sum(a, 1000);
            MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        }
    }
    for (int i = 0; i < n; i++) { /* computation that stays: it decides */
        decides = next(next(next(next(next(decides)))));
        if (decides % 1000 == 0)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < n; i++) /* in a function */
        step(i, every, &x);
    for (int i = 0; i < n / 1000; i++) { /* a message in each round: no block */
        x = grow(x, i);
        if (i % 2)
            MPI_Barrier(MPI_COMM_WORLD);
        else
            MPI_Bcast(&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        for (int r = 0; r < size; r++)
            MPI_Bcast(&x, 1, MPI_DOUBLE, r, MPI_COMM_WORLD);
    }
    if (MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS) /* the test talks, the loop below has quiet rounds */
        for (int i = 0; i < n; i++) {
            x = grow(grow(x, i), 3);
            if (i % every == 1)
                MPI_Bcast(&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        }
    if (rank == 0)
        printf("%g %llu\n", x, (unsigned long long)z);
    MPI_Finalize();
    return 0;
}
