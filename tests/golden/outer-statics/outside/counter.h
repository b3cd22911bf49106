/* A library that is all in its header, with state of its own. */
#include <stdio.h>

static int calls;
static int limit = 1000;
static const int step = 1;
static int unused;
static double table[3];

static inline int count(void) {
    static int highest;
    calls += step;
    if (calls > highest)
        highest = calls;
    return highest < limit ? calls : limit;
}

static inline void forget(void) {
    unused = 0;
}

static inline double *entries(void) {
    return table;
}
