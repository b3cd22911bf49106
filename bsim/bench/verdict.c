/* verdict.c - whether a block is known well enough for a prediction, and if not, why. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/related.h"
#include "bsim/base/steady.h"
#include "bsim/base/units.h"
#include "bsim/bench/assess.h"

/* A fifth of the left-out inputs may be this many times as far off as half of them. */
enum { FAR = 4 };

static void say(struct bench_block *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(struct bench_block *b, const char *fmt, ...) {
    static const char more[] = "; and more";
    size_t before = strlen(b->why), at = before;
    va_list ap;
    if (before >= sizeof more - 1 && strcmp(b->why + before - (sizeof more - 1), more) == 0)
        return;
    va_start(ap, fmt);
    if (at > 0 && at < sizeof b->why)
        at += (size_t)snprintf(b->why + at, sizeof b->why - at, "; ");
    if (at < sizeof b->why)
        at += (size_t)vsnprintf(b->why + at, sizeof b->why - at, fmt, ap);
    va_end(ap);
    if (at >= sizeof b->why - sizeof more) { /* a reason has its end, or is left out */
        at = before < sizeof b->why - sizeof more ? before : sizeof b->why - sizeof more;
        memcpy(b->why + at, more, sizeof more);
    }
}

static const char *range_text(char *buf, size_t size, double low, double high) {
    if (low == high)
        snprintf(buf, size, "%.6g", low);
    else
        snprintf(buf, size, "%.6g to %.6g", low, high);
    return buf;
}

/* Whether the runs have reached the parameters of the prediction: within 2 %, but for one that had another value in all
 * of them, or another sign. */
static bool is_reached(struct bench_block *b, const struct bench_need *need) {
    bool reached = true;
    for (int k = 0; need && k < need->nparam; k++) {
        if (b->model.where.anywhere >> k & 1)
            continue; /* the mean holds for all values */
        double slack = 0.02 * fmax(fabs(need->low[k]), fabs(need->high[k]));
        char wanted[64], got[64];
        double from = b->model.low[k], to = b->model.high[k];
        bool unseen = bsim_related_unseen(need->low[k], from, to) || bsim_related_unseen(need->high[k], from, to);
        if (!unseen && need->low[k] >= from - slack && need->high[k] <= to + slack)
            continue;
        say(b, "the prediction has %s = %s, the runs reach %s", need->param[k],
            range_text(wanted, sizeof wanted, need->low[k], need->high[k]), range_text(got, sizeof got, from, to));
        reached = false;
    }
    return reached;
}

/* Whether the prediction keeps to what all samples had in common, where the model cannot tell parameters apart. */
static bool is_related(struct bench_block *b, const struct bench_need *need) {
    char is[200], third[100] = "";
    for (int i = 0; need && i < b->model.nrelated; i++) {
        const struct fit_related *r = &b->model.related[i];
        for (int v = 0; v < need->nvector; v++) {
            const double *x = need->value + v * need->nparam;
            if (!bsim_fit_related_broken(r, x))
                continue;
            if (r->by2 >= 0)
                snprintf(third, sizeof third, " and %.60s = %.6g", need->param[r->by2], x[r->by2]);
            say(b, "the prediction has %s = %.6g with %s = %.6g%s, and all runs have %s = %s", need->param[r->of],
                x[r->of], need->param[r->by], x[r->by], third, need->param[r->of],
                bsim_fit_related_text(r, need->param, is, sizeof is));
            return false;
        }
    }
    return true;
}

/* Whether the prediction has parameters together as the runs have, so that the samples choose between formulas. */
static bool is_together(struct bench_block *b, double limit) {
    if (b->aside <= limit)
        return true;
    say(b,
        "another formula follows the samples as well, and its time in the prediction is %.0f %% off: no run has the "
        "sizes that the prediction has together",
        100 * b->aside);
    return false;
}

/* Whether the prediction has measured values alone of parameters whose values have times of their own. */
static bool is_measured(struct bench_block *b, const struct bench_need *need) {
    for (int k = 0; need && k < need->nparam; k++) {
        int n = 0, v = 0;
        double *known = bsim_fit_kinds_known(&b->model, b->block, k, &n);
        const double *x = need->value + k;
        while (v < need->nvector && bsim_fit_kinds_has(known, n, x[v * need->nparam]))
            v++;
        bsim_free(known);
        if (v == need->nvector)
            continue;
        say(b, "the prediction has %s = %.6g, each value has a time of its own, and no run tells that of this one",
            need->param[k], x[v * need->nparam]);
        return false;
    }
    return true;
}

/* Whether what the block's time depends on and is no parameter may be in the prediction what it was in the runs: the
 * arguments that choose are the same, and if it decides rounds, these have differed between the runs. */
static bool has_varied(struct bench_block *b, const struct bench_need *need) {
    char seen[64];
    if (need && need->missing && b->changed) {
        say(b,
            "%s, and no parameter stands for %s: known only where that is as in the runs; give the argument several "
            "values by {NAME} and --range",
            b->changed, need->missing);
        return false;
    }
    for (int k = b->block->nparam; need && need->missing && k < b->block->nparam + b->block->ncount; k++) {
        double low = b->model.low[k], high = b->model.high[k];
        if (!bsim_steady_rounds(b->block->param[k], low, high))
            continue;
        say(b,
            "%s: %s in all runs, and no parameter stands for %s, which decides them: known only where that is as in "
            "the runs; give it several values by {NAME} and --range to measure others",
            b->block->param[k], range_text(seen, sizeof seen, low, high), need->missing);
        return false;
    }
    return true;
}

/* Whether the prediction executes it as often as the runs, where later executions take another time. */
static bool is_as_often(struct bench_block *b, const struct bench_need *need) {
    const struct fit_drift *d = &b->block->drift;
    char runs[64];
    if (need == NULL || bsim_related_drift(need->each, d->low, d->high) <= 1)
        return true;
    say(b,
        "the prediction has %.6g executions on a rank, the runs %s, where later ones take %.2g times as long as "
        "earlier ones",
        need->each, range_text(runs, sizeof runs, d->low, d->high), d->later);
    return false;
}

void bsim_bench_judge(struct bench_block *b, const struct bench_need *need, double limit) {
    b->why[0] = '\0';
    b->beyond = b->block == NULL;
    b->settled = b->block == NULL;
    if (b->block == NULL) {
        say(b, "the prediction executes it %.6g times, and no run has reached it", need ? need->calls : 0);
        return;
    }
    char takes[24], had[24];
    bool good = b->error <= limit && b->far_out <= FAR * limit;
    b->beyond = !is_reached(b, need);
    bool related = is_related(b, need), measured = is_measured(b, need);
    bool often = is_as_often(b, need), together = is_together(b, limit);
    b->beyond = b->beyond || !related || !measured || !often || !together;
    bool varied = has_varied(b, need);
    b->known = good && !b->beyond && varied;
    b->settled = good;
    if (b->untested)
        say(b, "its error is not known: fits without parts of the inputs take about %s, and the budget had %s for them",
            bsim_format_time(takes, sizeof takes, b->test_s), bsim_format_time(had, sizeof had, b->room_s));
    else if (isnan(b->leave_out))
        say(b, "fewer than %d inputs have reached it", BENCH_LEAST_INPUTS);
    else if (b->leave_out > limit)
        say(b, "left-out runs are predicted %.1f %% off", 100 * b->leave_out);
    else if (b->far_out > FAR * limit)
        say(b, "a fifth of the left-out runs are predicted more than %.1f %% off", 100 * b->far_out);
    if (b->doubt > limit)
        say(b, "its time in the prediction is uncertain by %.1f %%", 100 * b->doubt);
    if (!b->known && b->spread > limit)
        say(b, "samples with equal parameters differ by %.1f %%", 100 * b->spread);
    if (!b->known && b->block->nparam == 0 && b->leave_out > limit)
        say(b, "it has no parameter");
}
