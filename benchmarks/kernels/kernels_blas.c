/* kernels_blas.c - BLAS 1 to 3, by the names that Fortran gives them. Matrices are stored column by column, and none is
 * transposed. Factors are such that numbers stay of order one however often a kernel runs. */
#include "kernels.h"

#include <stdlib.h>

struct library blas = {{"libblas.so.3", "libopenblas.so.0", "libmkl_rt.so"}, "libopenblas0-pthread or libblas3", NULL};

static const int one = 1;
static const double unit = 1, tiny = 1e-9, near_one = 1.0000001;

/* ---- vectors ---- */

static bool vector_setup(struct work *w) {
    w->data[0] = random_numbers((size_t)w->size[0]);
    w->data[1] = random_numbers((size_t)w->size[0]);
    return w->data[0] && w->data[1];
}

typedef double dot_function(const int *, const double *, const int *, const double *, const int *);
static volatile double result; /* keeps calls whose value is not used */
static void ddot(struct work *w) {
    result = ((dot_function *)w->function)(&w->size[0], w->data[0], &one, w->data[1], &one);
}

typedef double norm_function(const int *, const double *, const int *);
static void dnrm2(struct work *w) {
    result = ((norm_function *)w->function)(&w->size[0], w->data[0], &one);
}

typedef int index_function(const int *, const double *, const int *);
static void idamax(struct work *w) {
    result = ((index_function *)w->function)(&w->size[0], w->data[0], &one);
}

typedef void axpy_function(const int *, const double *, const double *, const int *, double *, const int *);
static void daxpy(struct work *w) {
    ((axpy_function *)w->function)(&w->size[0], &tiny, w->data[0], &one, w->data[1], &one);
}

typedef void scal_function(const int *, const double *, double *, const int *);
static void dscal(struct work *w) {
    ((scal_function *)w->function)(&w->size[0], &near_one, w->data[0], &one);
}

typedef void copy_function(const int *, const double *, const int *, double *, const int *);
static void dcopy(struct work *w) {
    ((copy_function *)w->function)(&w->size[0], w->data[0], &one, w->data[1], &one);
}

typedef void swap_function(const int *, double *, const int *, double *, const int *);
static void dswap(struct work *w) {
    ((swap_function *)w->function)(&w->size[0], w->data[0], &one, w->data[1], &one);
}

/* ---- a matrix and vectors ---- */

static bool matrix_setup(struct work *w) {
    size_t m = (size_t)w->size[0], n = (size_t)w->size[1];
    w->data[0] = random_numbers(m * n);
    w->data[1] = random_numbers(m);
    w->data[2] = random_numbers(n);
    return w->data[0] && w->data[1] && w->data[2];
}

typedef void gemv_function(const char *, const int *, const int *, const double *, const double *, const int *,
                           const double *, const int *, const double *, double *, const int *, size_t);
static void dgemv(struct work *w) {
    ((gemv_function *)w->function)("N", &w->size[0], &w->size[1], &tiny, w->data[0], &w->size[0], w->data[2], &one,
                                   &unit, w->data[1], &one, 1);
}

typedef void ger_function(const int *, const int *, const double *, const double *, const int *, const double *,
                          const int *, double *, const int *);
static void dger(struct work *w) {
    ((ger_function *)w->function)(&w->size[0], &w->size[1], &tiny, w->data[1], &one, w->data[2], &one, w->data[0],
                                  &w->size[0]);
}

static bool triangle_setup(struct work *w) {
    w->data[0] = mild_matrix((size_t)w->size[0]);
    w->data[1] = random_numbers((size_t)w->size[0]);
    return w->data[0] && w->data[1];
}

typedef void trsv_function(const char *, const char *, const char *, const int *, const double *, const int *, double *,
                           const int *, size_t, size_t, size_t);
static void dtrsv(struct work *w) {
    ((trsv_function *)w->function)("L", "N", "N", &w->size[0], w->data[0], &w->size[0], w->data[1], &one, 1, 1, 1);
}

/* ---- matrices ---- */

static bool product_setup(struct work *w) {
    size_t m = (size_t)w->size[0], n = (size_t)w->size[1], k = (size_t)w->size[2];
    w->data[0] = random_numbers(m * k);
    w->data[1] = random_numbers(k * n);
    w->data[2] = random_numbers(m * n);
    return w->data[0] && w->data[1] && w->data[2];
}

typedef void gemm_function(const char *, const char *, const int *, const int *, const int *, const double *,
                           const double *, const int *, const double *, const int *, const double *, double *,
                           const int *, size_t, size_t);
static void dgemm(struct work *w) {
    ((gemm_function *)w->function)("N", "N", &w->size[0], &w->size[1], &w->size[2], &tiny, w->data[0], &w->size[0],
                                   w->data[1], &w->size[2], &unit, w->data[2], &w->size[0], 1, 1);
}

static bool update_setup(struct work *w) {
    size_t n = (size_t)w->size[0], k = (size_t)w->size[1];
    w->data[0] = random_numbers(n * k);
    w->data[1] = random_numbers(n * n);
    return w->data[0] && w->data[1];
}

typedef void syrk_function(const char *, const char *, const int *, const int *, const double *, const double *,
                           const int *, const double *, double *, const int *, size_t, size_t);
static void dsyrk(struct work *w) {
    ((syrk_function *)w->function)("L", "N", &w->size[0], &w->size[1], &tiny, w->data[0], &w->size[0], &unit,
                                   w->data[1], &w->size[0], 1, 1);
}

static bool solve_setup(struct work *w) {
    size_t m = (size_t)w->size[0], n = (size_t)w->size[1];
    w->data[0] = mild_matrix(m);
    w->data[1] = random_numbers(m * n);
    return w->data[0] && w->data[1];
}

typedef void trsm_function(const char *, const char *, const char *, const char *, const int *, const int *,
                           const double *, const double *, const int *, double *, const int *, size_t, size_t, size_t,
                           size_t);
static void dtrsm(struct work *w) {
    ((trsm_function *)w->function)("L", "L", "N", "N", &w->size[0], &w->size[1], &unit, w->data[0], &w->size[0],
                                   w->data[1], &w->size[0], 1, 1, 1, 1);
}

/* Vectors of 8 kB to 32 MB, and matrices up to 72 MB, so that each level of the caches is reached. */
#define VECTOR "n=1000:4000000"
#define MATRIX "m=64:3000,n=64:3000"
#define BLAS .library = &blas

const struct kernel blas_kernels[] = {
    {"ddot_", "cblas_ddot", VECTOR, false, "x'y", BLAS, .symbol = "ddot_", .setup = vector_setup, .run = ddot},
    {"daxpy_", "cblas_daxpy", VECTOR, false, "y = a x + y", BLAS, .symbol = "daxpy_", .setup = vector_setup,
     .run = daxpy},
    {"dscal_", "cblas_dscal", VECTOR, false, "x = a x", BLAS, .symbol = "dscal_", .setup = vector_setup, .run = dscal},
    {"dcopy_", "cblas_dcopy", VECTOR, false, "y = x", BLAS, .symbol = "dcopy_", .setup = vector_setup, .run = dcopy},
    {"dswap_", "cblas_dswap", VECTOR, false, "x and y change places", BLAS, .symbol = "dswap_", .setup = vector_setup,
     .run = dswap},
    {"dnrm2_", "cblas_dnrm2", VECTOR, false, "the length of x", BLAS, .symbol = "dnrm2_", .setup = vector_setup,
     .run = dnrm2},
    {"idamax_", "cblas_idamax", VECTOR, false, "where x is largest", BLAS, .symbol = "idamax_", .setup = vector_setup,
     .run = idamax},
    {"dgemv_", "cblas_dgemv", MATRIX, false, "y = a A x + y, A of m x n", BLAS, .symbol = "dgemv_",
     .setup = matrix_setup, .run = dgemv},
    {"dger_", "cblas_dger", MATRIX, false, "A = a x y' + A, A of m x n", BLAS, .symbol = "dger_", .setup = matrix_setup,
     .run = dger},
    {"dtrsv_", "cblas_dtrsv", "n=64:2500", false, "solves L x = b, L of n x n", BLAS, .symbol = "dtrsv_",
     .setup = triangle_setup, .run = dtrsv},
    {"dgemm_", "cblas_dgemm", "m=64:1500,n=64:1500,k=64:1500", false, "C = a A B + C, A of m x k, B of k x n", BLAS,
     .symbol = "dgemm_", .setup = product_setup, .run = dgemm},
    {"dsyrk_", "cblas_dsyrk", "n=64:1500,k=64:1500", false, "C = a A A' + C, A of n x k, the lower half", BLAS,
     .symbol = "dsyrk_", .setup = update_setup, .run = dsyrk},
    {"dtrsm_", "cblas_dtrsm", "m=64:1500,n=64:1500", false, "solves L X = B on the left, L of m x m, B of m x n", BLAS,
     .symbol = "dtrsm_", .setup = solve_setup, .run = dtrsm},
    {.name = NULL}};
