/* stat_internal.h - the statistics' own start and end; inside of the engine only. */
#ifndef BSIM_STAT_INTERNAL_H
#define BSIM_STAT_INTERNAL_H

#include "bsim/stat/stat.h"

void bsim_site_table_init(void);
/* The sites of this shard, for bsim_site_table_gather when its thread has ended. */
void bsim_site_table_leave(void);
/* Adds the sites that other shards have left to those of this one. */
void bsim_site_table_gather(void);
void bsim_site_table_fini(void);
/* A copy of all sites, most time first. */
struct bsim_site *bsim_site_sorted(int *n);
/* Fills file, function and line of the sites: one run of addr2line. */
void bsim_site_resolve(struct bsim_site *sites, int n);
/* The original place of a skeleton's line, by the last entry of bsim_sites[] at or before it; NULL: none is known. */
struct bsim_site_info;
const struct bsim_site_info *bsim_site_original(const char *file, int line);
/* Adds up the sites of one source line and one call, of which a compiler may have made several (inlined functions,
 * unrolled loops). Returns how many remain, in front and most time first; those that were added stand behind them. */
int bsim_site_merge(struct bsim_site *sites, int n);

void bsim_stat_init(int np);
/* What a further shard counts: at the start of its thread, at its end, and when all have ended, in the first shard. */
void bsim_stat_shard_begin(void);
void bsim_stat_shard_end(void);
void bsim_stat_gather(void);
/* Fills bsim_run from clocks, ranks and sites. */
void bsim_stat_finish(void);
/* Seconds of the host since the run loop began, and the resident memory before it. */
void bsim_stat_loop_begins(void);

#endif
