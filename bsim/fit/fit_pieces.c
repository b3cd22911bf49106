/* fit_pieces.c - the whole cost model of a block: breaks at which another formula takes over (caches), errors by
 * cross-validation, and notes on what the samples cannot decide. Owns fit_model; fit_select.c chooses the terms of each
 * piece. */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/quantile.h"
#include "bsim/base/transition.h"
#include "bsim/fit/fit_select.h"

/* LEAST: points that a piece must have. ENOUGH: points that allow a choice among all terms. */
enum { BREAKS_TRIED = 12, LEAST = 4, ENOUGH = 12 };

/* A further piece must lower the mean error by a third, by 1 % of the time, and by so many standard errors. */
static const double break_gain = 0.67, break_gain_absolute = 0.01, break_sigma = 2.5;

/* A fit without a break whose score is above this has a break sought by another size, too. */
static const double bad_score = 0.2;

/* Pieces whose score is above this have breaks by single sizes tried, which must lower it to this part. So do others
 * that have breaks; the new ones must lower it to the first part, if they are no more: those by the product that was
 * taken for the size of the data may be by chance. SINGLE_VALUES: of such a size. */
static const double poor_score = 0.08, better = 0.95, much_better = 0.67;
enum { SINGLE_VALUES = 6 };

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

static double piece_time(const struct fit_basis *of, const struct fit_piece *p, const double *x) {
    struct fit_basis basis = *of;
    double sum = 0;
    memcpy(basis.var, p->var, sizeof basis.var);
    for (int j = 0; j < p->nterm; j++)
        sum += p->coef[j] * bsim_fit_term_value(&basis, &p->term[j], x);
    return sum;
}

/* ---- breaks ---- */

/* A break: the value of the break term, and those in the samples that are next to it. */
struct limit {
    double value, from, to;
};

struct segment {
    const struct fit_point **point; /* sorted by the value of the break term */
    int n;
    struct fit_work *work;
    struct fit_choice choice;
    struct fit_piece piece;
    struct limit below; /* at its upper end */
};

static void add_term(struct fit_basis *basis, const struct fit_term *term) {
    for (int t = 0; t < basis->nterm; t++)
        if (memcmp(&basis->term[t], term, sizeof *term) == 0)
            return;
    basis->term[basis->nterm++] = *term;
}

/* The candidate terms for a part with few points, which cannot choose among many: the terms of the segment that is
 * split, those of a model with other breaks, and the break term. other: NULL if there is none. */
static struct fit_basis few_terms(const struct fit_basis *basis, const struct fit_term *size,
                                  const struct fit_choice *c, const struct fit_model *other) {
    struct fit_basis out = *basis;
    int most = c->n + 1 + (other ? bsim_fit_model_terms(other) : 0);
    out.term = bsim_alloc((size_t)most * sizeof *out.term);
    out.nterm = 0;
    add_term(&out, size);
    for (int j = 0; j < c->n; j++)
        add_term(&out, &basis->term[c->term[j]]);
    for (int k = 0; other && k < other->npiece; k++)
        for (int j = 0; j < other->piece[k].nterm; j++)
            add_term(&out, &other->piece[k].term[j]);
    return out;
}

static struct segment segment_make(const struct fit_basis *basis, const struct fit_point *const *point, int n) {
    struct segment s = {.n = n, .point = bsim_alloc((size_t)n * sizeof *s.point)};
    memcpy(s.point, point, (size_t)n * sizeof *s.point);
    int m = n;
    const struct fit_point **few = bsim_fit_thin(point, &m);
    s.work = bsim_fit_work_make(basis, few, m);
    bsim_free(few);
    s.choice = bsim_fit_choose(s.work);
    bsim_fit_settle(&s.piece, s.work, &s.choice, s.point, n);
    return s;
}

static void segment_free(struct segment *s) {
    bsim_fit_work_free(s->work);
    bsim_free(s->point);
}

/* Whether a break is possible in front of point number cut: it needs enough points on both sides, which differ in the
 * break term there. *at gets the break. */
static bool can_cut(const struct fit_basis *basis, const struct fit_term *size, const struct segment *s, int cut,
                    struct limit *at) {
    if (cut < LEAST || s->n - cut < LEAST)
        return false;
    double low = bsim_fit_term_value(basis, size, s->point[cut - 1]->x);
    double high = bsim_fit_term_value(basis, size, s->point[cut]->x);
    double middle = low > 0 ? sqrt(low * high) : low;
    *at = (struct limit){middle > low ? middle : 0.5 * (low + high), low, high};
    return low < high;
}

struct split {
    struct segment part[2];
    int cut;
    double score;
};

static struct split split_at(const struct fit_basis *basis, const struct fit_basis *few, const struct segment *s,
                             int cut, const struct limit *at) {
    struct split out = {.cut = cut};
    out.part[0] = segment_make(cut < ENOUGH ? few : basis, s->point, cut);
    out.part[1] = segment_make(s->n - cut < ENOUGH ? few : basis, s->point + cut, s->n - cut);
    out.part[0].below = *at;
    out.part[1].below = s->below;
    out.score = (out.part[0].choice.score * cut + out.part[1].choice.score * (s->n - cut)) / s->n;
    return out;
}

static void split_free(struct split *split) {
    segment_free(&split->part[0]);
    segment_free(&split->part[1]);
}

static double capped_error(const struct fit_basis *basis, const struct fit_piece *piece, const struct fit_point *p) {
    double f = piece_time(basis, piece, p->x);
    return fmin(bsim_fit_log_error(f, p->time_s), 0.5);
}

/* The cut at which the two formulas of a split, without a new fit, match all points best. */
static int better_cut(const struct fit_basis *basis, const struct fit_term *size, const struct segment *s,
                      const struct split *split) {
    struct limit at;
    double sum = 0, best;
    int cut = split->cut;
    for (int i = 0; i < s->n; i++)
        sum += capped_error(basis, &split->part[1].piece, s->point[i]);
    best = HUGE_VAL;
    for (int i = 0; i < s->n; i++) { /* sum: the error if the first i points are on the left */
        if (can_cut(basis, size, s, i, &at) && sum < best) {
            best = sum;
            cut = i;
        }
        sum += capped_error(basis, &split->part[0].piece, s->point[i]) -
               capped_error(basis, &split->part[1].piece, s->point[i]);
    }
    return cut;
}

/* Copies the errors of left-out points of a part into the order of the whole segment's points. */
static void gather_errors(const struct fit_work *whole, const struct segment *part, float *error) {
    for (int i = 0; i < part->work->n; i++)
        for (int j = 0; j < whole->n; j++)
            if (whole->point[j] == part->work->point[i])
                error[j] = part->choice.error[i];
}

static bool split_pays(const struct segment *s, const struct split *split) {
    struct fit_choice after = s->choice;
    gather_errors(s->work, &split->part[0], after.error);
    gather_errors(s->work, &split->part[1], after.error);
    return split->score < fmin(s->choice.score * break_gain, s->choice.score - break_gain_absolute) &&
           bsim_fit_gains(after.error, s->choice.error, s->work->n, break_gain, break_gain_absolute, break_sigma,
                          s->work->basis.noise);
}

static int compare_floats(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Whether seven of eight left-out points are predicted within 8 %. Then no break is sought. */
static bool good_enough(const struct segment *s) {
    float sorted[FIT_SELECT_POINTS];
    int n = s->work->n;
    memcpy(sorted, s->choice.error, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, compare_floats);
    return sorted[n * 7 / 8] < 0.08F;
}

/* Splits a segment at the best break; false if no break pays. other: see few_terms(). */
static bool split_segment(const struct fit_basis *basis, const struct fit_term *size, const struct segment *s,
                          const struct fit_model *other, struct segment out[2]) {
    if (s->n < 2 * LEAST || good_enough(s))
        return false;
    struct fit_basis few = few_terms(basis, size, &s->choice, other);
    struct split best = {.cut = -1, .score = HUGE_VAL};
    struct limit at;
    for (int b = 0; b <= BREAKS_TRIED + 1; b++) {
        int cut = LEAST + (s->n - 2 * LEAST) * b / (BREAKS_TRIED + 1);
        if (cut == best.cut || !can_cut(basis, size, s, cut, &at))
            continue;
        struct split next = split_at(basis, &few, s, cut, &at);
        struct split *worse = next.score < best.score ? &best : &next;
        struct split drop = *worse;
        if (worse == &best)
            best = next;
        if (drop.cut >= 0)
            split_free(&drop);
    }
    for (int round = 0; round < 3 && best.cut >= 0; round++) {
        int cut = better_cut(basis, size, s, &best);
        if (cut == best.cut || !can_cut(basis, size, s, cut, &at))
            break;
        struct split next = split_at(basis, &few, s, cut, &at);
        if (next.score >= best.score) {
            split_free(&next);
            break;
        }
        split_free(&best);
        best = next;
    }
    bsim_fit_basis_free(&few);
    if (best.cut >= 0 && split_pays(s, &best)) {
        memcpy(out, best.part, sizeof best.part);
        return true;
    }
    if (best.cut >= 0)
        split_free(&best);
    return false;
}

/* Whether a variable may be a part of the size that decides whether data fit a cache: the time is not linear in it, and
 * it is no truth value. */
static bool is_size(const struct fit_basis *basis, int v) {
    return !((basis->linear | basis->flags) >> v & 1);
}

/* The size that decides whether data fit a cache: the product of the sizes in the term that has most of them. False if
 * no term has any. */
static bool find_break_term(const struct fit_basis *basis, const struct fit_choice *c, struct fit_term *term) {
    int most = 0;
    for (int j = 0; j < c->n; j++) {
        const struct fit_term *t = &basis->term[c->term[j]];
        int distinct = 0;
        for (int v = 0; v < basis->nvar; v++)
            distinct += t->power[v] > 0 && is_size(basis, v);
        if (distinct > most) {
            most = distinct;
            *term = *t;
        }
    }
    term->log_var = -1;
    term->log_power = 0;
    for (int v = 0; v < basis->nvar; v++) /* the term n^2*m gives the size n*m */
        term->power[v] = term->power[v] > 0 && is_size(basis, v) ? FIT_WHOLE : 0;
    return most > 0;
}

/* The same of all parameters, for times of which no term says much. */
static bool whole_size(const struct fit_basis *basis, struct fit_term *term) {
    int used = 0;
    *term = (struct fit_term){.log_var = -1};
    for (int v = 0; v < basis->nvar; v++)
        if (basis->var[v].kind == FIT_PARAM && is_size(basis, v)) {
            term->power[v] = FIT_WHOLE;
            used++;
        }
    return used > 1;
}

/* Splits seg[0], and then its parts, as long as that pays. Returns the number of parts. other: see few_terms(). */
static int split_all(const struct fit_basis *basis, const struct fit_term *size, const struct fit_model *other,
                     struct segment *seg) {
    int count = 1, n = seg[0].n;
    struct order *o = bsim_alloc((size_t)n * sizeof *o);
    const struct fit_point **point = bsim_alloc((size_t)n * sizeof *point);
    memcpy(point, seg[0].point, (size_t)n * sizeof *point);
    for (int i = 0; i < n; i++)
        o[i] = (struct order){bsim_fit_term_value(basis, size, point[i]->x), i};
    qsort(o, (size_t)n, sizeof *o, by_key);
    for (int i = 0; i < n; i++)
        seg[0].point[i] = point[o[i].index];
    bsim_free(o);
    bsim_free(point);
    for (int i = 0; i < count && count < FIT_MAX_PIECES;) {
        struct segment two[2];
        if (!split_segment(basis, size, &seg[i], other, two)) {
            i++;
            continue;
        }
        segment_free(&seg[i]);
        memmove(&seg[i + 2], &seg[i + 1], (size_t)(count - i - 1) * sizeof *seg);
        seg[i] = two[0];
        seg[i + 1] = two[1];
        count++;
    }
    return count;
}

/* The pieces of m become those of the segments, which are freed. Returns the mean score. */
static double take_segments(struct fit_model *m, struct segment *seg, int count, int n) {
    double score = 0;
    for (int i = 0; i < count; i++) {
        struct fit_piece *p = &m->piece[i];
        *p = seg[i].piece;
        p->has_break = i + 1 < count;
        p->break_value = seg[i].below.value;
        p->from = seg[i].below.from;
        p->to = seg[i].below.to;
        score += seg[i].choice.score * seg[i].n / n;
        segment_free(&seg[i]);
    }
    m->npiece = count;
    m->higher = false;
    return score;
}

static struct segment first_segment(const struct fit_basis *basis, const struct fit_point *const *point, int n) {
    struct segment s = segment_make(basis, point, n);
    s.below = (struct limit){HUGE_VAL, HUGE_VAL, HUGE_VAL};
    return s;
}

/* The score of pieces grows by so much with each. */
static double with_pieces(const struct fit_model *m) {
    return m->score * (1 + 0.15 * m->npiece);
}

/* Makes the pieces of m from terms of basis. Returns the mean score. */
static double fit_pieces(struct fit_model *m, const struct fit_basis *basis, const struct fit_point *const *point,
                         int n) {
    struct segment seg[FIT_MAX_PIECES];
    int count = 1;
    seg[0] = first_segment(basis, point, n);
    if (n >= 10 && find_break_term(basis, &seg[0].choice, &m->break_term))
        count = split_all(basis, &m->break_term, NULL, seg);
    if (n >= 10 && count == 1 && seg[0].choice.score > bad_score && whole_size(basis, &m->break_term))
        count = split_all(basis, &m->break_term, NULL, seg);
    return m->score = take_segments(m, seg, count, n);
}

static bool all_plain(const struct fit_model *m) {
    bool plain = true;
    for (int i = 0; i < m->npiece; i++)
        for (int j = 0; j < m->piece[i].nterm; j++)
            plain = plain && bsim_fit_term_oddity(&m->basis, &m->piece[i].term[j]) == 0;
    return plain;
}

/* The score plus 15 % for each coefficient and each break. */
static double cost(const struct fit_model *m, double score) {
    return score * (1 + 0.15 * (m->npiece - 1 + bsim_fit_model_terms(m)));
}

/* The effect of a cache can look like a logarithm or a root, and two plain terms like one of the smaller and the larger
 * of two parameters. If the fit has chosen such a term, pieces of plain terms only are tried too. */
static void fit_plain_first(struct fit_model *m, const struct fit_point *const *point, int n) {
    double score = fit_pieces(m, &m->basis, point, n);
    if (all_plain(m))
        return;
    struct fit_model plain = *m;
    struct fit_basis basis = m->basis;
    basis.nterm = 0;
    basis.term = bsim_alloc((size_t)m->basis.nterm * sizeof *basis.term);
    for (int t = 0; t < m->basis.nterm; t++)
        if (bsim_fit_term_oddity(&m->basis, &m->basis.term[t]) == 0)
            basis.term[basis.nterm++] = m->basis.term[t];
    double plain_score = fit_pieces(&plain, &basis, point, n);
    if (cost(&plain, plain_score) < cost(m, score))
        *m = plain;
    bsim_free(basis.term);
}

/* ---- the model ---- */

int bsim_fit_piece_of(const struct fit_model *m, const double *x) {
    int i = 0;
    if (m->higher)
        return piece_time(&m->basis, &m->piece[1], x) >= piece_time(&m->basis, &m->piece[0], x);
    while (i + 1 < m->npiece && bsim_fit_term_value(&m->basis, &m->break_term, x) > m->piece[i].break_value)
        i++;
    return i;
}

double bsim_fit_model_time(const struct fit_model *m, const double *x) {
    double all[FIT_MAX_PARAMS];
    if (m->ncount == 0)
        return bsim_fit_model_counted_time(m, x);
    if (m->nparam > 0) /* x may be null */
        memcpy(all, x, (size_t)m->nparam * sizeof *x);
    bsim_fit_counts_set(m, all);
    return bsim_fit_model_counted_time(m, all);
}

/* The part of the way from piece i to the next one; 0: the values are not between those of samples next to the break.
 */
static double part_of_way(const struct fit_model *m, int i, const double *x) {
    const struct fit_piece *p = &m->piece[i];
    if (!bsim_fit_has_transition(p))
        return 0;
    return bsim_transition_part(bsim_fit_term_value(&m->basis, &m->break_term, x), p->from, p->to);
}

double bsim_fit_model_counted_time(const struct fit_model *m, const double *x) {
    for (int i = 0; i + 1 < m->npiece; i++) {
        double part = part_of_way(m, i, x);
        double this_s = part > 0 ? piece_time(&m->basis, &m->piece[i], x) : 0;
        double next_s = part > 0 ? piece_time(&m->basis, &m->piece[i + 1], x) : 0;
        if (this_s > 0 && next_s > 0)
            return bsim_transition_time(part, this_s, next_s);
    }
    return piece_time(&m->basis, &m->piece[bsim_fit_piece_of(m, x)], x);
}

double bsim_fit_typical_error(double *error, const double *time_s, int n) {
    size_t *order = bsim_alloc(((size_t)n + 1) * sizeof *order);
    gsl_sort_index(order, error, 1, (size_t)n);
    double of_time = bsim_weighted_quantile(0.5, error, time_s, order, (size_t)n);
    bsim_free(order);
    gsl_sort(error, 1, (size_t)n);
    return fmax(gsl_stats_median_from_sorted_data(error, 1, (size_t)n), of_time);
}

/* Sets the relative errors of left-out points. Each fold is fitted again with the chosen terms and breaks. */
void bsim_fit_pieces_validate(struct fit_model *m, const struct fit_point *const *point, int n) {
    double *all = bsim_alloc(3 * (size_t)n * sizeof *all), *time_s = all + n, *modelled_s = time_s + n;
    int count = 0;
    m->noutlier = 0;
    m->error_median = m->error_max = NAN;
    for (int k = 0; k < m->npiece; k++) {
        const struct fit_piece *p = &m->piece[k];
        const struct fit_point **mine = bsim_alloc((size_t)n * sizeof *mine);
        struct fit_basis basis = m->basis;
        struct fit_term terms[FIT_MAX_TERMS];
        struct fit_choice c = {.n = p->nterm};
        int nmine = 0;
        for (int i = 0; i < n; i++)
            if (bsim_fit_piece_of(m, point[i]->x) == k)
                mine[nmine++] = point[i];
        memcpy(basis.var, p->var, sizeof basis.var);
        memcpy(terms, p->term, sizeof terms);
        basis.term = terms;
        basis.nterm = p->nterm;
        for (int j = 0; j < c.n; j++)
            c.term[j] = j;
        if (nmine > 2 && nmine > c.n && c.n > 0) {
            struct fit_work *w = bsim_fit_work_make(&basis, mine, nmine);
            bsim_fit_fold_errors(w, &c, all + count);
            for (int i = 0; i < nmine; i++) {
                all[count + i] = expm1(all[count + i]);
                time_s[count + i] = mine[i]->time_s;
                modelled_s[count + i] = piece_time(&m->basis, p, mine[i]->x);
            }
            count += nmine;
            bsim_fit_work_free(w);
        }
        bsim_free(mine);
    }
    bsim_fit_near_set(m, modelled_s, all, count);
    if (count > 0) {
        m->error_median = bsim_fit_typical_error(all, time_s, count);
        m->error_max = all[count - 1];
        double bound = fmax(8 * m->error_median, 0.3);
        for (int i = 0; i < count; i++)
            m->noutlier += all[i] > bound;
    }
    bsim_free(all);
}

void bsim_fit_pieces_make(struct fit_model *m, const struct fit_point *const *point, int n) {
    fit_plain_first(m, point, n);
    bsim_fit_pieces_validate(m, point, n);
}

bool bsim_fit_single_size(const struct fit_model *m, const struct fit_block *b, int v) {
    int param = m->basis.var[v].a, values;
    if (m->basis.var[v].kind != FIT_PARAM || !is_size(&m->basis, v) || bsim_fit_is_case(b->param[param]))
        return false;
    bsim_free(bsim_fit_values(b, param, &values));
    return values >= SINGLE_VALUES;
}

struct fit_model bsim_fit_pieces_by(const struct fit_model *m, int v, const struct fit_point *const *point, int n) {
    struct fit_model out = *m;
    struct segment seg[FIT_MAX_PIECES];
    out.break_term = (struct fit_term){.log_var = -1};
    out.break_term.power[v] = FIT_WHOLE;
    seg[0] = first_segment(&m->basis, point, n);
    out.score = take_segments(&out, seg, split_all(&m->basis, &out.break_term, m, seg), n);
    return out;
}

void bsim_fit_break_by_single(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point) {
    struct fit_model best = *m;
    int n = b->npoint;
    struct fit_var used[1];
    if (n < 10 || (m->npiece == 1 && !(m->score > poor_score)) || bsim_fit_kinds_used(m, used, 1) > 0)
        return;
    for (int v = 0; v < m->basis.nvar; v++) {
        struct fit_term size = {.log_var = -1};
        size.power[v] = FIT_WHOLE;
        if (!bsim_fit_single_size(m, b, v) || (m->npiece > 1 && memcmp(&size, &m->break_term, sizeof size) == 0))
            continue;
        struct fit_model other = bsim_fit_pieces_by(m, v, point, n);
        double enough = other.npiece <= m->npiece && m->score < poor_score ? better : much_better;
        if (other.npiece > 1 && with_pieces(&other) < enough * with_pieces(&best))
            best = other;
    }
    if (best.score < m->score) {
        *m = best;
        bsim_fit_pieces_validate(m, point, n);
    }
}

/* The terms without what has to do with a parameter. The caller frees them. */
static struct fit_basis without_param(const struct fit_basis *basis, int param) {
    struct fit_basis out = *basis;
    out.term = bsim_alloc(((size_t)basis->nterm + 1) * sizeof *out.term);
    out.nterm = 0;
    for (int t = 0; t < basis->nterm; t++) {
        const struct fit_term *term = &basis->term[t];
        bool has = false;
        for (int v = 0; v < basis->nvar; v++)
            has |= (term->power[v] != 0 || term->log_var == v) &&
                   (basis->var[v].a == param || (basis->var[v].kind != FIT_PARAM && basis->var[v].b == param));
        if (!has)
            out.term[out.nterm++] = *term;
    }
    return out;
}

/* Whether the points of both sides of a truth value reach as far in each parameter, by a factor of two: else one
 * formula would be used far from its samples, within the range of all. */
static bool reach_alike(const struct fit_model *m, int flag, const struct fit_point *const *point, int n) {
    for (int k = 0; k < m->nparam; k++) {
        double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int i = 0; i < n && k != flag; i++) {
            int side = point[i]->x[flag] > 0.5;
            low[side] = fmin(low[side], point[i]->x[k]);
            high[side] = fmax(high[side], point[i]->x[k]);
        }
        if (k != flag && (fmin(high[0], high[1]) < 0.5 * fmax(high[0], high[1]) ||
                          fmin(low[0], low[1]) < 0.5 * fmax(low[0], low[1]) - 1))
            return false;
    }
    return true;
}

/* Two pieces by a truth value, each with terms of the other parameters; one piece if too few points have one of both.
 */
static struct fit_model pieces_by_flag(const struct fit_model *m, int v, const struct fit_point *const *point, int n) {
    struct fit_model out = *m;
    struct segment seg[2];
    const struct fit_point **part = bsim_alloc(2 * (size_t)n * sizeof *part);
    int many[2] = {0, 0}, param = m->basis.var[v].a;
    for (int i = 0; i < n; i++) {
        int side = point[i]->x[param] > 0.5;
        part[side * n + many[side]++] = point[i];
    }
    out.npiece = 1;
    if (many[0] > LEAST && many[1] > LEAST && reach_alike(m, param, point, n)) {
        struct fit_basis others = without_param(&m->basis, param);
        for (int side = 0; side < 2; side++)
            seg[side] = first_segment(&others, part + side * n, many[side]);
        seg[0].below = (struct limit){0.5, 0, 1};
        out.break_term = (struct fit_term){.log_var = -1};
        out.break_term.power[v] = FIT_WHOLE;
        out.score = take_segments(&out, seg, 2, n);
        bsim_free(others.term);
    }
    bsim_free(part);
    return out;
}

void bsim_fit_break_by_flag(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point) {
    static const double exact = 0.002;
    struct fit_model best = *m;
    struct fit_var used[1];
    if (!(m->score > exact) || bsim_fit_kinds_used(m, used, 1) > 0)
        return;
    for (int v = 0; v < m->basis.nvar; v++) {
        int param = m->basis.var[v].a;
        if (m->basis.var[v].kind != FIT_PARAM || !(m->basis.flags >> v & 1) || param >= b->nparam ||
            !bsim_fit_is_comparison(b->param[param]))
            continue;
        struct fit_model other = pieces_by_flag(m, v, point, b->npoint);
        if (other.npiece > 1 && with_pieces(&other) < much_better * with_pieces(&best))
            best = other;
    }
    if (best.score < m->score) {
        *m = best;
        bsim_fit_pieces_validate(m, point, b->npoint);
    }
}

struct fit_model bsim_fit_with_vars(const struct fit_model *m, const struct fit_block *b,
                                    const struct fit_point *const *point, const struct fit_var *var, int n) {
    struct fit_model out = *m;
    bsim_fit_basis_make(&out.basis, b);
    bsim_fit_basis_kinds(&out.basis, b, var, n);
    bsim_fit_pieces_make(&out, point, b->npoint);
    return out;
}

static void add_note(struct fit_model *m, const char *text) {
    size_t at = strlen(m->note);
    snprintf(m->note + at, sizeof m->note - at, "%s%s", at ? "; " : "", text);
}

/* Notes parameters whose effects the samples cannot separate. */
static void note_related(struct fit_model *m, const struct fit_block *b) {
    char text[400];
    bsim_fit_related_make(m, b);
    bsim_fit_related_note(m, b, text, sizeof text);
    if (text[0])
        add_note(m, text);
}

/* Notes times that differ by more than cores and noise do, though the parameters are equal. Short ones do so anyway. */
static void note_spread(struct fit_model *m, const struct fit_block *b) {
    static const double much = 0.15, far = 0.5, shortest_s = 2e-6;
    char text[256];
    if (isnan(b->spread_median) || (b->spread_median < much && b->spread_upper < far) || b->spread_high_s < shortest_s)
        return;
    snprintf(text, sizeof text,
             "with equal parameters, samples took %.3g to %.3g s: the time depends on what is no parameter",
             b->spread_low_s, b->spread_high_s);
    add_note(m, text);
}

/* Notes that some executions took so much longer than the others that the times do not count them. */
static void note_left_out(struct fit_model *m, const struct fit_block *b) {
    static const double much = 0.1;
    char text[256];
    if (bsim_fit_left_out(b) < much)
        return;
    snprintf(
        text, sizeof text,
        "%.0f %% of the measured time was in a few executions that took much longer, and is left out: disturbances, "
        "or work that the block does now and then (--statistic mean counts it)",
        100 * bsim_fit_left_out(b));
    add_note(m, text);
}

/* Notes that most executions are in no sample, since the program has too many different parameters for that. */
static void note_unsampled(struct fit_model *m, const struct fit_block *b) {
    char text[256];
    if (!(b->unsampled > 0))
        return;
    snprintf(
        text, sizeof text,
        "%.0f executions with other parameters are in no sample: it has thousands of different ones in a process, of "
        "which a random part is kept",
        b->unsampled);
    add_note(m, text);
}

/* Notes that busy cores slow the block down, where it is not known how much more of them would. */
static void note_busy(struct fit_model *m, const struct fit_block *b) {
    static const double much = 1.1;
    char text[256];
    double slower = b->nbusy < 2 ? NAN : b->slower[b->nbusy - 1];
    if (b->memory.known || !(slower > much))
        return;
    snprintf(
        text, sizeof text,
        "with %d busy cores of the node it took %.2g times as long as with %d: measure more equal sizes with both, "
        "and give --platform",
        b->busy[b->nbusy - 1], slower, b->busy[0]);
    add_note(m, text);
}

void bsim_fit_own_errors(struct fit_model *m, const struct fit_block *block) {
    int n = block->npoint;
    double *error = bsim_alloc(2 * ((size_t)n + 1) * sizeof *error), *time_s = error + n + 1;
    for (int i = 0; i < n; i++) {
        double modelled = bsim_fit_model_counted_time(m, block->point[i].x);
        time_s[i] = block->point[i].time_s;
        error[i] = expm1(bsim_fit_log_error(modelled, time_s[i]));
    }
    double typical = n > 2 ? bsim_fit_typical_error(error, time_s, n) : 0;
    if (n > 2 && !(typical <= m->error_median)) {
        m->error_median = typical;
        m->nnear = 0; /* they were of left-out points */
    }
    if (n > 2 && !(error[n - 1] <= m->error_max))
        m->error_max = error[n - 1];
    bsim_free(error);
}

void bsim_fit_model_plain(struct fit_model *m, const struct fit_block *block) {
    *m = (struct fit_model){.nparam = block->nparam,
                            .ncount = block->ncount,
                            .npoint = block->npoint,
                            .error_median = NAN,
                            .error_max = NAN};
    const struct fit_point **point = bsim_alloc((size_t)block->npoint * sizeof *point);
    for (int i = 0; i < block->npoint; i++) {
        point[i] = &block->point[i];
        m->executions += block->point[i].count;
        for (int k = 0; k < block->nparam + block->ncount; k++) {
            double x = block->point[i].x[k];
            m->low[k] = i == 0 ? x : fmin(m->low[k], x);
            m->high[k] = i == 0 ? x : fmax(m->high[k], x);
        }
    }
    char rest[300];
    bsim_fit_basis_make(&m->basis, block);
    bsim_fit_pieces_make(m, point, block->npoint);
    bsim_fit_fewer(m, block, point);
    bsim_fit_exponential(m, block, point);
    bsim_fit_offsets(m, block, point);
    bsim_fit_kinds(m, block, point);
    bsim_fit_rests(m, block, point, rest, sizeof rest);
    bsim_fit_break_by_flag(m, block, point);
    bsim_fit_break_by_single(m, block, point);
    bsim_fit_higher(m, block, point);
    bsim_fit_tail(m, block, point);
    bsim_fit_rough(m, point, block->npoint);
    bsim_fit_groups(m, block, point);
    bsim_fit_whole(m, block);
    bsim_fit_simpler_shares(m, block);
    bsim_fit_ones(m, block);
    bsim_fit_beyond_make(m, block);
    if (rest[0])
        add_note(m, rest);
    if (block->nparam > 0 && block->npoint == 1)
        add_note(m, "one sample: the time is taken as constant");
    if (block->npoint == 1) {
        m->error_median = block->spread_median;
        m->error_max = block->spread_max;
    }
    note_related(m, block);
    note_spread(m, block);
    note_busy(m, block);
    note_left_out(m, block);
    bsim_fit_outlying_note(m, block, rest, sizeof rest);
    if (rest[0])
        add_note(m, rest);
    note_unsampled(m, block);
    char ranks[256];
    bsim_fit_ranks_note(block, ranks, sizeof ranks);
    if (ranks[0])
        add_note(m, ranks);
    bsim_fit_counts_make(m, block);
    bsim_fit_ranks_errors(m, block);
    bsim_fit_io_make(m, block);
    bsim_fit_first_make(m, block);
    bsim_free(point);
}

void bsim_fit_model_make(struct fit_model *m, const struct fit_block *block) {
    if (!bsim_fit_where_make(m, block))
        bsim_fit_model_plain(m, block);
    bsim_fit_again(m, block);
}

void bsim_fit_model_free(struct fit_model *m) {
    bsim_fit_basis_free(&m->basis);
    bsim_fit_counts_free(m);
    bsim_fit_io_free(m);
    bsim_fit_first_free(m);
    *m = (struct fit_model){0};
}
