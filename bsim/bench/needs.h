/* needs.h - what a prediction needs of the blocks' models: the file of bsim run --parameters. */
#ifndef BSIM_BENCH_NEEDS_H
#define BSIM_BENCH_NEEDS_H

#include <stdbool.h>

#include "bsim/base/error.h"

struct bench_need {
    char *name, *file;
    int line, nparam;
    double calls, each; /* executions; of these on a rank, on average */
    char **param;
    char *missing;      /* what its time depends on and no parameter stands for; NULL: nothing is known */
    double *low, *high; /* nparam each */
    int nvector;
    double *value;    /* nvector * nparam: vectors, heaviest first */
    double *executed; /* of each vector; their sum is calls, also if the vectors are a sample */
};

struct bench_needs {
    int n;
    struct bench_need *block;
    char **argument; /* of the prediction, ended by NULL; NULL: not told */
    int *read;       /* the places in argv of those that the skeleton reads, ended by -1; NULL: all, but for: */
    char **left;     /* options that it does not read, ended by NULL; or NULL (bsim/base/arguments.h) */
};

bool bsim_bench_needs_read(struct bench_needs *needs, const char *path, struct bsim_error *err);
void bsim_bench_needs_free(struct bench_needs *needs);
/* The block of that name; NULL: the prediction does not reach it. */
const struct bench_need *bsim_bench_need(const struct bench_needs *needs, const char *name);

#endif
