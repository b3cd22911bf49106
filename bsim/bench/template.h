/* template.h - texts in which {name} stands for a value: arguments and input files of measuring runs. */
#ifndef BSIM_BENCH_TEMPLATE_H
#define BSIM_BENCH_TEMPLATE_H

#include <stdbool.h>

#include "bsim/base/error.h"
#include "bsim/bench/design.h"

enum { BENCH_MAX_VALUES = 64 };

/* The values of names, for one run. */
struct bench_values {
    int n;
    struct {
        const char *name;
        char text[4096];
    } of[BENCH_MAX_VALUES];
};

/* Adds a name or replaces its value. name must outlive the values. */
void bsim_bench_value_set(struct bench_values *values, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The text with all names replaced; "{{" gives "{", and a brace that begins no name stays. The caller frees it. NULL
 * and *err for a name without a value: path is the file of the text, or NULL for an argument. */
char *bsim_bench_expand(const char *text, const struct bench_values *values, const char *path, struct bsim_error *err);

/* The contents of a file; the caller frees them. NULL and *err on failure. */
char *bsim_bench_read(const char *path, struct bsim_error *err);

#endif
