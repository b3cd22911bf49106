/* model_where.c - parameters that only say where the work is: "where" of a model, and the places of executions. */
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cost/model_private.h"

/* Numbers of places are spread by it. */
static const uint64_t apart = 0x9e3779b97f4a7c15u;

bool bsim_model_where_read(struct model *m, struct bsim_jval v) {
    struct bsim_jval all = bsim_jval_get(v, "where");
    if (!bsim_jval_present(all))
        return true;
    if (!bsim_jval_object(all))
        return false;
    m->where = bsim_alloc((bsim_jval_size(all) + 1) * sizeof *m->where);
    for (size_t i = 0; i < bsim_jval_size(all); i++) {
        const char *alias;
        struct bsim_jval period = bsim_jval_member(all, i, &alias);
        int var = bsim_model_find_var(m, period, alias);
        if (var == m->vars.n)
            return false;
        m->where[m->nwhere++] = (struct where){var, bsim_jval_number(period, 0, HUGE_VAL)};
    }
    return true;
}

bool bsim_models_has_where(const struct bsim_models *models, int block) {
    return models->model[block].nwhere > 0;
}

struct bsim_work_place bsim_models_place(struct bsim_models *models, int block, const double *param,
                                         const struct bsim_spot *spot) {
    struct model *m = &models->model[block];
    struct bsim_work_place place = {.unit = NAN};
    bool waves = true;
    bsim_model_counts_set(m, param, spot);
    for (int i = 0; i < m->nwhere; i++) {
        const struct where *w = &m->where[i];
        double value = m->vars.value[w->var];
        uint64_t bits;
        if (w->period > 0 && !isnan(place.unit))
            continue; /* one wave is enough */
        if (w->period > 0) {
            double part = value / w->period;
            place.unit = 1 - fabs(1 - 2 * (part - floor(part)));
            value = floor(4 * part); /* parts that are alike */
        }
        waves = waves && w->period > 0;
        memcpy(&bits, &value, sizeof bits);
        place.number = (place.number ^ bits) * apart;
    }
    place.unit = waves ? place.unit : NAN;
    return place;
}
