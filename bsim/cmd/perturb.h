/* perturb.h - inside of bsim stability --perturb: a program with delays at some of its places, present or absent. */
#ifndef BSIM_CMD_PERTURB_H
#define BSIM_CMD_PERTURB_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "bsim/base/error.h"
#include "bsim/base/json_read.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/design.h"

struct perturb_place {
    char *place;          /* owned: "rank.3" */
    double delay_s;       /* each time it is passed; 0: not known yet */
    int64_t passed;       /* by all ranks, in the run without delays */
    double effect_s;      /* on the predicted time: with the delay, less without */
    double with, without; /* mean distances of the runs with and without the delay; NaN: not known */
};

struct perturb_run {
    double predicted_s;   /* NaN: the run failed */
    bool diverged;        /* some choice was not that of the run without delays: run apart */
    char *diverged_at;    /* owned: where first, as "app.c:12"; NULL: not known */
    char *reason;         /* owned: why it has no time; NULL: it has one */
    int64_t calls, apart; /* distance from the run without delays; of runs that did not diverge 0 */
    bool at_least;
    int nrank; /* that make other calls */
};

/* A place whose choice changed, or whose calls differ, and in how many runs. */
struct perturb_changed {
    char *place, *function; /* owned; function: NULL, or of the call */
    int runs;
};
struct perturb_changes {
    struct perturb_changed *of; /* owned */
    int n;
};

struct perturb {
    const char *exe, *platform;
    char *program; /* owned: what results call it */
    int np;
    bool chosen; /* the places were chosen, and not given */
    int nplace;
    struct perturb_place place[BSIM_DESIGN_MOST_FACTORS];
    struct bsim_design design;
    struct perturb_run run[BSIM_DESIGN_MOST_RUNS];
    struct perturb_changes choices, calls;
    const char *apart; /* why each perturbation needs a run of its own; NULL: it does not */
    int host_runs;
    double host_wall_s;
};

int bsim_perturb_command(int argc, char **argv);

/* perturb_places.c: takes "PLACE" or "PLACE=TIME". */
bool bsim_perturb_add(struct perturb *p, const char *text, struct bsim_error *err);
/* perturb_places.c: from the result of the run without delays: chooses n places if none was given, and gives delays to
 * those that have none. all_s: that of --delay; 0: none was given. */
bool bsim_perturb_choose(struct perturb *p, int n, double all_s, struct bsim_jval result, struct bsim_error *err);

void bsim_perturb_change(struct perturb_changes *changes, const char *place, const char *function);
/* Whether all runs made the calls of the one without delays. */
bool bsim_perturb_is_stable(const struct perturb *p);

/* perturb_out.c */
void bsim_perturb_table(const struct perturb *p, FILE *out);
bool bsim_perturb_json(const struct perturb *p, const char *path, struct bsim_error *err);

#endif
