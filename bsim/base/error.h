/* error.h - an error of a bad input or a failing environment, with its place in the input.
 *
 * A bsim_error starts zeroed. The first error wins: setting it again changes nothing. A reader can therefore go through
 * a whole file without a test after each value, and check once at the end. */
#ifndef BSIM_ERROR_H
#define BSIM_ERROR_H

#include <stdbool.h>
#include <stdio.h>

struct bsim_error {
    bool set;
    int line;        /* 1-based; 0: none */
    char path[512];  /* file; empty: none */
    char where[256]; /* JSON path such as $.network.latency; empty: none */
    char text[1024]; /* what was found and what is accepted, without a final newline */
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
    BSIM_EXIT_BUG = 6     /* a bug in bsim */
};

/* Ends a run: prints the message and the notes of the run, and exits with the code. Only the engine defines it. Code
 * that also runs without the engine (the bsim command, unit tests) declares it weak and tests it for null. */
_Noreturn void bsim_fatal(int exit_code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
