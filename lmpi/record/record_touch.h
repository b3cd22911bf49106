/* record_touch.h - memory that a recorded call is the first to touch, by what it receives. The system finds and clears
 * the pages inside of the call. The network of another machine does not do that, but its nodes do: so the time belongs
 * to the calculation behind the call. */
#ifndef LMPI_RECORD_TOUCH_H
#define LMPI_RECORD_TOUCH_H

#include <stdbool.h>
#include <stdint.h>

struct record_call;

/* Once, before the first call. */
void record_touch_start(void);
/* In front of a recorded call, and behind it. True: it has looked at memory, which takes some time. */
bool record_touch_begin(const struct record_call *call);
void record_touch_end(void);
/* The nanoseconds that the calls since the last record_touch_take have taken for touching. */
int64_t record_touch_take(void);

#endif
