/* error.h - one error of a bad input or a failing environment: where, and what to do.
 *
 * A bsim_error starts zeroed. The first error wins: setting an error that is set already changes nothing, so that a
 * reader can go on through a file without a test after each value and look once at the end. */
#ifndef BSIM_ERROR_H
#define BSIM_ERROR_H

#include <stdbool.h>
#include <stdio.h>

struct bsim_error {
    bool set;
    int line;        /* 1-based; 0 where there is none */
    char path[512];  /* file; empty where there is none */
    char where[256]; /* JSON path as $.network.latency; empty where there is none */
    char text[1024]; /* what was found, what is accepted, without a final newline */
};

/* path and where may be NULL, line may be 0. The strings are copied. Returns false, for `return bsim_error_set(...)`.
 */
bool bsim_error_set(struct bsim_error *err, const char *path, int line, const char *where, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

/* "PATH:LINE: $.a.b: text", without the parts that are missing. Returns buf. */
char *bsim_error_format(const struct bsim_error *err, char *buf, size_t size);

/* Writes "bsim: error: " and the formatted error as a line. */
void bsim_error_print(const struct bsim_error *err, FILE *out);

/* Exit codes of a run. */
enum {
    BSIM_EXIT_OK = 0,
    BSIM_EXIT_USER = 1,  /* the program failed or aborted */
    BSIM_EXIT_USAGE = 2, /* bad input, or the environment fails */
    BSIM_EXIT_DEADLOCK = 3,
    BSIM_EXIT_MISUSE = 4, /* wrong use of MPI */
    BSIM_EXIT_CRASH = 5,  /* a signal in the program */
    BSIM_EXIT_BUG = 6     /* bsim's own */
};

/* The end of a run: writes what is to be said and leaves the process with the code. Where there is no engine (the bsim
 * command, unit tests) it is not there: then it is a null pointer for those who declare it weak. */
_Noreturn void bsim_fatal(int exit_code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
