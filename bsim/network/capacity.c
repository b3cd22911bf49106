/* capacity.c - see capacity.h. */
#include "bsim/network/capacity.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/slopes.h"

/* Sums of rates round: less than this share of a bandwidth, or of the bytes of a transfer, is nothing. */
static const double NOTHING = 1e-12;

void bsim_capacity_init(struct bsim_capacity *c, double bandwidth, int slopes) {
    *c = (struct bsim_capacity){.bandwidth = bandwidth, .slopes = slopes};
}

void bsim_capacity_free(struct bsim_capacity *c) {
    bsim_free(c->step);
    bsim_free(c->moment);
    *c = (struct bsim_capacity){0};
}

/* ---- steps ---- */

static double *moment_of(const struct bsim_capacity *c, int i) {
    return c->moment + (size_t)i * (size_t)c->slopes;
}

/* Moves the steps from i on to place `to`. */
static void shift(struct bsim_capacity *c, int i, int to) {
    size_t n = (size_t)(c->count - i);
    memmove(c->step + to, c->step + i, n * sizeof *c->step);
    if (c->slopes)
        memmove(moment_of(c, to), moment_of(c, i), n * (size_t)c->slopes * sizeof *c->moment);
    c->count += to - i;
}

static void insert(struct bsim_capacity *c, int i, double from_s, double taken) {
    if (c->count == c->room) {
        c->room = c->room ? 2 * c->room : 8;
        c->step = bsim_realloc(c->step, (size_t)c->room * sizeof *c->step);
        if (c->slopes)
            c->moment = bsim_realloc(c->moment, (size_t)c->room * (size_t)c->slopes * sizeof *c->moment);
    }
    shift(c, i, i + 1);
    c->step[i] = (struct bsim_capacity_step){from_s, taken};
    for (int k = 0; k < c->slopes; k++)
        moment_of(c, i)[k] = 0;
}

/* Makes the first step begin at a time, and forgets those before it. */
static void begin_at(struct bsim_capacity *c, double start_s) {
    int before = 0;
    while (before < c->count && c->step[before].from_s <= start_s)
        before++;
    if (before == 0) {
        insert(c, 0, start_s, 0);
        return;
    }
    shift(c, before - 1, 0);
    c->step[0].from_s = start_s;
}

static double until(const struct bsim_capacity *c, int i) {
    return i + 1 < c->count ? c->step[i + 1].from_s : HUGE_VAL;
}

/* Makes one step of two that take the same, whatever moves the time between them. True if it has. */
static bool join(struct bsim_capacity *c, int i) {
    if (i == 0 || c->step[i].taken != c->step[i - 1].taken)
        return false;
    for (int k = 0; k < c->slopes; k++)
        if (moment_of(c, i)[k] != 0)
            return false;
    shift(c, i + 1, i);
    return true;
}

/* ---- one transfer ---- */

enum { OWN_RATE = -1 };

/* The transfer between two changes of its rate, or of what is taken. */
struct transfer {
    struct bsim_capacity *const *of;
    int n, at[BSIM_CAPACITIES_MOST];      /* the step of each bandwidth at now_s, */
    double others[BSIM_CAPACITIES_MOST],  /* what others take of it, */
        changed[BSIM_CAPACITIES_MOST];    /* and how much more that is than before now_s */
    double start_s, bytes, rate, alone_s; /* alone_s: when it would end alone */
    double now_s, left, mine;             /* mine: its rate from now_s on, */
    int limit;                            /* which of the bandwidths sets it, or OWN_RATE */
    bool is_behind;
    double start[BSIM_SLOPES_MOST], moved[BSIM_SLOPES_MOST]; /* slopes: of its start; of what it has moved at a time */
};

static double behind_bytes(const struct transfer *x) {
    return x->rate * (x->now_s - x->start_s) - (x->bytes - x->left);
}

/* How fast it goes from now_s on. */
static void choose_rate(struct transfer *x) {
    double free = HUGE_VAL;
    int least = 0;
    x->is_behind = x->is_behind && behind_bytes(x) > NOTHING * x->bytes;
    for (int j = 0; j < x->n; j++) {
        double bandwidth = x->of[j]->bandwidth, taken = x->of[j]->step[x->at[j]].taken;
        x->changed[j] = taken - x->others[j];
        x->others[j] = taken;
        x->is_behind |= bandwidth - taken + NOTHING * bandwidth < x->rate;
        if (bandwidth - taken < free) {
            free = bandwidth - taken;
            least = j;
        }
    }
    x->limit = x->is_behind ? least : OWN_RATE;
    x->mine = !x->is_behind ? x->rate : free > NOTHING * x->of[least]->bandwidth ? free : 0;
}

/* The slope of the time at which what others take has changed, for a transfer that another bandwidth limits since. */
static double slope_of_change(const struct transfer *x, int limit_before, int k) {
    int j = limit_before != OWN_RATE && x->changed[limit_before] != 0 ? limit_before : x->limit;
    return x->changed[j] != 0 ? moment_of(x->of[j], x->at[j])[k] / x->changed[j] : 0;
}

/* Adds the change of its rate at now_s to the slopes: change * slope of now_s, which is less for what it has moved at a
 * later time. Where one bandwidth limits it, it takes what others leave. It has caught up at the time at which it has
 * moved rate * (now_s - start). */
static void add_change(struct transfer *x, double mine_before, int limit_before) {
    for (int k = 0; k < x->of[0]->slopes; k++) {
        double moment;
        if (x->now_s == x->start_s)
            moment = (x->mine - mine_before) * x->start[k];
        else if (x->limit == OWN_RATE)
            moment = limit_before == OWN_RATE ? 0 : x->moved[k] + x->rate * x->start[k];
        else if (x->limit == limit_before)
            moment = -moment_of(x->of[x->limit], x->at[x->limit])[k];
        else
            moment = (x->mine - mine_before) * slope_of_change(x, limit_before, k);
        x->moved[k] -= moment;
        for (int j = 0; j < x->n; j++)
            moment_of(x->of[j], x->at[j])[k] += moment;
    }
}

/* Takes its rate of all bandwidths from now_s on, and goes to the steps that begin at `to_s`. */
static void take_until(struct transfer *x, double to_s) {
    for (int j = 0; j < x->n; j++) {
        struct bsim_capacity *c = x->of[j];
        int i = x->at[j];
        if (to_s < until(c, i))
            insert(c, i + 1, to_s, x->others[j]);
        if (x->mine > 0)
            c->step[i].taken = x->limit == j ? c->bandwidth : x->others[j] + x->mine;
        x->at[j] += 1 - join(c, i);
    }
    x->now_s = to_s;
}

/* Goes on until the rates change. True if that is the end; then end_s is written. */
static bool go_on(struct transfer *x, double *end_s) {
    double change_s = HUGE_VAL, caught_up_s = HUGE_VAL;
    for (int j = 0; j < x->n; j++)
        change_s = fmin(change_s, until(x->of[j], x->at[j]));
    *end_s = !x->is_behind ? x->alone_s : x->mine > 0 ? fmax(x->now_s + x->left / x->mine, x->alone_s) : HUGE_VAL;
    if (x->is_behind && x->mine > x->rate)
        caught_up_s = x->now_s + behind_bytes(x) / (x->mine - x->rate);
    bool is_behind = x->is_behind && caught_up_s >= change_s;
    double to_s = fmin(caught_up_s, change_s),
           left = is_behind ? x->left - x->mine * (to_s - x->now_s) : x->bytes - x->rate * (to_s - x->start_s);
    if (*end_s <= to_s || left <= NOTHING * x->bytes) {
        take_until(x, fmin(*end_s, to_s));
        return true;
    }
    take_until(x, to_s);
    x->left = left;
    x->is_behind = is_behind;
    return false;
}

/* The slopes of its end, at which its rate is over. */
static void end_slopes(struct transfer *x, double *slope) {
    for (int k = 0; k < x->of[0]->slopes; k++) {
        slope[k] = x->limit == OWN_RATE ? x->start[k] : -x->moved[k] / x->mine;
        for (int j = 0; j < x->n; j++)
            moment_of(x->of[j], x->at[j])[k] -= x->mine * slope[k];
    }
}

void bsim_capacity_take(struct bsim_capacity *const *of, int n, double bytes, double rate, double *clock) {
    struct transfer x = {.of = of,
                         .n = n,
                         .start_s = clock[0],
                         .now_s = clock[0],
                         .bytes = bytes,
                         .left = bytes,
                         .rate = rate,
                         .alone_s = clock[0] + bytes / rate,
                         .limit = OWN_RATE};
    for (int j = 0; j < n; j++)
        begin_at(of[j], clock[0]);
    if (of[0]->slopes)
        memcpy(x.start, clock + 1, (size_t)of[0]->slopes * sizeof *x.start);
    bool is_over = false;
    while (!is_over) {
        double mine_before = x.mine;
        int limit_before = x.limit;
        choose_rate(&x);
        add_change(&x, mine_before, limit_before);
        is_over = go_on(&x, &clock[0]);
    }
    end_slopes(&x, clock + 1);
    for (int j = 0; j < n; j++)
        join(of[j], x.at[j]);
}
