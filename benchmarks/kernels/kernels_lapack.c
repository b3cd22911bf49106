/* kernels_lapack.c - factorisations of LAPACK. Each execution gets the same matrix again. */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

struct library lapack = {
    {"liblapack.so.3", "libopenblas.so.0", "libmkl_rt.so"}, "libopenblas0-pthread or liblapack3", NULL};

/* Columns of a matrix that dgeqrf may work on together; LAPACK's own choice is 32. */
enum { BLOCK = 64 };

static bool factor_setup(struct work *w, bool square) {
    size_t m = (size_t)w->size[0], n = square ? m : (size_t)w->size[1], least = m < n ? m : n;
    w->bytes = m * n * sizeof(double);
    w->data[0] = random_numbers(m * n);
    w->data[1] = random_numbers(m * n);
    w->data[2] = random_numbers(least);
    w->data[3] = random_numbers(n * BLOCK);
    w->lwork = (int)n * BLOCK;
    w->pivot = calloc(least, sizeof *w->pivot);
    return w->data[0] && w->data[1] && w->data[2] && w->data[3] && w->pivot;
}

static bool general_setup(struct work *w) {
    return factor_setup(w, false);
}

static bool definite_setup(struct work *w) {
    if (!factor_setup(w, true))
        return false;
    for (size_t i = 0, n = (size_t)w->size[0]; i < n; i++)
        w->data[0][i * n + i] = (double)n;
    return true;
}

static void factor_restore(struct work *w) {
    memcpy(w->data[1], w->data[0], w->bytes);
}

typedef void getrf_function(const int *, const int *, double *, const int *, int *, int *);
static void dgetrf(struct work *w) {
    int info;
    ((getrf_function *)w->function)(&w->size[0], &w->size[1], w->data[1], &w->size[0], w->pivot, &info);
}

typedef void potrf_function(const char *, const int *, double *, const int *, int *, size_t);
static void dpotrf(struct work *w) {
    int info;
    ((potrf_function *)w->function)("L", &w->size[0], w->data[1], &w->size[0], &info, 1);
}

typedef void geqrf_function(const int *, const int *, double *, const int *, double *, double *, const int *, int *);
static void dgeqrf(struct work *w) {
    int info;
    ((geqrf_function *)w->function)(&w->size[0], &w->size[1], w->data[1], &w->size[0], w->data[2], w->data[3],
                                    &w->lwork, &info);
}

#define MATRIX "m=64:1500,n=64:1500"

const struct kernel lapack_kernels[] = {{"dgetrf_", "", MATRIX, false, "factors A = P L U, A of m x n", &lapack,
                                         "dgetrf_", general_setup, dgetrf, factor_restore, NULL},
                                        {"dpotrf_", "", "n=64:2000", false, "factors A = L L', A of n x n", &lapack,
                                         "dpotrf_", definite_setup, dpotrf, factor_restore, NULL},
                                        {"dgeqrf_", "", MATRIX, false, "factors A = Q R, A of m x n", &lapack,
                                         "dgeqrf_", general_setup, dgeqrf, factor_restore, NULL},
                                        {.name = NULL}};
