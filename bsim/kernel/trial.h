/* trial.h - whether ranks run faster in all shards or in one, found by trying both in turn. For balance.c.
 *
 * A program does the same work in either way, so that the rate of its calls tells which is faster, where neither
 * switches between ranks nor virtual time do. A trial has three phases: as now (before), in the other way (there), as
 * now (back). Each lasts until ranks have made several calls, since a collective is one step for all of them. The
 * window in which the way changes does not count: ranks move, and caches are cold. The other way is taken if its rate
 * is clearly higher than in the other phases. The pauses between trials grow. */
#ifndef BSIM_TRIAL_H
#define BSIM_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

enum bsim_trial_phase { BSIM_TRIAL_NONE, BSIM_TRIAL_BEFORE, BSIM_TRIAL_THERE, BSIM_TRIAL_BACK };

struct bsim_trial {
    int np;
    enum bsim_trial_phase phase;
    bool has_changed; /* the way changed in the last window */
    double calls, ns; /* in the windows of the phase that count */
    double before, there;
    int64_t next_ns, pause_ns; /* when the next trial may begin; the pause after the last one */
};

/* The first trial may begin at once. */
void bsim_trial_init(struct bsim_trial *t, int np, int64_t now_ns);

/* A window has ended, of that length, in which ranks made that many calls. worth: a trial may begin. Returns whether
 * the way is to change now. */
bool bsim_trial_next(struct bsim_trial *t, double calls, double lasted_ns, bool worth, int64_t now_ns);
/* The way was to change, and did not. */
void bsim_trial_stop(struct bsim_trial *t, int64_t now_ns);

/* Between its phases `before` and the last one, for which others should leave the ranks where they are. */
static inline bool bsim_trial_runs(const struct bsim_trial *t) {
    return t->phase > BSIM_TRIAL_BEFORE;
}

#endif
