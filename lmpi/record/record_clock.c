/* record_clock.c - see record_clock.h. */
#include "lmpi/record/record_clock.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

static enum record_clock kind;
static bool is_cheap;                      /* short gaps are taken by time of day */
static int64_t exit_ns;                    /* time of day when the last call had ended */
static int64_t cpu_ns, at_ns;              /* the processor's clock when it was last read, and the time of day then */
static int64_t reading_cpu_ns, reading_ns; /* between two readings with nothing in between: no calculation */

static int64_t read_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t least_reading_ns(clockid_t clock) {
    int64_t least = INT64_MAX;
    for (int i = 0; i < 50; i++) {
        int64_t first = read_clock(clock), took = read_clock(clock) - first;
        least = took < least ? took : least;
    }
    return least;
}

bool record_clock_has_cores(void) {
    const char *alone = getenv("BSIM_RECORD_ALONE"), *text = getenv("MPI_LOCALNRANKS");
    cpu_set_t set;
    int processes = alone && *alone ? 1 : text ? atoi(text) : 0;
    return processes > 0 && sched_getaffinity(0, sizeof set, &set) == 0 && processes <= CPU_COUNT(&set);
}

static void read_cpu(void) {
    cpu_ns = read_clock(CLOCK_THREAD_CPUTIME_ID);
    at_ns = read_clock(CLOCK_MONOTONIC);
}

void record_clock_start(enum record_clock of, bool has_cores) {
    kind = of;
    is_cheap = kind == RECORD_CPU && has_cores;
    if (kind == RECORD_NONE)
        return;
    reading_ns = least_reading_ns(CLOCK_MONOTONIC);
    reading_cpu_ns = least_reading_ns(CLOCK_THREAD_CPUTIME_ID);
    read_cpu();
    exit_ns = at_ns;
}

int64_t record_clock_now(void) {
    return kind == RECORD_NONE ? 0 : read_clock(CLOCK_MONOTONIC);
}

/* By the processor's clock. What passed between its last reading and the end of the last call was less than
 * RECORD_SHORT_NS, and counts as time of the processor. */
static int64_t cpu_gap(int64_t most_ns) {
    int64_t before_ns = cpu_ns, between_ns = exit_ns - at_ns;
    read_cpu();
    int64_t gap_ns = cpu_ns - before_ns - between_ns - reading_cpu_ns;
    return gap_ns < most_ns ? gap_ns : most_ns;
}

int64_t record_clock_gap(int64_t *entry_ns) {
    int64_t gap_ns = 0;
    *entry_ns = 0;
    if (kind == RECORD_NONE)
        return 0;
    *entry_ns = read_clock(CLOCK_MONOTONIC);
    gap_ns = *entry_ns - exit_ns - reading_ns;
    if (kind == RECORD_CPU && (!is_cheap || gap_ns >= RECORD_SHORT_NS)) {
        gap_ns = cpu_gap(gap_ns);
        *entry_ns = at_ns;
    }
    return gap_ns > 0 ? gap_ns : 0;
}

void record_clock_exit(void) {
    if (kind == RECORD_NONE)
        return;
    exit_ns = read_clock(CLOCK_MONOTONIC);
    if (kind == RECORD_CPU && (!is_cheap || exit_ns - at_ns >= RECORD_SHORT_NS)) {
        read_cpu();
        exit_ns = at_ns;
    }
}

void record_clock_resume(void) {
    if (kind == RECORD_NONE)
        return;
    if (kind == RECORD_CPU)
        read_cpu();
    exit_ns = kind == RECORD_CPU ? at_ns : read_clock(CLOCK_MONOTONIC);
}

int64_t record_clock_reading_ns(void) {
    return kind == RECORD_CPU && !is_cheap ? reading_cpu_ns : reading_ns;
}
