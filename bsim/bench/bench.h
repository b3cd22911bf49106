/* bench.h - bsim bench: measures the blocks of a program until a prediction's models are known well enough, or a budget
 * of time is spent.
 *
 *   design.c    ranges, and inputs that fill them
 *   template.c  {name} in arguments and files
 *   plan.c      what was asked for
 *   budget.c    how long a run will take
 *   process.c   runs programs with a limit, and leaves nothing behind
 *   host.c      whether something disturbed a run
 *   run.c       one run: folder, files, arguments, outcome
 *   needs.c     what the prediction needs: the file of bsim run --parameters
 *   assess.c    the models, and how well they are known
 *   verdict.c   whether a block is known, and why not
 *   choose.c    which runs come next
 *   measure.c   lists of runs: order, limits, repetitions
 *   spend.c     what the budget goes to
 *   rounds.c    the loop over all that
 *   whole.c     runs as a whole beside their predictions
 *   table.c     what is printed and written at the end */
#ifndef BSIM_BENCH_BENCH_H
#define BSIM_BENCH_BENCH_H

#include "bsim/bench/assess.h"
#include "bsim/bench/budget.h"
#include "bsim/bench/choose.h"
#include "bsim/bench/plan.h"

struct bench_measured {
    struct bench_seen seen;
    int clean, disturbed; /* runs whose samples are there */
};

/* A run that wrote samples. */
struct bench_sample {
    int number, input;
    bool disturbed;
};

struct bench {
    const struct bench_plan *plan;
    /* waited_s: for a quiet host; redone_s: on runs that were disturbed. */
    double begin_s, waited_s, redone_s;
    /* What the time went to, beside waiting: runs, fits, the dry run, and whole runs repeated by the skeleton. */
    double runs_s, fits_s, dry_s, whole_s;
    double untimed_s; /* of the runs, those without timers */
    struct bench_fits fits;
    double learned_s;                /* the last models of learned values took it */
    int measured;                    /* inputs with samples */
    int fitted;                      /* samples that the last assessment is of; 0: it does not hold any more */
    long long rows;                  /* of the samples of these, without repetitions */
    bool asks_later;                 /* the dry run waits for the models of the first design */
    int ninput, nsample, nrun, room; /* nrun: runs that were begun */
    struct bench_measured *input;
    struct bench_sample *sample;
    struct bench_times times;
    struct bench_needs needs;
    json_t *program; /* skeleton.json of the instrumented program; NULL: there is none */
    struct bench_assessment now;
    json_t *models; /* as written at the end; NULL: not yet */
    int round, late, failed, skipped, disturbed;
    /* Since the last run that was not disturbed: repetitions that were, and waits for a quiet host that did not end. */
    int in_vain, waits_in_vain;
    char worst[200]; /* the worst disturbance */
    double worst_other;
    char failure[800];   /* the first run that failed, or was late */
    const char *stopped; /* why the measuring ended */
};

/* Measures, writes the models, prints the table. Returns the exit code: 0, BENCH_EXIT_UNSURE if blocks that matter are
 * not known well enough, or a part of the ranges could not be measured and there is no prediction, 1 if the program
 * failed, 2 for bad input, 128 + signal. */
int bsim_bench(struct bench_plan *plan, struct bsim_error *err);

/* ---- measure.c ---- */

/* A single run may take this part of the budget. */
#define BENCH_PART_RUN 0.25
enum { BENCH_MOST_FAILURES = 8 };

/* Adds an input that is to be measured. Returns its index. */
int bsim_bench_add_input(struct bench *b, const struct bench_input *in);
/* Makes the list of runs beside the samples. */
bool bsim_bench_begin_index(const struct bench *b, struct bsim_error *err);
/* The first run with each number of ranks reads the program from disk and fills the system's caches. It does not count,
 * but it shows whether the program runs at all. */
bool bsim_bench_warm_up(struct bench *b, struct bsim_error *err);
/* Runs the inputs of a list; those that were disturbed are run again at its end. False and *err if nothing can be run.
 */
bool bsim_bench_measure_all(struct bench *b, const int *list, int n, struct bsim_error *err);

/* ---- spend.c ---- */

/* Seconds of the budget that are left for runs: what comes after them is kept back, as far as it is known. */
double bsim_bench_left(const struct bench *b);
/* The time (bsim_bench_now) until which fits may test models, so that what follows is within the budget. */
double bsim_bench_fits_deadline(const struct bench *b);
/* Seconds that the dry run may take. */
double bsim_bench_dry_limit(const struct bench *b);
/* Seconds of the whole budget that are left. */
double bsim_bench_rest(const struct bench *b);
/* What the budget went to, in a line. And a note if there was not enough of it. */
void bsim_bench_spent(const struct bench *b, FILE *out);
void bsim_bench_note_overrun(const struct bench *b, FILE *out);

/* ---- table.c ---- */

/* Writes the models of the last assessment to path. */
bool bsim_bench_write_models(struct bench *b, const char *path, struct bsim_error *err);
/* Makes the models of learned values and forgets them, to know how long that takes. */
void bsim_bench_try_learned(struct bench *b);
/* The same at the end, into the plan's output: with runs as a whole; sets b->models. Writes nothing if a signal asks to
 * end. */
bool bsim_bench_write_end(struct bench *b, struct bsim_error *err);
void bsim_bench_table(const struct bench *b, FILE *out);
/* "main.4 (main.c:57)", or the name alone if its place is not known. Returns buf. */
const char *bsim_bench_block_text(const struct bench_block *block, char *buf, size_t size);
/* What is not known, and what was wrong with the measurement. */
void bsim_bench_notes(const struct bench *b, FILE *out);

#endif
