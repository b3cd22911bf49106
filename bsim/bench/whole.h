/* whole.h - measured runs as a whole beside their predictions: what no block and no message accounts for. */
#ifndef BSIM_BENCH_WHOLE_H
#define BSIM_BENCH_WHOLE_H

#include <jansson.h>
#include <stdio.h>

#include "bsim/base/error.h"
#include "bsim/fit/fit.h"

struct bench_whole {
    const char *self;     /* the bsim command */
    const char *skeleton; /* executable */
    const char *platform; /* of the node on which the runs were measured */
    double most_s; /* no prediction lasts longer than this from the start; HUGE_VAL: two minutes and the last one */
    void (*progress)(const char *fmt, ...);
};

/* Predicts each run of the samples whose time from MPI_Init to MPI_Finalize was measured: the skeleton runs once with
 * the same arguments and ranks, in the same folder if that is still there. models: the root of models.json, which gets
 * the members "runs" and, if blocks take longer or less, "scale". The list has the longest run first, at most 24; it is
 * empty if nothing can be compared, which a note tells with the reasons. Left out are copies that ran at once, runs
 * that were disturbed, runs that left loops early, runs with more ranks than the platform has cores, runs of which the
 * measurement itself took a tenth or more, runs that had another input than the skeleton has now (same_input.h), and,
 * if there are runs of the program without its timers, all others. Only those give a scale, with the predictions that
 * go with it. A run that the skeleton cannot repeat is told on stderr. False and *err if nothing can be run. Between
 * bsim_bench_signals_begin and _end. */
bool bsim_bench_whole_runs(const struct bench_whole *whole, json_t *models, const struct fit_data *data,
                           struct bsim_error *err);

/* Prints how far the predictions are from the runs of models.json, and its scale; nothing if it has no runs. */
void bsim_bench_whole_print(const json_t *models, FILE *out);

#endif
