/* operator_models.c - reads the member "operators" of models.json; see operators.h. */
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/units.h"
#include "bsim/cost/model_private.h"
#include "bsim/cost/operators.h"

static void read_fit(struct bsim_operator_model *m, struct bsim_jval fit) {
    struct bsim_jval bytes = bsim_jval_get(fit, "element_bytes");
    m->fitted = true;
    m->error = bsim_model_error_read(fit);
    if (!bsim_jval_present(bytes))
        return;
    if (!bsim_jval_list(bytes))
        return;
    if (bsim_jval_size(bytes) != 2) {
        bsim_jval_error(bytes, "\"element_bytes\" is a list of two numbers, the least and the greatest");
        return;
    }
    m->least_bytes = bsim_jval_number(bsim_jval_at(bytes, 0), 0, HUGE_VAL);
    m->greatest_bytes = bsim_jval_number(bsim_jval_at(bytes, 1), m->least_bytes, HUGE_VAL);
}

static bool read_model(struct bsim_operator_model *m, const char *name, struct bsim_jval v) {
    static const char *const keys[] = {"made", "call_s", "element_s", "byte_s", "fit", "comment", NULL};
    *m = (struct bsim_operator_model){.name = bsim_strdup(name)};
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return false;
    struct bsim_jval made = bsim_jval_get(v, "made"), fit = bsim_jval_get(v, "fit"),
                     part[] = {bsim_jval_need(v, "call_s"), bsim_jval_need(v, "element_s"), bsim_jval_get(v, "byte_s")};
    double *const to[] = {&m->call_s, &m->element_s, &m->byte_s};
    if (bsim_jval_present(made) && bsim_jval_string(made) == NULL)
        return false;
    for (int i = 0; i < 3; i++) {
        if (!bsim_jval_present(part[i]) && i < 2)
            return false;
        *to[i] = bsim_jval_present(part[i]) ? bsim_jval_quantity(part[i], BSIM_UNIT_TIME, false) : 0;
        if (isnan(*to[i]))
            return false;
    }
    if (bsim_jval_present(fit) && !bsim_jval_object(fit))
        return false;
    if (bsim_jval_present(fit))
        read_fit(m, fit);
    return true;
}

bool bsim_operator_models_read(struct bsim_operator_models *of, struct bsim_jval v) {
    if (!bsim_jval_present(v))
        return true;
    if (!bsim_jval_object(v))
        return false;
    of->of = bsim_alloc((bsim_jval_size(v) + 1) * sizeof *of->of);
    for (size_t i = 0; i < bsim_jval_size(v); i++) {
        const char *name;
        struct bsim_jval member = bsim_jval_member(v, i, &name);
        if (!read_model(&of->of[of->n++], name, member))
            return false;
    }
    return true;
}

void bsim_operator_models_free(struct bsim_operator_models *of) {
    for (int i = 0; i < of->n; i++)
        bsim_free(of->of[i].name);
    bsim_free(of->of);
    *of = (struct bsim_operator_models){0};
}
