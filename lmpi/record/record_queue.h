/* record_queue.h - calls of a recorded process in order, while arguments of the first of them are not known yet. */
#ifndef LMPI_RECORD_QUEUE_H
#define LMPI_RECORD_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A call. open: arguments that are not known yet. amounts: pairs of numbers behind the arguments in `args`, which say
 * what the calculation before the call consists of (bsim/trace/trace_stream.h). */
struct record_event {
    int function, nargs, namounts, open;
    bool is_untimed;                     /* it was expected, and has no times (bsim/trace/trace_repeat.h) */
    bool is_in_window, is_behind_window; /* it has times; the window was open since the event before it, and closed */
    int64_t site, gap, inside;
    uint64_t mark; /* of a partial recording: record_call.mark */
    int64_t *args;
};

/* All zero: empty. write: takes the next complete event. */
struct record_queue {
    struct record_event *ring; /* owned, with the arguments in it */
    size_t room, first, n;
    int64_t base; /* number of the first event */
    void (*write)(void *to, const struct record_event *event);
    void *to;
};

/* Writes an event, after all events before it. Its arguments are copied if it must wait. Returns a number for
 * lmpi_record_queue_fix, if event->open is not 0. */
int64_t lmpi_record_queue_add(struct record_queue *queue, const struct record_event *event);
/* Sets argument `index` of an event that was open, or keeps it (index -1), and closes it by `closes`. */
void lmpi_record_queue_fix(struct record_queue *queue, int64_t event, int index, int64_t value, int closes);
/* Writes what is there as it is. The queue is empty then, and has no memory. */
void lmpi_record_queue_end(struct record_queue *queue);

#endif
