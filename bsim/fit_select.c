/* fit_select.c - chooses the terms of a block's cost model by cross-validation: greedy forward, pruned backward, then
 * shifts of the parameters, then breaks. Owns fit_model; leaves the numerics to fit_solve.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/alloc.h"
#include "bsim/fit.h"

enum { FOLDS = 8, SELECT_POINTS = 300, BREAKS_TRIED = 12, MAX_FAR = 7 };

/* A term more must lower the score by this part and by 0.05 % of the time, and the points' errors by this many standard
 * errors of their differences (there are many candidates). A piece more: by a third, and 1 %. */
static const double term_gain = 0.93, term_gain_absolute = 5e-4, term_gain_sigma = 2.5;
static const double break_gain = 0.67, break_gain_absolute = 0.01;

/* Points of one fit, with the columns of all candidates. */
struct work {
    struct fit_basis basis; /* with a copy of its terms; shifts may differ */
    int n;
    const struct fit_point **point;
    double *time_s, *weight;
    double **column; /* nterm columns of n values, computed when first needed */
    int *fold_of;    /* 0..nfold-1 */
    int nfold;
    /* Folds of extrapolation: the points with the longest times, and those with the largest value of each variable. */
    bool *far[MAX_FAR];
    int nfar;
};

struct choice {
    int n;
    int term[FIT_MAX_TERMS]; /* indices into the basis */
    double score;
    float error[SELECT_POINTS]; /* of each point when left out, capped */
};

/* A random order that depends on nothing but i. */
static uint32_t scramble(uint32_t i) {
    i = (i + 0x7ED55D16u) * 0x9E3779B1u;
    i ^= i >> 15;
    i *= 0x85EBCA77u;
    return i ^ (i >> 13);
}

struct order {
    double key;
    int index;
};

static int by_key(const void *a, const void *b) {
    const struct order *p = a, *q = b;
    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    return p->index - q->index;
}

/* Folds are dealt along the order of times, scrambled within each deal, so that each holds small and large ones. */
static void make_folds(struct work *w) {
    struct order *o = bsim_alloc((size_t)w->n * sizeof *o);
    for (int i = 0; i < w->n; i++)
        o[i] = (struct order){w->time_s[i], i};
    qsort(o, (size_t)w->n, sizeof *o, by_key);
    w->nfold = w->n < 20 ? w->n : FOLDS;
    for (int start = 0; start < w->n; start += w->nfold) {
        int len = w->n - start < w->nfold ? w->n - start : w->nfold;
        int turn = (int)(scramble((uint32_t)start) % (uint32_t)w->nfold);
        for (int i = 0; i < len; i++)
            w->fold_of[o[start + i].index] = (i + turn) % w->nfold;
    }
    for (int v = -1; v < w->basis.nvar && w->n >= 8 && w->nfar < MAX_FAR; v++) {
        if (v >= 0 && w->basis.var[v].kind != FIT_PARAM)
            continue;
        for (int i = 0; i < w->n; i++)
            o[i] = (struct order){v < 0 ? w->time_s[i] : w->point[i]->x[w->basis.var[v].a], i};
        qsort(o, (size_t)w->n, sizeof *o, by_key);
        int start = w->n - w->n / 5;
        while (start < w->n && start > 0 && o[start].key == o[start - 1].key)
            start++; /* equal values stay together */
        if (start == w->n)
            continue;
        bool *far = w->far[w->nfar++] = bsim_alloc((size_t)w->n * sizeof *far);
        for (int i = start; i < w->n; i++)
            far[o[i].index] = true;
    }
    bsim_free(o);
}

static struct work *work_make(const struct fit_basis *basis, const struct fit_point *const *point, int n) {
    struct work *w = bsim_alloc(sizeof *w);
    w->basis = *basis;
    w->basis.term = bsim_alloc((size_t)basis->nterm * sizeof *basis->term);
    memcpy(w->basis.term, basis->term, (size_t)basis->nterm * sizeof *basis->term);
    w->n = n;
    w->point = bsim_alloc((size_t)n * sizeof *w->point);
    w->time_s = bsim_alloc((size_t)n * sizeof *w->time_s);
    w->weight = bsim_alloc((size_t)n * sizeof *w->weight);
    w->fold_of = bsim_alloc((size_t)n * sizeof *w->fold_of);
    w->column = bsim_alloc((size_t)basis->nterm * sizeof *w->column);
    for (int i = 0; i < n; i++) {
        w->point[i] = point[i];
        w->time_s[i] = point[i]->time_s;
        w->weight[i] = point[i]->weight;
    }
    make_folds(w);
    return w;
}

static void forget_columns(struct work *w) {
    for (int t = 0; t < w->basis.nterm; t++) {
        bsim_free(w->column[t]);
        w->column[t] = NULL;
    }
}

static void work_free(struct work *w) {
    forget_columns(w);
    bsim_free(w->basis.term);
    bsim_free(w->point);
    bsim_free(w->time_s);
    bsim_free(w->weight);
    bsim_free(w->fold_of);
    for (int f = 0; f < w->nfar; f++)
        bsim_free(w->far[f]);
    bsim_free(w->column);
    bsim_free(w);
}

static double *column_of(struct work *w, int term) {
    if (w->column[term] == NULL) {
        w->column[term] = bsim_alloc((size_t)w->n * sizeof **w->column);
        for (int i = 0; i < w->n; i++)
            w->column[term][i] = bsim_fit_term_value(&w->basis, &w->basis.term[term], w->point[i]->x);
    }
    return w->column[term];
}

static double log_error(double predicted, double measured) {
    return fabs(log((predicted + FIT_FLOOR_S) / (measured + FIT_FLOOR_S)));
}

/* Fits without the points of one fold (from nfold on: a fold of extrapolation) and sums the capped error of each
 * left-out point. error and capped get the errors themselves; NULL: not wanted. */
static double fold_error(struct work *w, const struct choice *c, int fold, bool *use, double *error, float *capped,
                         double *weight) {
    double *column[FIT_MAX_TERMS], sum = 0;
    struct fit_linear fit;
    for (int j = 0; j < c->n; j++)
        column[j] = column_of(w, c->term[j]);
    for (int i = 0; i < w->n; i++)
        use[i] = fold < w->nfold ? w->fold_of[i] != fold : !w->far[fold - w->nfold][i];
    bsim_fit_solve(&fit, c->n, column, w->n, w->time_s, w->weight, use, false);
    *weight = 0;
    for (int i = 0; i < w->n; i++) {
        double f = 0;
        if (use[i])
            continue;
        for (int j = 0; j < c->n; j++)
            f += fit.coef[j] * column[j][i];
        double e = log_error(f, w->time_s[i]);
        if (error)
            error[i] = e;
        e = fmin(e, 0.5); /* an outlier counts as 50 %, not more */
        if (capped)
            capped[i] = (float)e;
        sum += w->weight[i] * e;
        *weight += w->weight[i];
    }
    return sum;
}

/* The mean capped relative error of left-out points; a third of it from extrapolation. */
static double score(struct work *w, struct choice *c, double *error) {
    bool *use = bsim_alloc((size_t)w->n * sizeof *use);
    double sum = 0, weight = 0, far = 0, far_weight = 0, part;
    for (int f = 0; f < w->nfold; f++) {
        sum += fold_error(w, c, f, use, error, w->n <= SELECT_POINTS ? c->error : NULL, &part);
        weight += part;
    }
    for (int f = 0; f < w->nfar; f++) {
        far += fold_error(w, c, w->nfold + f, use, NULL, NULL, &part);
        far_weight += part;
    }
    bsim_free(use);
    double result = weight > 0 ? sum / weight : 0;
    return far_weight > 0 ? (2 * result + far / far_weight) / 3 : result;
}

/* Two points or fewer leave nothing to validate with: the score is the fit's own error. */
static double score_any(struct work *w, struct choice *c) {
    if (w->n > 2)
        return score(w, c, NULL);
    double *column[FIT_MAX_TERMS], sum = 0;
    struct fit_linear fit;
    for (int j = 0; j < c->n; j++)
        column[j] = column_of(w, c->term[j]);
    bsim_fit_solve(&fit, c->n, column, w->n, w->time_s, w->weight, NULL, false);
    for (int i = 0; i < w->n; i++) {
        double f = 0;
        for (int j = 0; j < c->n; j++)
            f += fit.coef[j] * column[j][i];
        c->error[i] = (float)log_error(f, w->time_s[i]);
        sum += c->error[i];
    }
    return sum / w->n + 1e-3 * c->n;
}

/* Whether after is really better than before: in score, and in the points' errors one by one. */
static bool gains(const struct work *w, const struct choice *after, const struct choice *before, double sigma) {
    double sum = 0, squares = 0, n = w->n;
    if (!(after->score < before->score * term_gain && after->score < before->score - term_gain_absolute))
        return false;
    for (int i = 0; i < w->n; i++) {
        double d = before->error[i] - after->error[i];
        sum += d;
        squares += d * d;
    }
    double variance = n > 1 ? (squares - sum * sum / n) / (n - 1) : 0;
    return sum / n > sigma * sqrt(fmax(variance, 0) / n);
}

/* Logarithms and roots must do a tenth better each than whole powers: they extrapolate less well known. */
static double unusual(const struct work *w, const struct choice *c) {
    double factor = 1;
    for (int j = 0; j < c->n; j++) {
        const struct fit_term *t = &w->basis.term[c->term[j]];
        bool odd = t->log_var >= 0;
        for (int v = 0; v < w->basis.nvar; v++)
            odd = odd || t->power2[v] % 2;
        factor *= odd ? 1.1 : 1;
    }
    return factor;
}

/* A term that divides another one of the choice is the natural company of it (the n in n^2 + n + 1) and needs less
 * proof than one that would grow faster. */
static double needed_sigma(const struct work *w, const struct choice *c, int term) {
    const struct fit_term *t = &w->basis.term[term];
    for (int j = 0; j < c->n; j++) {
        const struct fit_term *u = &w->basis.term[c->term[j]];
        bool divides = t->log_var < 0 && c->term[j] != term;
        for (int v = 0; v < w->basis.nvar; v++)
            divides = divides && t->power2[v] <= u->power2[v] && t->power2[v] % 2 == 0;
        if (divides)
            return 0.4 * term_gain_sigma;
    }
    return term_gain_sigma;
}

static double rate(struct work *w, struct choice *c) {
    return score_any(w, c) * unusual(w, c);
}

static void grow(struct work *w, struct choice *c) {
    int limit = w->n < 4 ? 1 : w->n < 12 ? w->n / 2 : 6;
    while (c->n < FIT_MAX_TERMS && c->n < limit) {
        struct choice best = *c;
        for (int t = 0; t < w->basis.nterm; t++) {
            struct choice next = *c;
            bool there = false;
            for (int j = 0; j < c->n; j++)
                there = there || c->term[j] == t;
            if (there)
                continue;
            next.term[next.n++] = t;
            next.score = rate(w, &next);
            /* Candidates come from simple to involved: a later one must be better by more than a rounding error. */
            if (best.n == c->n || next.score < best.score * 0.99 - 1e-6)
                best = next;
        }
        if (best.n == c->n || (c->n > 0 && !gains(w, &best, c, needed_sigma(w, c, best.term[best.n - 1]))))
            break;
        *c = best;
    }
}

/* Replaces one term by another where that helps: greedy growth may have begun with a term that a later one makes
 * unneeded. Then drops what does not help. */
static void improve(struct work *w, struct choice *c) {
    for (int j = 0; j < c->n; j++)
        for (int t = 0; t < w->basis.nterm; t++) {
            struct choice next = *c;
            bool there = false;
            for (int k = 0; k < c->n; k++)
                there = there || c->term[k] == t;
            if (there)
                continue;
            next.term[j] = t;
            next.score = rate(w, &next);
            if (next.score < c->score * 0.97 - 1e-5)
                *c = next;
        }
    for (int j = 0; j < c->n && c->n > 1;) {
        struct choice next = *c;
        memmove(&next.term[j], &next.term[j + 1], (size_t)(c->n - j - 1) * sizeof *next.term);
        next.n--;
        next.score = rate(w, &next);
        if (gains(w, c, &next, 0.5 * needed_sigma(w, &next, c->term[j])))
            j++;
        else
            *c = next;
    }
}

/* Whether a term of the choice has variable v, a parameter that can be shifted by s: all its values stay above 0. */
static bool can_shift(const struct work *w, const struct choice *c, int v, int s) {
    bool used = false;
    for (int j = 0; j < c->n; j++)
        used = used || w->basis.term[c->term[j]].power2[v] || w->basis.term[c->term[j]].log_var == v;
    for (int i = 0; used && i < w->n; i++)
        used = w->point[i]->x[w->basis.var[v].a] - s >= 1;
    return used && w->basis.var[v].kind == FIT_PARAM;
}

/* Shifts the variables of mask by s if that gains. */
static void try_shift(struct work *w, struct choice *c, unsigned mask, int s) {
    struct fit_var before[FIT_MAX_VARS];
    memcpy(before, w->basis.var, sizeof before);
    for (int v = 0; v < w->basis.nvar; v++)
        if (mask >> v & 1) {
            if (!can_shift(w, c, v, s)) {
                memcpy(w->basis.var, before, sizeof before);
                return;
            }
            w->basis.var[v].shift = s;
        }
    forget_columns(w);
    struct choice after = *c;
    after.score = rate(w, &after);
    if (gains(w, &after, c, term_gain_sigma)) {
        *c = after;
        return;
    }
    memcpy(w->basis.var, before, sizeof before);
    forget_columns(w);
}

/* Loops often run over n - 1 or n - 2: try shifts of all parameters at once, then of each. */
static void shift_params(struct work *w, struct choice *c) {
    static const int shifts[] = {2, 1};
    unsigned all = 0;
    for (int v = 0; v < w->basis.nvar; v++)
        all |= can_shift(w, c, v, 0) ? 1u << v : 0;
    if (w->n < 4 || all == 0)
        return;
    for (int i = 0; i < 2; i++)
        try_shift(w, c, all, shifts[i]);
    for (int v = 0; v < w->basis.nvar; v++)
        for (int i = 0; i < 2 && all >> v & 1; i++)
            if (w->basis.var[v].shift != shifts[i])
                try_shift(w, c, 1u << v, shifts[i]);
}

static struct choice choose(struct work *w) {
    struct choice c = {0};
    grow(w, &c);
    improve(w, &c);
    double before = c.score;
    shift_params(w, &c);
    if (c.score < before) { /* the right shift makes some terms superfluous */
        improve(w, &c);
        grow(w, &c);
    }
    return c;
}

/* At most SELECT_POINTS of the points, evenly along their times. */
static const struct fit_point **thin(const struct fit_point *const *point, int *n) {
    struct order *o = bsim_alloc((size_t)*n * sizeof *o);
    for (int i = 0; i < *n; i++)
        o[i] = (struct order){point[i]->time_s, i};
    qsort(o, (size_t)*n, sizeof *o, by_key);
    int m = *n < SELECT_POINTS ? *n : SELECT_POINTS;
    const struct fit_point **out = bsim_alloc((size_t)m * sizeof *out);
    for (int i = 0; i < m; i++)
        out[i] = point[o[(long)i * *n / m].index];
    bsim_free(o);
    *n = m;
    return out;
}

/* Final coefficients of the chosen terms, over all points of the piece. */
static void settle(struct fit_piece *piece, struct work *w, const struct choice *c,
                   const struct fit_point *const *point, int n) {
    struct fit_linear fit;
    double *column[FIT_MAX_TERMS];
    double *time_s = bsim_alloc((size_t)n * sizeof *time_s), *weight = bsim_alloc((size_t)n * sizeof *weight);
    for (int j = 0; j < c->n; j++) {
        column[j] = bsim_alloc((size_t)n * sizeof *column[j]);
        for (int i = 0; i < n; i++)
            column[j][i] = bsim_fit_term_value(&w->basis, &w->basis.term[c->term[j]], point[i]->x);
    }
    for (int i = 0; i < n; i++) {
        time_s[i] = point[i]->time_s;
        weight[i] = point[i]->weight;
    }
    bsim_fit_solve(&fit, c->n, column, n, time_s, weight, NULL, true);
    piece->nterm = 0;
    memcpy(piece->var, w->basis.var, sizeof piece->var);
    for (int j = 0; j < c->n; j++) {
        if (fit.coef[j] > 0) {
            piece->term[piece->nterm] = w->basis.term[c->term[j]];
            piece->coef[piece->nterm++] = fit.coef[j];
        }
        bsim_free(column[j]);
    }
    bsim_free(time_s);
    bsim_free(weight);
}

/* ---- breaks ---- */

struct segment {
    const struct fit_point **point; /* in the order of the break variable */
    int n;
    struct work *work;
    struct choice choice;
    double below; /* break at its upper end */
};

/* Few points cannot choose among many terms: left are those of the segment that is split, and the size at the break. */
static struct fit_basis few_terms(const struct fit_basis *basis, const struct fit_term *size, const struct choice *c) {
    struct fit_basis out = *basis;
    out.term = bsim_alloc((size_t)(c->n + 1) * sizeof *out.term);
    out.term[0] = *size;
    out.nterm = 1;
    for (int j = 0; j < c->n; j++)
        if (memcmp(&basis->term[c->term[j]], size, sizeof *size) != 0)
            out.term[out.nterm++] = basis->term[c->term[j]];
    return out;
}

static struct segment segment_make(const struct fit_basis *basis, const struct fit_point *const *point, int n) {
    struct segment s = {.n = n, .point = bsim_alloc((size_t)n * sizeof *s.point)};
    memcpy(s.point, point, (size_t)n * sizeof *s.point);
    int m = n;
    const struct fit_point **few = thin(point, &m);
    s.work = work_make(basis, few, m);
    bsim_free(few);
    s.choice = choose(s.work);
    return s;
}

static void segment_free(struct segment *s) {
    work_free(s->work);
    bsim_free(s->point);
}

/* The best two segments for one; false if none pays. Both sides keep at least 4 points. */
static bool split_segment(const struct fit_basis *basis, const struct fit_term *term, const struct segment *s,
                          struct segment out[2]) {
    enum { LEAST = 4, ENOUGH = 12 };
    struct segment best[2] = {{0}, {0}};
    struct fit_basis few = few_terms(basis, term, &s->choice);
    double best_score = fmin(s->choice.score * break_gain, s->choice.score - break_gain_absolute);
    bool found = false;
    int last_cut = -1;
    for (int b = 0; b <= BREAKS_TRIED + 1; b++) {
        int cut = LEAST + (s->n - 2 * LEAST) * b / (BREAKS_TRIED + 1);
        double low, high;
        if (cut < LEAST || s->n - cut < LEAST || cut == last_cut)
            continue;
        last_cut = cut;
        low = bsim_fit_term_value(basis, term, s->point[cut - 1]->x);
        high = bsim_fit_term_value(basis, term, s->point[cut]->x);
        if (!(low < high))
            continue;
        struct segment a = segment_make(cut < ENOUGH ? &few : basis, s->point, cut),
                       z = segment_make(s->n - cut < ENOUGH ? &few : basis, s->point + cut, s->n - cut);
        double both = (a.choice.score * a.n + z.choice.score * z.n) / s->n;
        if (both < best_score) {
            if (found) {
                segment_free(&best[0]);
                segment_free(&best[1]);
            }
            found = true;
            best_score = both;
            a.below = sqrt(low * high) > low ? sqrt(low * high) : 0.5 * (low + high);
            z.below = s->below;
            best[0] = a;
            best[1] = z;
        } else {
            segment_free(&a);
            segment_free(&z);
        }
    }
    if (found)
        memcpy(out, best, sizeof best);
    bsim_fit_basis_free(&few);
    return found;
}

/* The size that caches care about: the largest of the products of plain powers in the model. */
static bool find_break_term(const struct fit_basis *basis, const struct choice *c, struct fit_term *term) {
    int most = 0;
    for (int j = 0; j < c->n; j++) {
        const struct fit_term *t = &basis->term[c->term[j]];
        int distinct = 0;
        for (int v = 0; v < basis->nvar; v++)
            distinct += t->power2[v] > 0;
        if (distinct > most) {
            most = distinct;
            *term = *t;
        }
    }
    term->log_var = -1;
    for (int v = 0; v < basis->nvar; v++) /* of n^2*m the size n*m */
        term->power2[v] = term->power2[v] > 0 ? 2 : 0;
    return most > 0;
}

static void fit_pieces(struct fit_model *m, const struct fit_point *const *point, int n) {
    struct segment seg[FIT_MAX_PIECES];
    int count = 1;
    seg[0] = segment_make(&m->basis, point, n);
    seg[0].below = HUGE_VAL;
    if (n >= 10 && find_break_term(&m->basis, &seg[0].choice, &m->break_term)) {
        struct order *o = bsim_alloc((size_t)n * sizeof *o);
        for (int i = 0; i < n; i++)
            o[i] = (struct order){bsim_fit_term_value(&m->basis, &m->break_term, point[i]->x), i};
        qsort(o, (size_t)n, sizeof *o, by_key);
        for (int i = 0; i < n; i++)
            seg[0].point[i] = point[o[i].index];
        bsim_free(o);
        for (int i = 0; i < count && count < FIT_MAX_PIECES;) {
            struct segment two[2];
            if (!split_segment(&m->basis, &m->break_term, &seg[i], two)) {
                i++;
                continue;
            }
            segment_free(&seg[i]);
            memmove(&seg[i + 2], &seg[i + 1], (size_t)(count - i - 1) * sizeof *seg);
            seg[i] = two[0];
            seg[i + 1] = two[1];
            count++;
        }
    }
    for (int i = 0; i < count; i++) {
        struct fit_piece *p = &m->piece[i];
        settle(p, seg[i].work, &seg[i].choice, seg[i].point, seg[i].n);
        p->has_break = i + 1 < count;
        p->break_value = seg[i].below;
        segment_free(&seg[i]);
    }
    m->npiece = count;
}

/* ---- the model ---- */

static double piece_time(const struct fit_model *m, const struct fit_piece *p, const double *x) {
    struct fit_basis basis = m->basis;
    double sum = 0;
    memcpy(basis.var, p->var, sizeof basis.var);
    for (int j = 0; j < p->nterm; j++)
        sum += p->coef[j] * bsim_fit_term_value(&basis, &p->term[j], x);
    return sum;
}

static int piece_of(const struct fit_model *m, const double *x) {
    int i = 0;
    while (i + 1 < m->npiece && bsim_fit_term_value(&m->basis, &m->break_term, x) > m->piece[i].break_value)
        i++;
    return i;
}

double bsim_fit_model_time(const struct fit_model *m, const double *x) {
    return piece_time(m, &m->piece[piece_of(m, x)], x);
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Relative errors of left-out points: each fold is refitted with the terms and breaks as chosen. */
static void validate(struct fit_model *m, const struct fit_point *const *point, int n) {
    double *all = bsim_alloc((size_t)n * sizeof *all);
    int count = 0;
    m->error_median = m->error_max = NAN;
    for (int k = 0; k < m->npiece; k++) {
        const struct fit_piece *p = &m->piece[k];
        const struct fit_point **mine = bsim_alloc((size_t)n * sizeof *mine);
        struct fit_basis basis = m->basis;
        struct fit_term terms[FIT_MAX_TERMS];
        struct choice c = {.n = p->nterm};
        int nmine = 0;
        for (int i = 0; i < n; i++)
            if (piece_of(m, point[i]->x) == k)
                mine[nmine++] = point[i];
        memcpy(basis.var, p->var, sizeof basis.var);
        memcpy(terms, p->term, sizeof terms);
        basis.term = terms;
        basis.nterm = p->nterm;
        for (int j = 0; j < c.n; j++)
            c.term[j] = j;
        if (nmine > 2 && nmine > c.n && c.n > 0) {
            struct work *w = work_make(&basis, mine, nmine);
            score(w, &c, all + count);
            for (int i = 0; i < nmine; i++)
                all[count + i] = expm1(all[count + i]);
            count += nmine;
            work_free(w);
        }
        bsim_free(mine);
    }
    if (count > 0) {
        qsort(all, (size_t)count, sizeof *all, compare_doubles);
        m->error_median = count % 2 ? all[count / 2] : 0.5 * (all[count / 2 - 1] + all[count / 2]);
        m->error_max = all[count - 1];
        double bound = fmax(8 * m->error_median, 0.3);
        for (int i = 0; i < count; i++)
            m->noutlier += all[i] > bound;
    }
    bsim_free(all);
}

static void add_note(struct fit_model *m, const char *text) {
    size_t at = strlen(m->note);
    snprintf(m->note + at, sizeof m->note - at, "%s%s", at ? "; " : "", text);
}

/* Parameters that moved together in all samples cannot be told apart. */
static void note_redundant(struct fit_model *m, const struct fit_block *b) {
    for (int i = 0; i < b->nparam; i++)
        for (int j = 0; j < i; j++) {
            double ratio = 0;
            bool same = m->low[i] < m->high[i] && m->low[j] < m->high[j];
            for (int k = 0; k < b->npoint && same; k++) {
                double x = b->point[k].x[i], y = b->point[k].x[j];
                if (k == 0)
                    ratio = y != 0 ? x / y : 0;
                same = y != 0 && ratio != 0 && fabs(x - ratio * y) <= 1e-12 * fabs(x);
            }
            if (same) {
                char text[160];
                snprintf(text, sizeof text, "%s and %s grew together in all samples: measure them apart", b->param[j],
                         b->param[i]);
                add_note(m, text);
            }
        }
}

void bsim_fit_model_make(struct fit_model *m, const struct fit_block *block) {
    *m = (struct fit_model){.npoint = block->npoint, .error_median = NAN, .error_max = NAN};
    const struct fit_point **point = bsim_alloc((size_t)block->npoint * sizeof *point);
    for (int i = 0; i < block->npoint; i++) {
        point[i] = &block->point[i];
        m->executions += block->point[i].count;
        for (int k = 0; k < block->nparam; k++) {
            double x = block->point[i].x[k];
            m->low[k] = i == 0 ? x : fmin(m->low[k], x);
            m->high[k] = i == 0 ? x : fmax(m->high[k], x);
        }
    }
    bsim_fit_basis_make(&m->basis, block);
    fit_pieces(m, point, block->npoint);
    validate(m, point, block->npoint);
    if (block->nparam > 0 && block->npoint == 1)
        add_note(m, "one sample: the time is taken as constant");
    note_redundant(m, block);
    bsim_free(point);
}

void bsim_fit_model_free(struct fit_model *m) {
    bsim_fit_basis_free(&m->basis);
    *m = (struct fit_model){0};
}
