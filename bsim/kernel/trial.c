/* trial.c - see trial.h. */
#include "bsim/kernel/trial.h"

#define CLEARLY 1.05 /* rates of equal phases differ by some percent */
#define FAR 1.4

enum { MS = 1000000 }; /* nanoseconds */
enum { ENOUGH_CALLS = 8 /* by rank */, LONG_NS = 100 * MS, FIRST_PAUSE_NS = 40 * MS, LAST_PAUSE_NS = 2000 * MS };

void bsim_trial_init(struct bsim_trial *t, int np, int64_t now_ns) {
    *t = (struct bsim_trial){.np = np, .next_ns = now_ns, .pause_ns = FIRST_PAUSE_NS};
}

void bsim_trial_stop(struct bsim_trial *t, int64_t now_ns) {
    t->phase = BSIM_TRIAL_NONE;
    t->has_changed = false;
    t->next_ns = now_ns + t->pause_ns;
}

/* Pauses grow faster if one way is far better. */
static bool is_better(struct bsim_trial *t, double back, int64_t now_ns) {
    double ratio = t->there / ((t->before + back) / 2);
    bool is_far = ratio > FAR || ratio < 1 / FAR;
    for (int i = 0; i <= is_far; i++)
        t->pause_ns *= t->pause_ns < LAST_PAUSE_NS ? 2 : 1;
    bsim_trial_stop(t, now_ns);
    return ratio > CLEARLY;
}

static void begin(struct bsim_trial *t, enum bsim_trial_phase phase) {
    t->phase = phase;
    t->calls = t->ns = 0;
    t->has_changed = phase != BSIM_TRIAL_BEFORE;
}

bool bsim_trial_next(struct bsim_trial *t, double calls, double lasted_ns, bool worth, int64_t now_ns) {
    bool counts = !t->has_changed;
    t->has_changed = false;
    if (t->phase == BSIM_TRIAL_NONE && counts && worth && now_ns >= t->next_ns)
        begin(t, BSIM_TRIAL_BEFORE);
    if (t->phase == BSIM_TRIAL_NONE || !counts)
        return false;
    t->calls += calls;
    t->ns += lasted_ns;
    if (t->calls < ENOUGH_CALLS * (double)t->np && t->ns < LONG_NS)
        return false;
    double rate = t->calls / t->ns;
    switch (t->phase) {
    case BSIM_TRIAL_BEFORE:
        t->before = rate;
        begin(t, BSIM_TRIAL_THERE);
        return true;
    case BSIM_TRIAL_THERE:
        t->there = rate;
        begin(t, BSIM_TRIAL_BACK);
        return true;
    case BSIM_TRIAL_BACK:
        t->has_changed = is_better(t, rate, now_ns);
        return t->has_changed;
    case BSIM_TRIAL_NONE:
        break;
    }
    return false;
}
