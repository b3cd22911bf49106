/* record_queue.c - calls whose arguments are not known yet wait here, and all calls behind them. Part of
 * libbsim-record.so and of the runtime. */
#include "lmpi/record/record_queue.h"

#include <string.h>

#include "lmpi/record/record_handles.h"

static struct record_event *queued(struct record_queue *q, size_t i) {
    return &q->ring[(q->first + i) & (q->room - 1)];
}

static void write_ready(struct record_queue *q) {
    while (q->n > 0 && queued(q, 0)->open == 0) {
        struct record_event *e = queued(q, 0);
        q->write(q->to, e);
        lmpi_record_free(e->args);
        q->first = (q->first + 1) & (q->room - 1);
        q->n--;
        q->base++;
    }
}

static void enqueue(struct record_queue *q, const struct record_event *event) {
    if (q->n == q->room) {
        size_t room = 0, want = q->room ? 2 * q->room : 8;
        struct record_event *bigger = NULL;
        while (room < want)
            bigger = lmpi_record_grow(bigger, room, &room, sizeof *bigger);
        for (size_t i = 0; i < q->n; i++)
            bigger[i] = *queued(q, i);
        lmpi_record_free(q->ring);
        q->ring = bigger;
        q->room = room;
        q->first = 0;
    }
    q->n++;
    struct record_event *e = queued(q, q->n - 1);
    size_t n = (size_t)event->nargs + 2 * (size_t)event->namounts, room = 0;
    *e = *event;
    e->args = NULL;
    while (room < n + 1)
        e->args = lmpi_record_grow(e->args, room, &room, sizeof *e->args);
    memcpy(e->args, event->args, n * sizeof *e->args);
}

int64_t lmpi_record_queue_add(struct record_queue *q, const struct record_event *event) {
    if (q->n == 0 && event->open == 0) {
        q->write(q->to, event);
        return q->base++;
    }
    enqueue(q, event);
    return q->base + (int64_t)q->n - 1;
}

void lmpi_record_queue_fix(struct record_queue *q, int64_t event, int index, int64_t value, int closes) {
    if (event < q->base || event >= q->base + (int64_t)q->n)
        return;
    struct record_event *e = queued(q, (size_t)(event - q->base));
    if (index >= 0 && index < e->nargs)
        e->args[index] = value;
    e->open -= closes;
    write_ready(q);
}

void lmpi_record_queue_end(struct record_queue *q) {
    for (size_t i = 0; i < q->n; i++)
        queued(q, i)->open = 0;
    write_ready(q);
    lmpi_record_free(q->ring);
    q->ring = NULL;
    q->room = 0;
}
