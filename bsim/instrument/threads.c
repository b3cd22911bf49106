/* threads.c - threads of the program beside that which calls MPI: how many OpenMP makes, and the processor time of all.
 */
#include "bsim/instrument/instrument.h"

#include <time.h>

#include "bsim/bsim.h"

int omp_get_max_threads(void);
#pragma weak omp_get_max_threads

int bsim_threads(void) {
    return omp_get_max_threads ? omp_get_max_threads() : 1;
}

static double seconds(clockid_t clock) {
    struct timespec t = {0};
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bsim_threads_s(void) {
    double own = seconds(CLOCK_THREAD_CPUTIME_ID); /* first, so that the difference is not below 0 */
    return seconds(CLOCK_PROCESS_CPUTIME_ID) - own;
}
