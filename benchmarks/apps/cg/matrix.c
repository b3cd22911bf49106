#include "matrix.h"
#include "memory.h"

#include <stdlib.h>

void layout_create(layout *l, const cg_config *c, MPI_Comm comm) {
    int base, rest;

    l->comm = comm;
    MPI_Comm_rank(comm, &l->rank);
    MPI_Comm_size(comm, &l->size);
    base = c->ny / l->size;
    rest = c->ny % l->size;
    l->line = c->nx;
    l->lines = base + (l->rank < rest);
    l->rows = l->lines * l->line;
    /* The number of lines before ours, as an MPI programmer would get it. */
    l->first = 0;
    MPI_Exscan(&l->lines, &l->first, 1, MPI_INT, MPI_SUM, comm);
    if (l->rank == 0)
        l->first = 0;
    l->lower = l->lines > 0 && l->first > 0 ? l->rank - 1 : MPI_PROC_NULL;
    l->upper = l->lines > 0 && l->first + l->lines < c->ny ? l->rank + 1 : MPI_PROC_NULL;
}

static void add(csr *a, int column, double value) {
    a->column[a->nnz] = column;
    a->value[a->nnz] = value;
    a->nnz++;
}

csr *matrix_create(const layout *l, const cg_config *c) {
    csr *a = xmalloc(sizeof *a);
    int n = l->line;

    a->rows = l->rows;
    a->nnz = 0;
    a->start = xmalloc((size_t)(a->rows + 1) * sizeof *a->start);
    a->column = xmalloc(5 * (size_t)a->rows * sizeof *a->column);
    a->value = xmalloc(5 * (size_t)a->rows * sizeof *a->value);

    for (int j = 0; j < l->lines; j++) {
        int y = l->first + j;
        for (int i = 0; i < n; i++) {
            int row = j * n + i;
            a->start[row] = a->nnz;
            if (y > 0)
                add(a, row - n, -1.0);
            if (i > 0)
                add(a, row - 1, -1.0);
            add(a, row, 4.0 + c->shift);
            if (i < n - 1)
                add(a, row + 1, -1.0);
            if (y < c->ny - 1)
                add(a, row + n, -1.0);
        }
    }
    a->start[a->rows] = a->nnz;
    return a;
}

void matrix_destroy(csr *a) {
    free(a->start);
    free(a->column);
    free(a->value);
    free(a);
}

void matrix_multiply(const csr *a, const double *x, double *y) {
    for (int i = 0; i < a->rows; i++) {
        double sum = 0.0;
        for (long k = a->start[i]; k < a->start[i + 1]; k++)
            sum += a->value[k] * x[a->column[k]];
        y[i] = sum;
    }
}
