/* trace_repeat.c - finds loops in the calls of a process while they are made, and chooses the iterations that are
 * timed. */
#include "bsim/trace/trace_repeat.h"

#include <stddef.h>

enum { MASK = BSIM_REPEAT_ROOM - 1, MOST_TRIES = 32, SHARE = 4 };

static int64_t call_at(const struct bsim_repeat *r, int64_t i) {
    return r->call[i & MASK];
}

static void append(struct bsim_repeat *r, int64_t call, uint64_t mark, int64_t gap) {
    int64_t i = r->n++, *last = &r->last[call & (BSIM_REPEAT_BUCKETS - 1)];
    r->call[i & MASK] = call;
    r->mark[i & MASK] = mark;
    r->gap[i & MASK] = gap;
    r->before[i & MASK] = *last;
    *last = i + 1;
}

/* ---- loops ---- */

/* Whether the last `period` calls equal those before them. */
static bool is_repeated(const struct bsim_repeat *r, int64_t period) {
    for (int64_t i = r->n - 1; i >= r->n - period; i--)
        if (call_at(r, i) != call_at(r, i - period))
            return false;
    return true;
}

/* Finds the shortest loop whose iteration ends with the last call. An inner loop ends with a call of the outer one,
 * from which the outer one is found. */
static void find_loop(struct bsim_repeat *r) {
    int64_t i = r->n - 1, at = r->before[i & MASK] - 1;
    for (int tries = 0; tries < MOST_TRIES && at >= 0; tries++, at = r->before[at & MASK] - 1) {
        int64_t period = i - at;
        if (period > BSIM_REPEAT_LONGEST || 2 * period > r->n)
            return;
        if (!is_repeated(r, period))
            continue;
        r->period = (int)period;
        r->run = 2 * period;
        return;
    }
}

static void leave_loop(struct bsim_repeat *r) {
    if (r->in && r->period > 0)
        r->in->seen += r->skipped / r->period;
    r->in = NULL;
    r->period = 0;
    r->run = 0;
    r->left = r->skipped = 0;
}

/* The loop under way; the key is the same wherever an iteration is taken to begin. */
static struct bsim_repeat_loop *loop_of(struct bsim_repeat *r, bool *is_new) {
    uint64_t key = 0;
    for (int64_t i = r->n - r->period; i < r->n; i++) {
        uint64_t h = (uint64_t)(call_at(r, i) + 1) * UINT64_C(0x9e3779b97f4a7c15);
        key += (h ^ h >> 29) * UINT64_C(0xc4ceb9fe1a85ec53);
    }
    *is_new = false;
    for (int i = 0; i < r->nloop; i++)
        if (r->loop[i].period == r->period && r->loop[i].key == key)
            return &r->loop[i];
    int at = r->nloop < BSIM_REPEAT_LOOPS ? r->nloop++ : r->next_loop++ % BSIM_REPEAT_LOOPS;
    *is_new = true;
    r->loop[at] = (struct bsim_repeat_loop){.key = key, .period = r->period};
    return &r->loop[at];
}

/* ---- samples ---- */

/* Calls of the loop directly before the next call that were timed. */
static int64_t timed_in_loop(const struct bsim_repeat *r) {
    return r->timed < r->run ? r->timed : r->run;
}

/* At the end of an iteration: whether the next ones are left without times, and how many. */
static void judge(struct bsim_repeat *r) {
    const int64_t period = r->period, most = BSIM_REPEAT_SAMPLE * period, timed = timed_in_loop(r);
    int64_t sum_ns = 0, apart_ns = 0;
    bool is_new;
    if (period == 0 || timed < most || (timed - most) % period != 0)
        return;
    for (int64_t i = r->n - most; i < r->n; i++) {
        sum_ns += r->gap[i & MASK];
        if (i >= r->n - most + period) {
            int64_t d = r->gap[i & MASK] - r->gap[(i - period) & MASK];
            d = d < 0 ? -d : d;
            apart_ns += d > r->reading_ns ? d : 0;
        }
    }
    double mean_ns = (double)sum_ns / BSIM_REPEAT_SAMPLE;
    if ((double)apart_ns > r->enough * mean_ns)
        return;
    struct bsim_repeat_loop *loop = loop_of(r, &is_new);
    double change_ns = mean_ns > loop->mean_ns ? mean_ns - loop->mean_ns : loop->mean_ns - mean_ns;
    bool holds = !is_new && change_ns <= r->enough / (BSIM_REPEAT_SAMPLE - 1) * loop->mean_ns;
    loop->seen = holds ? loop->seen + (r->skipped + timed) / period : BSIM_REPEAT_SAMPLE;
    loop->mean_ns = mean_ns;
    r->in = loop;
    r->skipped = 0;
    r->left = period * (loop->seen > SHARE ? loop->seen / SHARE : 1);
}

/* ---- the interface ---- */

bool bsim_repeat_take(struct bsim_repeat *r, int64_t call, uint64_t mark, int64_t gap, bool is_timed) {
    bool is_expected = r->period > 0 && call_at(r, r->n - r->period) == call;
    if (is_expected && r->in && (r->left > 0 || !is_timed)) {
        if (r->open.calls == 0)
            r->open = (struct bsim_untimed){r->period, timed_in_loop(r), 0};
        append(r, call, mark, r->gap[(r->n - r->period) & MASK]);
        r->open.calls++;
        r->skipped++;
        r->left -= r->left > 0;
        r->timed = 0;
        r->run++;
        return false;
    }
    if (!is_expected)
        leave_loop(r);
    append(r, call, mark, gap);
    r->timed = is_timed ? r->timed + 1 : 0;
    r->run++;
    if (r->period == 0)
        find_loop(r);
    judge(r);
    return true;
}

bool bsim_repeat_told(struct bsim_repeat *r, struct bsim_untimed *untimed) {
    *untimed = r->open;
    r->open.calls = 0;
    return untimed->calls > 0;
}

int64_t bsim_repeat_next(const struct bsim_repeat *r, int64_t ahead, uint64_t *mark) {
    if (r->left <= ahead)
        return -1;
    int64_t like = r->n + ahead % r->period - r->period;
    *mark = r->mark[like & MASK];
    return call_at(r, like);
}
