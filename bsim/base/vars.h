/* vars.h - the variables of formulas in models.json: what they are called, what they stand for, their fitted range. */
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
    double *value;      /* what the formulas read */
    double *low, *high; /* the fit's range; -inf and inf where there is none */
};

void bsim_vars_free(struct bsim_vars *vars);
/* "params": {"nx": "g->nx"}: alias and parameter, which must be one of names. v may be absent. what: "block smooth.1
 * (grid.c:40)". */
bool bsim_vars_read(struct bsim_vars *vars, struct bsim_jval v, const char *what, int nparam, const char *const *names);
/* The member "range" of "fit", which may be absent. */
bool bsim_vars_read_range(struct bsim_vars *vars, struct bsim_jval fit);
/* A formula over the variables, or a number; NULL after an error. what: "block smooth.1". */
struct bsim_expr *bsim_vars_expr(const struct bsim_vars *vars, struct bsim_jval v, const char *what);
/* Takes the values of the program's parameters. */
void bsim_vars_set(struct bsim_vars *vars, const double *param);
/* The first variable outside of its range; -1. */
int bsim_vars_outside(const struct bsim_vars *vars);
/* "nx = 3, ny = 4" or "no parameters" */
void bsim_vars_list(const struct bsim_vars *vars, char *buf, size_t size);

#endif
