/* vars.h - the variables of formulas in models.json: their names, the parameters that they stand for, and the range of
 * values that were fitted.
 *
 * Besides a model's own variables, formulas may name where they are evaluated: rank, node, ranks_per_node, and
 * kind_NAME, which is 1 on nodes of this kind and else 0. A parameter of such a name takes it: then the name means the
 * parameter, or nothing if the model does not list it. */
#ifndef BSIM_VARS_H
#define BSIM_VARS_H

#include <stdbool.h>
#include <stddef.h>

#include "bsim/base/expr.h"
#include "bsim/base/json_read.h"

/* BSIM_MAX_COMPUTED: variables that are computed from the others. */
enum { BSIM_MAX_VARS = 32, BSIM_MAX_COMPUTED = 6 };

/* BSIM_MOST_FAR: variables that are told to be out of their range. */
enum { BSIM_MOST_FAR = 4 };

/* A variable whose values went out of the fitted range. */
struct bsim_far {
    int var;
    double used, low, high; /* the value farthest out, and the range */
    double beyond;          /* doubt of a time for each factor of two that it is above, relative; 0: not told */
};

/* A parameter of another block with which a block's times may go. */
struct bsim_hidden {
    const char *parameter, *block; /* the parameter, and the other block's name */
    struct bsim_far far;
    double doubt; /* what it may do to the times, as a logarithm; 0: there is none */
    bool clear;   /* the samples show that they go with it */
};

/* Where a formula is evaluated: the rank, its node, how many ranks this node has, and of which kind it is. */
struct bsim_spot {
    double rank, node, ranks_per_node;
    double kind;  /* its number (bsim/base/kinds.h); 0: of none */
    double ranks; /* of the run; 0: not known */
};
/* Variables of the spot; behind them those of kinds, of which one model's formulas may read so many. */
enum { BSIM_SPOT_VARS = 3, BSIM_KIND_VARS = 16 };

/* Zero it before use. */
struct bsim_vars {
    int n;        /* variables that stand for parameters */
    int nall;     /* with those of the spot, which stand behind them in alias, source and value */
    char **alias; /* names in formulas */
    int *source;  /* index of each variable in the program's parameters (-1: it is computed), or in the spot,
                   * or BSIM_SPOT_VARS and the number of a kind */
    int nprogram; /* the program's parameters */
    const char *const *program;
    double *value;        /* present values, read by the formulas */
    bool reads_spot;      /* a formula that was compiled reads a variable of the spot */
    double *low, *high;   /* range of the fit; -inf and inf if the file gives none */
    double *beyond;       /* doubt of a time for each factor of two above high, relative; 0: not told */
    double *least, *most; /* of the noted values; inf and -inf: there are none */
    double *step;         /* of which all values in the samples were multiples; 0: not told */
    double *odd;          /* the least noted value that is none; inf: there is none */
};

void bsim_vars_free(struct bsim_vars *vars);
/* Reads the member "params", such as {"nx": "g->nx"}: aliases and the parameters that they stand for, which must be in
 * names, which must outlive the variables. v may be absent. what: for messages, "block smooth.1 (grid.c:40)". */
bool bsim_vars_read(struct bsim_vars *vars, struct bsim_jval v, const char *what, int nparam, const char *const *names);
/* Adds a variable that is computed, of the name of v's member alias. The caller sets its value. False after an error.
 */
bool bsim_vars_add(struct bsim_vars *vars, struct bsim_jval v, const char *alias);
/* Reads the ranges of the member "fit", which may be absent, and checks its other members. */
bool bsim_vars_read_range(struct bsim_vars *vars, struct bsim_jval fit);
/* Compiles v, a formula over the variables or a number. NULL after an error. what: for messages, "block smooth.1". */
struct bsim_expr *bsim_vars_expr(struct bsim_vars *vars, struct bsim_jval v, const char *what);
/* Sets the variables that are not computed from the values of the program's parameters. spot NULL: rank 0, alone on
 * node 0. */
void bsim_vars_set(struct bsim_vars *vars, const double *param, const struct bsim_spot *spot);
/* Notes the present values: bsim_vars_far then knows the smallest and greatest of each variable. */
void bsim_vars_note(struct bsim_vars *vars);
/* The variables whose noted values went out of their ranges; those that went farthest, relative to the bound, come
 * first. Returns their number. */
int bsim_vars_far(const struct bsim_vars *vars, struct bsim_far far[BSIM_MOST_FAR]);
/* The first variable that had values which are no multiples of its step; -1: none had. */
int bsim_vars_odd(const struct bsim_vars *vars);
/* The first variable outside of its range; -1 if none. */
int bsim_vars_outside(const struct bsim_vars *vars);
/* Whether a variable is above its range. */
bool bsim_vars_above(const struct bsim_vars *vars);
/* How many factors of two a value is beyond its range. */
double bsim_far_doublings(const struct bsim_far *far);
/* Writes the values as "nx = 3, ny = 4", or "no parameters"; with those of the spot if a formula reads them. */
void bsim_vars_list(const struct bsim_vars *vars, char *buf, size_t size);

#endif
