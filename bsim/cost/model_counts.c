/* model_counts.c - what an execution of a block counts (rounds and branches that data decide), computed from the
 * block's parameters by formulas of models.json. */
#include <math.h>
#include <stdio.h>

#include "bsim/base/alloc.h"
#include "bsim/cost/model_private.h"

static bool read_piece(struct model *m, struct count *c, struct bsim_jval when, struct bsim_jval value) {
    int i = c->npiece++;
    char what[200];
    snprintf(what, sizeof what, "block %s", m->name);
    if (bsim_jval_present(when) && (c->when[i] = bsim_vars_expr(&m->given, when, what)) == NULL)
        return false;
    return (c->value[i] = bsim_vars_expr(&m->given, value, what)) != NULL;
}

/* For people. */
static bool read_fit(struct bsim_jval fit) {
    static const char *const errors[] = {"error_median", "error_max", NULL};
    if (!bsim_jval_present(fit))
        return true;
    if (!bsim_jval_object(fit))
        return false;
    for (int i = 0; errors[i]; i++) {
        struct bsim_jval v = bsim_jval_get(fit, errors[i]);
        if (bsim_jval_present(v) && !json_is_null(v.json))
            bsim_jval_number(v, 0, HUGE_VAL);
    }
    if (bsim_jval_present(bsim_jval_get(fit, "note")))
        bsim_jval_string(bsim_jval_get(fit, "note"));
    return true;
}

/* The formulas know the parameters alone. */
static bool read_count(struct model *m, struct count *c, struct bsim_jval v) {
    static const char *const keys[] = {"of", "value", "pieces", "spread", "fit", "comment", NULL};
    static const char *const piece_keys[] = {"when", "value", NULL};
    struct bsim_jval of = bsim_jval_get(v, "of"), value = bsim_jval_get(v, "value"),
                     pieces = bsim_jval_get(v, "pieces"), spread = bsim_jval_get(v, "spread");
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return false;
    char where[256];
    c->line = bsim_jval_line(v);
    c->where = bsim_strdup(bsim_jval_where(v, where, sizeof where));
    if (bsim_jval_present(of))
        c->of = bsim_strdup(bsim_jval_string(of));
    if (!read_fit(bsim_jval_get(v, "fit")))
        return false;
    c->spread = bsim_jval_present(spread) ? bsim_jval_number(spread, 0, HUGE_VAL) : 0;
    if (bsim_jval_present(value) == bsim_jval_present(pieces))
        return bsim_jval_error(
            v, "needs either \"value\" (an expression) or \"pieces\" (a list of {\"when\", \"value\"})");
    c->empty = bsim_jval_present(value) && json_is_null(value.json);
    if (c->empty)
        return true;
    if (bsim_jval_present(value))
        return read_piece(m, c, (struct bsim_jval){0}, value);
    size_t n = bsim_jval_list(pieces) ? bsim_jval_size(pieces) : 0;
    if (n == 0 || n > MAX_COUNT_PIECES)
        return bsim_jval_error(pieces, "accepted: a list of 1 to %d pieces {\"when\", \"value\"}", MAX_COUNT_PIECES);
    for (size_t i = 0; i < n; i++) {
        struct bsim_jval p = bsim_jval_at(pieces, i), is = bsim_jval_need(p, "value");
        if (!bsim_jval_keys(p, piece_keys) || !bsim_jval_present(is) || !read_piece(m, c, bsim_jval_get(p, "when"), is))
            return false;
    }
    return c->when[n - 1] == NULL ||
           bsim_jval_error(bsim_jval_at(pieces, n - 1),
                           "is the last piece: it is for all other parameters and has no \"when\"");
}

bool bsim_model_counts_read(struct model *m, struct bsim_jval v, const char *what, int nparam,
                            const char *const *names) {
    struct bsim_jval counts = bsim_jval_get(v, "counts");
    size_t n = bsim_jval_size(counts);
    int base = m->vars.n;
    if (!bsim_jval_present(counts))
        return true;
    if (!bsim_jval_object(counts))
        return false;
    if (n > MAX_COUNTS)
        return bsim_jval_error(counts, "has %zu members; accepted: at most %d", n, MAX_COUNTS);
    if (!bsim_vars_read(&m->given, bsim_jval_get(v, "params"), what, nparam, names))
        return false;
    for (size_t i = 0; i < n; i++) {
        const char *alias;
        if (!read_count(m, &m->count[m->ncount++], bsim_jval_member(counts, i, &alias)))
            return false;
    }
    for (size_t i = 0; i < n; i++) {
        const char *alias;
        struct bsim_jval count = bsim_jval_member(counts, i, &alias);
        if (!bsim_vars_add(&m->vars, count, alias))
            return false;
        m->count[i].var = base + (int)i;
    }
    return true;
}

void bsim_model_counts_free(struct model *m) {
    for (int i = 0; i < m->ncount; i++) {
        for (int k = 0; k < m->count[i].npiece; k++) {
            bsim_expr_free(m->count[i].when[k]);
            bsim_expr_free(m->count[i].value[k]);
        }
        bsim_free(m->count[i].of);
        bsim_free(m->count[i].where);
    }
    bsim_vars_free(&m->given);
}

void bsim_model_counts_set(struct model *m, const double *param, const struct bsim_spot *spot) {
    bsim_vars_set(&m->vars, param, spot);
    if (m->ncount > 0)
        bsim_vars_set(&m->given, param, spot);
    for (int i = 0; i < m->ncount; i++) {
        const struct count *c = &m->count[i];
        int k = 0;
        if (c->empty) /* evaluate() fails */
            continue;
        while (c->when[k] && bsim_expr_eval(c->when[k]) == 0)
            k++;
        double value = bsim_expr_eval(c->value[k]);
        /* A fitted power law may have none, as 1/n at 0, which no sample had: as many as there were at most. */
        if (!isfinite(value) && m->errors.fitted && isfinite(m->vars.high[c->var]))
            value = m->vars.high[c->var];
        m->vars.value[c->var] = value;
    }
}
