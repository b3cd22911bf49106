/* How far apart the accesses of the innermost loops are. */
#include <mpi.h>
#include <stdlib.h>

struct matrix {
    int rows, columns, apart;
    double *at;
};

static int stride;

/* A variable that is an index, a pointer, the loop's own variable. */
static double by_index(const double *x, int n) {
    double s = 0;
    size_t k = 0;
    for (int i = 0; i < n; i++) {
        s += x[k];
        k += stride;
        if (k >= (size_t)n)
            k -= n;
    }
    return s;
}

static double by_pointer(const double *x, int n, int apart) {
    double s = 0;
    for (int i = 0; i < n; i++, x += apart)
        s += *x;
    return s;
}

static double by_counter(const double *x, int n, int every) {
    double s = 0;
    for (int i = 0; i < n; i += every)
        s += x[i];
    return s;
}

/* Down the columns, and along the rows: only the first goes from row to row in its inner loop. */
static double columns(const struct matrix *m) {
    double s = 0;
    for (int j = 0; j < m->columns; j++)
        for (int i = 0; i < m->rows; i++)
            s += m->at[i * m->apart + j];
    return s;
}

static double rows(const struct matrix *m) {
    double s = 0;
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->columns; j++)
            s += m->at[i * m->apart + j];
    return s;
}

/* The same distance, written in other ways. */
static double by_array(int n, int apart, double (*a)[apart]) {
    double s = 0;
    for (int j = 0; j < apart; j++)
        for (int i = 0; i < n; i++)
            s += a[i][j];
    return s;
}

static double sum_every(const double *p, int n, int apart) {
    for (double s = 0;; s += *p, p += apart)
        if (n-- <= 0)
            return s;
}

static double nested(const struct matrix *m) {
    double s = 0;
    for (int j = 0; j < m->columns; j++)
        s += sum_every(m->at + j, m->rows, m->apart);
    return s;
}

static double down(const double *x, int n, int apart) {
    double s = 0;
    for (int i = n - 1; i >= 0; i--)
        s += x[i * apart];
    return s;
}

static double shifted(const double *x, int n, int from, int apart) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[(i + from) * apart];
    return s;
}

static double by_variable(const double *x, int n, int apart) {
    double s = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            int k = i * apart + j;
            s += x[k];
        }
    return s;
}

/* No distances: the inner loop goes along the rows; a row that the loop reads again; an index of what comes behind. */
static double rows_by_variable(const double *x, int n, int apart) {
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int k = i * apart + j;
            s += x[k];
        }
    return s;
}

static double one_row(const double *x, int n, int row, int apart) {
    double s = 0;
    for (int i = 0; i < n; i++) {
        int r = row;
        s += x[r * apart + i];
    }
    return s;
}

static double total(const double *x, int n, int apart) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += apart;
    return x[sum % n];
}

/* Numbers from an array are data. */
static double by_list(const double *x, const int *step, int n) {
    double s = 0;
    for (int i = 0, k = 0; i < n; i++) {
        s += x[k];
        k += step[i];
    }
    return s;
}

/* The distance is n + 8: it follows from n, which is a parameter already. */
static double follows(const double *x, int n) {
    double s = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            s += x[i * (n + 8) + j];
    return s;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), apart = atoi(argv[2]);
    stride = atoi(argv[3]);
    double *x = calloc((size_t)n * apart, sizeof *x), s = 0;
    int *step = calloc(n, sizeof *step);
    struct matrix m = {n / apart, apart / 2, apart, x};
    s += by_index(x, n);
    MPI_Barrier(MPI_COMM_WORLD);
    s += by_pointer(x, n, apart);
    MPI_Barrier(MPI_COMM_WORLD);
    s += by_counter(x, n, stride);
    MPI_Barrier(MPI_COMM_WORLD);
    s += columns(&m);
    MPI_Barrier(MPI_COMM_WORLD);
    s += rows(&m);
    MPI_Barrier(MPI_COMM_WORLD);
    s += by_array(n / apart, apart, (double(*)[apart])x);
    MPI_Barrier(MPI_COMM_WORLD);
    s += nested(&m);
    MPI_Barrier(MPI_COMM_WORLD);
    s += down(x, n, apart);
    MPI_Barrier(MPI_COMM_WORLD);
    s += shifted(x, n / 2, stride, apart);
    MPI_Barrier(MPI_COMM_WORLD);
    s += by_variable(x, n, apart);
    MPI_Barrier(MPI_COMM_WORLD);
    s += rows_by_variable(x, n, apart);
    MPI_Barrier(MPI_COMM_WORLD);
    s += one_row(x, n, stride, apart);
    MPI_Barrier(MPI_COMM_WORLD);
    s += total(x, n, apart);
    MPI_Barrier(MPI_COMM_WORLD);
    s += by_list(x, step, n);
    MPI_Barrier(MPI_COMM_WORLD);
    int side = n / apart / 2, wide = side + 8;
    for (int j = 0; j < side; j++)
        for (int i = 0; i < side; i++)
            s += x[i * wide + j];
    s += follows(x, side);
    MPI_Allreduce(MPI_IN_PLACE, &s, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
