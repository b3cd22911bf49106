/* learned_model.h - models of learned values, read from the section "learned" of models.json for the learned hints of a
 * program (docs/reference/hints.md). */
#ifndef BSIM_LEARNED_MODEL_H
#define BSIM_LEARNED_MODEL_H

#include <stdbool.h>

#include "bsim/bsim.h"
#include "bsim/base/error.h"
#include "bsim/base/vars.h"
#include "bsim/cost/model.h"

struct bsim_learned_piece {
    struct bsim_expr *when;    /* NULL: always */
    bool empty;                /* the file has null, a value that is not filled in yet */
    struct bsim_expr *formula; /* of the value or the probability; NULL: a histogram, or empty */
    char *text;                /* of the formula */
    int nvalue;
    double *value, *weight, sum;
    char *where;
    int line;
};

struct bsim_learned {
    bool given;
    bool own; /* each rank draws its own values */
    bool warned;
    bool fitted, reached;           /* the file says where it comes from; the run has asked for it */
    int samples;                    /* of the fit; 0: not told */
    double error_median, error_max; /* of a formula, relative; NAN: not told */
    char *where;
    int line;
    struct bsim_vars vars;
    struct bsim_learned_piece *piece;
    int npiece;
    /* The last call: formulas are pure functions. */
    bool cached;
    double last[BSIM_MAX_LEARNED_PARAMS];
    int last_rank; /* which counts if formulas read the spot */
    const struct bsim_learned_piece *chosen;
    double result;
};

/* Zero it before use. */
struct bsim_learned_models {
    char *path; /* NULL: no file was given */
    const bsim_hint_info *hint;
    int nhint;
    struct bsim_learned *model; /* one for each hint; NULL: nothing was read */
    char **names;               /* in the file, for messages; NULL-terminated; NULL: none */
    bsim_models_tell *tell;     /* of bsim_learned_check; NULL: the first error ends the reading */
    void *tell_arg;
};

/* Reads the models of the hints, which must outlive them, from the file path; NULL: they have none. A hint without a
 * model is accepted here, since it may never be reached. False and *err if the file is bad. */
bool bsim_learned_load(struct bsim_learned_models *models, const char *path, const bsim_hint_info *hints, int nhints,
                       struct bsim_error *err);
void bsim_learned_free(struct bsim_learned_models *models);
/* As bsim_models_check, for learned values. */
bool bsim_learned_check(const char *path, const bsim_hint_info *hints, int nhints, bsim_models_tell *tell, void *arg,
                        struct bsim_error *err);

bool bsim_learned_is_branch(const bsim_hint_info *h);
/* Whether a hint of this kind can have the value; for a branch the value is its probability. */
bool bsim_learned_fits(const bsim_hint_info *h, double x);

#endif
