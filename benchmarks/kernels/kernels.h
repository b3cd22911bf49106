/* kernels.h - a kernel of a library, as the measuring program sees it: its sizes, its data, one execution. */
#ifndef BENCHMARKS_KERNELS_H
#define BENCHMARKS_KERNELS_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_PARAMS = 3, MOST_ARRAYS = 4 };

/* The data of one size. data[i] is a block of the process's heap. */
struct work {
    int size[MOST_PARAMS]; /* in the order of the kernel's parameters */
    double *data[MOST_ARRAYS];
    size_t bytes; /* of the array that restore brings back */
    int *pivot;
    int lwork;
    void *plan;
    void (*function)(void); /* of the library */
};

struct library {
    const char *file[3]; /* names that are tried in this order; none: the C library */
    const char *package; /* that gives it */
    void *handle;
};

struct kernel {
    const char *name; /* of the block */
    /* Names of other blocks that take the same time, between blanks; "" if there are none. */
    const char *also;
    /* "m=64:1500,n=64:1500": parameters with the ranges that are measured unless others are asked for. */
    const char *range;
    bool smooth; /* sizes are products of 2, 3 and 5 only */
    const char *label;
    struct library *library;
    const char *symbol;
    /* Makes the data of a size. False if there is no memory. */
    bool (*setup)(struct work *w);
    void (*run)(struct work *w);
    /* Before each execution, outside of its time: brings back what an execution destroys. NULL: nothing. */
    void (*restore)(struct work *w);
    void (*end)(struct work *w); /* frees the plan; NULL: there is none */
};

/* Each of these tables ends with a kernel without a name. */
extern const struct kernel blas_kernels[], lapack_kernels[], other_kernels[];
extern struct library blas, lapack, fftw, libc;

/* A block of n numbers between -0.5 and 0.5, always the same; NULL if there is no memory. */
double *random_numbers(size_t n);
/* An n x n matrix, column by column, whose inverse is about as large as it is: 1 on the diagonal, and little
 * elsewhere. */
double *mild_matrix(size_t n);
/* A function of an opened library. */
void *symbol_of(struct library *library, const char *name);

#endif
