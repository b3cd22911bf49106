/* runnable.c - see runnable.h. */
#include "bsim/kernel/runnable.h"

#include <stddef.h>

#include "bsim/base/alloc.h"

/* With holes, the ring is as long again: it is full after as many removals as ranks fit at the earliest. */
void bsim_runnable_init(struct bsim_runnable *q, int np, uint32_t *places) {
    uint32_t size = 16, least = ((uint32_t)np + 8) * (places ? 2 : 1);
    while (size < least)
        size *= 2;
    *q = (struct bsim_runnable){.ring = bsim_alloc(size * sizeof *q->ring), .mask = size - 1, .places = places};
}

void bsim_runnable_fini(struct bsim_runnable *q) {
    bsim_free(q->ring);
    *q = (struct bsim_runnable){0};
}

void bsim_runnable_close_up(struct bsim_runnable *q) {
    uint32_t end = q->tail;
    q->tail = q->head;
    for (uint32_t i = q->head; i != end; i++) {
        int32_t rank = q->ring[i & q->mask];
        if (rank != BSIM_RUNNABLE_HOLE)
            bsim_runnable_set(q, q->tail++, rank);
    }
    q->holes = 0;
}
