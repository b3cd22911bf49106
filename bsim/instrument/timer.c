/* timer.c - the clock of the instrumented program: PAPI's real time. No other file knows PAPI. */
#include "bsim/instrument/instrument.h"

#include <papi.h>
#include <time.h>

static int have_papi;

void bsim_timer_init(void) {
    have_papi = PAPI_library_init(PAPI_VER_CURRENT) == PAPI_VER_CURRENT;
}

int64_t bsim_timer_ns(void) {
    if (have_papi)
        return PAPI_get_real_nsec();
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

const char *bsim_timer_name(void) {
    return have_papi ? "PAPI_get_real_nsec" : "CLOCK_MONOTONIC (PAPI did not start)";
}
