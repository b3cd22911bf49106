/* sweep.h - inside of bsim sweep: the outcome of all points, and what is written of it. */
#ifndef BSIM_CMD_SWEEP_H
#define BSIM_CMD_SWEEP_H

#include <jansson.h>

#include "bsim/cmd/vary.h"

struct sweep_point {
    double predicted_s;
    bool rerun;     /* would have decided otherwise than the first scenario of its run: run apart */
    char *rerun_at; /* where; NULL: unknown */
    char *reason;   /* why it has no time, which is NaN then; NULL: it has one */
};

struct sweep {
    struct vary vary;
    struct sweep_point *point; /* vary.npoint */
    const char *exe, *platform;
    char *program;    /* what results call it; NULL before there is one */
    json_t *noise;    /* as the results say; NULL before there is one */
    json_t *warnings; /* of all runs (told.h) */
    int np;           /* 0: it varies */
    int runs;
    const char *apart; /* why each point needs a run of its own; NULL: it does not */
    double host_wall_s;
};

void bsim_sweep_table(const struct sweep *sweep, FILE *out);
bool bsim_sweep_csv(const struct sweep *sweep, const char *path, struct bsim_error *err);
bool bsim_sweep_json(const struct sweep *sweep, const char *path, struct bsim_error *err);
/* By gnuplot; the suffix of path, .svg or .png, says what. */
bool bsim_sweep_plot(const struct sweep *sweep, const char *path, struct bsim_error *err);

#endif
