/* steady.h - rounds of a loop that were nearly the same in all samples: what decides them may have been the same in all
 * of them, and the samples then do not tell what other values of it do. */
#ifndef BSIM_STEADY_H
#define BSIM_STEADY_H

#include <stdbool.h>
#include <string.h>

/* name: of what is counted, "rounds solve.c:27" or "branch solve.c:30"; low, high: the range of its means over the
 * samples. One round may be no loop. */
static inline bool bsim_steady_rounds(const char *name, double low, double high) {
    static const double nearly = 1.1;
    return strncmp(name, "rounds ", 7) == 0 && low >= 2 && high <= nearly * low;
}

#endif
