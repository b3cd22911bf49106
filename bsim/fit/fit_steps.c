/* fit_steps.c - parameters whose values in the samples are all multiples of a number: what others take is in none, as
 * the last rounds of a loop that goes in steps of 8. */
#include <math.h>

#include "bsim/fit/fit.h"

/* The greatest number that divides both; whole numbers of at least 0. */
static double divisor(double a, double b) {
    while (b > 0) {
        double rest = fmod(a, b);
        a = b;
        b = rest;
    }
    return a;
}

double bsim_fit_step(const struct fit_block *b, int param) {
    double step = 0, first = NAN, second = NAN;
    bool several = false;
    for (int i = 0; i < b->npoint; i++) {
        double x = b->point[i].x[param];
        if (x != rint(x) || fabs(x) > 1e15)
            return 0;
        step = divisor(step, fabs(x));
        several = several || (!isnan(second) && x != first && x != second);
        second = isnan(second) && i > 0 && x != first ? x : second;
        first = i == 0 ? x : first;
    }
    return several && step >= 2 ? step : 0;
}

json_t *bsim_fit_steps_json(const struct fit_model *m, const struct fit_block *b) {
    json_t *all = json_object();
    for (int k = 0; k < b->nparam; k++) {
        double step = m->where.anywhere >> k & 1 ? 0 : bsim_fit_step(b, k);
        if (step > 0)
            json_object_set_new(all, b->alias[k], bsim_fit_number(step));
    }
    if (json_object_size(all) > 0)
        return all;
    json_decref(all);
    return NULL;
}
