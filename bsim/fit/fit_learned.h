/* fit_learned.h - models of learned values: the values recorded at a hint become a constant, a formula over the
 * parameters, a case for each vector of parameters, or a histogram. Used by bsim fit and its tests. */
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
    int least_ranks, most_ranks; /* smallest and largest number of ranks of the runs; 0: not known */
};

/* Adds a value that occurred count times with these parameters. False if earlier samples give the hint other parameters
 * or another kind. */
bool bsim_fit_hint_add(struct fit_hints *hints, const char *name, const char *place, enum fit_hint_kind kind,
                       int nparam, const char *const *param, const double *x, double value, uint64_t count);
/* Adds the order of values that one process of a run saw: count values whose sequence has this hash. number 0: the
 * hint's value; 1, 2, ...: its parameters. */
void bsim_fit_hint_order(struct fit_hints *hints, const char *run, const char *name, int number, uint64_t count,
                         uint64_t hash);
/* Notes that a run had so many ranks. */
void bsim_fit_hint_ranks(struct fit_hints *hints, int ranks);
void bsim_fit_hints_free(struct fit_hints *hints);

/* The object "learned" of models.json; a new reference. show is called for each of its members. */
json_t *bsim_fit_hints_json(const struct fit_hints *hints, void (*show)(const char *name, const json_t *model));

/* ---- fit_power.c ---- */

/* factor * product of parameters to the powers power2/2 */
struct fit_power {
    double factor;
    int power2[FIT_MAX_PARAMS];
    double error_median, error_max; /* relative, of points left out of the fit of the factor */
};

/* The power law that fits the block's points best; their time_s holds the values. False if there is none: too few
 * points, a value that is not positive, or no parameter that is positive and takes at least three values. */
bool bsim_fit_power(struct fit_power *power, const struct fit_block *block);
/* "2.35*sqrt(nx)*sqrt(ny)/p". Returns buf. */
char *bsim_fit_power_text(const struct fit_power *power, const struct fit_block *block, char *buf, size_t size);

#endif
