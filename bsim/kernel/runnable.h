/* runnable.h - the queue of the ranks of a shard that can run. For the engine only.
 *
 * A ring: a rank comes in as the next or as the last one, and the next one leaves. Where ranks have places (several
 * shards), one in the middle can leave as well: it leaves a hole. Neither the next entry nor the last one is ever a
 * hole, so that a queue without ranks is an empty ring. All of these functions take constant time (amortised). */
#ifndef BSIM_RUNNABLE_H
#define BSIM_RUNNABLE_H

#include <stdbool.h>
#include <stdint.h>

enum { BSIM_RUNNABLE_HOLE = -1 };

struct bsim_runnable {
    int32_t *ring; /* each rank at most once; the one before tail is the next, that at head the last one */
    uint32_t head, tail, mask, holes;
    uint32_t *places; /* of all shards, by rank: its index in the ring it is in. NULL: ranks have no places */
};

/* Room for np ranks. *places: room for as many, shared by all queues, since a rank is in one of them; or NULL. */
void bsim_runnable_init(struct bsim_runnable *q, int np, uint32_t *places);
void bsim_runnable_fini(struct bsim_runnable *q);

/* Closes all holes. */
void bsim_runnable_close_up(struct bsim_runnable *q);

static inline bool bsim_runnable_any(const struct bsim_runnable *q) {
    return q->head != q->tail;
}

static inline void bsim_runnable_set(struct bsim_runnable *q, uint32_t at, int32_t rank) {
    q->ring[at & q->mask] = rank;
    if (q->places)
        q->places[rank] = at;
}

static inline void bsim_runnable_make_room(struct bsim_runnable *q) {
    if (__builtin_expect(q->tail - q->head > q->mask, 0))
        bsim_runnable_close_up(q);
}

/* The rank must not be in the queue. It becomes the next one. */
static inline void bsim_runnable_add(struct bsim_runnable *q, int32_t rank) {
    bsim_runnable_make_room(q);
    bsim_runnable_set(q, q->tail++, rank);
}

/* So, and it becomes the last one. */
static inline void bsim_runnable_add_last(struct bsim_runnable *q, int32_t rank) {
    bsim_runnable_make_room(q);
    bsim_runnable_set(q, --q->head, rank);
}

/* The next one of a queue that is not empty. */
static inline int32_t bsim_runnable_next(const struct bsim_runnable *q) {
    return q->ring[(q->tail - 1) & q->mask];
}

/* Takes away the holes at both ends. */
static inline void bsim_runnable_trim(struct bsim_runnable *q) {
    while (q->head != q->tail && bsim_runnable_next(q) == BSIM_RUNNABLE_HOLE) {
        q->tail--;
        q->holes--;
    }
    while (q->head != q->tail && q->ring[q->head & q->mask] == BSIM_RUNNABLE_HOLE) {
        q->head++;
        q->holes--;
    }
}

static inline int32_t bsim_runnable_take(struct bsim_runnable *q) {
    int32_t rank = q->ring[--q->tail & q->mask];
    if (__builtin_expect(q->holes > 0, 0))
        bsim_runnable_trim(q);
    return rank;
}

/* Takes out a rank that is in the queue. The queue must have places. */
static inline void bsim_runnable_remove(struct bsim_runnable *q, int32_t rank) {
    q->ring[q->places[rank] & q->mask] = BSIM_RUNNABLE_HOLE;
    q->holes++;
    bsim_runnable_trim(q);
}

/* How many ranks can run; another thread gets a number that was so a moment ago, or about so. */
static inline int bsim_runnable_count(const struct bsim_runnable *q) {
    return (int)(__atomic_load_n(&q->tail, __ATOMIC_RELAXED) - __atomic_load_n(&q->head, __ATOMIC_RELAXED) -
                 __atomic_load_n(&q->holes, __ATOMIC_RELAXED));
}

#endif
