/* child.c - what fork() makes of a run in the child: no rank, one thread, the process's own end. Calls of MPI find no
 * rank there, which crash.c tells. */
#include "bsim/process/child.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bsim/kernel/sched.h"

int bsim_child_of = -1;
double bsim_child_clock_s;

/* What ranks have printed is not to be printed again by a child that ends with exit(). */
static void before(void) {
    if (bsim_self)
        fflush(NULL);
}

static void in_child(void) {
    if (!bsim_self)
        return;
    bsim_child_of = bsim_self->id;
    bsim_child_clock_s = bsim_self->clock[0];
    bsim_nshards = 1; /* the others' threads are not here */
    bsim_sched_in_child();
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

void bsim_child_init(void) {
    pthread_atfork(before, NULL, in_child);
}

_Noreturn void bsim_child_leave(int code) {
    for (;;)
        syscall(SYS_exit_group, code);
}

/* A child of vfork() would share the ranks' memory. */
pid_t __wrap_vfork(void);
pid_t __wrap_vfork(void) {
    return fork();
}
