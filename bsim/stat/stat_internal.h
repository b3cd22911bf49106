/* stat_internal.h - start and end of the statistics. For the engine only. */
#ifndef BSIM_STAT_INTERNAL_H
#define BSIM_STAT_INTERNAL_H

#include "bsim/stat/stat.h"

void bsim_site_table_init(void);
/* At the end of a shard's thread: leaves its sites for bsim_site_table_gather. */
void bsim_site_table_leave(void);
/* Adds the sites of the shards whose threads have ended to those of this shard. */
void bsim_site_table_gather(void);
void bsim_site_table_fini(void);
/* A copy of all sites, sorted by time, longest first. */
struct bsim_site *bsim_site_sorted(int *n);
/* Merges sites of one source line and one call; inlining and loop unrolling can make several. Returns the number of
 * remaining sites, which are in front, longest time first. The merged ones follow them. */
int bsim_site_merge(struct bsim_site *sites, int n);

/* tells_ranks_apart: bsim_rank_blocks is kept, as far as there is room. */
void bsim_stat_init(int np, bool tells_ranks_apart);
/* The counts of a further shard: _begin and _end are called in its thread, _gather in the first shard when all threads
 * have ended. */
void bsim_stat_shard_begin(void);
void bsim_stat_shard_end(void);
void bsim_stat_gather(void);
/* The call in the program with most accesses to files; NULL: there is none. */
const struct bsim_site *bsim_most_accesses(const struct bsim_run *run);
/* Fills bsim_run from clocks, ranks and sites. */
void bsim_stat_finish(void);
/* Notes the host's time at the start of the run loop, when the network is known. */
void bsim_stat_loop_begins(void);

#endif
