/* arguments.h - a program's arguments with names and formulas in braces, such as {NX} and {1000*np}. */
#ifndef BSIM_CMD_ARGUMENTS_H
#define BSIM_CMD_ARGUMENTS_H

#include <stdbool.h>

#include "bsim/base/error.h"

struct bsim_argument_value {
    const char *name;
    const char *text; /* what {name} becomes */
    double number;    /* its value in formulas; NaN: it is no number */
};

/* A copy of argv with each {name} and {formula} replaced; {{ and }} become { and }. A value that is a whole number but
 * for rounding is written as one. Free it with bsim_arguments_free. NULL and *err for an argument that cannot be made.
 */
char **bsim_arguments_make(char *const *argv, int n, const struct bsim_argument_value *values, struct bsim_error *err);
void bsim_arguments_free(char **argv);

/* Whether the braces of an argument use the name. */
bool bsim_arguments_use(char *const *argv, const char *name);

#endif
