/* yield.c - libbsim-yield.so: lets more MPICH processes than cores make progress together, for LD_PRELOAD.
 *
 * MPICH's ch4:ucx device polls ucp_worker_progress without ever giving the processor away. This wrapper yields when a
 * poll found nothing to do. It must not change what the program sees. */
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
