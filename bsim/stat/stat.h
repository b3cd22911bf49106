/* stat.h - the statistics of a run: by rank, by call site, by block, in total. Times are those of scenario 0 unless
 * said otherwise.
 *
 * Each shard counts for itself during the run. bsim_result_write (result.c) reads the sums when it is over. */
#ifndef BSIM_STAT_H
#define BSIM_STAT_H

#include <stdint.h>

#include <jansson.h>
#include "bsim/bsim.h"
#include "bsim/kernel/engine.h"
#include "bsim/platform/platform.h"
#include "bsim/stat/whole_runs.h"

/* A sum of times that does not depend on the order of addition: the integer high * 2^64 + low in units of 2^-56 s. Each
 * time is truncated to such units. */
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

/* A call of an MPI function in the program, identified by its return address. */
struct bsim_site {
    const void *address; /* return address; NULL: empty slot */
    const char *call;    /* "MPI_Send" */
    uint64_t calls;
    uint64_t messages;     /* sent here: point-to-point messages, or those that a collective's algorithm sends */
    uint64_t bytes;        /* of these messages */
    uint64_t accesses;     /* to files, made here */
    uint64_t open;         /* eager sends started here and not completed yet; at the end of the run all open requests */
    bsim_time_sum comm;    /* sum over ranks of the time in the call, without waiting */
    bsim_time_sum wait;    /* sum over ranks of the time in the call spent waiting for another rank */
    bsim_time_sum touch;   /* of comm, in touching memory that nothing has touched before (bsim/cost/receives.h) */
    bsim_time_sum first;   /* of comm, in what first messages take longer (bsim/cost/first_messages.h) */
    bsim_time_sum combine; /* of comm, in functions of the program that combine data (bsim/cost/operators.h) */
    uint32_t number;       /* identifies the call in all shards */
    uint8_t shard;         /* the shard whose counts these are */
    int receive;           /* for bsim/cost/receives.c; 0: not known yet */
    /* The following are filled at the end of the run. */
    double comm_s, wait_s; /* comm and wait in seconds */
    char *file, *function; /* owned by the table; in the original program if known; NULL if unknown */
    int line;
};

struct bsim_block_stat {
    uint64_t calls;
    bsim_time_sum calc;  /* sum over ranks, after division by the speed ratio */
    bsim_time_sum first; /* of these, in the first execution of each rank, if its model tells that apart */
    bsim_time_sum
        doubted; /* sum of times and errors of the model, if these differ by time and the run has an interval */
    double calc_s, first_s, doubted_s; /* in seconds, set at the end of the run */
    double most_s; /* of the rank that has most of it, likewise; 0: not known, since there are too many ranks */
};

/* By block and rank: seconds, as far as ranks are told apart; NULL: they are not. */
extern double *bsim_rank_blocks;

/* Adds the sums of another shard or host. */
void bsim_block_stat_join(struct bsim_block_stat *to, const struct bsim_block_stat *from);

/* Accesses to files by functions of the layer above, which reads and writes them for the ranks. */
struct bsim_file_accesses {
    uint64_t calls, read_bytes, written_bytes;
    bsim_time_sum time; /* sum over ranks of the time in these calls, with waiting */
    bool untimed;       /* the platform has no file system: the files themselves took no time */
};

/* A function of the program that combines data in reductions (bsim/cost/operators.h). */
struct bsim_operator_stat {
    const char *name; /* "main.c:largest" */
    uint64_t combinations;
    double elements;
    double time_s; /* sum over ranks */
    bool fitted;   /* its model was measured */
    double error;  /* relative, of the model; 0: a person gave it; NAN: not known */
};

/* What is in no block and no message (bsim/cost/rest.h). */
struct bsim_rest_stat {
    double time_s;     /* sum over ranks */
    const char *block; /* it goes with the longest execution of this one; NULL: with none */
    bool fitted;       /* it was measured */
    double error;      /* relative */
    double doublings;  /* how many factors of two a rank's longest execution is beyond those that were measured */
};

/* A part of a program that plays a trace, in scenario 0: from the clock of the first rank that enters it to that of the
 * last one that leaves it. */
struct bsim_window_stat {
    const char *what; /* as people gave it; NULL: there is none */
    int64_t calls;    /* in it, of all ranks */
    double from_s, to_s;
};

/* The totals of a run. Filled by the engine at the end; pointers are valid until the process ends. */
struct bsim_run {
    int np, nscen;
    const struct bsim_platform *platform;
    const char *exe;
    char **arguments;                       /* of the program, after exe; ends with NULL */
    double noise;                           /* bsim run --noise */
    long noise_seed;                        /* of scenario 0; scenario k < noise_runs has seed noise_seed + k */
    int noise_runs;                         /* at least 1 */
    int exit_code;                          /* BSIM_EXIT_* */
    const char *failure;                    /* one line, or NULL */
    double predicted_s[BSIM_MAX_SCENARIOS]; /* latest final clock of any rank */
    int diverged[BSIM_MAX_SCENARIOS];       /* the scenario would decide otherwise than scenario 0 */
    const struct bsim_site *diverged_site[BSIM_MAX_SCENARIOS]; /* the first such place; may be NULL */
    double final_slopes[BSIM_MAX_SCENARIOS]; /* with slopes: the predicted time and its slopes (slopes.h) */
    const double *final_s;                   /* np * nscen: final clocks, bsim_clock(rank) */
    /* In scenario 0 the time of rank r is calculation (bsim_rank_of(r)->calc_s), waiting (wait_s), and communication,
     * which is the rest of final_s. */
    uint64_t messages, bytes; /* all messages: point-to-point, and those of the algorithms of collectives */
    uint64_t p2p_messages, p2p_bytes;
    uint64_t collectives; /* collective operations; each counts once, not once for each rank */
    struct bsim_file_accesses io;
    struct bsim_window_stat window; /* set by the program that plays the trace */
    uint64_t leaked_requests, unreceived_messages;
    int nsites;
    const struct bsim_site *sites; /* sorted by time, longest first */
    int nblocks;                   /* bsim_nblocks; 0 if the program has no table */
    const struct bsim_block_stat *blocks;
    const int64_t *delay_passed;    /* by delay of the platform: how often its place was passed */
    const struct bsim_trust *trust; /* nblocks; NULL: there are no cost models */
    const char *changed; /* arguments that are others than in all measured runs, a clause for people; NULL: none is */
    bool chooses;        /* one of them may choose what the program does */
    const char *measured_on;      /* the machine on which the blocks were measured; NULL: not known */
    bool measured_elsewhere;      /* its processors are not known to be those of the platform */
    struct bsim_whole_runs whole; /* measured runs beside their predictions */
    int nlearned;                 /* loops that the run has reached, whose rounds a fitted formula gives */
    const struct bsim_learned_doubt *learned;
    int noperators; /* of the program, whose times the models tell; those that combined data */
    const struct bsim_operator_stat *operators; /* the longest time first */
    struct bsim_rest_stat rest;
    int ranks_of_node; /* the most that a node has; 0: there are no cost models */
    int interval; /* the scenario with longer blocks (trust.h), before the one with shorter blocks; 0: there is none */
    double host_wall_s, host_cpu_s; /* host time of the run without start-up */
    uint64_t host_peak_rss_bytes;
    double bytes_per_rank; /* peak resident size above that of the process before ranks exist */
};

extern struct bsim_run bsim_run;

/* A hash table of sites by return address, with open addressing. The sites themselves do not move during the run. */
struct bsim_site_slot {
    const void *address;
    struct bsim_site *site;
};
extern BSIM_OF_SHARD struct bsim_site_slot *bsim_site_slots;
extern BSIM_OF_SHARD uintptr_t bsim_site_mask;
extern BSIM_OF_SHARD struct bsim_site **bsim_site_list; /* indexed by number; NULL: not used in this shard */
extern BSIM_OF_SHARD uint32_t bsim_site_count;          /* length of the list */

static inline uintptr_t bsim_site_hash(const void *address) {
    uintptr_t a = (uintptr_t)address;
    return a ^ a >> 9;
}

struct bsim_site *bsim_site_find(const void *address, const char *call);
/* Sets file, function and line of the sites, by one run of addr2line. */
void bsim_site_resolve(struct bsim_site *sites, int n);

/* Where a program that plays another one's calls says that its next call stands; NULL: at its return address. Such a
 * program defines bsim_site_text, which gives the place of one of its addresses as "app.c:12"; NULL: it is not known.
 */
extern BSIM_OF_SHARD const void *bsim_site_played;
const char *bsim_site_text(const void *address);

/* The site of a return address; makes it if it is new. call must be valid until the run ends. A place that calls
 * several functions, by a pointer, has the name of the first of them in the alphabet, whichever rank comes first. */
static inline struct bsim_site *bsim_site_at(const void *address, const char *call) {
    const struct bsim_site_slot *slot = &bsim_site_slots[bsim_site_hash(address) & bsim_site_mask];
    bool is_it = slot->address == address && slot->site->call == call;
    return __builtin_expect(is_it, 1) ? slot->site : bsim_site_find(address, call);
}

struct bsim_site *bsim_site_add(uint32_t number);

/* This shard's site with a given number; makes it if bsim_site_at has made it in other shards only. */
static inline struct bsim_site *bsim_site_numbered(uint32_t number) {
    struct bsim_site *site = number < bsim_site_count ? bsim_site_list[number] : NULL;
    return __builtin_expect(site != NULL, 1) ? site : bsim_site_add(number);
}

/* The present shard's site for a call. A rank that was blocked may have moved to another shard since it called
 * bsim_site_at. */
static inline struct bsim_site *bsim_site_here(struct bsim_site *site) {
    return __builtin_expect(site->shard == bsim_self->shard, 1) ? site : bsim_site_numbered(site->number);
}

/* The calls of all shards until now; of those that other shards are making, some may be missing. */
uint64_t bsim_site_calls(void);

extern BSIM_OF_SHARD struct bsim_block_stat *bsim_block_stats; /* bsim_nblocks, or NULL */

/* result.c: writes the result as JSON (schema bsim-result/1). False and *err on failure. */
bool bsim_result_write(const char *path, const struct bsim_run *run, struct bsim_error *err);
/* What people know a block by, as a JSON string: its label, or its name and place. */
json_t *bsim_result_label(const bsim_block_info *block);

#endif
