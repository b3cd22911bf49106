/* fit_unseen.c - formulas that follow the samples of a model as exactly as its own does, and differ from it where two
 * truth values are both false, which they were in no sample: with two ranks each is the first or the last one, and the
 * samples do not tell what all ranks do from what only these do. And those that differ where a number is more than 1,
 * as the number of a rank, of which the samples had 0 and 1: it may have been a truth value, too. */
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_field.h"

/* What has more of a sample's time is the work itself, and not that of an edge. */
static const double MOST = 0.5;

/* Whether one of two truth values is true in each sample, both in some, and each is false in some. Where both never are
 * true, one is the opposite of the other one (fit_related.c). */
static bool is_unseen(const struct fit_field *f, int a, int b) {
    bool not_a = false, not_b = false, both = false;
    for (int i = 0; i < f->n; i++) {
        const double *x = f->point[i]->x;
        if (x[a] == 0 && x[b] == 0)
            return false;
        not_a = not_a || x[a] == 0;
        not_b = not_b || x[b] == 0;
        both = both || (x[a] == 1 && x[b] == 1);
    }
    return not_a && not_b && both;
}

/* Adds what term j has of the time of each sample to part; false, and nothing is added, if it is then too much. */
static bool add_part(const struct fit_field *f, const struct fit_linear *fit, int j, double *part) {
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < f->n; i++) {
            const double *x = f->point[i]->x;
            double own_s = fit->coef[j] * bsim_fit_term_value(&f->basis, &f->basis.term[f->own[j]], x);
            double more = own_s / bsim_fit_field_value(f, f->own, f->nown, fit, x);
            if (pass == 0 && !(part[i] + more <= MOST))
                return false;
            part[i] += pass ? more : 0;
        }
    return true;
}

/* The formula with its smaller terms where one of the two is true, and without them elsewhere. */
static void try_pair(struct fit_field *f, const struct fit_linear *fit, int a, int b, struct fit_others *others) {
    double *part = bsim_alloc(((size_t)f->n + 1) * sizeof *part);
    int term[FIT_MAX_TERMS], either = f->basis.nvar;
    bool any = false;
    memcpy(term, f->own, sizeof term);
    f->basis.var[f->basis.nvar++] = (struct fit_var){FIT_MOST, a, b, 0};
    for (int j = f->nown - 1; j >= 0; j--) {
        struct fit_term t = f->basis.term[f->own[j]];
        if (bsim_fit_term_reads(&f->basis, &t) & (1u << a | 1u << b) || !add_part(f, fit, j, part))
            continue;
        t.power[either] = FIT_WHOLE;
        term[j] = bsim_fit_field_term(f, &t);
        any = true;
    }
    if (any)
        bsim_fit_field_try(f, term, f->nown, others);
    bsim_free(part);
}

/* The formula with parameter p up to 1 in the place of all of it. */
static void try_once(struct fit_field *f, int p, struct fit_others *others) {
    int term[FIT_MAX_TERMS], once = f->basis.nvar;
    bool any = false;
    memcpy(term, f->own, sizeof term);
    f->basis.var[f->basis.nvar++] = (struct fit_var){FIT_ONCE, p, 0, 0};
    for (int j = 0; j < f->nown; j++) {
        struct fit_term t = f->basis.term[f->own[j]];
        for (int v = 0; v < once; v++)
            if (f->basis.var[v].kind == FIT_PARAM && f->basis.var[v].a == p && f->basis.var[v].shift == 0) {
                t.power[once] = t.power[v];
                t.power[v] = 0;
            }
        any = any || t.power[once] > 0;
        term[j] = bsim_fit_field_term(f, &t);
    }
    if (any)
        bsim_fit_field_try(f, term, f->nown, others);
}

void bsim_fit_unseen(struct fit_field *f, const struct fit_linear *fit, const struct fit_block *b,
                     struct fit_others *others) {
    for (int i = 0; i < b->nparam; i++)
        for (int j = i + 1; j < b->nparam && f->basis.nvar < FIT_MAX_VARS; j++)
            if (bsim_fit_is_flag(b, i) && bsim_fit_is_flag(b, j) && is_unseen(f, i, j))
                try_pair(f, fit, i, j, others);
}

void bsim_fit_up_to_one(struct fit_field *f, const struct fit_block *b, struct fit_others *others) {
    for (int i = 0; i < b->nparam && f->basis.nvar < FIT_MAX_VARS; i++)
        if (bsim_fit_is_number_to_one(b, i))
            try_once(f, i, others);
}
