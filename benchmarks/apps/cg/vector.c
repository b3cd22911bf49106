#include "vector.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { TAG_UP = 10, TAG_DOWN = 11 };

void vector_create(vector *v, const layout *l) {
    size_t n = (size_t)(l->lines + 2) * l->line;

    v->storage = xmalloc(n * sizeof(double));
    memset(v->storage, 0, n * sizeof(double));
    v->at = v->storage + l->line;
    v->rows = l->rows;
}

void vector_destroy(vector *v) {
    free(v->storage);
    v->storage = v->at = NULL;
}

void vector_fill(vector *v, double value) {
    for (int i = 0; i < v->rows; i++)
        v->at[i] = value;
}

void vector_exchange(vector *v, const layout *l) {
    double *first = v->at, *last = v->at + (l->rows - l->line);
    MPI_Status status;

    MPI_Sendrecv(last, l->line, MPI_DOUBLE, l->upper, TAG_UP, first - l->line, l->line, MPI_DOUBLE, l->lower, TAG_UP,
                 l->comm, &status);
    MPI_Sendrecv(first, l->line, MPI_DOUBLE, l->lower, TAG_DOWN, last + l->line, l->line, MPI_DOUBLE, l->upper,
                 TAG_DOWN, l->comm, &status);
}

double vector_dot(const vector *x, const vector *y, MPI_Comm comm) {
    double sum = 0.0, all;

    for (int i = 0; i < x->rows; i++)
        sum += x->at[i] * y->at[i];
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
    return all;
}

void vector_axpy(vector *y, double a, const vector *x) {
    for (int i = 0; i < y->rows; i++)
        y->at[i] += a * x->at[i];
}

void vector_xpay(vector *y, const vector *x, double a) {
    for (int i = 0; i < y->rows; i++)
        y->at[i] = x->at[i] + a * y->at[i];
}
