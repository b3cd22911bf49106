/* progress.c - what long work is at, for people who watch a terminal. */
#include <stdarg.h>
#include <unistd.h>

#include "bsim/cmd/cmd.h"

void bsim_progress(const char *fmt, ...) {
    if (!isatty(STDERR_FILENO))
        return;
    fputs("\r\033[K", stderr);
    if (fmt) {
        va_list ap;
        va_start(ap, fmt);
        vfprintf(stderr, fmt, ap);
        va_end(ap);
    }
    fflush(stderr);
}
