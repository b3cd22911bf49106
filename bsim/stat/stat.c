/* stat.c - the totals of a run: final times, and time and memory of the host. Must not know output formats (result.c).
 */
#include "bsim/stat/stat.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bsim/base/alloc.h"
#include "bsim/base/text.h"
#include "bsim/bsim.h"
#include "bsim/kernel/shard.h"
#include "bsim/stat/stat_internal.h"
#include "bsim/stat/traffic.h"
#include "bsim/base/warn.h"

#pragma weak bsim_skeleton
#pragma weak bsim_nblocks

struct bsim_run bsim_run;
BSIM_OF_SHARD struct bsim_block_stat *bsim_block_stats;
double *bsim_rank_blocks;
/* Blocks times ranks that are told apart: 1 GB, of which memory only that of blocks which are executed is touched. */
static const double most_told_apart = 1 << 27;
static struct bsim_block_stat *left[BSIM_MAX_SHARDS]; /* counts of shards whose thread has ended */

static atomic_bool uncompared; /* decisions that scenarios may take otherwise */
static double wall_begin, cpu_begin;
static uint64_t resident_before;

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A value of /proc/self/status in bytes. (The peak that getrusage gives includes the program before exec.) */
static uint64_t status_bytes(const char *key) {
    char line[256];
    unsigned long kilobytes = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (bsim_begins(line, key))
            kilobytes = strtoul(line + strlen(key), NULL, 10);
    if (f)
        fclose(f);
    return (uint64_t)kilobytes * 1024;
}

void bsim_stat_init(int np, bool tells_ranks_apart) {
    bsim_run.np = np;
    bsim_context.counts_traffic = false; /* not known yet */
    bsim_run.nscen = bsim_context.nscen;
    bsim_run.nblocks = &bsim_nblocks ? bsim_nblocks : 0;
    bsim_stat_shard_begin();
    bsim_run.blocks = bsim_block_stats;
    if (tells_ranks_apart && bsim_run.nblocks > 0 && (double)bsim_run.nblocks * np <= most_told_apart)
        bsim_rank_blocks = bsim_alloc((size_t)bsim_run.nblocks * (size_t)np * sizeof *bsim_rank_blocks);
    resident_before = status_bytes("VmRSS:");
}

/* The rare cases of bsim_time_add. Either the lower word has overflowed; it wrapped around, and the upper word needs
 * the carry. Or the time does not fit into the lower word, which is still unchanged. */
void bsim_time_add_large(bsim_time_sum *sum, double seconds) {
    double units = seconds * 0x1p56;
    if (__builtin_fabs(units) < 0x1p63) {
        sum->high += units < 0 ? -1 : 1;
        return;
    }
    __int128 whole = (__int128)units;
    bsim_time_join(sum, (bsim_time_sum){(int64_t)(uint64_t)whole, 0});
    sum->high += (int64_t)((whole - (int64_t)(uint64_t)whole) >> 64);
}

void bsim_stat_shard_begin(void) {
    if (bsim_run.nblocks > 0)
        bsim_block_stats = bsim_alloc((size_t)bsim_run.nblocks * sizeof *bsim_block_stats);
    bsim_site_table_init();
    bsim_traffic_begin();
}

void bsim_stat_shard_end(void) {
    left[bsim_shard_number] = bsim_block_stats;
    bsim_traffic_leave();
    bsim_site_table_leave();
}

static void diverge_all(void) {
    for (int k = 1; k < bsim_context.nscen; k++) {
        bsim_run.diverged[k] = 1;
        bsim_run.diverged_site[k] = NULL;
    }
}

void bsim_block_stat_join(struct bsim_block_stat *to, const struct bsim_block_stat *from) {
    to->calls += from->calls;
    to->most_s = bsim_max(to->most_s, from->most_s);
    bsim_time_join(&to->calc, from->calc);
    bsim_time_join(&to->first, from->first);
    bsim_time_join(&to->doubted, from->doubted);
}

/* The block's time on the rank that has most of it, of the ranks of this host. */
static void set_most(void) {
    for (int i = 0; bsim_rank_blocks && i < bsim_run.nblocks; i++)
        for (int r = 0; bsim_block_stats[i].calls > 0 && r < bsim_run.np; r++)
            bsim_block_stats[i].most_s =
                bsim_max(bsim_block_stats[i].most_s, bsim_rank_blocks[(size_t)i * (size_t)bsim_run.np + (size_t)r]);
    bsim_free(bsim_rank_blocks);
    bsim_rank_blocks = NULL;
}

void bsim_stat_gather(void) {
    for (int s = 0; s < BSIM_MAX_SHARDS; s++) {
        for (int i = 0; left[s] && i < bsim_run.nblocks; i++)
            bsim_block_stat_join(&bsim_block_stats[i], &left[s][i]);
        bsim_free(left[s]);
        left[s] = NULL;
    }
    set_most();
    bsim_site_table_gather();
    bsim_traffic_gather();
    if (uncompared)
        diverge_all();
}

void bsim_stat_loop_begins(void) {
    wall_begin = seconds(CLOCK_MONOTONIC);
    cpu_begin = seconds(CLOCK_PROCESS_CPUTIME_ID);
    bsim_traffic_begin();
}

static void warn_of_files(const struct bsim_run *run) {
    char read[24], written[24];
    const struct bsim_site *most = bsim_most_accesses(run);
    if (!run->io.untimed || !most)
        return;
    bsim_warn(
        "%llu accesses to files by MPI read %s and wrote %s, most of them at %s:%d: how long the files take is not in "
        "the prediction, since the platform has no \"file_system\"",
        (unsigned long long)run->io.calls, bsim_format_bytes(read, sizeof read, (double)run->io.read_bytes),
        bsim_format_bytes(written, sizeof written, (double)run->io.written_bytes), most->file ? most->file : "?",
        most->line);
}

void bsim_stat_finish(void) {
    struct bsim_run *run = &bsim_run;
    run->host_wall_s = seconds(CLOCK_MONOTONIC) - wall_begin;
    run->host_cpu_s = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_begin;
    run->host_peak_rss_bytes = status_bytes("VmHWM:");
    run->bytes_per_rank =
        run->host_peak_rss_bytes > resident_before ? (double)(run->host_peak_rss_bytes - resident_before) / run->np : 0;
    run->final_s = bsim_context.clocks;
    for (int k = 0; k < bsim_times(); k++) {
        double latest = 0;
        for (int r = 0; r < run->np; r++)
            latest = bsim_max(latest, bsim_clock(r)[k]);
        run->predicted_s[k] = latest;
    }
    for (int r = 0; r < run->np && bsim_context.slopes; r++)
        bsim_clock_raise(run->final_slopes, bsim_clock(r));
    for (int i = 0; i < run->nblocks; i++) {
        bsim_block_stats[i].calc_s = bsim_time_total(bsim_block_stats[i].calc);
        bsim_block_stats[i].first_s = bsim_time_total(bsim_block_stats[i].first);
        bsim_block_stats[i].doubted_s = bsim_time_total(bsim_block_stats[i].doubted);
    }
    double calc = 0;
    for (int r = 0; r < run->np; r++)
        calc += bsim_rank_of(r)->calc_s;
    if (&bsim_nblocks && bsim_nblocks == 0 && calc == 0)
        bsim_warn("the program has no timed blocks%s: its calculation takes no time",
                  &bsim_skeleton ? "" : " (skeletonize --full makes none)");
    int n;
    struct bsim_site *sites = bsim_site_sorted(&n);
    bsim_site_resolve(sites, n);
    int all = n;
    n = bsim_site_merge(sites, n);
    /* Sites count all messages; so far, run->messages and run->bytes hold those of collectives only. */
    uint64_t messages = 0, bytes = 0;
    for (int i = 0; i < n; i++) {
        messages += sites[i].messages;
        bytes += sites[i].bytes;
    }
    run->p2p_messages = messages - run->messages;
    run->p2p_bytes = bytes - run->bytes;
    run->messages = messages;
    run->bytes = bytes;
    run->sites = sites;
    run->nsites = n;
    if (run->np > 1 && messages == 0 && run->collectives == 0)
        bsim_warn("the ranks did not communicate at all; does the program get the arguments and files that it needs?");
    bsim_traffic_warn(run);
    warn_of_files(run);
    for (int k = 0; k < bsim_times(); k++) {
        const struct bsim_site *live = run->diverged_site[k];
        for (int i = 0; live && i < all; i++)
            if (sites[i].address == live->address)
                run->diverged_site[k] = &sites[i];
    }
}

const struct bsim_site *bsim_most_accesses(const struct bsim_run *run) {
    const struct bsim_site *most = NULL;
    for (int i = 0; i < run->nsites; i++)
        if (run->sites[i].accesses > (most ? most->accesses : 0))
            most = &run->sites[i];
    return most;
}

void bsim_diverge(int scenario, const void *site) {
    if (bsim_context.slopes)
        return;
    BSIM_LOCKED;
    if (bsim_run.diverged[scenario])
        return;
    bsim_run.diverged[scenario] = 1;
    bsim_run.diverged_site[scenario] = site ? bsim_site_at(site, "") : NULL;
}

void bsim_decisions_differ(void) {
    atomic_store_explicit(&uncompared, true, memory_order_relaxed);
}
