/* kernels_other.c - Fourier transforms of FFTW, and memcpy and qsort of the C library. */
#include "kernels.h"

#include <stdint.h>
#include <stdlib.h>

struct library fftw = {{"libfftw3.so.3", NULL, NULL}, "libfftw3-double3", NULL};
struct library libc = {{NULL, NULL, NULL}, "", NULL};

/* ---- FFTW ---- */

enum { FORWARD = -1, ESTIMATE = 1 << 6 }; /* as fftw3.h defines them */
typedef void *plan_function(int, double *, double *, int, unsigned);
typedef void execute_function(void *);

static bool transform_setup(struct work *w) {
    plan_function *make = (plan_function *)symbol_of(&fftw, "fftw_plan_dft_1d");
    w->data[0] = random_numbers(2 * (size_t)w->size[0]);
    w->data[1] = random_numbers(2 * (size_t)w->size[0]);
    if (make && w->data[0] && w->data[1])
        w->plan = make(w->size[0], w->data[0], w->data[1], FORWARD, ESTIMATE);
    return w->plan != NULL;
}

static void transform(struct work *w) {
    ((execute_function *)w->function)(w->plan);
}

static void transform_end(struct work *w) {
    execute_function *destroy = (execute_function *)symbol_of(&fftw, "fftw_destroy_plan");
    if (destroy && w->plan)
        destroy(w->plan);
}

/* ---- the C library ---- */

static bool bytes_setup(struct work *w) {
    size_t n = (size_t)w->size[0] / sizeof(double) + 1;
    w->data[0] = random_numbers(n);
    w->data[1] = random_numbers(n);
    return w->data[0] && w->data[1];
}

typedef void *memcpy_function(void *, const void *, size_t);
static void copy(struct work *w) {
    ((memcpy_function *)w->function)(w->data[1], w->data[0], (size_t)w->size[0]);
}

static bool sort_setup(struct work *w) {
    w->data[1] = random_numbers((size_t)w->size[0]);
    return w->data[1] != NULL;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef void sort_function(void *, size_t, size_t, int (*)(const void *, const void *));
static void sort(struct work *w) {
    ((sort_function *)w->function)(w->data[1], (size_t)w->size[0], sizeof(double), compare);
}

/* Other numbers each time: a processor learns the comparisons of numbers that it has sorted before. */
static void sort_restore(struct work *w) {
    static uint64_t state = 1;
    for (size_t i = 0, n = (size_t)w->size[0]; i < n; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        w->data[1][i] = (double)(state >> 11);
    }
}

const struct kernel other_kernels[] = {
    {"fftw_execute", "", "n=64:1000000", true, "a complex transform of n points, n a product of 2, 3 and 5", &fftw,
     "fftw_execute", transform_setup, transform, NULL, transform_end},
    {"memcpy", "", "n=4000:64000000", false, "copies n bytes", &libc, "memcpy", bytes_setup, copy, NULL, NULL},
    {"qsort", "", "n=500:1000000", false, "sorts n doubles in random order", &libc, "qsort", sort_setup, sort,
     sort_restore, NULL},
    {.name = NULL}};
