/* stat.h - what a run counts: by rank, by call site, by block, in total. Times are of scenario 0 unless said.
 *
 * Filled while the run goes on; bsim_result_write (result.c) reads it when it is over. */
#ifndef BSIM_STAT_H
#define BSIM_STAT_H

#include <stdint.h>

#include "bsim/engine.h"
#include "bsim/platform.h"

/* A call of the program, found by its return address. */
struct bsim_site {
    const void *address; /* return address; NULL: empty slot */
    const char *call;    /* "MPI_Send" */
    uint64_t calls;
    uint64_t messages; /* sent here: point-to-point, or those of the collective's algorithm that this rank sends */
    uint64_t bytes;    /* of these messages */
    double comm_s;     /* sum over ranks of the time in the call, without waiting */
    double wait_s;     /* ... spent waiting for another rank */
    uint64_t open;     /* non-blocking operations started here and not yet completed */
    uint32_t number;   /* bsim_site_list[number] is this one */
    /* From here on filled at the end of the run. */
    char *file, *function; /* owned by the table; of the original program where known; NULL if unknown */
    int line;
};

struct bsim_block_stat {
    uint64_t calls;
    double calc_s; /* sum over ranks, after division by the speed ratio */
};

/* Filled by the engine at the end. Pointers stay valid until the process ends. */
struct bsim_run {
    int np, nscen;
    const struct bsim_platform *platform;
    const char *exe;
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
extern struct bsim_site_slot *bsim_site_slots;
extern uintptr_t bsim_site_mask;
extern struct bsim_site **bsim_site_list; /* in the order of first use */

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

extern struct bsim_block_stat *bsim_block_stats; /* bsim_nblocks, or NULL */

/* Writes the result JSON (schema bsim-result/1) aside and renames it. Owner: result.c. */
bool bsim_result_write(const char *path, const struct bsim_run *run, struct bsim_error *err);

#endif
