/* model_hidden.c - "hidden" of a fit: sizes of other blocks with which a block's times may go, and how far outside of
 * the samples a run has them. */
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/cost/model_private.h"

bool bsim_model_hidden_read(struct model *m, struct bsim_jval fit) {
    static const char *const keys[] = {"block", "param", "beyond", "clear", NULL};
    struct bsim_jval all = bsim_jval_get(fit, "hidden");
    if (!bsim_jval_present(all))
        return true;
    if (!bsim_jval_list(all))
        return false;
    m->hidden = bsim_alloc((bsim_jval_size(all) + 1) * sizeof *m->hidden);
    for (size_t i = 0; i < bsim_jval_size(all); i++) {
        struct bsim_jval v = bsim_jval_at(all, i);
        if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
            return false;
        struct bsim_jval block = bsim_jval_need(v, "block"), param = bsim_jval_need(v, "param"),
                         beyond = bsim_jval_need(v, "beyond"), clear = bsim_jval_get(v, "clear");
        if (!bsim_jval_present(block) || !bsim_jval_present(param) || !bsim_jval_present(beyond))
            return false;
        struct hidden *h = &m->hidden[m->nhidden++];
        *h = (struct hidden){bsim_strdup(bsim_jval_string(block)), bsim_strdup(bsim_jval_string(param)),
                             bsim_jval_number(beyond, 0, HUGE_VAL), bsim_jval_present(clear) && bsim_jval_bool(clear)};
        if (!(h->beyond >= 0))
            return false; /* that is told */
    }
    return true;
}

void bsim_model_hidden_free(struct model *m) {
    for (int i = 0; i < m->nhidden; i++) {
        bsim_free(m->hidden[i].block);
        bsim_free(m->hidden[i].param);
    }
    bsim_free(m->hidden);
}

/* How many factors of two a value outside of its range is from the middle of that, where the formula has the time. */
static double from_middle(const struct bsim_far *far) {
    return far->low > 0 && far->used > 0 ? fabs(log2(far->used / sqrt(far->low * far->high))) : bsim_far_doublings(far);
}

/* Where the run has the parameter of the other block outside of its range; NULL: nowhere. */
static const struct bsim_far *find(const struct bsim_models *models, const struct hidden *h,
                                   struct bsim_far far[BSIM_MOST_FAR], int *of) {
    for (int i = 0; i < models->nblock; i++) {
        const struct model *m = &models->model[i];
        if (m->name == NULL || strcmp(m->name, h->block) != 0)
            continue;
        int n = bsim_vars_far(&m->vars, far);
        for (int k = 0; k < n; k++)
            if (strcmp(m->vars.alias[far[k].var], h->param) == 0 && m->vars.source[far[k].var] >= 0) {
                *of = i;
                return &far[k];
            }
    }
    return NULL;
}

struct bsim_hidden bsim_models_hidden(const struct bsim_models *models, int block) {
    const struct model *m = &models->model[block];
    struct bsim_hidden out = {0};
    for (int i = 0; i < m->nhidden; i++) {
        struct bsim_far all[BSIM_MOST_FAR];
        int of;
        const struct bsim_far *far = find(models, &m->hidden[i], all, &of);
        if (far == NULL)
            continue;
        double doubt = log1p(m->hidden[i].beyond) * from_middle(far);
        if (doubt <= out.doubt)
            continue;
        out = (struct bsim_hidden){.parameter = models->block[of].params[models->model[of].vars.source[far->var]],
                                   .block = models->block[of].name,
                                   .far = *far,
                                   .doubt = doubt,
                                   .clear = m->hidden[i].clear};
    }
    return out;
}
