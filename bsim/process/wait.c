/* wait.c - wait() of a rank: for a child of its own (children.c). It is no wrapper, and stands alone: a program may
 * have a function of this name itself, which is then taken. */
#include <sys/resource.h>
#include <sys/wait.h>

pid_t __wrap_wait4(pid_t pid, int *status, int options, struct rusage *usage);

pid_t wait(int *status) {
    return __wrap_wait4(-1, status, 0, NULL);
}
