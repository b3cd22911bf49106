/* waited.h - how long a thread had to wait for a processor. In the header, for programs that link nothing of bsim. */
#ifndef BSIM_WAITED_H
#define BSIM_WAITED_H

#include <stdio.h>

/* What this thread has waited so far while it could run and others had the processors, as Linux counts it, in seconds;
 * 0: not known. */
static inline double bsim_waited_s(void) {
    unsigned long long ran, waiting = 0;
    FILE *f = fopen("/proc/thread-self/schedstat", "r");
    if (f == NULL)
        return 0;
    if (fscanf(f, "%llu %llu", &ran, &waiting) != 2)
        waiting = 0;
    fclose(f);
    return 1e-9 * (double)waiting;
}

#endif
