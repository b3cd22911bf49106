/* same_input.c - see same_input.h. */
#include "bsim/bench/same_input.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double APART = 0.05;

/* All of a are below all of b, or above. */
static bool are_apart(struct fit_range a, struct fit_range b) {
    double most = APART * fmax(fmax(fabs(a.low), fabs(a.high)), fmax(fabs(b.low), fabs(b.high)));
    return a.low - b.high > most || b.low - a.high > most;
}

/* The member "parameters" of a block; NULL: there is none. */
static const json_t *block_of(const json_t *parameters, const char *name) {
    const json_t *block;
    size_t i;
    json_array_foreach(json_object_get(parameters, "blocks"), i, block) {
        const char *its = json_string_value(json_object_get(block, "name"));
        if (its && strcmp(its, name) == 0)
            return json_object_get(block, "parameters");
    }
    return NULL;
}

static bool range_of(const json_t *block, const char *parameter, struct fit_range *out) {
    const json_t *one;
    size_t i;
    json_array_foreach(block, i, one) {
        const char *its = json_string_value(json_object_get(one, "name"));
        const json_t *low = json_object_get(one, "least"), *high = json_object_get(one, "greatest");
        if (!its || strcmp(its, parameter) != 0 || !json_is_number(low) || !json_is_number(high))
            continue;
        *out = (struct fit_range){json_number_value(low), json_number_value(high)};
        return true;
    }
    return false;
}

/* "100", or "2 to 128" */
static void range_text(struct fit_range r, char *text, size_t size) {
    if (r.low == r.high)
        snprintf(text, size, "%.10g", r.low);
    else
        snprintf(text, size, "%.10g to %.10g", r.low, r.high);
}

bool bsim_bench_other_input(const struct fit_data *data, int run, const json_t *parameters, char *text, size_t size) {
    for (int b = 0; b < data->nblock; b++) {
        const struct fit_block *block = &data->block[b];
        const struct fit_range *measured = bsim_fit_sizes(block, run);
        const json_t *of = measured ? block_of(parameters, block->name) : NULL;
        for (int k = 0; of && k < block->nparam; k++) {
            struct fit_range now;
            char then[64], here[64];
            if (!range_of(of, block->param[k], &now) || !are_apart(measured[k], now))
                continue;
            range_text(measured[k], then, sizeof then);
            range_text(now, here, sizeof here);
            snprintf(text, size, "%s had %s = %s, and the skeleton has %s", block->name, block->param[k], then, here);
            return true;
        }
    }
    return false;
}
