/* Regions of OpenMP and other pragmas of statements go with what they belong to; those that stay keep theirs. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define N 1000
#define PARALLEL_FOR _Pragma("omp parallel for")
#define DO_PRAGMA(x) _Pragma(#x)

/* A state: stays whatever goes. */
#pragma pack(push, 1)
struct dead {
    char c;
    int n;
};
struct packed {
    char c;
    double d;
};
#pragma pack(pop)

static double u[N], v[N];
static double partial[4];
#pragma omp threadprivate(partial)

static void smooth(int n) {
    int i;
#pragma omp parallel for schedule(static) private(i)
    for (i = 1; i < n - 1; i++)
        v[i] = 0.5 * (u[i - 1] + u[i + 1]);

#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (i = 0; i < n; i++)
        u[i] = v[i];
}

static double norm(int n) {
    double sum = 0;
#pragma omp parallel
    {
        double mine = 0;
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            mine += u[i] * u[i];
#pragma omp critical
        sum += mine;
    }
    return sum;
}

/* The counts are made in parallel, and decide. */
static int count(int n) {
    int most = 0;
#pragma omp parallel for reduction(max : most)
    for (int i = 0; i < n; i++)
        if ((i * 7919) % 101 > most)
            most = (i * 7919) % 101;
    return most;
}

int main(int argc, char **argv) {
    int rank, size, provided, threads = 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef _OPENMP
    threads = omp_get_max_threads();
#endif
    for (int step = 0; step < 3; step++) {
        smooth(N);
        if (step == 1)
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                u[i] *= 1.5;
        switch (step) {
        case 0:
#pragma GCC ivdep
            for (int i = 0; i < N; i++)
                v[i] += 1;
            break;
        default:
            PARALLEL_FOR
            for (int i = 0; i < N; i++)
                v[i] += 2;
        }
        DO_PRAGMA(omp parallel for)
        for (int i = 0; i < N; i++)
            v[i] += 3;
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < N; i++)
                u[i] += v[i];
#pragma omp barrier
#pragma omp master
            MPI_Sendrecv(&u[N - 2], 1, MPI_DOUBLE, (rank + 1) % size, 1, &u[0], 1, MPI_DOUBLE, (rank + size - 1) % size, 1,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp barrier
#pragma omp single
            {
                MPI_Bcast(v, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
            }
#pragma omp for
            for (int i = 0; i < N; i++)
                u[i] -= v[i];
        }
    }
    int n = count(N);
    MPI_Bcast(u, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(u, (int)sizeof(struct packed) * threads, MPI_BYTE, 0, MPI_COMM_WORLD);
    partial[0] = norm(N);
    double total = partial[0];
    MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", total);
    MPI_Finalize();
    return 0;
}
