/* places.h - where calls of a program stand in its source: lines of return addresses, by addr2line. */
#ifndef BSIM_PLACES_H
#define BSIM_PLACES_H

#include <stddef.h>

struct bsim_site_info;

/* The original place of a line of a skeleton or an instrumented program: the last entry of bsim_sites[] at or before
 * it. NULL if there is none. A call may span several lines, so the line need not be exact. */
const struct bsim_site_info *bsim_site_original(const char *file, int line);

/* Takes the place of address i; in the original program if that is known. The texts are valid during the call. */
typedef void bsim_place_keep(void *arg, size_t i, const char *function, const char *file, int line);
/* Finds the places of n return addresses in this executable by one process of addr2line, and passes them to keep in
 * order. Those that are not known are left out. */
void bsim_places_find(const void *const *addresses, size_t n, bsim_place_keep *keep, void *arg);

/* Splits "FILE:LINE" in place, and passes what it says to keep, as above. */
void bsim_place_tell(char *place, size_t i, const char *function, bsim_place_keep *keep, void *arg);

#endif
