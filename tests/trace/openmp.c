/* openmp.c - one thread of several communicates: what threads compute together decides counts, or nothing.
 * trace: ranks=1,2,3,4 flags=-fopenmp args= */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000 };

static double field[N], halo[2];
static int seen[64];
#pragma omp threadprivate(halo)

static void exchange(int rank, int size) {
#pragma omp master
    MPI_Sendrecv(&field[N - 1], 1, MPI_DOUBLE, (rank + 1) % size, 1, halo, 1, MPI_DOUBLE, (rank + size - 1) % size, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp barrier
}

/* How many numbers of a range are prime, counted by threads that share a lock, or in parts of their own. */
static int primes(int n) {
    int count = 0;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
    {
        int mine = 0, first = omp_get_thread_num(), step = omp_get_num_threads();
        for (int i = 2 + first; i < n; i += step) {
            int prime = 1;
            for (int d = 2; d * d <= i; d++)
                prime &= i % d != 0;
            mine += prime;
        }
        omp_set_lock(&lock);
        count += mine;
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    return count;
}

static void smooth(int times) {
#pragma omp parallel num_threads(2)
    for (int t = 0; t < times; t++) {
#pragma omp for
        for (int i = 1; i < N - 1; i++)
            field[i] = 0.25 * (field[i - 1] + 2 * field[i] + field[i + 1]);
    }
}

int main(int argc, char **argv) {
    int rank, size, provided, most = 0;
    double total = 0, start;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    start = omp_get_wtime();
#pragma omp parallel for reduction(+ : total) num_threads(2)
    for (int i = 0; i < N; i++)
        total += field[i] = i * 0.5;
    for (int step = 0; step < 4; step++) {
#pragma omp parallel num_threads(2)
        {
            exchange(rank, size);
#pragma omp for schedule(dynamic, 64) nowait
            for (int i = 0; i < N; i++)
                field[i] += 1.5;
            if (omp_get_thread_num() == 0)
                MPI_Bcast(&step, 1, MPI_INT, 0, MPI_COMM_WORLD);
        }
        smooth(3);
    }
    int n = primes(100 + 10 * rank);
    MPI_Allreduce(&n, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
#pragma omp parallel sections
    {
#pragma omp section
        seen[0] = most;
#pragma omp section
        seen[1] = most + 1;
    }
    MPI_Bcast(field, seen[0] + seen[1], MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
    MPI_Reduce(rank ? &total : MPI_IN_PLACE, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g %g\n", total, omp_get_wtime() - start + halo[0]);
    MPI_Finalize();
    return 0;
}
