/* fit_unseen.c - formulas that follow the samples of a model as exactly as its own does, and differ from it where two
 * truth values are both false, or two counts both 0, which they were in no sample. With two ranks each is the first or
 * the last one, or has a part at one of two edges, and the samples do not tell what all ranks do from what only these
 * do. And those that differ where a number is more than 1, as the number of a rank, of which the samples had 0 and 1:
 * it may have been a truth value, too. */
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_field.h"

/* What has more of a sample's time is the work itself, and not that of an edge. */
static const double MOST = 0.5;

/* Whether one of two parameters is above 0 in each sample, and each is 0 in some. Of truth values both are true in
 * some: where they never are, one is the opposite of the other one (fit_related.c). */
static bool is_unseen(const struct fit_field *f, const struct fit_block *block, int a, int b) {
    bool not_a = false, not_b = false, both = false;
    for (int i = 0; i < f->n; i++) {
        const double *x = f->point[i]->x;
        if (x[a] < 0 || x[b] < 0 || (x[a] == 0 && x[b] == 0))
            return false;
        not_a = not_a || x[a] == 0;
        not_b = not_b || x[b] == 0;
        both = both || (x[a] > 0 && x[b] > 0);
    }
    bool flags = bsim_fit_is_flag(block, a) && bsim_fit_is_flag(block, b);
    return not_a && not_b && (both || !flags);
}

/* The index of a variable, which is added if it is new; -1: there is no room. */
static int index_of(struct fit_field *f, struct fit_var var) {
    struct fit_basis *basis = &f->basis;
    for (int v = 0; v < basis->nvar; v++)
        if (basis->var[v].kind == var.kind && basis->var[v].a == var.a && basis->var[v].b == var.b &&
            basis->var[v].shift == var.shift)
            return v;
    if (basis->nvar == FIT_MAX_VARS)
        return -1;
    basis->var[basis->nvar] = var;
    return basis->nvar++;
}

/* Whether the term is a multiple of parameter p. */
static bool is_multiple(const struct fit_field *f, const struct fit_term *t, int p) {
    for (int v = 0; v < f->basis.nvar; v++)
        if (f->basis.var[v].kind == FIT_PARAM && f->basis.var[v].a == p && f->basis.var[v].shift == 0 &&
            t->power[v] > 0)
            return true;
    return false;
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

/* The formula with its smaller terms where one of the two is above 0, and without them elsewhere. */
static void try_either(struct fit_field *f, const struct fit_linear *fit, int a, int b, int either,
                       struct fit_others *others) {
    double *part = bsim_alloc(((size_t)f->n + 1) * sizeof *part);
    int term[FIT_MAX_TERMS];
    bool any = false;
    memcpy(term, f->own, sizeof term);
    for (int j = f->nown - 1; j >= 0; j--) {
        struct fit_term t = f->basis.term[f->own[j]];
        if (is_multiple(f, &t, a) || is_multiple(f, &t, b) || !add_part(f, fit, j, part))
            continue;
        t.power[either] = FIT_WHOLE;
        term[j] = bsim_fit_field_term(f, &t);
        any = true;
    }
    if (any)
        bsim_fit_field_try(f, term, f->nown, others);
    bsim_free(part);
}

/* The formula with the larger one of a and b in the place of parameter c: with few ranks a part at one of two edges is
 * as wide as the edge, and elsewhere there is none. */
static void try_larger(struct fit_field *f, int a, int b, int c, struct fit_others *others) {
    int term[FIT_MAX_TERMS], nvar = f->basis.nvar;
    bool any = false;
    for (int j = 0; j < f->nown; j++) {
        struct fit_term t = f->basis.term[f->own[j]];
        for (int v = 0; v < nvar; v++) {
            struct fit_var var = f->basis.var[v];
            bool plain = var.kind == FIT_PARAM && var.a == c && var.shift == 0;
            bool beside = var.kind == FIT_DIFFERENCE && var.b == c && var.a != a && var.a != b;
            if ((t.power[v] == 0 && t.log_var != v) || !(plain || beside))
                continue;
            int to =
                index_of(f, plain ? (struct fit_var){FIT_MOST, a, b, 0} : (struct fit_var){FIT_BESIDE, var.a, a, b});
            if (to < 0)
                return;
            t = bsim_fit_term_moved(t, v, to);
            any = true;
        }
        term[j] = bsim_fit_field_term(f, &t);
    }
    if (any)
        bsim_fit_field_try(f, term, f->nown, others);
}

enum { WAYS = 5 };

/* A term with variable v, which stands for parameter p or for what is left of it beside a or b: the same with all of
 * p, with what is left of it beside a, and beside b, and with a and b themselves. Returns false if there is no room. */
static bool make_ways(struct fit_field *f, const struct fit_term *t, int v, int a, int b, int *way) {
    int p = f->basis.var[v].a;
    const struct fit_var var[WAYS] = {{FIT_PARAM, p, 0, 0},
                                      {FIT_DIFFERENCE, p, a, 0},
                                      {FIT_DIFFERENCE, p, b, 0},
                                      {FIT_PARAM, a, 0, 0},
                                      {FIT_PARAM, b, 0, 0}};
    for (int k = 0; k < WAYS; k++) {
        int to = index_of(f, var[k]);
        if (to < 0)
            return false;
        struct fit_term other = bsim_fit_term_moved(*t, v, to);
        way[k] = bsim_fit_field_term(f, &other);
    }
    return true;
}

/* The formula with up to three of these terms in the place of its term j. */
static void try_ways(struct fit_field *f, int j, const int *way, struct fit_others *others) {
    for (int mask = 1; mask < 1 << WAYS; mask++) {
        int term[FIT_MAX_TERMS + WAYS], n = 0;
        bool again = false;
        for (int i = 0; i < f->nown; i++)
            if (i != j)
                term[n++] = f->own[i];
        for (int k = 0; k < WAYS; k++) {
            if (!(mask >> k & 1))
                continue;
            for (int i = 0; i < n; i++)
                again = again || term[i] == way[k];
            term[n++] = way[k];
        }
        if (!again && n <= FIT_MAX_TERMS && n <= f->nown + 2)
            bsim_fit_field_try(f, term, n, others);
    }
}

/* Formulas in which what goes with the whole goes with the parts a and b of it, and with what is left beside them. */
static void try_parts(struct fit_field *f, int a, int b, struct fit_others *others) {
    int nvar = f->basis.nvar;
    for (int j = 0; j < f->nown; j++)
        for (int v = 0; v < nvar; v++) {
            struct fit_term t = f->basis.term[f->own[j]];
            struct fit_var var = f->basis.var[v];
            bool plain = var.kind == FIT_PARAM && var.shift == 0;
            bool left = var.kind == FIT_DIFFERENCE && (var.b == a || var.b == b);
            int way[WAYS];
            if (t.power[v] == FIT_WHOLE && var.a != a && var.a != b && (plain || left) &&
                make_ways(f, &t, v, a, b, way))
                try_ways(f, j, way, others);
        }
}

/* Whether variable v is a parameter itself, and no truth value. */
static bool is_number(const struct fit_field *f, const struct fit_block *block, int v) {
    const struct fit_var *var = &f->basis.var[v];
    return var->kind == FIT_PARAM && var->shift == 0 && var->a < block->nparam && !bsim_fit_is_flag(block, var->a);
}

/* The term with flag `flag` as its only one of the two; -1: with none. */
static struct fit_term with_flag(const struct fit_field *f, struct fit_term t, int a, int b, int flag) {
    for (int v = 0; v < f->basis.nvar; v++) {
        int p = f->basis.var[v].a;
        if (f->basis.var[v].kind == FIT_PARAM && f->basis.var[v].shift == 0 && (p == a || p == b))
            t.power[v] = p == flag ? FIT_WHOLE : 0;
    }
    return t;
}

/* The formula with this term in the place of its term j, and with any flag at each one of the others. */
static void try_term(struct fit_field *f, int j, const struct fit_term *by, int a, int b, struct fit_others *others) {
    const int flag[] = {-1, a, b};
    int term[FIT_MAX_TERMS];
    memcpy(term, f->own, sizeof term);
    term[j] = bsim_fit_field_term(f, by);
    bsim_fit_field_try(f, term, f->nown, others);
    for (int k = 0; k < f->nown; k++)
        for (int i = 0; i < 3 && k != j; i++) {
            struct fit_term t = with_flag(f, f->basis.term[f->own[k]], a, b, flag[i]);
            term[k] = bsim_fit_field_term(f, &t);
            if (term[k] != f->own[k] && term[k] != term[j])
                bsim_fit_field_try(f, term, f->nown, others);
            term[k] = f->own[k];
        }
}

/* Formulas with another number in one term, which all ranks have, or those of one of the two flags. With one rank and
 * with two, the rows of a rank are half of all rows for each of the two flags that is true. */
static void try_whole(struct fit_field *f, const struct fit_block *block, int a, int b, struct fit_others *others) {
    const int flag[] = {-1, a, b};
    int nvar = f->basis.nvar;
    for (int j = 0; j < f->nown; j++)
        for (int v = 0; v < nvar; v++) {
            struct fit_term t = f->basis.term[f->own[j]];
            if (!is_number(f, block, v) || (t.power[v] == 0 && t.log_var != v))
                continue;
            for (int to = 0; to < nvar; to++)
                for (int i = 0; i < 3 && is_number(f, block, to); i++) {
                    struct fit_term other = bsim_fit_term_moved(t, v, to);
                    other = with_flag(f, other, a, b, flag[i]);
                    try_term(f, j, &other, a, b, others);
                }
        }
}

static void try_pair(struct fit_field *f, const struct fit_linear *fit, const struct fit_block *block, int a, int b,
                     struct fit_others *others) {
    bool flags = bsim_fit_is_flag(block, a) && bsim_fit_is_flag(block, b);
    int either = index_of(f, (struct fit_var){flags ? FIT_MOST : FIT_EITHER, a, b, 0});
    if (either >= 0)
        try_either(f, fit, a, b, either, others);
    if (flags)
        try_whole(f, block, a, b, others);
    for (int c = 0; c < block->nparam && !flags; c++)
        if (c != a && c != b)
            try_larger(f, a, b, c, others);
    if (!flags)
        try_parts(f, a, b, others);
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
        for (int j = i + 1; j < b->nparam; j++)
            if (is_unseen(f, b, i, j))
                try_pair(f, fit, b, i, j, others);
}

void bsim_fit_up_to_one(struct fit_field *f, const struct fit_block *b, struct fit_others *others) {
    for (int i = 0; i < b->nparam && f->basis.nvar < FIT_MAX_VARS; i++)
        if (bsim_fit_is_number_to_one(b, i))
            try_once(f, i, others);
}

/* Whether a formula has the parameter. */
static bool has_param(const struct fit_field *f, const int *term, const struct fit_linear *fit, int p) {
    for (int j = 0; j < fit->n; j++)
        for (int v = 0; v < f->basis.nvar; v++) {
            const struct fit_term *t = &f->basis.term[term[j]];
            bool has = f->basis.var[v].a == p || (f->basis.var[v].kind != FIT_PARAM && f->basis.var[v].b == p);
            if (fit->coef[j] > 0 && has && (t->power[v] != 0 || t->log_var == v))
                return true;
        }
    return false;
}

/* The formula among the others that has a number which the own one lacks, and is the nearest of these; or NULL. */
static const struct fit_other *more_of(const struct fit_field *f, const struct fit_linear *fit,
                                       const struct fit_block *b, const struct fit_others *others) {
    const struct fit_other *best = NULL;
    double least = HUGE_VAL;
    for (int i = 0; i < others->n; i++) {
        const struct fit_other *o = &others->at[i];
        bool lost = false, won = false;
        double off = 0;
        for (int p = 0; p < b->nparam; p++) {
            bool before = has_param(f, f->own, fit, p), after = has_param(f, o->term, &o->fit, p);
            won = won || (after && !before && !bsim_fit_is_flag(b, p));
            lost = lost || (before && !after && !bsim_fit_is_flag(b, p));
        }
        for (int k = 0; k < f->n; k++)
            off += bsim_fit_log_error(bsim_fit_field_value(f, o->term, o->n, &o->fit, f->point[k]->x), f->time_s[k]);
        if (won && !lost && off < least) {
            best = o;
            least = off;
        }
    }
    return best;
}

void bsim_fit_whole(struct fit_model *m, const struct fit_block *b) {
    for (int i = 0; i < m->npiece && b->nparam > 2; i++) {
        struct fit_field f;
        struct fit_linear fit;
        struct fit_others others = {0};
        if (bsim_fit_field_make(&f, m, i, b)) {
            bsim_fit_field_own(&f, &fit);
            for (int p = 0; p < b->nparam; p++)
                for (int q = p + 1; q < b->nparam; q++)
                    if (bsim_fit_is_flag(b, p) && bsim_fit_is_flag(b, q) && is_unseen(&f, b, p, q))
                        try_whole(&f, b, p, q, &others);
            const struct fit_other *better = more_of(&f, &fit, b, &others);
            if (better)
                m->piece[i] = bsim_fit_field_formula(&f, better, &m->piece[i]);
        }
        bsim_free(others.at);
        bsim_fit_field_free(&f);
    }
}
