/* models_text.c - models as short texts, for tables: formula, parameters, range, error. Each function reads a model
 * that is known to be good. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/cmd/models.h"

/* Ends a text that was written to f. */
static char *end(FILE *f, char **text) {
    if (f)
        fclose(f);
    return f ? *text : strdup("?");
}

static void print_value(FILE *f, struct bsim_jval v) {
    if (json_is_string(v.json))
        fputs(json_string_value(v.json), f);
    else if (json_is_number(v.json))
        fprintf(f, "%g", json_number_value(v.json));
    else if (json_is_array(v.json))
        fprintf(f, "drawn from %zu values", json_array_size(v.json));
    else
        fputs("not filled in", f);
}

/* The value of a model or piece, whatever it is called. */
static struct bsim_jval value_of(struct bsim_jval v) {
    static const char *const keys[] = {"time", "value", "histogram", "factor", "extra", NULL};
    for (int i = 0; keys[i]; i++)
        if (bsim_jval_present(bsim_jval_get(v, keys[i])))
            return bsim_jval_get(v, keys[i]);
    return bsim_jval_get(v, "probability");
}

static void print_formula(FILE *f, struct bsim_jval model) {
    struct bsim_jval pieces = bsim_jval_get(model, "pieces");
    size_t n = bsim_jval_present(pieces) ? bsim_jval_size(pieces) : 1;
    for (size_t i = 0; i < n; i++) {
        struct bsim_jval p = bsim_jval_present(pieces) ? bsim_jval_at(pieces, i) : model,
                         when = bsim_jval_get(p, "when");
        if (i)
            fputs(bsim_jval_present(when) ? ", " : ", else ", f);
        print_value(f, value_of(p));
        if (bsim_jval_present(when)) {
            fputs(" where ", f);
            print_value(f, when);
        }
        struct bsim_jval passing = bsim_jval_get(p, "transition");
        if (bsim_jval_present(passing)) {
            fputs(" (transition from ", f);
            print_value(f, bsim_jval_get(passing, "from"));
            fputs(" to ", f);
            print_value(f, bsim_jval_get(passing, "to"));
            fputs(" of ", f);
            print_value(f, bsim_jval_get(passing, "of"));
            fputs(")", f);
        }
    }
}

/* ", times 1 + 1.48*max(0, 1 - 78835/(rows))" or ", times 1 + 1.48/(1 + (78835/(rows))^4)", behind the formula. */
static void print_cache(FILE *f, struct bsim_jval cache) {
    double slower = json_number_value(bsim_jval_get(cache, "slower").json),
           size = json_number_value(bsim_jval_get(cache, "size").json),
           power = json_number_value(bsim_jval_get(cache, "power").json);
    fprintf(f, power > 0 ? ", times 1 + %.4g/(1 + (%.6g/(" : ", times 1 + %.4g*max(0, 1 - %.6g/(", slower, size);
    print_value(f, bsim_jval_get(cache, "of"));
    if (power > 0)
        fprintf(f, "))^%.4g)", power);
    else
        fputs("))", f);
}

char *bsim_models_formula_text(struct bsim_jval model) {
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    struct bsim_jval kinds = bsim_jval_get(model, "by_kind");
    if (f)
        print_formula(f, model);
    if (f && bsim_jval_present(bsim_jval_get(model, "cache")))
        print_cache(f, bsim_jval_get(model, "cache"));
    for (size_t i = 0; f && i < bsim_jval_size(kinds); i++) {
        const char *name;
        struct bsim_jval kind = bsim_jval_member(kinds, i, &name), speed = bsim_jval_get(kind, "speed");
        fprintf(f, "; on nodes of kind %s ", name);
        if (bsim_jval_present(speed)) {
            fputs("at speed ", f);
            print_value(f, speed);
        } else {
            print_formula(f, kind);
        }
    }
    return end(f, &text);
}

char *bsim_models_params_text(struct bsim_jval model) {
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    struct bsim_jval params = bsim_jval_get(model, "params");
    for (size_t i = 0; f && i < bsim_jval_size(params); i++) {
        const char *alias, *name = bsim_jval_string(bsim_jval_member(params, i, &alias));
        fprintf(f, strcmp(alias, name) ? "%s%s = %s" : "%s%s", i ? ", " : "", alias, name);
    }
    if (f && bsim_jval_size(params) == 0)
        fputc('-', f);
    return end(f, &text);
}

char *bsim_models_range_text(struct bsim_jval model) {
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    struct bsim_jval fit = bsim_jval_get(model, "fit"), range = bsim_jval_get(fit, "range");
    for (size_t i = 0; f && i < bsim_jval_size(range); i++) {
        const char *alias;
        struct bsim_jval r = bsim_jval_member(range, i, &alias);
        double low = json_number_value(bsim_jval_at(r, 0).json), high = json_number_value(bsim_jval_at(r, 1).json);
        if (low == high)
            fprintf(f, "%s%s %.6g", i ? ", " : "", alias, low);
        else
            fprintf(f, "%s%s %.6g to %.6g", i ? ", " : "", alias, low, high);
    }
    if (f && bsim_jval_size(range) == 0)
        fputc('-', f);
    return end(f, &text);
}

char *bsim_models_error_text(struct bsim_jval model) {
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    struct bsim_jval fit = bsim_jval_get(model, "fit"), median = bsim_jval_get(fit, "error_median");
    struct bsim_jval most = bsim_jval_get(fit, "error_max");
    if (f && json_is_number(median.json)) {
        fprintf(f, "%.1f %%", 100 * json_number_value(median.json));
        if (json_is_number(most.json))
            fprintf(f, " (at most %.1f %%)", 100 * json_number_value(most.json));
    } else if (f) {
        fputs(bsim_jval_present(fit) ? "not known" : "-", f);
    }
    return end(f, &text);
}

/* A deviation in percent, or its formula. */
static void print_deviation(FILE *f, struct bsim_jval v) {
    if (json_is_number(v.json))
        fprintf(f, "%.1f %%", 100 * json_number_value(v.json));
    else
        print_value(f, v);
}

/* What the factors of one level are drawn from. */
static void print_distribution(FILE *f, struct bsim_jval v) {
    if (!json_is_object(v.json)) {
        print_deviation(f, v);
        return;
    }
    struct bsim_jval lognormal = bsim_jval_get(v, "lognormal"), half = bsim_jval_get(v, "halfnormal"),
                     two = bsim_jval_get(v, "two_speeds");
    if (bsim_jval_present(lognormal)) {
        print_deviation(f, lognormal);
    } else if (bsim_jval_present(half)) {
        fputs("half-normal ", f);
        print_deviation(f, half);
    } else if (bsim_jval_present(two)) {
        fputs("factor ", f);
        print_value(f, bsim_jval_get(two, "factor"));
        fputs(" with probability ", f);
        print_value(f, bsim_jval_get(two, "probability"));
    } else {
        print_value(f, bsim_jval_get(v, "histogram"));
    }
}

char *bsim_models_distribution_text(struct bsim_jval v) {
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (f)
        print_distribution(f, v);
    return end(f, &text);
}

char *bsim_models_noise_text(struct bsim_jval noise) {
    static const char *const level[][2] = {
        {"execution", "executions "}, {"run", "runs "}, {"node", "nodes "}, {"together", "a node's executions "}};
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    bool any = false;
    if (f && !json_is_object(noise.json))
        print_deviation(f, noise);
    for (int i = 0; i < (int)(sizeof level / sizeof *level) && f && json_is_object(noise.json); i++) {
        struct bsim_jval v = bsim_jval_get(noise, level[i][0]);
        if (!bsim_jval_present(v))
            continue;
        fprintf(f, "%s%s", any ? "; " : "", level[i][1]);
        print_distribution(f, v);
        any = true;
    }
    return end(f, &text);
}

const char *bsim_models_label(struct bsim_jval model) {
    struct bsim_jval label = bsim_jval_get(model, "label"), place = bsim_jval_get(model, "place");
    return json_is_string(label.json)   ? json_string_value(label.json)
           : json_is_string(place.json) ? json_string_value(place.json)
                                        : "-";
}
