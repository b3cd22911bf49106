/* rest_model.c - reads the member "rest" of models.json; see rest.h. */
#include <limits.h>
#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/base/units.h"
#include "bsim/cost/rest.h"

static bool read_fit(struct bsim_rest_model *rest, struct bsim_jval fit) {
    struct bsim_jval error = bsim_jval_get(fit, "error"), range = bsim_jval_get(fit, "longest_s"),
                     runs = bsim_jval_get(fit, "runs");
    rest->fitted = true;
    if (!bsim_jval_object(fit) || (bsim_jval_present(runs) && bsim_jval_int(runs, 1, INT_MAX) < 1))
        return false;
    if (bsim_jval_present(error) && isnan(rest->error = bsim_jval_number(error, 0, HUGE_VAL)))
        return false;
    if (!bsim_jval_present(range))
        return true;
    if (!bsim_jval_list(range))
        return false;
    if (bsim_jval_size(range) != 2)
        return bsim_jval_error(range, "must be two times in seconds, the least and the greatest");
    rest->least_s = bsim_jval_number(bsim_jval_at(range, 0), 0, HUGE_VAL);
    rest->most_s = bsim_jval_number(bsim_jval_at(range, 1), rest->least_s, HUGE_VAL);
    return !isnan(rest->most_s); /* nor is least_s, or the second would be bad */
}

bool bsim_rest_model_read(struct bsim_rest_model *rest, struct bsim_jval v) {
    static const char *const keys[] = {"constant_s", "block", "longest", "fit", "comment", NULL};
    struct bsim_jval constant = bsim_jval_get(v, "constant_s"), block = bsim_jval_get(v, "block"),
                     fit = bsim_jval_get(v, "fit");
    *rest = (struct bsim_rest_model){.error = 0};
    if (!bsim_jval_present(v))
        return true;
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return false;
    if (bsim_jval_present(constant) && isnan(rest->constant_s = bsim_jval_quantity(constant, BSIM_UNIT_TIME, false)))
        return false;
    if (bsim_jval_present(block)) {
        const char *name = bsim_jval_string(block);
        struct bsim_jval times = bsim_jval_need(v, "longest");
        if (name == NULL || !bsim_jval_present(times) || isnan(rest->longest = bsim_jval_number(times, 0, 1e6)))
            return false;
        rest->block = bsim_strdup(name);
    } else if (bsim_jval_present(bsim_jval_get(v, "longest"))) {
        return bsim_jval_error(bsim_jval_get(v, "longest"), "is so many times the longest execution of a \"block\", "
                                                            "which is missing");
    }
    return !bsim_jval_present(fit) || read_fit(rest, fit);
}

void bsim_rest_model_free(struct bsim_rest_model *rest) {
    bsim_free(rest->block);
    rest->block = NULL;
}
