/* Two ways from computation to communication: the greatest element decides the
   peer, a singular matrix whether anything is sent. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define TAG_ROW 1

static void update(double *a, int n, int step) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] -= a[step * n + j] * 0.5;
}

static int greatest(const double *a, int n) {
    int row = 0;
    for (int i = 1; i < n; i++)
        if (fabs(a[i * n]) > fabs(a[row * n]))
            row = i;
    return row;
}

static double relax(double *x, int n) {
    double change = 0;
    for (int i = 1; i + 1 < n; i++) {
        double next = 0.5 * (x[i - 1] + x[i + 1]);
        change += fabs(next - x[i]);
        x[i] = next;
    }
    return change;
}

int main(int argc, char **argv) {
    int rank, size, n = argc > 1 ? atoi(argv[1]) : 100;
    double *a, *x, change, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    a = malloc(sizeof(double) * n * n);
    x = malloc(sizeof(double) * n);
    for (int i = 0; i < n * n; i++)
        a[i] = i % 7;
    for (int step = 0; step < n; step++) {
        update(a, n, step);
        int peer = greatest(a, n) % size;
        int singular = a[step * n + step] == 0.0;
        if (!singular && rank == 0 && peer != 0)
            MPI_Send(a + step * n, n, MPI_DOUBLE, peer, TAG_ROW, MPI_COMM_WORLD);
        if (!singular && rank == peer && peer != 0)
            MPI_Recv(a + step * n, n, MPI_DOUBLE, 0, TAG_ROW, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < n; i++)
        x[i] = a[i];
    do {
        change = relax(x, n);
        MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    } while (all > 1e-3);
    if (rank == 0)
        printf("%g\n", x[n / 2]);
    MPI_Finalize();
    return 0;
}
