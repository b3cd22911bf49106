/* child.c - fork() in a rank: the child has one thread and no rank, and ends like any process. A call of MPI fails
 * there for lack of a rank, which crash.c reports. */
#include "bsim/process/child.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bsim/kernel/sched.h"

/* Flushes all streams before a fork. Otherwise a child that ends with exit() would print buffered output again. */
static void before(void) {
    if (bsim_self)
        fflush(NULL);
}

static void in_child(void) {
    if (!bsim_self)
        return;
    bsim_context.child_of = bsim_self->id;
    bsim_context.child_clock_s = bsim_self->clock[0];
    bsim_context.nshards = 1; /* a child has no threads of other shards */
    bsim_sched_in_child();
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

void bsim_child_init(void) {
    bsim_context.pid = (pid_t)syscall(SYS_getpid); /* getpid is wrapped */
    pthread_atfork(before, NULL, in_child);
}

_Noreturn void bsim_child_leave(int code) {
    for (;;)
        syscall(SYS_exit_group, code);
}
