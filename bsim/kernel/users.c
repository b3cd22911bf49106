/* users.c - see users.h. */
#include "bsim/kernel/users.h"

#include "bsim/base/alloc.h"
#include "bsim/base/clock.h"
#include "bsim/kernel/engine.h"

/* Whether there is something to compare with: makes room at the first user. */
static bool has_scenarios(struct bsim_user *last) {
    if (bsim_context.nscen > 1 && !last->key)
        last->key = bsim_alloc((size_t)bsim_context.nscen * sizeof *last->key);
    return last->key != NULL;
}

static bool is_after(const struct bsim_user *last, const double *key, uint64_t order, int k) {
    return key[k] > last->key[k] || (key[k] == last->key[k] && order >= last->order);
}

void bsim_user_comes(struct bsim_user *last, const double *key, uint64_t order, const void *site) {
    if (!has_scenarios(last))
        return;
    bool after = is_after(last, key, order, 0);
    for (int k = 1; k < bsim_context.nscen; k++)
        if (is_after(last, key, order, k) != after)
            bsim_diverge(k, site);
    bsim_clock_copy(last->key, key);
    last->order = order;
}

void bsim_user_joins(struct bsim_user *last, const double *key, uint64_t order) {
    if (!has_scenarios(last))
        return;
    bsim_clock_raise(last->key, key);
    last->order = order > last->order ? order : last->order;
}
