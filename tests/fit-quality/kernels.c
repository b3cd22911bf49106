/* kernels.c - calls kernels of the BLAS, and loops that a program may have, at given sizes. measure.py measures them as
 * blocks of an instrumented program: MPI calls separate them. usage: kernels GROUP REPEAT M N K [M N K]... */
#include <cblas.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEXT MPI_Barrier(MPI_COMM_WORLD)

static double sum; /* keeps results alive */

static double *filled(long n) {
    double *a = malloc((size_t)n * sizeof *a);
    for (long i = 0; i < n; i++)
        a[i] = drand48();
    return a;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void copy_panel(int rows, int cols, const double *a, double *b) {
    for (int j = 0; j < cols; j++)
        for (int i = 0; i < rows; i++)
            b[(long)i * cols + j] = a[(long)j * rows + i];
}

static void prefix(int n, double *a) {
    for (int i = 1; i < n; i++)
        a[i] += a[i - 1];
}

static void triangle(int n, const double *a, double *b) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            b[i] += a[(long)i * n + j] * b[j] * 1e-3;
}

static void bisect(int queries, int n, const double *sorted, double *out) {
    for (int q = 0; q < queries; q++) {
        int low = 0, high = n;
        double x = out[q];
        while (low < high) {
            int middle = (low + high) / 2;
            if (sorted[middle] < x)
                low = middle + 1;
            else
                high = middle;
        }
        out[q] = (double)low / n;
    }
}

static void butterflies(int n, double *a) {
    for (int half = 1; half < n; half *= 2)
        for (int i = 0; i + half < n; i += 2 * half)
            for (int j = i; j < i + half && j + half < n; j++) {
                double t = a[j];
                a[j] = 0.5 * (t + a[j + half]);
                a[j + half] = 0.5 * (t - a[j + half]);
            }
}

static void level3(int m, int n, int k) {
    double *a = filled((long)m * k), *b = filled((long)k * n), *c = filled((long)m * n), *s = filled((long)m * m);
    for (int i = 0; i < m; i++)
        s[(long)i * m + i] = 10.0 * m;
    NEXT;
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, a, m, b, k, 0.5, c, m);
    NEXT;
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, m, n, 1.0, s, m, c, m);
    NEXT;
    cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, m, k, 1.0, a, m, 0.5, s, m);
    NEXT;
    sum += c[0] + s[0];
    free(a), free(b), free(c), free(s);
}

static void level2(int m, int n) {
    double *a = filled((long)m * n), *b = filled((long)m * n), *x = filled(m + n), *y = filled(m + n);
    NEXT;
    cblas_dgemv(CblasColMajor, CblasNoTrans, m, n, 1.0, a, m, x, 1, 0.5, y, 1);
    NEXT;
    cblas_dger(CblasColMajor, m, n, 1e-3, x, 1, y, 1, a, m);
    NEXT;
    copy_panel(m, n, a, b);
    NEXT;
    sum += b[0];
    free(a), free(b), free(x), free(y);
}

static void level1(int n) {
    double *x = filled(n), *y = filled(n);
    NEXT;
    cblas_daxpy(n, 0.5, x, 1, y, 1);
    NEXT;
    cblas_dscal(n, 0.5, x, 1);
    NEXT;
    cblas_dcopy(n, x, 1, y, 1);
    NEXT;
    sum += cblas_ddot(n, x, 1, y, 1);
    NEXT;
    prefix(n, x);
    NEXT;
    sum += x[n - 1];
    free(x), free(y);
}

static void loops(int n, int queries, int rows) {
    double *x = filled(n), *y = filled(queries), *z = filled((long)rows * rows), *r = filled(rows);
    NEXT;
    butterflies(n, x);
    NEXT;
    qsort(x, (size_t)n, sizeof *x, compare);
    NEXT;
    bisect(queries, n, x, y);
    NEXT;
    triangle(rows, z, r);
    NEXT;
    sum += x[0] + y[0] + r[rows - 1];
    free(x), free(y), free(z), free(r);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int group = argc > 2 ? atoi(argv[1]) : 0, repeat = argc > 2 ? atoi(argv[2]) : 0;
    for (int i = 3; i + 2 < argc; i += 3) {
        int m = atoi(argv[i]), n = atoi(argv[i + 1]), k = atoi(argv[i + 2]);
        for (int r = 0; r < repeat; r++) {
            if (group == 1)
                level1(m);
            else if (group == 2)
                level2(m, n);
            else if (group == 3)
                level3(m, n, k);
            else
                loops(m, n, k);
        }
    }
    printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
