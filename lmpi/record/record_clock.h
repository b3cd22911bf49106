/* record_clock.h - the clocks of a recording: how long a process calculates between two calls.
 *
 * The processor's clock costs a system call, 0.2 us on some machines and 2 us on others, and the time of day a
 * twentieth of that. So where each process has a core to itself, a gap below RECORD_SHORT_NS is taken by time of day:
 * another process that gets the core keeps it for longer. The processor's clock is read for longer gaps, and at most
 * once in RECORD_SHORT_NS. */
#ifndef LMPI_RECORD_CLOCK_H
#define LMPI_RECORD_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define RECORD_SHORT_NS 300000

enum record_clock { RECORD_CPU, RECORD_WALL, RECORD_NONE };

/* Once. has_cores: the processes of this node are no more than its cores. */
void record_clock_start(enum record_clock kind, bool has_cores);
/* Whether each process has a core that it may use. MPICH's launcher tells the processes of the node, and bsim replay
 * says by BSIM_RECORD_ALONE that there is one. False if nothing tells it. */
bool record_clock_has_cores(void);
/* The time of day, in ns; 0 without times. */
int64_t record_clock_now(void);
/* In front of a call: the ns of calculation since record_clock_exit. *entry_ns gets the time of day. */
int64_t record_clock_gap(int64_t *entry_ns);
/* Behind a call. */
void record_clock_exit(void);
/* In place of record_clock_exit, where calls before were not timed. */
void record_clock_resume(void);
/* How long reading the clock takes, in ns: smaller gaps are none. */
int64_t record_clock_reading_ns(void);

#endif
