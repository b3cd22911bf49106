/* model_arguments.c - the arguments that all measured runs had: the member "arguments" of models.json. */
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/arguments.h"
#include "bsim/bsim.h"
#include "bsim/cost/model_private.h"

#pragma weak bsim_read_arguments
#pragma weak bsim_left_options

bool bsim_model_arguments_read(struct bsim_models *models, struct bsim_jval list) {
    if (!bsim_jval_present(list))
        return true;
    if (!bsim_jval_list(list))
        return false;
    size_t n = bsim_jval_size(list);
    models->argument = bsim_alloc((n + 1) * sizeof *models->argument);
    models->has_arguments = true;
    for (size_t i = 0; i < n; i++) {
        struct bsim_jval v = bsim_jval_at(list, i);
        if (!json_is_null(v.json) && !json_is_string(v.json))
            return bsim_jval_error(v, "accepted: an argument as text, or null where the measured runs differed");
        models->argument[models->nargument++] = json_is_null(v.json) ? NULL : bsim_strdup(bsim_jval_string(v));
    }
    return true;
}

void bsim_model_arguments_free(struct bsim_models *models) {
    for (int i = 0; i < models->nargument; i++)
        bsim_free(models->argument[i]);
    bsim_free(models->argument);
    bsim_free(models->changed);
}

const char *bsim_models_changed(struct bsim_models *models, char *const *argument, bool *chooses) {
    *chooses = false;
    bsim_free(models->changed);
    models->changed = models->has_arguments
                          ? bsim_arguments_changed(models->nargument, models->argument, argument, bsim_read_arguments,
                                                   bsim_left_options, "here", chooses)
                          : NULL;
    return models->changed;
}
