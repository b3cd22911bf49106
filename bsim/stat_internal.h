/* stat_internal.h - the statistics' own start and end; inside of the engine only. */
#ifndef BSIM_STAT_INTERNAL_H
#define BSIM_STAT_INTERNAL_H

#include "bsim/stat.h"

void bsim_site_table_init(void);
void bsim_site_table_fini(void);
/* A copy of all sites, most time first. */
struct bsim_site *bsim_site_sorted(int *n);
/* Fills file, function and line of the sites: one run of addr2line. */
void bsim_site_resolve(struct bsim_site *sites, int n);
/* Adds up the sites of one source line and one call, of which a compiler may have made several (inlined functions,
 * unrolled loops). Returns how many remain, in front and most time first; those that were added stand behind them. */
int bsim_site_merge(struct bsim_site *sites, int n);

void bsim_stat_init(int np);
/* Fills bsim_run from clocks, ranks and sites. */
void bsim_stat_finish(void);
/* Seconds of the host since the run loop began, and the resident memory before it. */
void bsim_stat_loop_begins(void);

#endif
