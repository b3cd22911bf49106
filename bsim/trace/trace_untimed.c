/* trace_untimed.c - gives calls without times the mean of their like in the samples before and behind them. */
#include "bsim/trace/trace_untimed.h"

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/trace/trace_repeat.h"

static const int64_t most_calls = INT64_C(1) << 40;

static struct bsim_untimed_call *past_at(const struct bsim_untimed_fill *f, int64_t i) {
    return &f->past[i & (BSIM_REPEAT_ROOM - 1)];
}

static void remember(struct bsim_untimed_fill *f, const struct bsim_untimed_call *call) {
    if (f->past == NULL)
        f->past = bsim_alloc(BSIM_REPEAT_ROOM * sizeof *f->past);
    *past_at(f, f->n++) = *call;
}

/* ---- loops ---- */

static void leave_loop(struct bsim_untimed_fill *f) {
    if (f->loop_untimed > 0) {
        f->total->iterations += (f->loop_timed + f->loop_untimed) / f->period;
        f->total->timed_iterations += f->loop_timed / f->period;
    }
    f->loop_timed = f->loop_untimed = 0;
}

/* ---- a stretch ---- */

static void add_to_sums(struct bsim_untimed_call *sums, int period, int64_t i, const struct bsim_untimed_call *call) {
    struct bsim_untimed_call *sum = &sums[i % period];
    sum->call = call->call;
    sum->gap_ns += call->gap_ns;
    sum->inside_ns += call->inside_ns;
}

static double all_of(const struct bsim_untimed_call *sums, int period) {
    double all_ns = 0;
    for (int k = 0; k < period; k++)
        all_ns += (double)sums[k].gap_ns;
    return all_ns;
}

/* Gives the calls of the stretch, and those behind it. */
static void settle(struct bsim_untimed_fill *f) {
    const int64_t most = (int64_t)f->sample * f->period, behind = f->first + f->calls;
    bool has_behind = f->nheld >= most;
    double n = has_behind ? 2.0 * f->sample : f->sample;
    if (f->calls == 0)
        return;
    if (has_behind) {
        struct bsim_untimed_call *sums = bsim_alloc((size_t)f->period * sizeof *sums);
        for (int64_t i = 0; i < most; i++)
            add_to_sums(sums, f->period, behind + i, &f->held[i]);
        double a = all_of(f->before, f->period), b = all_of(sums, f->period);
        f->total->apart = a + b > 0 ? fmax(f->total->apart, 2 * fabs(a - b) / (a + b)) : f->total->apart;
        for (int k = 0; k < f->period; k++)
            add_to_sums(f->before, f->period, k, &sums[k]);
        bsim_free(sums);
    } else {
        f->total->open_calls += f->calls;
    }
    for (int64_t i = f->first; i < behind; i++) {
        const struct bsim_untimed_call *sum = &f->before[i % f->period];
        f->give(f->data, &(struct bsim_untimed_call){sum->call, llround((double)sum->gap_ns / n),
                                                     llround((double)sum->inside_ns / n)});
    }
    for (int64_t i = 0; i < f->nheld; i++)
        f->give(f->data, &f->held[i]);
    f->total->untimed_calls += f->calls;
    f->calls = f->nheld = 0;
}

static void hold(struct bsim_untimed_fill *f, const struct bsim_untimed_call *call) {
    if (f->nheld == f->held_room) {
        f->held_room = f->held_room ? 2 * f->held_room : 64;
        f->held = bsim_realloc(f->held, (size_t)f->held_room * sizeof *f->held);
    }
    f->held[f->nheld++] = *call;
}

/* ---- the interface ---- */

void bsim_untimed_fill_call(struct bsim_untimed_fill *f, const struct bsim_untimed_call *call) {
    bool is_in_loop = f->loop_untimed > 0, is_of_loop = is_in_loop && past_at(f, f->n - f->period)->call == call->call;
    if (f->calls > 0 && !is_of_loop)
        settle(f);
    remember(f, call);
    if (f->calls == 0)
        f->give(f->data, call);
    else
        hold(f, call);
    if (f->nheld > 0 && f->nheld == (int64_t)f->sample * f->period)
        settle(f);
    if (is_of_loop)
        f->loop_timed++;
    else
        leave_loop(f);
}

bool bsim_untimed_fill_stretch(struct bsim_untimed_fill *f, int64_t period, int64_t sample, int64_t timed,
                               int64_t calls) {
    if (period < 1 || period > BSIM_REPEAT_LONGEST || sample < 1 || sample > BSIM_REPEAT_ROOM / period ||
        f->n < sample * period || calls < 1 || calls > most_calls || timed < 0 || timed > f->n)
        return false;
    bool goes_on = f->calls > 0 && f->nheld == 0 && f->period == period;
    if (!goes_on) {
        settle(f);
        if (f->period != period)
            leave_loop(f);
        f->loop_timed = f->loop_untimed > 0 ? f->loop_timed : timed;
        f->period = (int)period;
        f->sample = (int)sample;
        f->first = f->n;
        bsim_free(f->before);
        f->before = bsim_alloc((size_t)period * sizeof *f->before);
        for (int64_t i = f->n - sample * period; i < f->n; i++)
            add_to_sums(f->before, f->period, i, past_at(f, i));
    }
    f->calls += calls;
    f->loop_untimed += calls;
    for (int64_t i = 0; i < calls; i++)
        remember(f, past_at(f, f->n - period));
    return true;
}

void bsim_untimed_fill_end(struct bsim_untimed_fill *f) {
    settle(f);
    if (f->period > 0)
        leave_loop(f);
    bsim_free(f->past);
    bsim_free(f->before);
    bsim_free(f->held);
}
