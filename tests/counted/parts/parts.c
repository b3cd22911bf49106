/* Work that is divided in the ways that programs do it. usage: parts N BITS STEPS */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static int n, rank, size;
static double *x, sum;

/* Rows up to n; the last rank may have less, or nothing. */
static void rows(void) {
    int per = (n + size - 1) / size;
    int low = rank * per, high = low + per;
    if (high > n)
        high = n;
    for (int i = low; i < high; i++)
        for (int j = 0; j < n; j++)
            sum += x[j] * x[i];
}

static void chunks(void) {
    int chunk = n / size;
    for (int i = rank * chunk; i < (rank + 1) * chunk; i++)
        x[i] = sqrt(x[i] + 1);
}

/* All pairs, in order. */
static void pairs(void) {
    long all = (long)n * (n - 1) / 2, low = all * rank / size, high = all * (rank + 1) / size;
    for (long p = low; p < high; p++)
        sum += x[p % n];
}

struct job {
    int length;
    int item[];
};

static struct job *make_job(int id, int length) {
    struct job *job = malloc(sizeof *job + length * sizeof(int));
    job->length = length;
    for (int i = 0; i < length; i++)
        job->item[i] = id ^ i;
    return job;
}

static void work(struct job *job) {
    for (int i = 0; i < job->length; i++)
        for (int j = 0; j <= i; j++)
            sum += job->item[j];
    free(job);
}

static void jobs(int many, int length) {
    for (int id = rank; id < many; id += size)
        work(make_job(id, length));
}

/* As many rounds as there are digits. */
static void digits(int mine, int bits) {
    for (int shift = 0; shift < 32; shift += bits)
        for (int i = 0; i < mine; i++)
            sum += i >> shift & 1;
}

static int is_mine(int i) {
    return i % size == rank;
}

static void own_columns(void) {
    for (int i = 0; i < n; i++) {
        if (!is_mine(i))
            continue;
        for (int j = 0; j < n; j++)
            sum += x[j];
    }
}

int main(int argc, char **argv) {
    double all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 100;
    int bits = argc > 2 ? atoi(argv[2]) : 4, steps = argc > 3 ? atoi(argv[3]) : 2;
    x = calloc(n, sizeof *x);
    for (int step = 0; step < steps; step++) {
        rows();
        MPI_Barrier(MPI_COMM_WORLD);
        chunks();
        MPI_Barrier(MPI_COMM_WORLD);
        pairs();
        MPI_Barrier(MPI_COMM_WORLD);
        jobs(n, 5 * bits);
        MPI_Barrier(MPI_COMM_WORLD);
        digits(n / size, bits);
        MPI_Barrier(MPI_COMM_WORLD);
        own_columns();
        MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%g\n", all);
    MPI_Finalize();
    return 0;
}
