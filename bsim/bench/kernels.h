/* kernels.h - bsim bench --kernels: times of library kernels on this host, and their models.
 *
 *   kernel_list.c    asks the measuring program (benchmarks/kernels) which kernels there are, and chooses
 *   kernel_sizes.c   sizes for the fit, and others for its test
 *   kernel_runs.c    rounds of measuring, until the times are known well enough or the budget is spent
 *   kernel_models.c  samples, fits, errors at the sizes that no fit has seen
 *   kernels.c        all of that in order, and what is printed
 *
 * The measuring program is a process of its own: a library that crashes ends no more than this kernel's round. */
#ifndef BSIM_BENCH_KERNELS_H
#define BSIM_BENCH_KERNELS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "bsim/base/error.h"
#include "bsim/bench/design.h"
#include "bsim/fit/fit.h"

/* A size needs room for ROUNDS * TIMES times. */
enum { KERNEL_ROUNDS = 15, KERNEL_TIMES = 16, KERNEL_MOST_SIZES = 128, KERNEL_LEAST_SIZES = 8 };

struct kernel_time {
    double seconds;
    bool disturbed;
};

struct kernel_size {
    double x[BENCH_MAX_AXES];
    bool held_out; /* never used in the fit */
    int n;
    struct kernel_time time[KERNEL_ROUNDS * KERNEL_TIMES];
};

struct bench_kernel {
    char *name, *also, *label, *library;
    char *missing;            /* what to install; NULL: it can be measured */
    bool smooth;              /* sizes are products of 2, 3 and 5 */
    struct bench_space space; /* an axis for each parameter */
    int nsize;
    struct kernel_size *size;       /* owned */
    int rounds, disturbed, dropped; /* dropped: sizes that the first round did not reach */
    char failure[300];              /* why it has no times; empty: it has */
    bool few;                       /* of the fit: failure tells that there are too few sizes */
    /* Set by the fit. */
    const struct fit_block *block; /* NULL: too few times */
    struct fit_model model;
    int nheld;
    double error_median, error_max; /* relative, at the sizes that no fit has seen */
};

struct kernels_plan {
    const char *program;      /* path of the measuring program */
    const char *output;       /* models.json */
    char *samples;            /* folder; owned, made absolute */
    char **name;              /* kernels; NULL at the end; none: all */
    struct bench_space range; /* ranges that replace those of parameters with these names */
    double budget_s, error;
    uint64_t seed;
    bool quiet;
    const char *made_by;
    void (*progress)(const char *fmt, ...);
};

struct bench_kernels {
    const struct kernels_plan *plan;
    int n, nmissing;
    struct bench_kernel *kernel;  /* those that are measured */
    struct bench_kernel *missing; /* those that were asked for and no library has */
    double begin_s;
    double fits_s; /* what is kept of the budget for the fits */
    int runs, disturbed;
    char worst[200];
    struct fit_data fit;
};

/* Measures, writes the samples (DIR/fit.tsv, DIR/held-out.tsv) and the models, prints the table. Returns the exit code:
 * 0, BENCH_EXIT_UNSURE if the error of a kernel is above plan->error, 2 for bad input, 128 + signal. */
int bsim_bench_kernels(struct kernels_plan *plan, struct bsim_error *err);

/* ---- kernel_list.c ---- */

/* Reads the list of kernels from what the measuring program prints, and takes those that plan->name asks for, with the
 * ranges of plan->range. False and *err for a kernel that is not there, or a range that no kernel has. */
bool bsim_kernels_list(struct bench_kernels *b, FILE *list, struct bsim_error *err);
void bsim_kernels_free(struct bench_kernels *b);

/* ---- kernel_sizes.c ---- */

/* Makes the kernel's sizes: those of the fit and those that test it, all different, small ones first. */
void bsim_kernel_sizes(struct bench_kernel *k, uint64_t seed);

/* ---- kernel_runs.c ---- */

/* Asks the measuring program for its kernels, and measures them. */
bool bsim_kernels_ask(struct bench_kernels *b, struct bsim_error *err);
bool bsim_kernels_measure(struct bench_kernels *b, struct bsim_error *err);
/* Adds the times that the measuring program printed. The number of sizes among them. */
int bsim_kernel_read(struct bench_kernel *k, FILE *out, bool disturbed);

/* ---- kernel_models.c ---- */

/* What the times of a size tell: without those of disturbed rounds, if there are others. */
struct kernel_summary {
    int n;
    double mean_s, median_s, min_s, max_s, deviation_s;
    double typical_s; /* the mean of the middle half */
};
struct kernel_summary bsim_kernel_summary(const struct kernel_size *size);
/* Writes the samples, fits them, and compares the models with the times that were held out. */
bool bsim_kernels_fit(struct bench_kernels *b, struct bsim_error *err);
/* Undoes bsim_kernels_fit. */
void bsim_kernels_forget(struct bench_kernels *b);
bool bsim_kernels_write(const struct bench_kernels *b, struct bsim_error *err);

#endif
