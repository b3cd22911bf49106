/* model_formula.c - the formulas that give a block's time: pieces with conditions, and transitions from one to the
 * next.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/json_read.h"
#include "bsim/base/transition.h"
#include "bsim/base/vars.h"
#include "bsim/cost/model_private.h"

void bsim_model_formula_free(struct formula *f) {
    for (int i = 0; i < f->npiece; i++) {
        bsim_expr_free(f->piece[i].when);
        bsim_expr_free(f->piece[i].time);
        bsim_expr_free(f->piece[i].of);
        bsim_free(f->piece[i].of_text);
        bsim_free(f->piece[i].when_text);
        bsim_free(f->piece[i].text);
        bsim_free(f->piece[i].where);
    }
    bsim_free(f->piece);
    bsim_free(f->where);
}

static struct bsim_expr *read_expr(struct model *m, struct bsim_jval v) {
    char what[200];
    snprintf(what, sizeof what, "block %s", m->name);
    return bsim_vars_expr(&m->vars, v, what);
}

/* "transition": {"of": formula, "from": number, "to": number}. */
static bool read_transition(struct model *m, struct piece *p, struct bsim_jval v, bool last) {
    static const char *const keys[] = {"of", "from", "to", NULL};
    if (!bsim_jval_present(v))
        return true;
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return false;
    if (last)
        return bsim_jval_error(v, "the last piece has none that follows");
    struct bsim_jval of = bsim_jval_need(v, "of"), from = bsim_jval_need(v, "from"), to = bsim_jval_need(v, "to");
    if (!bsim_jval_present(of) || (p->of = read_expr(m, of)) == NULL)
        return false;
    if (json_is_string(of.json))
        p->of_text = bsim_strdup(json_string_value(of.json));
    p->from = bsim_jval_number(from, DBL_MIN, DBL_MAX);
    p->to = bsim_jval_number(to, DBL_MIN, DBL_MAX);
    return p->to > p->from || bsim_jval_error(to, "must be more than \"from\"");
}

static bool read_piece(struct model *m, struct formula *f, struct bsim_jval when, struct bsim_jval time) {
    char where[256];
    struct piece *p = &f->piece[f->npiece++];
    if (bsim_jval_present(when) && (p->when = read_expr(m, when)) == NULL)
        return false;
    if (json_is_string(when.json))
        p->when_text = bsim_strdup(json_string_value(when.json));
    p->empty = json_is_null(time.json);
    if (!p->empty && (p->time = read_expr(m, time)) == NULL)
        return false;
    if (json_is_number(time.json) && json_number_value(time.json) < 0)
        return bsim_jval_error(time, "is %g; a time is not negative", json_number_value(time.json));
    p->line = bsim_jval_line(time);
    p->where = bsim_strdup(bsim_jval_where(time, where, sizeof where));
    p->text = bsim_strdup(json_is_string(time.json) ? json_string_value(time.json) : "the number");
    return true;
}

bool bsim_model_formula_read(struct model *m, struct formula *f, struct bsim_jval v) {
    static const char *const keys[] = {"when", "time", "transition", NULL};
    char where[256];
    f->line = bsim_jval_line(v);
    f->where = bsim_strdup(bsim_jval_where(v, where, sizeof where));
    struct bsim_jval pieces = bsim_jval_get(v, "pieces"), time = bsim_jval_get(v, "time");
    if (bsim_jval_present(pieces) == bsim_jval_present(time))
        return bsim_jval_error(v,
                               "needs either \"time\" (an expression) or \"pieces\" (a list of {\"when\", \"time\"})");
    size_t n = bsim_jval_present(time) ? 1 : bsim_jval_size(pieces);
    if (bsim_jval_present(pieces) && (!bsim_jval_list(pieces) || n == 0))
        return bsim_jval_error(pieces, "needs at least one piece {\"time\": \"...\"}");
    f->piece = bsim_alloc(n * sizeof *f->piece);
    if (bsim_jval_present(time))
        return read_piece(m, f, (struct bsim_jval){0}, time);
    for (size_t i = 0; i < n; i++) {
        struct bsim_jval p = bsim_jval_at(pieces, i);
        struct bsim_jval t = bsim_jval_need(p, "time");
        if (!bsim_jval_keys(p, keys) || !bsim_jval_present(t) || !read_piece(m, f, bsim_jval_get(p, "when"), t) ||
            !read_transition(m, &f->piece[i], bsim_jval_get(p, "transition"), i + 1 == n))
            return false;
    }
    return true;
}

static double fail_empty(struct bsim_models *models, const struct piece *p, const bsim_block_info *b,
                         struct bsim_error *err) {
    char others[300];
    bsim_error_set(err, models->path, p->line, p->where,
                   "the time of block %s (%s:%d), which the program reached, is not filled in: null stands for a time "
                   "that is not known yet; accepted: an expression in seconds, or a number%s",
                   b->name, b->file, b->line,
                   bsim_model_list_others(models, (int)(b - models->block), bsim_model_is_empty,
                                          "; also not filled in: ", others, sizeof others));
    return NAN;
}

static double fail_empty_count(struct bsim_models *models, const struct count *c, const bsim_block_info *b,
                               struct bsim_error *err) {
    char others[300];
    bsim_error_set(
        err, models->path, c->line, c->where,
        "a count of block %s (%s:%d), which the program reached, is not filled in: null stands for a value that is not "
        "known yet; accepted: an expression over the parameters, or a number; or remove the count%s",
        b->name, b->file, b->line,
        bsim_model_list_others(models, (int)(b - models->block), bsim_model_is_empty, "; also not filled in: ", others,
                               sizeof others));
    return NAN;
}

/* The time of the present values, if they are on the way from piece i to the next one; 0: they are not, or one of the
 * two gives no time. *error: the greater of its relative distances from the two. */
static double passing(const struct formula *f, int i, double *error) {
    const struct piece *p = &f->piece[i], *next = p + 1;
    if (p->of == NULL || p->time == NULL || next->time == NULL)
        return 0;
    double part = bsim_transition_part(bsim_expr_eval(p->of), p->from, p->to);
    if (part <= 0)
        return 0;
    double this_s = bsim_expr_eval(p->time), next_s = bsim_expr_eval(next->time);
    if (!(this_s > 0 && next_s > 0 && isfinite(this_s) && isfinite(next_s)))
        return 0;
    *error = expm1(fmax(part, 1 - part) * fabs(log(next_s / this_s)));
    return bsim_transition_time(part, this_s, next_s);
}

/* The first piece of the formula counts, so that the order of executions does not. */
static void note_transition(struct model *m, const struct formula *f, int i) {
    const struct piece *p = &f->piece[i];
    char text[400];
    if (f != &m->formula || (m->transition && m->transition_piece <= i))
        return;
    snprintf(text, sizeof text, "%.200s between %.6g and %.6g", p->of_text ? p->of_text : "a value", p->from, p->to);
    bsim_free(m->transition);
    m->transition = bsim_strdup(text);
    m->transition_piece = i;
}

double bsim_model_evaluate(struct bsim_models *models, struct model *m, const struct formula *f, bool fitted,
                           const bsim_block_info *b, struct bsim_error *err) {
    char values[512];
    for (int i = 0; i < m->ncount; i++)
        if (m->count[i].empty)
            return fail_empty_count(models, &m->count[i], b, err);
    m->passing = 0;
    for (int i = 0; i < f->npiece; i++) {
        struct piece *p = &f->piece[i];
        double between = passing(f, i, &m->passing);
        m->last_piece = i;
        if (between > 0) {
            note_transition(m, f, i);
            return between;
        }
        if (p->when && bsim_expr_eval(p->when) == 0)
            continue;
        if (p->empty)
            return fail_empty(models, p, b, err);
        double seconds = bsim_expr_eval(p->time);
        if (seconds >= 0 && isfinite(seconds))
            return seconds;
        if (seconds < 0 && fitted && bsim_vars_outside(&m->vars) >= 0)
            return 0; /* outside of its range a fit may turn negative; check_range has warned */
        bsim_vars_list(&m->vars, values, sizeof values);
        bsim_error_set(err, models->path, p->line, p->where,
                       "block %s (%s:%d): \"%s\" gives %g seconds for %s; a time must be finite and not negative",
                       b->name, b->file, b->line, p->text, seconds, values);
        return NAN;
    }
    bsim_vars_list(&m->vars, values, sizeof values);
    bsim_error_set(err, models->path, f->line, f->where,
                   "block %s (%s:%d): no piece applies to %s; give the last one no \"when\"", b->name, b->file, b->line,
                   values);
    return NAN;
}

double bsim_model_formula_of(const struct formula *f) {
    for (int i = 0; i < f->npiece; i++) {
        const struct piece *p = &f->piece[i];
        double error, between = passing(f, i, &error);
        if (between > 0)
            return between;
        if (p->when && bsim_expr_eval(p->when) == 0)
            continue;
        double seconds = p->time ? bsim_expr_eval(p->time) : NAN;
        return seconds >= 0 && isfinite(seconds) ? seconds : NAN;
    }
    return NAN;
}

static bool is_truth(const struct bsim_vars *v, int i) {
    return v->low[i] >= 0 && v->high[i] <= 1;
}

bool bsim_model_has_no_work(struct model *m) {
    struct bsim_vars *v = &m->vars;
    double *before = bsim_alloc((size_t)v->n * sizeof *before + 1);
    memcpy(before, v->value, (size_t)v->n * sizeof *before);
    bool any = false, works = false;
    for (int i = 0; i < v->n; i++)
        if (before[i] == 0) {
            any = true;
            v->value[i] = isfinite(v->high[i]) && v->high[i] > 0 ? v->high[i] : 1;
        }
    works = any && bsim_model_formula_of(&m->formula) > 0;
    for (int i = 0; i < v->n; i++) /* truth values are as they were */
        v->value[i] = is_truth(v, i) ? before[i] : v->value[i];
    for (int i = 0; i < v->n && any && !works; i++)
        if (is_truth(v, i)) {
            v->value[i] = 1 - before[i];
            works = bsim_model_formula_of(&m->formula) > 0;
            v->value[i] = before[i];
        }
    memcpy(v->value, before, (size_t)v->n * sizeof *before);
    bsim_free(before);
    return works;
}
