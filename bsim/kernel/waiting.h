/* waiting.h - how a shard waits for other shards: it spins, yields its processor, or sleeps. Counts the time. */
#ifndef BSIM_WAITING_H
#define BSIM_WAITING_H

#include "bsim/kernel/shard.h"

int64_t bsim_now_ns(void); /* the host's time, monotonic */

/* Adds to what the shard has waited, or to one of its counts. Only the shard's own thread does so. */
static inline void bsim_waited(struct bsim_shard *s, int64_t ns) {
    int64_t before = atomic_load_explicit(&s->waited_ns, memory_order_relaxed);
    atomic_store_explicit(&s->waited_ns, before + ns, memory_order_relaxed);
}
static inline void bsim_count(_Atomic uint64_t *count) {
    atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + 1, memory_order_relaxed);
}

/* A wait of unknown length for what another shard is about to do. {0} at first; bsim_pause_on in each turn. It spins,
 * then yields the processor, then sleeps for moments, since the other shard may have no processor. */
struct bsim_pause {
    int count;
    int64_t since_ns;
};
void bsim_pause_on(struct bsim_pause *pause);
void bsim_pause_end(const struct bsim_pause *pause, struct bsim_shard *s);

/* Whether the shard is notified while it spins, for as long as that has helped of late. */
bool bsim_is_notified_soon(struct bsim_shard *s);
/* Waits until the shard is notified, or for a moment. is_spare: no ranks are here, so that the moment is long. */
void bsim_sleep(struct bsim_shard *s, bool is_spare);
/* Wakes a shard whose attention was 2, and is 1 now. */
void bsim_wake(struct bsim_shard *s);

#endif
