/* stat.h - what a run counts: by rank, by call site, by block, in total. Times are of scenario 0 unless said.
 *
 * Filled while the run goes on, by each shard for itself; bsim_result_write (result.c) reads it when it is over. */
#ifndef BSIM_STAT_H
#define BSIM_STAT_H

#include <stdint.h>

#include "bsim/kernel/engine.h"
#include "bsim/platform/platform.h"

/* A sum of times over ranks, which does not depend on the order in which they are added: an integer, high * 2^64 + low,
 * in units of 2^-56 s, to which each time is cut. */
typedef struct bsim_time_sum {
    int64_t low, high;
} bsim_time_sum;

void bsim_time_add_large(bsim_time_sum *sum, double seconds);

static inline void bsim_time_add(bsim_time_sum *sum, double seconds) {
    double units = seconds * 0x1p56;
    if (__builtin_expect(!(__builtin_fabs(units) < 0x1p63), 0) ||
        __builtin_expect(__builtin_add_overflow(sum->low, (int64_t)units, &sum->low), 0))
        bsim_time_add_large(sum, seconds);
}

static inline void bsim_time_join(bsim_time_sum *sum, bsim_time_sum other) {
    sum->high += other.high;
    if (__builtin_add_overflow(sum->low, other.low, &sum->low))
        sum->high += other.low < 0 ? -1 : 1;
}

static inline double bsim_time_total(bsim_time_sum sum) {
    return (double)(((__int128)1 << 64) * sum.high + sum.low) * 0x1p-56;
}

/* A call of the program, found by its return address. */
struct bsim_site {
    const void *address; /* return address; NULL: empty slot */
    const char *call;    /* "MPI_Send" */
    uint64_t calls;
    uint64_t messages;  /* sent here: point-to-point, or those of the collective's algorithm that this rank sends */
    uint64_t bytes;     /* of these messages */
    uint64_t open;      /* eager sends started here and not yet completed by the program; in the end all requests */
    bsim_time_sum comm; /* sum over ranks of the time in the call, without waiting */
    bsim_time_sum wait; /* ... spent waiting for another rank */
    uint32_t number;    /* the same in all shards */
    uint8_t shard;      /* which counts here */
    /* From here on filled at the end of the run. */
    double comm_s, wait_s; /* the sums */
    char *file, *function; /* owned by the table; of the original program where known; NULL if unknown */
    int line;
};

struct bsim_block_stat {
    uint64_t calls;
    bsim_time_sum calc; /* sum over ranks, after division by the speed ratio */
    double calc_s;      /* the same at the end of the run */
};

/* Filled by the engine at the end. Pointers stay valid until the process ends. */
struct bsim_run {
    int np, nscen;
    const struct bsim_platform *platform;
    const char *exe;
    double noise; /* bsim run --noise */
    long noise_seed;
    int exit_code;                                             /* BSIM_EXIT_* */
    const char *failure;                                       /* one line, or NULL */
    double predicted_s[BSIM_MAX_SCENARIOS];                    /* latest final clock of any rank */
    int diverged[BSIM_MAX_SCENARIOS];                          /* scenario decided otherwise than scenario 0 */
    const struct bsim_site *diverged_site[BSIM_MAX_SCENARIOS]; /* where first; may be NULL */
    const double *final_s;                                     /* np * nscen: final clocks, bsim_clock(rank) */
    /* rank r, scenario 0: calculation bsim_rank_of(r)->calc_s, waiting .wait_s, communication the rest of final_s */
    uint64_t messages, bytes; /* all messages: point-to-point and those that collectives stand for */
    uint64_t p2p_messages, p2p_bytes;
    uint64_t collectives; /* collective operations (not calls) */
    uint64_t leaked_requests, unreceived_messages;
    int nsites;
    const struct bsim_site *sites; /* most time first */
    int nblocks;                   /* bsim_nblocks, 0 if the program has no table */
    const struct bsim_block_stat *blocks;
    double host_wall_s, host_cpu_s; /* of the run loop, without start-up */
    uint64_t host_peak_rss_bytes;
    double bytes_per_rank; /* peak resident size above that of the process before ranks exist */
};

extern struct bsim_run bsim_run;

/* Open addressing by return address; sites themselves stay where they are while the run goes on. */
struct bsim_site_slot {
    const void *address;
    struct bsim_site *site;
};
extern BSIM_OF_SHARD struct bsim_site_slot *bsim_site_slots;
extern BSIM_OF_SHARD uintptr_t bsim_site_mask;
extern BSIM_OF_SHARD struct bsim_site **bsim_site_list; /* by number; NULL: not used in this shard */
extern BSIM_OF_SHARD uint32_t bsim_site_count;          /* of the list */

static inline uintptr_t bsim_site_hash(const void *address) {
    uintptr_t a = (uintptr_t)address;
    return a ^ a >> 9;
}

struct bsim_site *bsim_site_find(const void *address, const char *call);

/* The site of a return address; made if new. One probe in most cases. call must be a string that stays. */
static inline struct bsim_site *bsim_site_at(const void *address, const char *call) {
    const struct bsim_site_slot *slot = &bsim_site_slots[bsim_site_hash(address) & bsim_site_mask];
    return __builtin_expect(slot->address == address, 1) ? slot->site : bsim_site_find(address, call);
}

struct bsim_site *bsim_site_add(uint32_t number);

/* The site of this shard with a number that bsim_site_at has given in any. */
static inline struct bsim_site *bsim_site_numbered(uint32_t number) {
    struct bsim_site *site = number < bsim_site_count ? bsim_site_list[number] : NULL;
    return __builtin_expect(site != NULL, 1) ? site : bsim_site_add(number);
}

/* A rank that let others run may have come into another shard meanwhile: the same site there. */
static inline struct bsim_site *bsim_site_here(struct bsim_site *site) {
    return __builtin_expect(site->shard == bsim_self->shard, 1) ? site : bsim_site_numbered(site->number);
}

extern BSIM_OF_SHARD struct bsim_block_stat *bsim_block_stats; /* bsim_nblocks, or NULL */

/* Writes the result JSON (schema bsim-result/1) aside and renames it. Owner: result.c. */
bool bsim_result_write(const char *path, const struct bsim_run *run, struct bsim_error *err);

#endif
