/* watch.h - shows people who wait for a run what it is doing: notes on a rank that runs for long while its virtual
 * clock stands still, and the place at which an interrupt (Ctrl-C) ends the run. */
#ifndef BSIM_WATCH_H
#define BSIM_WATCH_H

/* quiet_limit_s: seconds of host time after which a note is printed; 0: no notes. Called once, in the first shard's
 * thread. */
void bsim_watch_init(double quiet_limit_s);
/* Called in the thread of each further shard, at its start and its end. */
void bsim_watch_shard_begin(void);
void bsim_watch_shard_end(void);

#endif
