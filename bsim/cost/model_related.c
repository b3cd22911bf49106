/* model_related.c - parameters that the samples of a model did not vary apart, and parameters whose values have times
 * of their own: "related" and "values" of a fit, and the executions for which they do not hold. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/related.h"
#include "bsim/base/warn.h"
#include "bsim/cost/model_private.h"

int bsim_model_find_var(const struct model *m, struct bsim_jval at, const char *alias) {
    int var = 0;
    while (var < m->vars.n && strcmp(m->vars.alias[var], alias) != 0)
        var++;
    if (var == m->vars.n)
        bsim_jval_error(at, "\"%s\" is none of this model's params", alias);
    return var;
}

static bool read_values(struct model *m, struct bsim_jval fit) {
    struct bsim_jval all = bsim_jval_get(fit, "values");
    if (!bsim_jval_present(all))
        return true;
    if (!bsim_jval_object(all))
        return false;
    m->measured = bsim_alloc((bsim_jval_size(all) + 1) * sizeof *m->measured);
    for (size_t i = 0; i < bsim_jval_size(all); i++) {
        const char *alias;
        struct bsim_jval v = bsim_jval_member(all, i, &alias);
        int var = bsim_model_find_var(m, v, alias);
        if (var == m->vars.n || !bsim_jval_list(v))
            return false;
        struct measured_values *of = &m->measured[m->nmeasured++];
        *of = (struct measured_values){var, bsim_alloc((bsim_jval_size(v) + 1) * sizeof *of->value), bsim_jval_size(v)};
        for (size_t k = 0; k < of->n; k++)
            of->value[k] = bsim_jval_number(bsim_jval_at(v, k), -HUGE_VAL, HUGE_VAL);
    }
    return true;
}

static bool read_related(struct model *m, struct bsim_jval fit) {
    struct bsim_jval all = bsim_jval_get(fit, "related");
    if (!bsim_jval_present(all))
        return true;
    if (!bsim_jval_object(all))
        return false;
    char what[200];
    snprintf(what, sizeof what, "block %s", m->name);
    size_t n = bsim_jval_size(all);
    m->related = bsim_alloc((n + 1) * sizeof *m->related);
    for (size_t i = 0; i < n; i++) {
        const char *alias;
        struct bsim_jval v = bsim_jval_member(all, i, &alias);
        struct related *r = &m->related[m->nrelated];
        if ((r->var = bsim_model_find_var(m, v, alias)) == m->vars.n)
            return false;
        if ((r->is = bsim_vars_expr(&m->vars, v, what)) == NULL)
            return false;
        m->nrelated++;
        r->text = json_is_string(v.json) ? bsim_strdup(json_string_value(v.json)) : bsim_strdup("the number");
    }
    return true;
}

static bool read_drift(struct model *m, struct bsim_jval drift) {
    if (!bsim_jval_present(drift))
        return true;
    struct bsim_jval executions = bsim_jval_need(drift, "executions");
    if (!bsim_jval_list(executions) || bsim_jval_size(executions) != 2)
        return bsim_jval_error(executions, "accepted: the least and the greatest number of executions");
    m->drift_low = bsim_jval_number(bsim_jval_at(executions, 0), 1, HUGE_VAL);
    m->drift_high = bsim_jval_number(bsim_jval_at(executions, 1), 1, HUGE_VAL);
    m->drift_later = bsim_jval_number(bsim_jval_need(drift, "later"), 0, HUGE_VAL);
    return true;
}

bool bsim_model_related_read(struct model *m, struct bsim_jval fit) {
    struct bsim_jval between = bsim_jval_get(fit, "between_runs");
    if (bsim_jval_present(between))
        m->between_runs = bsim_jval_number(between, 1, HUGE_VAL);
    return read_drift(m, bsim_jval_get(fit, "drift")) && read_related(m, fit) && read_values(m, fit);
}

void bsim_model_related_free(struct model *m) {
    for (int i = 0; i < m->nmeasured; i++)
        bsim_free(m->measured[i].value);
    bsim_free(m->measured);
    for (int i = 0; i < m->nrelated; i++) {
        bsim_expr_free(m->related[i].is);
        bsim_free(m->related[i].text);
    }
    bsim_free(m->related);
    bsim_free(m->broken.text);
}

/* Of equal factors the one with the smaller values, so that the order of executions does not count. */
static bool is_worse(const struct broken *old, const struct broken *b) {
    if (old->text == NULL || b->factor != old->factor)
        return old->text == NULL || b->factor > old->factor;
    if (b->relation != old->relation)
        return b->relation < old->relation;
    return b->value != old->value ? b->value < old->value : b->expected < old->expected;
}

/* Names all relations and no values, because the first execution that breaks one may be another one with shards. */
static void warn(const struct bsim_models *models, const struct model *m, const bsim_block_info *block) {
    char all[400] = "";
    size_t at = 0;
    for (int i = 0; i < m->nrelated && at < sizeof all; i++)
        at += (size_t)snprintf(all + at, sizeof all - at, "%s%s = %s", i ? ", " : "", m->vars.alias[m->related[i].var],
                               m->related[i].text);
    bsim_warn(
        "%s:%d: block %s (%s:%d): all its samples had %s, and this run has not: on which of them its time depends is "
        "not known, so its time is a guess; measure sizes for which that does not hold",
        models->path, m->formula.line, block->name, block->file, block->line, all);
}

/* Keeps the values of b, with the text for people, if they are the worst ones. */
static void keep(struct model *m, struct broken b, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static void keep(struct model *m, struct broken b, const char *fmt, ...) {
    char text[500];
    va_list ap;
    if (!is_worse(&m->broken, &b))
        return;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    b.text = bsim_strdup(text);
    bsim_free(m->broken.text);
    m->broken = b;
}

/* A parameter that had one value in all samples, or one sign; check_range has warned of others. */
static void check_unseen(struct model *m, const bsim_block_info *block, int var) {
    int source = m->vars.source[var];
    double value = m->vars.value[var], low = m->vars.low[var], high = m->vars.high[var];
    const char *name = source >= 0 && source < block->nparam ? block->params[source] : m->vars.alias[var];
    struct broken b = {m->nrelated + var, value, low, BSIM_RELATED_NONE, NULL, false};
    if (!bsim_related_unseen(value, low, high))
        return;
    if (low != high) {
        keep(m, b, "%s is %.6g, and was %s in all samples: what such a value does is not known", name, value,
             bsim_related_sign(low, high));
        return;
    }
    b.factor = fmax(b.factor, bsim_related_factor(value, low, 0));
    keep(m, b, "used at %s = %.6g, and all samples had %.6g: how the time depends on it is not known", name, value,
         low);
}

static bool is_measured(const struct measured_values *of, double value) {
    for (size_t k = 0; k < of->n; k++)
        if (of->value[k] == value)
            return true;
    return false;
}

/* A parameter whose values have times of their own, and a value that no sample had. */
static void check_values(struct bsim_models *models, struct model *m, const bsim_block_info *block) {
    for (int i = 0; i < m->nmeasured; i++) {
        int var = m->measured[i].var, source = m->vars.source[var];
        double value = m->vars.value[var];
        const char *name = source >= 0 && source < block->nparam ? block->params[source] : m->vars.alias[var];
        if (is_measured(&m->measured[i], value))
            continue;
        if (!m->measured_told)
            bsim_warn("%s:%d: block %s (%s:%d): each value of %s has a time of its own, and this run has values whose "
                      "time no sample tells: it is a guess; measure them",
                      models->path, m->formula.line, block->name, block->file, block->line, name);
        m->measured_told = true;
        struct broken b = {m->nrelated + m->vars.n + i, value, value, BSIM_RELATED_NONE, NULL, false};
        keep(m, b, "used at %s = %.6g: each value has a time of its own, and this one's is not known from the samples",
             name, value);
    }
}

void bsim_model_related_runs(struct model *m, const struct bsim_spot *spot) {
    if (m->between_runs > 1) {
        struct broken apart = {m->nrelated + m->vars.n + m->nmeasured + 1, 0,    0,
                               fmin(m->between_runs, BSIM_RELATED_MOST),   NULL, true};
        keep(m, apart,
             "the measured runs were up to %.3g times apart with equal parameters: what its time depends on "
             "is no parameter",
             m->between_runs);
    }
    if (m->nrank == 0 || spot == NULL || spot->ranks <= 1 || spot->ranks == m->nrank)
        return;
    double most = m->most_of_rank;
    struct broken b = {m->nrelated + m->vars.n + m->nmeasured, spot->ranks, m->nrank, fmax(most, 1), NULL, true};
    keep(m, b,
         "its ranks differ with equal parameters, up to %.3g times their mean on %d: how those of %.0f do is not "
         "known",
         most, m->nrank, spot->ranks);
}

void bsim_models_executed(struct bsim_models *models, int block, double executions) {
    struct model *m = &models->model[block];
    double factor = bsim_related_drift(executions, m->drift_low, m->drift_high);
    struct broken b = {m->nrelated + m->vars.n + m->nmeasured + 2, executions, m->drift_high, factor, NULL, true};
    char measured[60];
    snprintf(measured, sizeof measured, m->drift_low < m->drift_high ? "%.6g to %.6g" : "%.6g", m->drift_low,
             m->drift_high);
    if (factor > 1)
        keep(m, b,
             "executions on a rank: %.6g, in the measured runs %s, where later ones took %.2g times as long as earlier "
             "ones: how long so many take is not known",
             executions, measured, m->drift_later);
}

void bsim_model_related_check(struct bsim_models *models, struct model *m, const bsim_block_info *block) {
    for (int i = 0; i < m->nrelated; i++) {
        const struct related *r = &m->related[i];
        const char *name = m->vars.alias[r->var];
        double value = m->vars.value[r->var], expected = bsim_expr_eval(r->is);
        double low = m->vars.low[r->var], high = m->vars.high[r->var];
        double usual = isinf(low) || isinf(high) ? 0 : fmax(fabs(low), fabs(high));
        struct broken b = {i, value, expected, bsim_related_factor(value, expected, usual), NULL, false};
        if (b.factor <= BSIM_RELATED_SLACK)
            continue;
        if (!m->related_told)
            warn(models, m, block);
        m->related_told = true;
        keep(m, b,
             "used at %s = %.6g, where the samples, which all had %s = %s, would have %.6g: on which of them the time "
             "depends is not known",
             name, value, name, r->text, expected);
    }
    check_values(models, m, block);
    for (int i = 0; i < m->vars.n && m->errors.fitted; i++)
        if (m->vars.source[i] >= 0)
            check_unseen(m, block, i);
}
