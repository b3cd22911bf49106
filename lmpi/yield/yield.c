/* yield.c - libbsim-yield.so: lets MPICH run well with more processes than cores, for LD_PRELOAD.
 *
 * MPICH's ch4:ucx device polls ucp_worker_progress without ever yielding the processor. This wrapper yields when a poll
 * has found nothing to do. The program does not see a difference. */
#include <dlfcn.h>
#include <sched.h>
#include <stddef.h>

unsigned ucp_worker_progress(void *worker);

unsigned ucp_worker_progress(void *worker) {
    static unsigned (*real)(void *);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "ucp_worker_progress");
    unsigned done = real(worker);
    if (!done)
        sched_yield();
    return done;
}
