/* watch.h - what a run is at, for people who wait for it: a note where a rank has run for long while no virtual time
 * passed, and the place at which an interrupt (Ctrl-C) ends the run. */
#ifndef BSIM_WATCH_H
#define BSIM_WATCH_H

/* Notes come after so many seconds of the host's time; 0: none. Once, in the first shard's thread. */
void bsim_watch_init(double quiet_limit_s);
/* In the thread of a further shard: at its start and at its end. */
void bsim_watch_shard_begin(void);
void bsim_watch_shard_end(void);

#endif
