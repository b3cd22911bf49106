/* model_errors.c - how far a block's measured times were from its model: the member "fit". */
#include <float.h>
#include <math.h>

#include <jansson.h>

#include "bsim/base/json_read.h"
#include "bsim/cost/model_private.h"
#include "bsim/stat/trust.h"

static void read_numbers(struct bsim_model_errors *e, struct bsim_jval fit) {
    *e = (struct bsim_model_errors){.fitted = bsim_jval_present(fit),
                                    .error_median = NAN,
                                    .error_max = NAN,
                                    .spread_median = NAN,
                                    .spread_max = NAN};
    struct {
        const char *key;
        double *to;
        bool may_be_null;
        double most;
    } all[] = {{"error_median", &e->error_median, true, HUGE_VAL},
               {"error_max", &e->error_max, true, HUGE_VAL},
               {"spread_median", &e->spread_median, true, HUGE_VAL},
               {"spread_max", &e->spread_max, true, HUGE_VAL},
               {"left_out", &e->left_out, false, 1},
               {"uneven", &e->uneven, false, HUGE_VAL}};
    for (size_t i = 0; bsim_jval_present(fit) && i < sizeof all / sizeof *all; i++) {
        struct bsim_jval v = bsim_jval_get(fit, all[i].key);
        if (bsim_jval_present(v) && !(all[i].may_be_null && json_is_null(v.json)))
            *all[i].to = bsim_jval_number(v, 0, all[i].most);
    }
    if (bsim_jval_present(fit) && bsim_jval_present(bsim_jval_get(fit, "timer")))
        e->timer_s = bsim_jval_number(bsim_jval_get(fit, "timer"), 0, HUGE_VAL);
    e->samples = (int)json_integer_value(json_object_get(fit.json, "samples"));
}

/* "errors": pairs of a time in seconds and the relative error near it, the times rising. */
static bool read_near(struct model *m, struct bsim_jval list) {
    if (!bsim_jval_present(list))
        return true;
    if (!bsim_jval_list(list) || bsim_jval_size(list) == 0 || bsim_jval_size(list) > MAX_NEAR)
        return bsim_jval_error(list, "accepted: a list of 1 to %d pairs of a time and an error", MAX_NEAR);
    for (size_t i = 0; i < bsim_jval_size(list); i++) {
        struct bsim_jval pair = bsim_jval_at(list, i);
        if (!bsim_jval_list(pair) || bsim_jval_size(pair) != 2)
            return bsim_jval_error(pair, "accepted: a time in seconds and a relative error");
        struct bsim_near *e = &m->near[m->nnear++];
        e->time_s = bsim_jval_number(bsim_jval_at(pair, 0), DBL_MIN, DBL_MAX);
        e->error = bsim_jval_number(bsim_jval_at(pair, 1), 0, DBL_MAX);
        if (!(e->time_s > 0) || !(json_number_value(bsim_jval_at(pair, 1).json) >= 0))
            return false; /* that is told */
        if (i > 0 && !(e->time_s > e[-1].time_s))
            return bsim_jval_error(pair, "must have a longer time than the pair before");
    }
    return true;
}

/* "busy": the numbers of busy cores of the node in the measurement, in rising order. */
static bool read_busy(struct model *m, struct bsim_jval fit) {
    struct bsim_jval busy = bsim_jval_present(fit) ? bsim_jval_get(fit, "busy") : (struct bsim_jval){0};
    m->base_busy = 1;
    if (!bsim_jval_present(busy))
        return true;
    if (!bsim_jval_list(busy))
        return false;
    for (size_t i = 0; i < bsim_jval_size(busy); i++) {
        int n = (int)bsim_jval_int(bsim_jval_at(busy, i), 1, 1 << 20);
        if (n <= m->errors.busy)
            return bsim_jval_error(busy, "accepted: numbers of busy cores in rising order");
        m->base_busy = i == 0 ? n : m->base_busy;
        m->errors.busy = n;
    }
    struct bsim_jval slower = bsim_jval_get(fit, "slower");
    if (bsim_jval_present(slower))
        m->errors.slower = bsim_jval_number(slower, 1e-3, 1e3);
    m->errors.base_busy = m->base_busy;
    return true;
}

bool bsim_model_errors_read(struct model *m, struct bsim_jval fit) {
    read_numbers(&m->errors, fit);
    if (!read_busy(m, fit) || (bsim_jval_present(fit) && !read_near(m, bsim_jval_get(fit, "errors"))))
        return false;
    m->errors.longest_s = m->nnear > 0 ? m->near[m->nnear - 1].time_s : 0;
    return true;
}

double bsim_models_error_near(const struct bsim_models *models, int block, double of_all) {
    const struct model *m = &models->model[block];
    double error = isnan(m->near_error)
                       ? of_all
                       : fmax(m->near_error, bsim_trust_within(m->errors.spread_median, m->errors.spread_max));
    double more = hypot(m->last_apart, m->last_passing);
    return more > 0 ? hypot(isnan(error) ? 0 : error, more) : error;
}

bool bsim_models_has_errors_near(const struct bsim_models *models, int block) {
    const struct model *m = &models->model[block];
    bool any = m->nnear > 0 || m->nrival > 0;
    for (int i = 0; i < m->formula.npiece; i++)
        any = any || m->formula.piece[i].of;
    return any && !m->constant;
}
