/* model_check.c - what is wrong with models that can be read: names that nothing uses, blocks without a model, times
 * that are not filled in, pieces that never apply. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/block_label.h"
#include "bsim/cost/model_private.h"

const char **bsim_models_unmodelled(const struct bsim_models *models) {
    const char **left = bsim_alloc(((size_t)models->nblock + 1) * sizeof *left);
    int nleft = 0;
    for (int b = 0; b < models->nblock; b++)
        if (models->model[b].name == NULL)
            left[nleft++] = models->block[b].name;
    return left;
}

/* A block without a label is none of a program (bsim models diff). */
char *bsim_model_elsewhere(struct bsim_jval model, const bsim_block_info *b) {
    struct bsim_jval label = bsim_jval_get(model, "label"), place = bsim_jval_get(model, "place");
    if (!json_is_string(place.json) || !b->label)
        return NULL;
    const char *at = json_string_value(place.json),
               *words = json_is_string(label.json) ? json_string_value(label.json) : NULL;
    if (!bsim_is_other_block(b->name, b->file, b->label, at, words))
        return NULL;
    char text[600];
    snprintf(text, sizeof text, "%.80s, %.200s, was measured as %.200s", b->name, b->label, words ? words : at);
    return bsim_strdup(text);
}

static void tell(const struct bsim_models *models, int line, const char *where, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

static void tell(const struct bsim_models *models, int line, const char *where, const char *fmt, ...) {
    struct bsim_error problem = {0};
    char text[900];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    bsim_error_set(&problem, models->path, line, where, "%s", text);
    models->tell(models->tell_arg, &problem);
}

/* Tells pieces that no values of the parameters can reach, as far as their conditions show it plainly. */
static void tell_dead_pieces(const struct bsim_models *models, const struct formula *f) {
    int always = -1;
    for (int i = 0; i < f->npiece; i++) {
        const struct piece *p = &f->piece[i];
        bool constant = p->when == NULL || bsim_expr_is_constant(p->when);
        bool never = p->when && constant && bsim_expr_eval(p->when) == 0;
        for (int k = 0; k < i && p->when_text && always < 0 && !never; k++)
            if (f->piece[k].when_text && strcmp(f->piece[k].when_text, p->when_text) == 0) {
                tell(models, p->line, p->where, "never applies: piece %d has the same condition", k);
                break;
            }
        if (always >= 0)
            tell(models, p->line, p->where, "never applies: piece %d applies always", always);
        else if (never)
            tell(models, p->line, p->where, "never applies: its condition is always 0");
        else if (constant)
            always = i;
    }
}

/* Tells transitions away from the border of the two pieces, where that is written as "OF <= NUMBER". */
static void tell_transitions(const struct bsim_models *models, const struct formula *f) {
    for (int i = 0; i < f->npiece; i++) {
        const struct piece *p = &f->piece[i];
        size_t n = p->of_text ? strlen(p->of_text) : 0;
        if (n == 0 || p->when_text == NULL || strncmp(p->when_text, p->of_text, n) != 0)
            continue;
        const char *rest = p->when_text + n + strspn(p->when_text + n, " ");
        char *end;
        if (rest[0] != '<')
            continue;
        rest += 1 + (rest[1] == '=');
        double border = strtod(rest, &end);
        if (end != rest && *end == '\0' && (border < p->from || border > p->to))
            tell(models, p->line, p->where,
                 "the transition from %.6g to %.6g is away from the border of its pieces, %s", p->from, p->to,
                 p->when_text);
    }
}

static void tell_formula(const struct bsim_models *models, const struct formula *f) {
    for (int k = 0; k < f->npiece; k++)
        if (f->piece[k].empty)
            tell(models, f->piece[k].line, f->piece[k].where, "the time is not filled in");
    tell_dead_pieces(models, f);
    tell_transitions(models, f);
}

void bsim_models_tell_all(const struct bsim_models *models, struct bsim_jval blocks, bool others) {
    const char **left = bsim_models_unmodelled(models);
    for (int i = 0; models->unused[i]; i++) {
        const char *near = bsim_misspelt(models->unused[i], left, (const char *const *)models->unused);
        char where[256];
        struct bsim_jval v = bsim_jval_get(blocks, models->unused[i]);
        tell(models, bsim_jval_line(v), bsim_jval_where(v, where, sizeof where), "the program has no such block%s%s%s",
             near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
    }
    bsim_free(left);
    for (int i = 0; i < models->nblock; i++) {
        const struct model *m = &models->model[i];
        const bsim_block_info *b = &models->block[i];
        bool told = false; /* several places may share a kernel's model */
        for (int k = 0; k < i && !told; k++)
            told = strcmp(models->block[k].name, b->name) == 0;
        if (told)
            continue;
        if (m->name == NULL && !others)
            tell(models, bsim_jval_line(blocks), "$.blocks", "no model of block %s, %s", b->name,
                 b->label ? b->label : b->file);
        if (m->elsewhere)
            tell(models, bsim_jval_line(bsim_jval_get(blocks, b->name)), NULL,
                 "block %s: another program, or another version of it", m->elsewhere);
        tell_formula(models, &m->formula);
        for (int k = 0; k < m->nkind; k++)
            tell_formula(models, &m->kind[k].formula);
        if (m->first)
            tell_formula(models, &m->first->formula);
        for (int k = 0; k < m->ncount; k++)
            if (m->count[k].empty)
                tell(models, m->count[k].line, m->count[k].where, "the count is not filled in");
    }
}
