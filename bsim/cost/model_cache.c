/* model_cache.c - the member "cache" of a model: data that outgrow a cache. */
#include <float.h>

#include "bsim/base/json_read.h"
#include "bsim/cost/model_private.h"

bool bsim_model_cache_read(struct model *m, struct bsim_jval v) {
    static const char *const keys[] = {"of", "size", "slower", "power", "comment", NULL};
    char what[200];
    if (!bsim_jval_present(v))
        return true;
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return false;
    struct bsim_jval of = bsim_jval_need(v, "of"), size = bsim_jval_need(v, "size"),
                     slower = bsim_jval_need(v, "slower"), power = bsim_jval_get(v, "power");
    if (!bsim_jval_present(of) || !bsim_jval_present(size) || !bsim_jval_present(slower))
        return false;
    snprintf(what, sizeof what, "block %s", m->name);
    m->cache_of = bsim_vars_expr(&m->vars, of, what);
    m->cache.size = bsim_jval_number(size, DBL_MIN, DBL_MAX);
    m->cache.slower = bsim_jval_number(slower, 0, 1e6);
    if (bsim_jval_present(power))
        m->cache.power = bsim_jval_number(power, 1, 100);
    return m->cache_of != NULL && m->cache.size > 0 && m->cache.slower >= 0;
}

double bsim_model_cache_factor(const struct model *m) {
    return m->cache_of ? bsim_cache_factor(&m->cache, bsim_expr_eval(m->cache_of)) : 1;
}
