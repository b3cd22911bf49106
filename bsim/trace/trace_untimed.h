/* trace_untimed.h - the times of the calls that a partial recording left without (trace_repeat.h): means over the timed
 * iterations before and behind them. */
#ifndef BSIM_TRACE_UNTIMED_H
#define BSIM_TRACE_UNTIMED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bsim/trace/trace.h"

struct bsim_untimed_call {
    int64_t call, gap_ns, inside_ns;
};

/* The calls of one rank, in order. The struct starts with `give`, `data` and `total`, else zeroed. */
struct bsim_untimed_fill {
    /* Takes the calls in order, each with its times. */
    void (*give)(void *data, const struct bsim_untimed_call *call);
    void *data;
    struct bsim_trace_partial *total; /* what is filled is added there */
    struct bsim_untimed_call *past;   /* owned: the last calls, call i at i modulo BSIM_REPEAT_ROOM */
    int64_t n;
    /* A stretch without times. */
    int period, sample;
    int64_t first, calls;             /* calls: 0: there is none */
    struct bsim_untimed_call *before; /* owned: of each call of the loop, i at i modulo period: sums of the sample */
    struct bsim_untimed_call *held;   /* owned: timed calls behind it, until they are a sample */
    int64_t nheld, held_room;
    int64_t loop_timed, loop_untimed; /* calls of the loop under way; both 0: none */
};

/* A call with times. */
void bsim_untimed_fill_call(struct bsim_untimed_fill *fill, const struct bsim_untimed_call *call);
/* Calls without (TRACE_UNTIMED). False: they repeat nothing, so the part is damaged. */
bool bsim_untimed_fill_stretch(struct bsim_untimed_fill *fill, int64_t period, int64_t sample, int64_t timed,
                               int64_t calls);
/* There are no more calls. Frees what is owned. */
void bsim_untimed_fill_end(struct bsim_untimed_fill *fill);

#endif
