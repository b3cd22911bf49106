/* predict_by_replay.h - inside of the bsim command: what the files of bsim predict-by-replay share. */
#ifndef BSIM_CMD_PREDICT_BY_REPLAY_H
#define BSIM_CMD_PREDICT_BY_REPLAY_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <jansson.h>

#include "bsim/base/error.h"
#include "bsim/trace/trace.h"

/* A group of ranks, and the replay of the one that stands for it. */
struct replay_group {
    int representative, members, *member; /* owned */
    int64_t calls;
    double recorded_s, replayed_s; /* calculation of the representative */
};

struct replay_prediction {
    /* From the command line. */
    const char *platform, *cut_text, *keep, *clock, *json, *given, *enough, *speed;
    int ranks; /* 0: those of the trace or of the case */
    bool yields, measures, partial, quiet;
    /* The program. */
    char **program;           /* EXE ARGS... NULL */
    const char *run_in;       /* folder in which it runs; NULL: this one */
    int exit_code;            /* with which it may end, besides 0 */
    off_t input_at;           /* where its standard input begins; -1: it cannot be set back */
    json_t *plan;             /* of a case: owns program and run_in */
    char **under_mpiexec;     /* owned: mpiexec -n N EXE ARGS... NULL */
    char folder[PATH_MAX];    /* absolute: of all that the steps write */
    char trace[PATH_MAX];     /* absolute */
    char vectors[PATH_MAX];   /* absolute: a file for each replay */
    struct bsim_trace opened; /* once it is there */
    bool is_opened;
    /* The result. */
    double cut;
    int ngroup;
    struct replay_group *group;
    double measured_s; /* without a recorder; negative: not measured */
    json_t *recorded,
        *result; /* of bsim simulate: with the recorded calculation, NULL if there is none; with the replayed */
};

/* The steps, in this order. Each returns an exit code; if it is not 0, the reason is in *err, or has been told. */
int bsim_prediction_measure(struct replay_prediction *p, struct bsim_error *err);
int bsim_prediction_record(struct replay_prediction *p, struct bsim_error *err);
int bsim_prediction_replay(struct replay_prediction *p, struct bsim_error *err);
int bsim_prediction_simulate(struct replay_prediction *p, struct bsim_error *err);

/* The result as people read it, and as JSON. */
void bsim_prediction_print(const struct replay_prediction *p);
bool bsim_prediction_write(const struct replay_prediction *p, struct bsim_error *err);

#endif
