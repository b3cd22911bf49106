/* timer.c - the clock of the instrumented program: PAPI's real time, or the system's clock where that is read faster.
 * No other file knows PAPI. */
#include "bsim/instrument/instrument.h"

#include <papi.h>
#include <time.h>

/* Readings that are timed together, and how often; the fastest ones count. */
enum { TOGETHER = 64, TIMES = 32 };

static int have_papi;
static int uses_papi;

static int64_t system_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t papi_ns(void) {
    return PAPI_get_real_nsec();
}

static int64_t fastest_ns(int64_t (*read)(void)) {
    int64_t least = INT64_MAX;
    for (int i = 0; i < TIMES; i++) {
        int64_t start = system_ns();
        for (int k = 0; k < TOGETHER; k++)
            read();
        int64_t ns = system_ns() - start;
        least = ns < least ? ns : least;
    }
    return least;
}

void bsim_timer_init(void) {
    have_papi = PAPI_library_init(PAPI_VER_CURRENT) == PAPI_VER_CURRENT;
    uses_papi = have_papi && fastest_ns(papi_ns) < fastest_ns(system_ns);
}

int64_t bsim_timer_ns(void) {
    return uses_papi ? papi_ns() : system_ns();
}

const char *bsim_timer_name(void) {
    return uses_papi   ? "PAPI_get_real_nsec"
           : have_papi ? "CLOCK_MONOTONIC (read faster than PAPI's)"
                       : "CLOCK_MONOTONIC (PAPI did not start)";
}
