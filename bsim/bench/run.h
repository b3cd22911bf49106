/* run.h - one run of a program for bsim bench: its folder, its files, its arguments, and what became of it. */
#ifndef BSIM_BENCH_RUN_H
#define BSIM_BENCH_RUN_H

#include "bsim/bench/host.h"
#include "bsim/bench/plan.h"
#include "bsim/bench/process.h"

enum bench_end {
    BENCH_RAN,     /* and wrote samples */
    BENCH_FAILED,  /* an exit code other than 0, or a signal */
    BENCH_LATE,    /* it was ended at its limit */
    BENCH_STOPPED, /* this process was asked to end */
    BENCH_SILENT   /* it ended well and wrote no samples */
};

struct bench_result {
    enum bench_end end;
    struct bench_run_time time;
    struct bench_disturbance disturbance;
    char what[600]; /* not BENCH_RAN: what happened, with the end of stderr */
};

/* Makes the folder of samples, or empties it if it is one of an earlier bench. Resolves plan->samples. */
bool bsim_bench_folder(struct bench_plan *plan, struct bsim_error *err);
/* Runs exe, the instrumented program or the same without timers, as run number `number`, in as many copies as the input
 * says. False and *err if it cannot be started. */
bool bsim_bench_run(const struct bench_plan *plan, const char *exe, const struct bench_input *in, int number,
                    double limit_s, struct bench_result *result, struct bsim_error *err);
/* The samples of a rank, counted through all copies: "DIR/run-0007.tsv.rank1", "DIR/run-0007-copy1.tsv.rank0". The
 * caller frees it. */
char *bsim_bench_samples_of(const struct bench_plan *plan, const struct bench_input *in, int number, int rank);
/* Removes the samples of a run. */
void bsim_bench_forget(const struct bench_plan *plan, int number, const struct bench_input *in);
/* Runs the skeleton with the sizes of the prediction, which writes parameters to the file *path, and whose path it
 * gives; the caller frees it. models may be NULL. */
bool bsim_bench_dry_run(const struct bench_plan *plan, const char *models, double limit_s, char **path,
                        struct bench_result *result, struct bsim_error *err);

#endif
