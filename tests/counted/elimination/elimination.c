/* Gaussian elimination with partial pivoting, rows dealt out cyclically, and back substitution. usage: elimination N */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int n, rank, size, nlocal;
static double **row; /* row[i]: global row rank + i * size; n + 1 columns */
static int local_rows(void) {
    return n / size + (rank < n % size);
}
static void fill(void) {
    for (int i = 0; i < nlocal; i++) {
        int g = rank + i * size;
        row[i] = malloc((n + 1) * sizeof(double));
        for (int j = 0; j <= n; j++)
            row[i][j] = g == j ? n : 1.0 / (1 + abs(g - j)) + (g * 31 + j * 17) % 7;
    }
}
static void swap_rows(int k, int p, double *tmp) {
    int ok = k % size, op = p % size;
    if (k == p)
        return;
    if (ok == op) {
        if (rank == ok) {
            double *t = row[k / size];
            row[k / size] = row[p / size];
            row[p / size] = t;
        }
    } else if (rank == ok) {
        MPI_Sendrecv(row[k / size] + k, n + 1 - k, MPI_DOUBLE, op, 1, tmp, n + 1 - k, MPI_DOUBLE, op, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        memcpy(row[k / size] + k, tmp, (n + 1 - k) * sizeof(double));
    } else if (rank == op) {
        MPI_Sendrecv(row[p / size] + k, n + 1 - k, MPI_DOUBLE, ok, 1, tmp, n + 1 - k, MPI_DOUBLE, ok, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        memcpy(row[p / size] + k, tmp, (n + 1 - k) * sizeof(double));
    }
}
int main(int argc, char **argv) {
    struct {
        double v;
        int i;
    } in, out;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 100;
    nlocal = local_rows();
    row = malloc((nlocal + 1) * sizeof *row);
    fill();
    double *pivot = malloc((n + 1) * sizeof(double)), *x = calloc(n, sizeof(double));
    for (int k = 0; k < n; k++) {
        in.v = -1;
        in.i = k;
        for (int i = 0; i < nlocal; i++) {
            int g = rank + i * size;
            if (g >= k && fabs(row[i][k]) > in.v) {
                in.v = fabs(row[i][k]);
                in.i = g;
            }
        }
        MPI_Allreduce(&in, &out, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
        swap_rows(k, out.i, pivot);
        if (rank == k % size)
            memcpy(pivot + k, row[k / size] + k, (n + 1 - k) * sizeof(double));
        MPI_Bcast(pivot + k, n + 1 - k, MPI_DOUBLE, k % size, MPI_COMM_WORLD);
        for (int i = 0; i < nlocal; i++) {
            int g = rank + i * size;
            if (g <= k)
                continue;
            double f = row[i][k] / pivot[k];
            for (int j = k; j <= n; j++)
                row[i][j] -= f * pivot[j];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        if (rank == k % size) {
            double s = row[k / size][n];
            for (int j = k + 1; j < n; j++)
                s -= row[k / size][j] * x[j];
            x[k] = s / row[k / size][k];
        }
        MPI_Bcast(&x[k], 1, MPI_DOUBLE, k % size, MPI_COMM_WORLD);
    }
    if (!rank)
        printf("x[0] %.9f x[n-1] %.9f\n", x[0], x[n - 1]);
    MPI_Finalize();
    return 0;
}
