/* plan.h - what bsim bench was asked to do: programs, ranges, templates, limits. Filled by the command from its
 * options; the functions here check it. */
#ifndef BSIM_BENCH_PLAN_H
#define BSIM_BENCH_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/error.h"
#include "bsim/bench/design.h"
#include "bsim/bench/template.h"
#include "bsim/fit/fit.h"

enum { BENCH_MAX_FILES = 16, BENCH_MAX_WORDS = 16 };

/* All inputs that matter are known: 0; else this exit code. */
enum { BENCH_EXIT_UNSURE = 7 };

struct bench_template {
    const char *name; /* of the file in the folder of a run */
    const char *path; /* of its template */
    char *text;       /* of the template */
};

struct bench_plan {
    const char *output;   /* models.json */
    char *instrumented;   /* path of the executable */
    char *untimed;        /* beside it, the same without timers; NULL: none */
    char *skeleton;       /* as instrumented; NULL: none */
    const char *platform; /* of this node; NULL: not given */
    char *samples;        /* folder of runs and samples */
    char *mpiexec[BENCH_MAX_WORDS + 1];
    const char *self;              /* path of the bsim command, for the dry run */
    const char *made_by;           /* for the provenance of the models */
    struct bench_space space;      /* ranges and numbers of ranks */
    struct bench_values set;       /* values of --set */
    bool predicts;                 /* there is a prediction to measure for */
    int np;                        /* its ranks */
    struct bench_values predicted; /* its values; those of --set stand in it too */
    char **argument;               /* templates; NULL at the end */
    int exit_code;                 /* with which the program may end besides 0 */
    int nfile;
    struct bench_template file[BENCH_MAX_FILES];
    struct fit_data known; /* of this host: its node and file system; zero: not known. No samples */
    double budget_s, error;
    uint64_t seed;
    bool oversubscribe, quiet;
    void (*progress)(const char *fmt, ...);
};

/* The executable that path names: the file itself, or `skeleton` in the folder. The caller frees it. NULL and *err with
 * option's name if there is none. */
char *bsim_bench_executable(const char *option, const char *path, struct bsim_error *err);
/* The path of a file in the folder of an executable, whose path is whole. */
void bsim_bench_beside(const char *exe, const char *name, char *path, size_t size);
/* The program without timers that the Makefile of skeletonize --instrument makes beside it; NULL: there is none. The
 * caller frees it. */
char *bsim_bench_untimed(const char *instrumented);
/* "NAME=VALUE": adds a fixed value. */
bool bsim_bench_set(struct bench_plan *plan, const char *text, struct bsim_error *err);
/* "nx=8192,ny=8192,np=1024". After all ranges and sets. */
bool bsim_bench_predict(struct bench_plan *plan, const char *text, struct bsim_error *err);
/* "1,2,4". cores: of this host. */
bool bsim_bench_ranks(struct bench_plan *plan, const char *text, int cores, struct bsim_error *err);
/* After bsim_bench_ranks: reads --copies. */
bool bsim_bench_copies(struct bench_plan *plan, const char *text, int cores, struct bsim_error *err);
/* "NAME=PATH": adds a file of the runs, and reads its template. */
bool bsim_bench_file(struct bench_plan *plan, const char *text, struct bsim_error *err);
/* --stdin: the template of what each run reads from its standard input (process.h). */
bool bsim_bench_stdin(struct bench_plan *plan, const char *path, struct bsim_error *err);
/* "mpiexec --bind-to core": words. An error if the first is no program. */
bool bsim_bench_mpiexec(struct bench_plan *plan, const char *text, struct bsim_error *err);
/* "3%" or "0.03". */
bool bsim_bench_error(struct bench_plan *plan, const char *text, struct bsim_error *err);
/* Checks all templates against the names, and that each range is used. */
bool bsim_bench_plan_check(const struct bench_plan *plan, struct bsim_error *err);
void bsim_bench_plan_free(struct bench_plan *plan);

/* The values of a run's names. Static; the next call replaces them. */
struct bench_values *bsim_bench_values_of(const struct bench_plan *plan, const struct bench_input *in);
/* The same for the prediction. */
struct bench_values *bsim_bench_values_predicted(const struct bench_plan *plan);

#endif
