/* processor.c - processor time and context switches of this thread, from Linux. */
#include "bsim/instrument/instrument.h"

#include <sys/resource.h>
#include <time.h>

void bsim_timer_processor(struct bsim_processor *p) {
    struct rusage u = {0};
    struct timespec t = {0};
    getrusage(RUSAGE_THREAD, &u);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    p->ns = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    p->taken = u.ru_nivcsw;
    p->given = u.ru_nvcsw;
}
