/* fit_select.c - chooses the terms of a cost model by cross-validation: greedy growth, pruning, then shifts of the
 * parameters. fit_solve.c has the numerics. Knows nothing of breaks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_select.h"

/* MOST: candidates that are validated in one step. SUBSETS: pairs, and triples, of which each term needs POINTS. */
enum { FOLDS = 8, MOST = 40, SUBSETS = 12, POINTS = 3, QUICK = 100 };

/* A further term must lower the score to this factor and by 0.05 % of the time. It must also lower the errors of the
 * points by this many standard errors of their differences; the limit is high because there are many candidates. */
static const double term_gain = 0.93, term_gain_absolute = 5e-4, term_gain_sigma = 2.5;
static const double nats = 3.5;
/* Errors of few points below so many times their noise, which is in them, are no reason for another term. */
enum { FEW = 12 };
static const double as_near = 2.8;
/* What a subset of terms needs for each of its terms, since there are many: it must follow the samples within near,
 * which noise does not (or nearly so; how_near), unless the basis is loose, and its score be lower by a factor. None is
 * sought where the score is below exact. */
static const double subset_sigma = 1.25, exact = 1e-3, clearly = 0.6, near = 0.03, nearly = 0.05, part = 0.35;
/* Left-out points have at least this part of the error that they have in a fit; and a further term lowers the latter at
 * least to this part, if it lowers that of left-out points. */
static const double HARDLY = 0.9, LOWER = 0.99;
/* What a point adds to the score where the formula gives no time, but the sample has so many times FIT_FLOOR_S. */
static const double NOTHING = 0.1, LITTLE = 4;
/* What each oddity of a term (bsim_fit_term_oddity) adds to the score: odd terms are many, and less safe to
 * extrapolate. */
static const double odd = 0.08;

/* A fixed hash of i, for a random but repeatable order. */
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

static int by_index(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* Deals the points, sorted by time, to the folds in turn, with a random first fold in each turn. So each fold holds
 * short and long times. */
static void make_folds(struct fit_work *w) {
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
    for (int v = -1; v < w->basis.nvar && w->n >= 8 && w->nfar < FIT_MAX_FAR; v++) {
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

struct fit_work *bsim_fit_work_make(const struct fit_basis *basis, const struct fit_point *const *point, int n) {
    struct fit_work *w = bsim_alloc(sizeof *w);
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

static void forget_columns(struct fit_work *w) {
    for (int t = 0; t < w->basis.nterm; t++) {
        bsim_free(w->column[t]);
        w->column[t] = NULL;
    }
}

void bsim_fit_work_free(struct fit_work *w) {
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

double *bsim_fit_work_column(struct fit_work *w, int term) {
    if (w->column[term] == NULL) {
        w->column[term] = bsim_alloc((size_t)w->n * sizeof **w->column);
        for (int i = 0; i < w->n; i++)
            w->column[term][i] = bsim_fit_term_value(&w->basis, &w->basis.term[term], w->point[i]->x);
    }
    return w->column[term];
}

/* The error as it counts in a score: an outlier counts as 50 % and a little more, so that of two bad models the less
 * bad one is known. */
static double capped(double error) {
    return error <= 0.5 ? error : 0.5 + 0.05 * log(2 * error);
}

/* The capped error of a point. A formula that gives no time where there is some says nothing of that point, and must
 * not be taken for one that is merely off there. */
static double capped_error(double predicted, double measured) {
    return capped(bsim_fit_log_error(predicted, measured)) +
           (predicted <= 0 && measured > LITTLE * FIT_FLOOR_S ? NOTHING : 0);
}

/* The values of the terms of a choice; owned by work. */
static void columns_of(struct fit_work *w, const struct fit_choice *c, double **column) {
    for (int j = 0; j < c->n; j++)
        column[j] = bsim_fit_work_column(w, c->term[j]);
}

static double fitted(const struct fit_linear *fit, double *const *column, int i) {
    double f = 0;
    for (int j = 0; j < fit->n; j++)
        f += fit->coef[j] * column[j][i];
    return f;
}

/* The points of all folds but one, which is one of extrapolation from nfold on. */
static void all_but(const struct fit_work *w, int fold, bool *use) {
    for (int i = 0; i < w->n; i++)
        use[i] = fold < w->nfold ? w->fold_of[i] != fold : !w->far[fold - w->nfold][i];
}

/* Fits to the points with use[i] and returns the sum of the capped errors of the others. counted, if not NULL, gets
 * them. */
static double fold_error(const struct fit_work *w, double *const *column, const struct fit_robust *all, const bool *use,
                         float *counted) {
    struct fit_linear fit;
    double sum = 0;
    if (all->is_clear)
        bsim_fit_solve_without(&fit, all, column, w->n, w->time_s, use);
    else
        bsim_fit_solve(&fit, all->fit.n, column, w->n, w->time_s, w->weight, use, FIT_NORMAL);
    for (int i = 0; i < w->n; i++) {
        if (use[i])
            continue;
        double e = capped_error(fitted(&fit, column, i), w->time_s[i]);
        if (counted)
            counted[i] = (float)e;
        sum += w->weight[i] * e;
    }
    return sum;
}

void bsim_fit_fold_errors(struct fit_work *w, const struct fit_choice *c, double *error) {
    bool *use = bsim_alloc((size_t)w->n * sizeof *use);
    double *column[FIT_MAX_TERMS];
    struct fit_linear fit;
    columns_of(w, c, column);
    for (int f = 0; f < w->nfold; f++) {
        all_but(w, f, use);
        bsim_fit_solve(&fit, c->n, column, w->n, w->time_s, w->weight, use, FIT_PRECISE);
        for (int i = 0; i < w->n; i++)
            if (!use[i])
                error[i] = bsim_fit_log_error(fitted(&fit, column, i), w->time_s[i]);
    }
    bsim_free(use);
}

/* The mean capped relative error of left-out points; extrapolation makes a third of it. */
static double mean_of(double sum, double weight, double far, double far_weight) {
    double result = weight > 0 ? sum / weight : 0;
    return far_weight > 0 ? (2 * result + far / far_weight) / 3 : result;
}

/* The weights of all left-out points, and of those of the folds of extrapolation. */
static void left_out_weights(const struct fit_work *w, double *weight, double *far_weight) {
    *weight = *far_weight = 0;
    for (int i = 0; i < w->n; i++) {
        *weight += w->weight[i];
        for (int f = 0; f < w->nfar; f++)
            *far_weight += w->far[f][i] ? w->weight[i] : 0;
    }
}

/* The capped errors of n points by a fit. */
static double error_by(const struct fit_linear *fit, double *const *column, int n, const double *time_s,
                       const double *weight) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += weight[i] * capped_error(fitted(fit, column, i), time_s[i]);
    return sum;
}

/* The score, or HUGE_VAL as soon as it cannot be below a limit: most candidates for a term are much worse than the best
 * one. Points that are left out are hardly nearer to the fit than the same points if they are in it, which must be
 * below `within`. */
static double score_below(struct fit_work *w, struct fit_choice *c, double limit, double within) {
    struct fit_robust all = {.base = bsim_alloc((size_t)w->n * sizeof *all.base),
                             .weight = bsim_alloc((size_t)w->n * sizeof *all.weight)};
    bool *use = bsim_alloc((size_t)w->n * sizeof *use);
    double sum = 0, weight, far = 0, far_weight, *column[FIT_MAX_TERMS];
    columns_of(w, c, column);
    left_out_weights(w, &weight, &far_weight);
    bsim_fit_solve_all(&all, c->n, column, w->n, w->time_s, w->weight);
    c->within = weight > 0 ? error_by(&all.fit, column, w->n, w->time_s, w->weight) / weight : 0;
    double score = c->within < within ? HARDLY * mean_of(c->within * weight, weight, 0, far_weight) : limit;
    for (int f = 0; f < w->nfold + w->nfar && score < limit; f++) {
        bool is_far = f >= w->nfold;
        all_but(w, f, use);
        *(is_far ? &far : &sum) +=
            fold_error(w, column, &all, use, is_far || w->n > FIT_SELECT_POINTS ? NULL : c->error);
        score = mean_of(sum, weight, far, far_weight);
    }
    bsim_free(all.base);
    bsim_free(all.weight);
    bsim_free(use);
    return score < limit ? score : HUGE_VAL;
}

/* The score as score_below has it; with two points or fewer there is no cross-validation, and the error of the fit
 * itself counts. */
static double score_any(struct fit_work *w, struct fit_choice *c, double limit, double within) {
    if (w->n > 2)
        return score_below(w, c, limit, within);
    double *column[FIT_MAX_TERMS], sum = 0;
    struct fit_linear fit;
    columns_of(w, c, column);
    bsim_fit_solve(&fit, c->n, column, w->n, w->time_s, w->weight, NULL, FIT_NORMAL);
    for (int i = 0; i < w->n; i++) {
        c->error[i] = (float)bsim_fit_log_error(fitted(&fit, column, i), w->time_s[i]);
        sum += c->error[i];
    }
    return sum / w->n + 1e-3 * c->n;
}

/* The likelihood of the left-out points, whose errors are taken to be distributed as Laplace's with the scale that fits
 * them, sees what a few points tell clearly, as the smallest ones tell of a constant. The mean of the differences
 * does not: these points make its standard error large. A gain of nats in the logarithm counts as one standard error.
 * Each error has the noise of the points besides, and what is nearly as near to a few as their noise gains nothing:
 * three sizes that some runs have made a little longer and shorter are followed by one term or another much more
 * closely than by their law. */
bool bsim_fit_gains(const float *after, const float *before, int n, double factor, double amount, double sigma,
                    double noise) {
    double old = 0, new = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        double was = hypot(before[i], noise), is = hypot(after[i], noise), d = was - is;
        old += was;
        new += is;
        squares += d * d;
    }
    if (n < FEW && old < as_near * noise * n)
        return false;
    double sum = old - new, variance = n > 1 ? (squares - sum * sum / n) / (n - 1) : 0;
    double likelier = n * log(fmax(old, 1e-9) / fmax(new, 1e-9));
    return new < old *factor &&new < old - amount *n &&
           (sum / n > sigma * sqrt(fmax(variance, 0) / n) || likelier > nats * sigma);
}

/* A score must be below this to be a gain. */
static double enough_for_gain(const struct fit_choice *before) {
    return fmin(before->score * term_gain, before->score - term_gain_absolute);
}

static bool gains(const struct fit_work *w, const struct fit_choice *after, const struct fit_choice *before,
                  double sigma) {
    return after->score < enough_for_gain(before) &&
           bsim_fit_gains(after->error, before->error, w->n, 1, 0, sigma, w->basis.noise);
}

/* A factor on the score, 1.1 for each term that is not plain: there are many of them, and they are less safe to
 * extrapolate. */
static double unusual(const struct fit_work *w, const struct fit_choice *c) {
    double factor = 1;
    for (int j = 0; j < c->n; j++)
        factor *= 1 + odd * bsim_fit_term_oddity(&w->basis, &w->basis.term[c->term[j]]);
    return factor;
}

/* The standard errors by which a new term must gain. A term that divides another term of the choice often goes with it,
 * as n with n^2, and needs less evidence than one that grows faster. */
static double needed_sigma(const struct fit_work *w, const struct fit_choice *c, int term) {
    const struct fit_term *t = &w->basis.term[term];
    for (int j = 0; j < c->n; j++) {
        const struct fit_term *u = &w->basis.term[c->term[j]];
        bool divides = t->log_var < 0 && c->term[j] != term;
        for (int v = 0; v < w->basis.nvar; v++)
            divides = divides && t->power[v] <= u->power[v] && t->power[v] % FIT_WHOLE == 0;
        if (divides)
            return 0.4 * term_gain_sigma;
    }
    return term_gain_sigma;
}

/* HUGE_VAL: it is not below the limit. */
static double rate_below(struct fit_work *w, struct fit_choice *c, double limit, double within) {
    double factor = unusual(w, c);
    return score_any(w, c, limit / factor, within) * factor;
}

static double rate(struct fit_work *w, struct fit_choice *c) {
    return rate_below(w, c, HUGE_VAL, HUGE_VAL);
}

/* The capped error of a quick fit to all points; of more than about QUICK, to those of some folds, which have short and
 * long times. Without cross-validation it is too optimistic for a score, but it shows which candidates are worth one.
 */
static double quick_score(struct fit_work *w, const struct fit_choice *c) {
    double *column[FIT_MAX_TERMS], *room = NULL;
    double *time_s = w->time_s, *weight = w->weight;
    struct fit_linear fit;
    int n = w->n, folds = (FOLDS * QUICK + n - 1) / n;
    columns_of(w, c, column);
    if (folds < FOLDS) {
        room = bsim_alloc((FIT_MAX_TERMS + 2) * (size_t)n * sizeof *room);
        time_s = room + FIT_MAX_TERMS * n;
        weight = time_s + n;
        n = 0;
        for (int i = 0; i < w->n; i++) {
            if (w->fold_of[i] >= folds)
                continue;
            for (int j = 0; j < c->n; j++)
                room[j * w->n + n] = column[j][i];
            time_s[n] = w->time_s[i];
            weight[n++] = w->weight[i];
        }
        for (int j = 0; j < c->n; j++)
            column[j] = room + j * w->n;
    }
    bsim_fit_solve(&fit, c->n, column, n, time_s, weight, NULL, FIT_QUICK);
    double sum = error_by(&fit, column, n, time_s, weight);
    bsim_free(room);
    return sum * unusual(w, c);
}

/* Writes to term up to most candidates for place j of a choice with n terms, and returns their number. If the basis has
 * at most most terms they are in its order (simple terms first), else the most promising ones come first. */
static int candidates(struct fit_work *w, const struct fit_choice *c, int j, int n, int most, int *term) {
    struct order *o = bsim_alloc((size_t)w->basis.nterm * sizeof *o);
    int count = 0;
    for (int t = 0; t < w->basis.nterm; t++) {
        struct fit_choice next = *c;
        bool there = false;
        for (int k = 0; k < c->n; k++)
            there = there || c->term[k] == t;
        next.n = n;
        next.term[j] = t;
        if (!there)
            o[count++] = (struct order){w->basis.nterm > most ? quick_score(w, &next) : t, t};
    }
    qsort(o, (size_t)count, sizeof *o, by_key);
    count = count < most ? count : most;
    for (int i = 0; i < count; i++)
        term[i] = o[i].index;
    qsort(term, (size_t)count, sizeof *term, by_index);
    bsim_free(o);
    return count;
}

static void grow(struct fit_work *w, struct fit_choice *c) {
    int most = w->n < 3 ? 1 : w->n < 6 ? 2 : w->n < 12 ? w->n / 2 : 6, term[MOST];
    while (c->n < FIT_MAX_TERMS && c->n < most) {
        struct fit_choice best = *c;
        double limit = c->n > 0 ? enough_for_gain(c) : HUGE_VAL, within = c->n > 0 ? LOWER * c->within : HUGE_VAL;
        int count = candidates(w, c, c->n, c->n + 1, MOST, term);
        for (int i = 0; i < count; i++) {
            struct fit_choice next = *c;
            next.term[next.n++] = term[i];
            next.score = rate_below(w, &next, limit, within);
            if (next.score >= limit)
                continue;
            best = next;
            limit = best.score * 0.99 - 1e-6; /* simple candidates come first, and rounding is no reason */
        }
        if (best.n == c->n || (c->n > 0 && !gains(w, &best, c, needed_sigma(w, c, best.term[best.n - 1]))))
            break;
        *c = best;
    }
}

/* Replaces single terms by better ones, since a later term may have made the first one unnecessary. Then drops terms
 * that do not help. */
static void improve(struct fit_work *w, struct fit_choice *c) {
    int term[MOST];
    for (int j = 0; j < c->n; j++) {
        int count = candidates(w, c, j, c->n, MOST / 2, term);
        for (int i = 0; i < count; i++) {
            struct fit_choice next = *c;
            double limit = c->score * 0.97 - 1e-5;
            next.term[j] = term[i];
            next.score = rate_below(w, &next, limit, HUGE_VAL);
            if (next.score < limit)
                *c = next;
        }
    }
    for (int j = 0; j < c->n && c->n > 1;) {
        struct fit_choice next = *c;
        memmove(&next.term[j], &next.term[j + 1], (size_t)(c->n - j - 1) * sizeof *next.term);
        next.n--;
        next.score = rate(w, &next);
        if (!isfinite(next.score) || gains(w, c, &next, 0.5 * needed_sigma(w, &next, c->term[j])))
            j++;
        else
            *c = next;
    }
}

/* Whether a term of the choice uses variable v, and v is a parameter whose values stay at least 1 if shifted by s. */
static bool can_shift(const struct fit_work *w, const struct fit_choice *c, int v, int s) {
    bool used = false;
    for (int j = 0; j < c->n; j++)
        used = used || w->basis.term[c->term[j]].power[v] || w->basis.term[c->term[j]].log_var == v;
    for (int i = 0; used && i < w->n; i++)
        used = w->point[i]->x[w->basis.var[v].a] - s >= 1;
    return used && w->basis.var[v].kind == FIT_PARAM;
}

/* Shifts the variables in mask by s, and keeps the shift if the score improves enough. */
static void try_shift(struct fit_work *w, struct fit_choice *c, unsigned mask, int s) {
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
    struct fit_choice after = *c;
    after.score = rate_below(w, &after, enough_for_gain(c), HUGE_VAL);
    if (gains(w, &after, c, term_gain_sigma)) {
        *c = after;
        return;
    }
    memcpy(w->basis.var, before, sizeof before);
    forget_columns(w);
}

/* Loops often run over n - 1 or n - 2: try shifts of all parameters at once, then of each. */
static void shift_params(struct fit_work *w, struct fit_choice *c) {
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

/* How near to the samples a subset has to be. Of two parameters there are few, and one that leaves little of the score
 * is hardly one by chance. */
static double how_near(const struct fit_work *w, const struct fit_choice *c) {
    int params = 0;
    for (int v = 0; v < w->basis.nvar; v++)
        params += w->basis.var[v].kind == FIT_PARAM;
    return params <= 2 ? fmax(near, fmin(part * c->score, nearly)) : near;
}

/* Takes the best pair or triple of terms instead, if it is clearly better. */
static void try_subsets_of(struct fit_work *w, struct fit_choice *c, const struct fit_products *products, int size) {
    struct fit_choice all[SUBSETS], best = *c;
    double most = fmin(clearly * c->score, w->basis.loose ? HUGE_VAL : how_near(w, c));
    int n = w->n >= POINTS * size && c->score > exact ? bsim_fit_subsets(products, size, all, SUBSETS) : 0;
    for (int i = 0; i < n; i++) {
        double limit = fmin(best.score * 0.99 - 1e-6, most);
        all[i].score = rate_below(w, &all[i], limit, HUGE_VAL);
        if (all[i].score < limit)
            best = all[i];
    }
    if (best.score < most && gains(w, &best, c, subset_sigma * size))
        *c = best;
}

static void try_subsets(struct fit_work *w, struct fit_choice *c) {
    if (w->n < POINTS * 2 || c->score <= exact)
        return;
    struct fit_products *products = bsim_fit_products(w);
    for (int size = 2; size <= 3; size++)
        try_subsets_of(w, c, products, size);
    bsim_fit_products_free(products);
}

struct fit_choice bsim_fit_choose(struct fit_work *w) {
    struct fit_choice c = {0};
    grow(w, &c);
    if (c.n == 0 && w->basis.nterm > 0) { /* none has an error that is a number, as where all values are below 0 */
        c.n = 1;
        c.score = HUGE_VAL;
    }
    improve(w, &c);
    try_subsets(w, &c);
    double before = c.score;
    shift_params(w, &c);
    if (c.score < before) { /* the shift may have made terms unnecessary */
        improve(w, &c);
        grow(w, &c);
    }
    return c;
}

const struct fit_point **bsim_fit_thin(const struct fit_point *const *point, int *n) {
    struct order *o = bsim_alloc((size_t)*n * sizeof *o);
    for (int i = 0; i < *n; i++)
        o[i] = (struct order){point[i]->time_s, i};
    qsort(o, (size_t)*n, sizeof *o, by_key);
    int m = *n < FIT_SELECT_POINTS ? *n : FIT_SELECT_POINTS;
    const struct fit_point **out = bsim_alloc((size_t)m * sizeof *out);
    for (int i = 0; i < m; i++)
        out[i] = point[o[(long)i * *n / m].index];
    bsim_free(o);
    *n = m;
    return out;
}

void bsim_fit_settle(struct fit_piece *piece, const struct fit_work *w, const struct fit_choice *c,
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
    bsim_fit_solve(&fit, c->n, column, n, time_s, weight, NULL, FIT_PRECISE);
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
