/* counts.c - what the program counts in an execution of a block: the counters of each block, read on entry and on exit.
 * Knows nothing of times. */
#include "bsim/instrument/instrument.h"

#include "bsim/bsim.h"

#pragma weak bsim_counts
#pragma weak bsim_ncounts
#pragma weak bsim_counters

int bsim_counts_of(int block, const bsim_count_info **first) {
    int n = &bsim_ncounts != NULL ? bsim_ncounts : 0, low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (bsim_counts[middle].block < block)
            low = middle + 1;
        else
            high = middle;
    }
    for (high = low; high < n && bsim_counts[high].block == block && high - low < BSIM_MAX_COUNTS;)
        high++;
    *first = &bsim_counts[low];
    return high - low;
}

void bsim_counts_read(const bsim_count_info *first, int n, long *value) {
    for (int i = 0; i < n; i++)
        value[i] = bsim_counters[first[i].counter];
}

int bsim_counts_any(void) {
    return &bsim_ncounts != NULL && bsim_ncounts > 0;
}
