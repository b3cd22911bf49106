/* capacity.c - see capacity.h. */
#include "bsim/network/capacity.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "bsim/base/alloc.h"

/* Sums of rates round: less than this share of a bandwidth is nothing. */
static const double NOTHING = 1e-12;

static void insert(struct bsim_capacity *c, int i, double from_s, double taken) {
    if (c->count == c->room) {
        c->room = c->room ? 2 * c->room : 8;
        c->step = bsim_realloc(c->step, (size_t)c->room * sizeof *c->step);
    }
    memmove(c->step + i + 1, c->step + i, (size_t)(c->count - i) * sizeof *c->step);
    c->step[i] = (struct bsim_capacity_step){from_s, taken};
    c->count++;
}

static void erase(struct bsim_capacity *c, int i, int n) {
    memmove(c->step + i, c->step + i + n, (size_t)(c->count - i - n) * sizeof *c->step);
    c->count -= n;
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
    erase(c, 0, before - 1);
    c->step[0].from_s = start_s;
}

/* Makes one step of two that take the same. True if it has. */
static bool join(struct bsim_capacity *c, int i) {
    if (i == 0 || c->step[i].taken != c->step[i - 1].taken)
        return false;
    erase(c, i, 1);
    return true;
}

double bsim_capacity_take(struct bsim_capacity *c, double start_s, double bytes, double rate, double bandwidth) {
    double left = bytes, t = start_s, alone_s = start_s + bytes / rate;
    bool is_alone = true; /* so far nothing has delayed it */
    begin_at(c, start_s);
    for (int i = 0;; i++) {
        double until_s = i + 1 < c->count ? c->step[i + 1].from_s : HUGE_VAL;
        double others = c->step[i].taken, free = bandwidth - others;
        bool is_whole = free + NOTHING * bandwidth >= rate;
        double mine = is_whole ? rate : free;
        is_alone = is_alone && is_whole;
        if (mine > NOTHING * bandwidth) {
            double end_s = is_alone ? alone_s : t + left / mine;
            if (end_s < until_s)
                insert(c, i + 1, end_s, others);
            c->step[i].taken = is_whole ? others + mine : bandwidth;
            bool is_joined = join(c, i);
            if (end_s <= until_s)
                return end_s;
            left -= mine * (until_s - t);
            i -= is_joined;
        }
        t = until_s;
    }
}

void bsim_capacity_free(struct bsim_capacity *c) {
    bsim_free(c->step);
    *c = (struct bsim_capacity){0};
}
