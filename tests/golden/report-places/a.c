/* One result of a call decides in four places; sizes are made in a wrapper. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double dot(const double *a, const double *b, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

static void *grab(size_t n, size_t size) {
    size_t bytes = n * size + 16;
    if (bytes < 64)
        bytes = 64;
    void *p = malloc(bytes);
    if (!p) {
        fprintf(stderr, "no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return p;
}

static int count(const double *v, int n) {
    int c = 0;
    for (int i = 0; i < n; i++)
        c += v[i] > 0.25;
    return c;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 1000, rank, size, left, k;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *v = grab(n, sizeof *v), *w = grab(n, sizeof *w);
    for (int i = 0; i < n; i++)
        v[i] = w[i] = sqrt(i);
    double s = dot(v, w, n);
    if (s > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    if (s > 10 && rank == 0)
        MPI_Send(&n, 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD);
    if (s > 10 && rank == size - 1)
        MPI_Recv(&k, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (s > 100)
        MPI_Barrier(MPI_COMM_WORLD);
    left = count(v, n);
    int *list = grab(left, sizeof *list);
    for (int i = 0; i < left; i++)
        list[i] = i;
    MPI_Bcast(list, left, MPI_INT, 0, MPI_COMM_WORLD);
    while ((left = count(v, n)) > 0) {
        for (int i = 0; i < n; i++)
            v[i] *= 0.5;
        MPI_Bcast(v, left, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
