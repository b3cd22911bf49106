/* model_rivals.c - "rivals" of a fit: formulas that follow the samples as well as the model's own, and how far they are
 * from it where a run uses it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/related.h"
#include "bsim/cost/model_private.h"

/* A difference below this is not told. What no formula knows is at most so many times as far. */
static const double TOLD = 0.1, UNSEEN = 2;

/* The piece with this formula; -1: a person has changed it. */
static int find_piece(const struct model *m, const char *formula) {
    for (int i = 0; i < m->formula.npiece; i++)
        if (formula && strcmp(m->formula.piece[i].text, formula) == 0)
            return i;
    return -1;
}

bool bsim_model_rivals_read(struct model *m, struct bsim_jval fit) {
    static const char *const keys[] = {"of", "time", NULL};
    struct bsim_jval all = bsim_jval_get(fit, "rivals");
    char what[200];
    if (!bsim_jval_present(all))
        return true;
    if (!bsim_jval_list(all))
        return false;
    snprintf(what, sizeof what, "block %s", m->name);
    m->rival = bsim_alloc((bsim_jval_size(all) + 1) * sizeof *m->rival);
    for (size_t i = 0; i < bsim_jval_size(all); i++) {
        struct bsim_jval v = bsim_jval_at(all, i);
        struct rival *r = &m->rival[m->nrival];
        if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
            return false;
        struct bsim_jval of = bsim_jval_need(v, "of"), time = bsim_jval_need(v, "time");
        if (!bsim_jval_present(of) || !bsim_jval_present(time) || !bsim_jval_string(of))
            return false;
        if ((r->time = bsim_vars_expr(&m->vars, time, what)) == NULL)
            return false;
        r->piece = find_piece(m, json_string_value(of.json));
        m->nrival++;
    }
    return true;
}

void bsim_model_rivals_free(struct model *m) {
    for (int i = 0; i < m->nrival; i++)
        bsim_expr_free(m->rival[i].time);
    bsim_free(m->rival);
    bsim_free(m->apart_text);
}

/* "n = 4, m = 90": the present values of the parameters, by the names that the program has for them. */
static void list_values(const struct model *m, const bsim_block_info *b, char *buf, size_t size) {
    size_t at = 0;
    buf[0] = '\0';
    for (int i = 0; i < m->vars.n && at < size; i++) {
        int of = m->vars.source[i];
        if (of >= 0 && of < b->nparam) /* counts follow from the others */
            at += (size_t)snprintf(buf + at, size - at, "%s%s = %.6g", at ? ", " : "", b->params[of], m->vars.value[i]);
    }
    if (at >= size)
        snprintf(buf + size - 4, 4, "...");
}

/* Keeps the text of the greatest difference in seconds; of equal ones the one that comes first, so that the order of
 * executions does not count. */
static void keep(struct model *m, const bsim_block_info *b, double time_s, double rival_s) {
    double apart_s = fabs(rival_s - time_s);
    char values[300], text[500];
    if (m->apart_text && apart_s < m->most_apart_s)
        return;
    list_values(m, b, values, sizeof values);
    snprintf(text, sizeof text,
             "used at %s, where another formula, which follows the samples as well, gives %.3g s instead of %.3g s: "
             "measure sizes that tell them apart",
             values, rival_s, time_s);
    if (m->apart_text && apart_s == m->most_apart_s && strcmp(text, m->apart_text) >= 0)
        return;
    bsim_free(m->apart_text);
    m->apart_text = bsim_strdup(text);
    m->most_apart_s = apart_s;
}

double bsim_model_rivals_apart(struct model *m, const bsim_block_info *b, double time_s) {
    double most = 0;
    for (int i = 0; i < m->nrival; i++) {
        double rival_s = m->rival[i].piece == m->last_piece ? bsim_expr_eval(m->rival[i].time) : time_s;
        double apart = fabs(fmax(rival_s, 0) - time_s) / time_s;
        if (!isfinite(apart))
            continue; /* a time of 0 s is told by itself */
        most = fmax(most, apart);
        if (apart >= TOLD)
            keep(m, b, time_s, rival_s);
    }
    /* So far from all samples, terms matter that no sample shows: the farther, the more. */
    return fmin(most * (1 + UNSEEN * fmin(most, 1)), BSIM_RELATED_MOST);
}
