/* noise_model.h - distributions of noise as files give them: as numbers, formulas and histograms. The member "noise" of
 * a block's model (docs/reference/models.md) has one for each of what its time varies by. */
#ifndef BSIM_NOISE_MODEL_H
#define BSIM_NOISE_MODEL_H

#include <stdbool.h>

#include "bsim/base/error.h"
#include "bsim/base/expr.h"
#include "bsim/base/json_read.h"
#include "bsim/base/vars.h"
#include "bsim/base/noise.h"

/* A number, or a formula that gives one. */
struct bsim_noise_value {
    double number;
    struct bsim_expr *expr; /* NULL: the number */
    char *text;             /* of the formula */
    char *where;            /* JSON path */
    int line;
};

struct bsim_noise_source {
    enum bsim_noise_kind kind;
    struct bsim_noise_value deviation;           /* log-normal, half-normal */
    struct bsim_noise_value probability, factor; /* two speeds */
    struct bsim_noise_histogram histogram;
    char *where; /* JSON path of the source */
    int line;
};

/* Reads a distribution: a relative standard deviation, or an object with one key, such as {"halfnormal": 0.1}. *source
 * is zeroed before, and freed by bsim_noise_source_free also after an error. vars: of formulas, which are refused if it
 * is NULL. what: for messages, "block smooth.1". */
bool bsim_noise_source_read(struct bsim_noise_source *source, struct bsim_vars *vars, struct bsim_jval v,
                            const char *what);
bool bsim_noise_source_has_formula(const struct bsim_noise_source *source);
void bsim_noise_source_free(struct bsim_noise_source *source);
/* The law of a source, with the present values of vars (NULL: it has no formulas), for bsim run --noise strength. A law
 * without noise and *err if a formula gives what no deviation, probability or factor can be, or the strength makes a
 * factor negative. path: of the file; what: for messages, "block smooth.1 (grid.c:40)". */
struct bsim_noise_law bsim_noise_source_law(const struct bsim_noise_source *source, const struct bsim_vars *vars,
                                            double strength, const char *path, const char *what,
                                            struct bsim_error *err);

/* Zero it before use. */
struct bsim_noise_model {
    struct bsim_noise_source level[BSIM_NOISE_LEVELS];
    bool has_formulas;
};

/* Reads the member, which may be absent; formulas are over vars, which must outlive the model. False after an error.
 * what: for messages, "block smooth.1". */
bool bsim_noise_model_read(struct bsim_noise_model *model, struct bsim_vars *vars, struct bsim_jval v,
                           const char *what);
void bsim_noise_model_free(struct bsim_noise_model *model);
/* The laws of all levels (bsim_noise_source_law). False and *err if one is not possible. */
bool bsim_noise_model_laws(const struct bsim_noise_model *model, const struct bsim_vars *vars, double strength,
                           const char *path, const char *what, struct bsim_noise_law *laws, struct bsim_error *err);

#endif
