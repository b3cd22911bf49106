/* event.c - what happens at a virtual time, without a rank: for each shard a binary heap by (time, order). */
#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/sched.h"
#include "bsim/kernel/shard.h"

static inline bool before(const struct bsim_due *a, const struct bsim_due *b) {
    return a->time_s < b->time_s || (a->time_s == b->time_s && a->order < b->order);
}

void bsim_event_add(struct bsim_event *event) {
    struct bsim_shard *s = bsim_shard_here;
    struct bsim_due e = {event->time_s, event->order, event};
    if (s->event_count == s->event_room) {
        s->event_room = s->event_room ? 2 * s->event_room : 256;
        s->events = bsim_realloc(s->events, (size_t)s->event_room * sizeof *s->events);
    }
    int i = s->event_count++;
    for (; i > 0 && before(&e, &s->events[(i - 1) / 2]); i = (i - 1) / 2)
        s->events[i] = s->events[(i - 1) / 2];
    s->events[i] = e;
}

static struct bsim_event *pop(struct bsim_shard *s) {
    struct bsim_event *first = s->events[0].event;
    struct bsim_due e = s->events[--s->event_count];
    int i = 0, n = s->event_count;
    for (int child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && before(&s->events[child + 1], &s->events[child]))
            child++;
        if (!before(&s->events[child], &e))
            break;
        s->events[i] = s->events[child];
    }
    s->events[i] = e;
    return first;
}

bool bsim_event_run(double limit_s) {
    struct bsim_shard *first = NULL;
    for (struct bsim_shard *s = bsim_shards; s < bsim_shards + bsim_context.nshards; s++)
        if (s->event_count && (!first || before(&s->events[0], &first->events[0])))
            first = s;
    if (!first || first->events[0].time_s > limit_s)
        return false;
    struct bsim_event *event = pop(first);
    event->run(event);
    return true;
}

double bsim_event_horizon(void) {
    double least_s = bsim_context.failed_s;
    for (const struct bsim_shard *s = bsim_shards; s < bsim_shards + bsim_context.nshards; s++) {
        least_s = s->event_count ? fmin(least_s, s->events[0].time_s) : least_s;
        least_s = s->heap_count ? fmin(least_s, s->heap[0].time_s) : least_s;
    }
    return least_s;
}

void bsim_event_fini(struct bsim_shard *s) {
    bsim_free(s->events);
    s->events = NULL;
    s->event_count = s->event_room = 0;
}
