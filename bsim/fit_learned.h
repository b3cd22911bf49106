/* fit_learned.h - models of learned values: what was seen at the places of hints becomes a constant, a formula over the
 * parameters, a value for each vector of parameters, or a histogram. Used by bsim fit and its tests. */
#ifndef BSIM_FIT_LEARNED_H
#define BSIM_FIT_LEARNED_H

#include "bsim/fit.h"

enum fit_hint_kind { FIT_TRIPS, FIT_INTEGER, FIT_NUMBER, FIT_BRANCH };

struct fit_hint; /* one learned hint */
struct fit_hints {
    struct fit_hint *hint;
    int n;
    char **run; /* names of runs */
    int nrun;
};

/* VALUE was seen COUNT times with these parameters. False if the hint has other parameters or another kind already. */
bool bsim_fit_hint_add(struct fit_hints *hints, const char *name, const char *place, enum fit_hint_kind kind,
                       int nparam, const char *const *param, const double *x, double value, uint64_t count);
/* One process of a run saw COUNT values (number 0) or values of a parameter (its number), whose order has this hash. */
void bsim_fit_hint_order(struct fit_hints *hints, const char *run, const char *name, int number, uint64_t count,
                         uint64_t hash);
void bsim_fit_hints_free(struct fit_hints *hints);

/* The members of "learned" in models.json, a new reference. show: called with a line about each. */
json_t *bsim_fit_hints_json(const struct fit_hints *hints, void (*show)(const char *name, const json_t *model));

#endif
