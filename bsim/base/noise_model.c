/* noise_model.c - see noise_model.h. Knows nothing of draws, ranks and clocks. */
#include "bsim/base/noise_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bsim/base/alloc.h"

static const double MOST_DEVIATION = 100, MOST_FACTOR = 1e6, MOST_VALUE = 1e9, MOST_WEIGHT = 1e15;

static void free_value(struct bsim_noise_value *v) {
    bsim_expr_free(v->expr);
    bsim_free(v->text);
    bsim_free(v->where);
}

void bsim_noise_source_free(struct bsim_noise_source *s) {
    free_value(&s->deviation);
    free_value(&s->probability);
    free_value(&s->factor);
    bsim_free(s->histogram.value);
    bsim_free(s->histogram.upto);
    bsim_free(s->where);
}

void bsim_noise_model_free(struct bsim_noise_model *model) {
    for (int i = 0; i < BSIM_NOISE_LEVELS; i++)
        bsim_noise_source_free(&model->level[i]);
    *model = (struct bsim_noise_model){0};
}

static bool read_number(struct bsim_jval v, double most, double *to) {
    *to = bsim_jval_number(v, 0, most);
    return json_is_number(v.json) && json_number_value(v.json) == *to; /* else the error is set */
}

/* A number from 0 to most, or a formula; one without variables counts as a number. */
static bool read_value(struct bsim_noise_value *to, struct bsim_vars *vars, struct bsim_jval v, double most,
                       const char *what) {
    char where[256];
    to->line = bsim_jval_line(v);
    to->where = bsim_strdup(bsim_jval_where(v, where, sizeof where));
    if (!json_is_string(v.json) || vars == NULL)
        return read_number(v, most, &to->number);
    if ((to->expr = bsim_vars_expr(vars, v, what)) == NULL)
        return false;
    to->text = bsim_strdup(json_string_value(v.json));
    if (!bsim_expr_is_constant(to->expr))
        return true;
    to->number = bsim_expr_eval(to->expr);
    bsim_expr_free(to->expr);
    to->expr = NULL;
    if (to->number >= 0 && to->number <= most)
        return true;
    return bsim_jval_error(v, "is %g; accepted: a number from 0 to %g, or a formula that gives one", to->number, most);
}

static bool read_two_speeds(struct bsim_noise_source *s, struct bsim_vars *vars, struct bsim_jval v, const char *what) {
    static const char *const keys[] = {"probability", "factor", NULL};
    if (!bsim_jval_keys(v, keys))
        return false;
    struct bsim_jval probability = bsim_jval_need(v, "probability"), factor = bsim_jval_need(v, "factor");
    if (!bsim_jval_present(probability) || !bsim_jval_present(factor) ||
        !read_value(&s->probability, vars, probability, 1, what) ||
        !read_value(&s->factor, vars, factor, MOST_FACTOR, what))
        return false;
    return s->factor.expr || s->factor.number > 0 ||
           bsim_jval_error(factor, "is 0; accepted: a number above 0, by which the time is multiplied");
}

struct pair {
    double value, weight;
};

static int by_value(const void *a, const void *b) {
    const struct pair *p = a, *q = b;
    return (p->value > q->value) - (p->value < q->value);
}

/* Sorts the values, divides them by their mean and cumulates the weights; values without weight go. */
static bool make_histogram(struct bsim_noise_histogram *h, struct pair *pair, size_t n) {
    double sum = 0, weights = 0, below = 0;
    for (size_t i = 0; i < n; i++) {
        sum += pair[i].value * pair[i].weight;
        weights += pair[i].weight;
    }
    if (!(sum > 0))
        return false;
    qsort(pair, n, sizeof *pair, by_value);
    h->value = bsim_alloc(n * sizeof *h->value);
    h->upto = bsim_alloc(n * sizeof *h->upto);
    for (size_t i = 0; i < n; i++) {
        if (pair[i].weight == 0)
            continue;
        below += pair[i].weight;
        h->value[h->n] = pair[i].value / (sum / weights);
        h->upto[h->n++] = below / weights;
    }
    h->upto[h->n - 1] = 1;
    return true;
}

static bool read_histogram(struct bsim_noise_histogram *h, struct bsim_jval v) {
    if (!bsim_jval_list(v))
        return false;
    size_t n = bsim_jval_size(v);
    struct pair *pair = bsim_alloc((n + 1) * sizeof *pair);
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        struct bsim_jval p = bsim_jval_at(v, i);
        ok = bsim_jval_list(p) &&
             (bsim_jval_size(p) == 2 || bsim_jval_error(p, "must be a list of two numbers, [value, weight]"));
        ok = ok && read_number(bsim_jval_at(p, 0), MOST_VALUE, &pair[i].value) &&
             read_number(bsim_jval_at(p, 1), MOST_WEIGHT, &pair[i].weight);
    }
    if (ok && !make_histogram(h, pair, n))
        ok = bsim_jval_error(v, "needs a value above 0 with a weight above 0");
    bsim_free(pair);
    return ok;
}

bool bsim_noise_source_read(struct bsim_noise_source *s, struct bsim_vars *vars, struct bsim_jval v, const char *what) {
    static const char *const keys[] = {"lognormal", "halfnormal", "two_speeds", "histogram", NULL};
    char where[256];
    int which = 0;
    s->line = bsim_jval_line(v);
    s->where = bsim_strdup(bsim_jval_where(v, where, sizeof where));
    if (json_is_number(v.json) || (json_is_string(v.json) && vars)) {
        s->kind = BSIM_NOISE_LOGNORMAL;
        return read_value(&s->deviation, vars, v, MOST_DEVIATION, what);
    }
    if (!json_is_object(v.json))
        return bsim_jval_error(v,
                               "accepted: a relative standard deviation (a number from 0 to %g%s), or an object with a "
                               "distribution, such as {\"halfnormal\": 0.1}",
                               MOST_DEVIATION, vars ? ", or a formula" : "");
    if (!bsim_jval_keys(v, keys))
        return false;
    if (bsim_jval_size(v) != 1)
        return bsim_jval_error(v,
                               "has %zu distributions; one is needed: lognormal, halfnormal, two_speeds or histogram",
                               bsim_jval_size(v));
    while (!bsim_jval_present(bsim_jval_get(v, keys[which])))
        which++;
    struct bsim_jval member = bsim_jval_get(v, keys[which]);
    s->kind = BSIM_NOISE_LOGNORMAL + (unsigned)which;
    return which == 3   ? read_histogram(&s->histogram, member)
           : which == 2 ? read_two_speeds(s, vars, member, what)
                        : read_value(&s->deviation, vars, member, MOST_DEVIATION, what);
}

bool bsim_noise_source_has_formula(const struct bsim_noise_source *s) {
    return s->deviation.expr || s->probability.expr || s->factor.expr;
}

bool bsim_noise_model_read(struct bsim_noise_model *model, struct bsim_vars *vars, struct bsim_jval v,
                           const char *what) {
    static const char *const keys[] = {"execution", "run", "node", "together", "comment", NULL}; /* as BSIM_NOISE_* */
    if (!bsim_jval_present(v))
        return true;
    if (!json_is_object(v.json)) {
        if (!json_is_number(v.json) && !json_is_string(v.json))
            return bsim_jval_error(v,
                                   "accepted: a relative standard deviation (a number from 0 to %g, or a formula), or "
                                   "an object {\"execution\", \"run\", \"node\", \"together\"}",
                                   MOST_DEVIATION);
        if (!bsim_noise_source_read(&model->level[BSIM_NOISE_EXECUTION], vars, v, what))
            return false;
    } else if (!bsim_jval_keys(v, keys)) {
        return false;
    }
    for (int i = 0; i < BSIM_NOISE_LEVELS && json_is_object(v.json); i++) {
        struct bsim_jval member = bsim_jval_get(v, keys[i]);
        if (bsim_jval_present(member) && !bsim_noise_source_read(&model->level[i], vars, member, what))
            return false;
    }
    for (int i = 0; i < BSIM_NOISE_LEVELS; i++)
        model->has_formulas = model->has_formulas || bsim_noise_source_has_formula(&model->level[i]);
    return true;
}

struct evaluation {
    const struct bsim_vars *vars;
    const char *path, *what;
    struct bsim_error *err;
};

/* The value of a number or formula, from 0 to most. Sets the error otherwise. */
static double evaluate(const struct evaluation *e, const struct bsim_noise_value *v, double most, const char *is) {
    char values[512];
    double x = v->expr ? bsim_expr_eval(v->expr) : v->number;
    if (x >= 0 && x <= most)
        return x;
    bsim_vars_list(e->vars, values, sizeof values);
    bsim_error_set(e->err, e->path, v->line, v->where, "noise of %s: \"%s\" gives %g for %s; %s from 0 to %g", e->what,
                   v->text, x, values, is, most);
    return 0;
}

static struct bsim_noise_law law_of(const struct evaluation *e, const struct bsim_noise_source *s, double strength) {
    static const char deviation[] = "a relative standard deviation is";
    switch (s->kind) {
    case BSIM_NOISE_LOGNORMAL:
        return bsim_noise_lognormal(evaluate(e, &s->deviation, MOST_DEVIATION, deviation), strength);
    case BSIM_NOISE_HALFNORMAL:
        return bsim_noise_halfnormal(evaluate(e, &s->deviation, MOST_DEVIATION, deviation), strength);
    case BSIM_NOISE_TWO_SPEEDS: {
        double factor = evaluate(e, &s->factor, MOST_FACTOR, "a factor is");
        if (factor == 0)
            bsim_error_set(e->err, e->path, s->factor.line, s->factor.where,
                           "noise of %s: the formula gives 0; a factor is above 0", e->what);
        return bsim_noise_two_speeds(evaluate(e, &s->probability, 1, "a probability is"), factor, strength);
    }
    case BSIM_NOISE_HISTOGRAM:
        return bsim_noise_from(&s->histogram, strength);
    default:
        return (struct bsim_noise_law){0};
    }
}

struct bsim_noise_law bsim_noise_source_law(const struct bsim_noise_source *s, const struct bsim_vars *vars,
                                            double strength, const char *path, const char *what,
                                            struct bsim_error *err) {
    struct evaluation e = {vars, path, what, err};
    struct bsim_noise_law law = law_of(&e, s, strength);
    double least = bsim_noise_least(&law);
    if (least < 0) /* only where the strength is above 1 */
        bsim_error_set(err, path, s->line, s->where,
                       "--noise %g makes times of %s negative: its least factor is %.4g; accepted: at most %.4g",
                       strength, what, 1 - (1 - least) / strength, strength / (1 - least));
    return err->set ? (struct bsim_noise_law){0} : law;
}

bool bsim_noise_model_laws(const struct bsim_noise_model *model, const struct bsim_vars *vars, double strength,
                           const char *path, const char *what, struct bsim_noise_law *laws, struct bsim_error *err) {
    for (int i = 0; i < BSIM_NOISE_LEVELS && !err->set; i++)
        laws[i] = bsim_noise_source_law(&model->level[i], vars, strength, path, what, err);
    return !err->set;
}
