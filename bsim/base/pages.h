/* pages.h - memory that a process has not touched yet: the system finds and clears a page when it is first touched. */
#ifndef BSIM_PAGES_H
#define BSIM_PAGES_H

#include <stddef.h>

/* Bytes of the memory from begin on that are in pages which are not there yet. What the system does not tell counts as
 * touched. */
size_t bsim_untouched_bytes(const void *begin, size_t bytes);

/* What a call receives is only looked at, and only takes time, if it is so many bytes or more. */
enum { BSIM_RECEIVES_LEAST = 16384 };

/* Seconds of the processor to touch BSIM_TOUCH_PROBE bytes for the first time, measured in the first call; 0: not
 * known. */
enum { BSIM_TOUCH_PROBE = 512 << 10 };
double bsim_touch_s(void);

#endif
