/* model_related.c - parameters that the samples of a model did not vary apart: "related" of a fit, and the executions
 * for which its relations do not hold. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/related.h"
#include "bsim/base/warn.h"
#include "bsim/cost/model_private.h"

bool bsim_model_related_read(struct model *m, struct bsim_jval fit) {
    struct bsim_jval all = bsim_jval_present(fit) ? bsim_jval_get(fit, "related") : (struct bsim_jval){0};
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
        for (r->var = 0; r->var < m->vars.n && strcmp(m->vars.alias[r->var], alias) != 0;)
            r->var++;
        if (r->var == m->vars.n)
            return bsim_jval_error(v, "\"%s\" is none of this model's params", alias);
        if ((r->is = bsim_vars_expr(&m->vars, v, what)) == NULL)
            return false;
        m->nrelated++;
        r->text = json_is_string(v.json) ? bsim_strdup(json_string_value(v.json)) : bsim_strdup("the number");
    }
    return true;
}

void bsim_model_related_free(struct model *m) {
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

/* A parameter that had one value in all samples; check_range has warned of others. */
static void check_fixed(struct model *m, const bsim_block_info *block, int var) {
    int source = m->vars.source[var];
    double value = m->vars.value[var], fixed = m->vars.low[var];
    struct broken b = {m->nrelated + var, value, fixed, bsim_related_factor(value, fixed), NULL};
    if (b.factor > BSIM_RELATED_SLACK)
        keep(m, b, "used at %s = %.6g, and all samples had %.6g: how the time depends on it is not known",
             source >= 0 && source < block->nparam ? block->params[source] : m->vars.alias[var], value, fixed);
}

void bsim_model_related_check(struct bsim_models *models, struct model *m, const bsim_block_info *block) {
    for (int i = 0; i < m->nrelated; i++) {
        const struct related *r = &m->related[i];
        const char *name = m->vars.alias[r->var];
        double value = m->vars.value[r->var], expected = bsim_expr_eval(r->is);
        struct broken b = {i, value, expected, bsim_related_factor(value, expected), NULL};
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
    for (int i = 0; i < m->vars.n && m->errors.fitted; i++)
        if (m->vars.low[i] == m->vars.high[i] && m->vars.source[i] >= 0)
            check_fixed(m, block, i);
}
