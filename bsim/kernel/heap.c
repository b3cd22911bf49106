/* heap.c - the heap of decisions: a binary heap of ranks by (time, rank). Each rank keeps its index in the heap. */
#include "bsim/base/alloc.h"
#include "bsim/kernel/sched.h"
#include "bsim/kernel/shard.h"

static bool before(struct bsim_decision a, struct bsim_decision b) {
    return a.time_s < b.time_s || (a.time_s == b.time_s && a.rank < b.rank);
}

static void put(struct bsim_decision *heap, int i, struct bsim_decision e) {
    heap[i] = e;
    bsim_rank_of(e.rank)->heap_index = i;
}

static void up(struct bsim_decision *heap, int i, struct bsim_decision e) {
    while (i > 0 && before(e, heap[(i - 1) / 2])) {
        put(heap, i, heap[(i - 1) / 2]);
        i = (i - 1) / 2;
    }
    put(heap, i, e);
}

static void down(const struct bsim_shard *s, int i, struct bsim_decision e) {
    struct bsim_decision *heap = s->heap;
    for (;;) {
        int child = 2 * i + 1;
        if (child >= s->heap_count)
            break;
        if (child + 1 < s->heap_count && before(heap[child + 1], heap[child]))
            child++;
        if (!before(heap[child], e))
            break;
        put(heap, i, heap[child]);
        i = child;
    }
    put(heap, i, e);
}

void bsim_decide_at(bsim_rank *rank, double time_s) {
    struct bsim_decision e = {time_s, rank->id};
    struct bsim_shard *s = &bsim_shards[rank->shard];
    int i = rank->heap_index;
    if (i < 0) {
        if (s->heap_count == s->heap_capacity) {
            s->heap_capacity = s->heap_capacity ? 2 * s->heap_capacity : 64;
            s->heap = bsim_realloc(s->heap, (size_t)s->heap_capacity * sizeof *s->heap);
        }
        i = s->heap_count++;
        up(s->heap, i, e);
        return;
    }
    if (i > 0 && before(e, s->heap[(i - 1) / 2]))
        up(s->heap, i, e);
    else
        down(s, i, e);
}

void bsim_decide_before(bsim_rank *rank, double time_s) {
    if (rank->heap_index < 0 || time_s < bsim_shards[rank->shard].heap[rank->heap_index].time_s)
        bsim_decide_at(rank, time_s);
}

void bsim_decide_cancel(bsim_rank *rank) {
    struct bsim_shard *s = &bsim_shards[rank->shard];
    int i = rank->heap_index;
    if (i < 0)
        return;
    rank->heap_index = -1;
    struct bsim_decision last = s->heap[--s->heap_count];
    if (i == s->heap_count)
        return;
    if (i > 0 && before(last, s->heap[(i - 1) / 2]))
        up(s->heap, i, last);
    else
        down(s, i, last);
}

bsim_rank *bsim_heap_pop(struct bsim_shard *s, double *time_s) {
    if (!s->heap_count)
        return NULL;
    *time_s = s->heap[0].time_s;
    bsim_rank *rank = bsim_rank_of(s->heap[0].rank);
    bsim_decide_cancel(rank);
    return rank;
}

bool bsim_heap_is_earlier(const struct bsim_shard *a, const struct bsim_shard *b) {
    return before(a->heap[0], b->heap[0]);
}

void bsim_heap_fini(struct bsim_shard *s) {
    bsim_free(s->heap);
    s->heap = NULL;
    s->heap_count = s->heap_capacity = 0;
}
