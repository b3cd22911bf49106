/* vars.h - the variables of formulas in models.json: their names, the parameters that they stand for, and the range of
 * values that were fitted. */
#ifndef BSIM_VARS_H
#define BSIM_VARS_H

#include <stdbool.h>
#include <stddef.h>

#include "bsim/base/expr.h"
#include "bsim/base/json_read.h"

enum { BSIM_MAX_VARS = 32 };

/* Zero it before use. */
struct bsim_vars {
    int n;
    char **alias;       /* names in formulas */
    int *source;        /* index of each variable in the program's parameters */
    double *value;      /* present values, read by the formulas */
    double *low, *high; /* range of the fit; -inf and inf if the file gives none */
};

void bsim_vars_free(struct bsim_vars *vars);
/* Reads the member "params", such as {"nx": "g->nx"}: aliases and the parameters that they stand for, which must be in
 * names. v may be absent. what: for messages, "block smooth.1 (grid.c:40)". */
bool bsim_vars_read(struct bsim_vars *vars, struct bsim_jval v, const char *what, int nparam, const char *const *names);
/* Reads the ranges of the member "fit", which may be absent, and checks its other members. */
bool bsim_vars_read_range(struct bsim_vars *vars, struct bsim_jval fit);
/* Compiles v, a formula over the variables or a number. NULL after an error. what: for messages, "block smooth.1". */
struct bsim_expr *bsim_vars_expr(const struct bsim_vars *vars, struct bsim_jval v, const char *what);
/* Sets the variables from the values of the program's parameters. */
void bsim_vars_set(struct bsim_vars *vars, const double *param);
/* The first variable outside of its range; -1 if none. */
int bsim_vars_outside(const struct bsim_vars *vars);
/* Writes the values as "nx = 3, ny = 4", or "no parameters". */
void bsim_vars_list(const struct bsim_vars *vars, char *buf, size_t size);

#endif
