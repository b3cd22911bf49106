/* model_kinds.c - the member "by_kind" of a model: the block's time on nodes of a kind. */
#include "bsim/base/alloc.h"
#include "bsim/base/kinds.h"
#include "bsim/cost/model_private.h"

static bool read_kind(struct model *m, struct kind_model *k, struct bsim_jval v, const char *name) {
    static const char *const formula_keys[] = {"time", "pieces", "memory_share", "comment", NULL};
    static const char *const speed_keys[] = {"speed", "comment", NULL};
    struct bsim_jval speed = {0};
    if ((k->kind = bsim_kind_use(v, name)) == 0 || !bsim_jval_object(v))
        return false;
    if (!bsim_jval_present(speed = bsim_jval_get(v, "speed"))) {
        bool formula = bsim_jval_present(bsim_jval_get(v, "time")) || bsim_jval_present(bsim_jval_get(v, "pieces"));
        if (!formula && bsim_jval_keys(v, formula_keys))
            return bsim_jval_error(v,
                                   "needs \"speed\" (the block's speed on such nodes, relative to the measured one), "
                                   "\"time\" or \"pieces\"");
        return bsim_jval_keys(v, formula_keys) && bsim_model_formula_read(m, &k->formula, v) &&
               bsim_memory_share_read(&k->memory, bsim_jval_get(v, "memory_share"));
    }
    if (!bsim_jval_keys(v, speed_keys))
        return false;
    k->speed = bsim_jval_quantity(speed, BSIM_UNIT_NONE, true);
    return k->speed > 0;
}

bool bsim_model_kinds_read(struct model *m, struct bsim_jval v) {
    struct bsim_jval kinds = bsim_jval_get(v, "by_kind");
    size_t n = bsim_jval_size(kinds);
    if (!bsim_jval_present(kinds))
        return true;
    if (!bsim_jval_object(kinds))
        return false;
    m->kind = bsim_alloc((n + 1) * sizeof *m->kind);
    for (size_t i = 0; i < n; i++) {
        const char *name;
        struct bsim_jval kind = bsim_jval_member(kinds, i, &name);
        if (!read_kind(m, &m->kind[m->nkind++], kind, name))
            return false;
    }
    return true;
}

void bsim_model_kinds_free(struct model *m) {
    for (int i = 0; i < m->nkind; i++)
        bsim_model_formula_free(&m->kind[i].formula);
    bsim_free(m->kind);
}

const struct kind_model *bsim_model_kind(const struct model *m, int kind) {
    for (int i = 0; kind > 0 && i < m->nkind; i++)
        if (m->kind[i].kind == kind)
            return &m->kind[i];
    return NULL;
}
