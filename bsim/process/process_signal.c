/* process_signal.c - the process's dispositions of signals. */
#include "bsim/process/process_signal.h"

#include <stddef.h>

/* The linker makes this the C library's sigaction where the function is wrapped; elsewhere there is none. */
int __real_sigaction(int number, const struct sigaction *action, struct sigaction *old) __attribute__((weak));

int bsim_sigaction(int number, const struct sigaction *action, struct sigaction *old) {
    return __real_sigaction ? __real_sigaction(number, action, old) : sigaction(number, action, old);
}
