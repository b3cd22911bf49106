/* heap.c - ranks whose next step depends on virtual time, by (time, rank): a binary heap with places kept in the ranks.
 */
#include "bsim/alloc.h"
#include "bsim/sched.h"

struct entry {
    double time_s;
    int32_t rank;
};

static struct entry *heap;
static int count, capacity;

static bool before(struct entry a, struct entry b) {
    return a.time_s < b.time_s || (a.time_s == b.time_s && a.rank < b.rank);
}

static void put(int i, struct entry e) {
    heap[i] = e;
    bsim_rank_of(e.rank)->heap_index = i;
}

static void up(int i, struct entry e) {
    while (i > 0 && before(e, heap[(i - 1) / 2])) {
        put(i, heap[(i - 1) / 2]);
        i = (i - 1) / 2;
    }
    put(i, e);
}

static void down(int i, struct entry e) {
    for (;;) {
        int child = 2 * i + 1;
        if (child >= count)
            break;
        if (child + 1 < count && before(heap[child + 1], heap[child]))
            child++;
        if (!before(heap[child], e))
            break;
        put(i, heap[child]);
        i = child;
    }
    put(i, e);
}

void bsim_decide_at(bsim_rank *rank, double time_s) {
    struct entry e = {time_s, rank->id};
    int i = rank->heap_index;
    if (i < 0) {
        if (count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            heap = bsim_realloc(heap, (size_t)capacity * sizeof *heap);
        }
        i = count++;
        up(i, e);
        return;
    }
    if (i > 0 && before(e, heap[(i - 1) / 2]))
        up(i, e);
    else
        down(i, e);
}

void bsim_decide_before(bsim_rank *rank, double time_s) {
    if (rank->heap_index < 0 || time_s < heap[rank->heap_index].time_s)
        bsim_decide_at(rank, time_s);
}

void bsim_decide_cancel(bsim_rank *rank) {
    int i = rank->heap_index;
    if (i < 0)
        return;
    rank->heap_index = -1;
    struct entry last = heap[--count];
    if (i == count)
        return;
    if (i > 0 && before(last, heap[(i - 1) / 2]))
        up(i, last);
    else
        down(i, last);
}

bsim_rank *bsim_heap_pop(double *time_s) {
    if (!count)
        return NULL;
    *time_s = heap[0].time_s;
    bsim_rank *rank = bsim_rank_of(heap[0].rank);
    bsim_decide_cancel(rank);
    return rank;
}

void bsim_heap_fini(void) {
    bsim_free(heap);
    heap = NULL;
    count = capacity = 0;
}
