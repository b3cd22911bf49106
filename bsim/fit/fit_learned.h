/* fit_learned.h - models of learned values: what was seen at the places of hints becomes a constant, a formula over the
 * parameters, a value for each vector of parameters, or a histogram. Used by bsim fit and its tests. */
#ifndef BSIM_FIT_LEARNED_H
#define BSIM_FIT_LEARNED_H

#include "bsim/fit/fit.h"

enum fit_hint_kind { FIT_TRIPS, FIT_INTEGER, FIT_NUMBER, FIT_BRANCH };

struct fit_hint; /* one learned hint */
struct fit_hints {
    struct fit_hint *hint;
    int n;
    char **run; /* names of runs */
    int nrun;
    int least_ranks, most_ranks; /* of the runs; 0: not known */
};

/* VALUE was seen COUNT times with these parameters. False if the hint has other parameters or another kind already. */
bool bsim_fit_hint_add(struct fit_hints *hints, const char *name, const char *place, enum fit_hint_kind kind,
                       int nparam, const char *const *param, const double *x, double value, uint64_t count);
/* One process of a run saw COUNT values (number 0) or values of a parameter (its number), whose order has this hash. */
void bsim_fit_hint_order(struct fit_hints *hints, const char *run, const char *name, int number, uint64_t count,
                         uint64_t hash);
/* A run with so many ranks. */
void bsim_fit_hint_ranks(struct fit_hints *hints, int ranks);
void bsim_fit_hints_free(struct fit_hints *hints);

/* The members of "learned" in models.json, a new reference. show: called with a line about each. */
json_t *bsim_fit_hints_json(const struct fit_hints *hints, void (*show)(const char *name, const json_t *model));

/* ---- fit_power.c ---- */

/* factor * product of parameters to the powers power2/2 */
struct fit_power {
    double factor;
    int power2[FIT_MAX_PARAMS];
    double error_median, error_max; /* relative, of points that were left out of the factor */
};

/* The power law that fits the block's points (time_s: the values) best. False if there is none: too few points, a value
 * that is not positive, no positive parameter that takes three values. */
bool bsim_fit_power(struct fit_power *power, const struct fit_block *block);
/* "2.35*sqrt(nx)*sqrt(ny)/p". Returns buf. */
char *bsim_fit_power_text(const struct fit_power *power, const struct fit_block *block, char *buf, size_t size);

#endif
