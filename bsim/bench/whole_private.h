/* whole_private.h - shared by the files that compare whole runs with predictions (whole.h). */
#ifndef BSIM_BENCH_WHOLE_PRIVATE_H
#define BSIM_BENCH_WHOLE_PRIVATE_H

#include "bsim/bench/whole.h"
#include "bsim/stat/whole_rest.h"
#include "bsim/stat/whole_scale.h"

struct whole_prediction {
    double time_s;                /* NAN: there is none */
    double error;                 /* the relative standard deviation that the models' errors give; 0: not known */
    double calc_s;                /* the calculation of the mean rank */
    double message_s;             /* the rest of the time, with the same noise */
    double part[BSIM_SCALE_BINS]; /* of that, by the time of an execution */
    json_t *longest; /* by the names of blocks: seconds of the longest execution; NULL: there is no prediction */
};

/* Runs with equal ranks and arguments in one folder, whose files may be input too. */
struct whole_input {
    int ranks, n;
    json_t *call;
    double *measured_s;
    int *run;               /* of each measured time: its number in the samples */
    double median_s, error; /* error: the relative standard error of the median; 0: one run does not tell it */
    /* Of runs with timers with this input, of the mean rank: seconds in all without the timers, those in no block, and
     * executions of blocks. NAN: none tells. */
    double timed_s, outside_s, executions;
    struct whole_prediction predicted;
};

/* A run is not compared if the measurement took this part of it. */
#define WHOLE_MOST_TIMERS 0.1

/* Which runs are compared. untimed: those of the program without its timers, and no others. Timers, and what compilers
 * do with the code around them, make another program of it. most_timers, most_waited: a run is not compared if the
 * measurement itself took this part of it, or if it waited for processors for such a part. */
struct whole_which {
    int cores; /* of the measured node; no runs with more ranks */
    bool untimed;
    double most_timers, most_waited;
};

/* Other processes that take the processors of some runs disturb them. If they do in most runs, they are there when the
 * program runs, as those of mpiexec that take its output: then these runs are compared, too. */
struct whole_which bsim_bench_which(const struct fit_data *data, int cores, bool untimed, double most_timers);
bool bsim_bench_compared(const struct fit_run *run, const struct whole_which *which);

/* The arguments for people. To be freed. */
char *bsim_bench_arguments_text(const json_t *args);

/* Sets timed_s, outside_s and executions of n inputs, whose runs had no timers: the medians of runs with timers in the
 * same folder, or of those in the only one with these arguments. */
void bsim_bench_set_outside(const struct fit_data *data, struct whole_input *input, int n, int cores);

/* Of the measured time, what is in no block and no message: code that stays, memory that is given back, files that are
 * opened. 0: not known. */
double bsim_bench_whole_rest(const struct whole_input *in);

/* Of n inputs, what is in no block and no message, as "rest" of models.json; NULL: nothing follows it, which a note
 * tells if it is a good part of the runs. scale: that of the blocks. rest_s[i] gets what it gives for input i. */
json_t *bsim_bench_rest_model(const struct whole_input *input, int n, const struct bsim_scale *scale, double *rest_s);

#endif
