/* fit_aside.c - formulas that follow the samples of a model as well as its own does, and differ from it where
 * parameters have values that the samples had, but not together. Where two sizes grew together, or one was 1 wherever
 * another one was not, the samples do not tell on which of them the time depends. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_field.h"

/* SAMPLES: whose parameters are put together anew. MOST: formulas that are kept of a piece, and twice as
 * many of a model whose terms were taken at once.
 * UNSEEN, SHARES: those of fit_unseen.c and fit_shares.c besides. SUBSETS: pairs, and triples, that are tried.
 * LEAST_SIZE: smaller values are none of a size. ONCE: formulas with a number up to 1. */
enum { SAMPLES = 12, MOST = 4, LEAST_SIZE = 2, UNSEEN = 2, SHARES = 2, SUBSETS = 100, ONCE = 2 };
/* Formulas that are nearer than this factor are not kept. */
static const double APART = 1.1;

/* Parameters and counts that no sample had together, and how far the formulas that are kept are from the model's. */
struct place {
    double x[FIT_MAX_PARAMS], own_s, apart;
};

struct places {
    int n;
    struct place *at; /* owned */
};

/* Keeps the place behind all others, if the formula has a time there. */
static void keep(struct places *all, const struct fit_field *f, const struct fit_linear *fit) {
    struct place *p = &all->at[all->n];
    p->apart = 0;
    p->own_s = bsim_fit_field_value(f, f->own, f->nown, fit, p->x);
    all->n += isfinite(p->own_s) && p->own_s >= 0;
}

/* The values of one sample, but for one parameter, whose value is that of another one. */
static void put_together(struct places *all, const struct fit_field *f, const struct fit_linear *fit, int nparam) {
    int n = f->n < SAMPLES ? f->n : SAMPLES;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < nparam; k++) {
                const double *one = f->point[i * f->n / n]->x, *other = f->point[j * f->n / n]->x;
                if (one[k] == other[k])
                    continue;
                for (int v = 0; v < nparam; v++)
                    all->at[all->n].x[v] = v == k ? other[v] : one[v];
                keep(all, f, fit);
            }
}

/* A value that many times smaller, or the same of what is no size. */
static double below(double value, int times) {
    return value >= LEAST_SIZE * times ? rint(value / times) : value;
}

/* The values of samples with one parameter, or all, below those that any sample has. */
static void go_below(struct places *all, const struct fit_field *f, const struct fit_linear *fit,
                     const struct fit_model *m, const struct fit_block *b) {
    int n = f->n < SAMPLES ? f->n : SAMPLES;
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= b->nparam; k++)
            for (int times = 2; times <= 4; times *= 2) {
                struct place *p = &all->at[all->n];
                bool lower = false;
                for (int v = 0; v < b->nparam + b->ncount; v++) {
                    double one = f->point[i * f->n / n]->x[v];
                    p->x[v] = v < b->nparam && (v == k || k == b->nparam) ? below(one, times) : one;
                    lower = lower || p->x[v] < m->low[v];
                }
                if (lower)
                    keep(all, f, fit);
            }
}

static void make_places(struct places *all, const struct fit_field *f, const struct fit_linear *fit,
                        const struct fit_model *m, const struct fit_block *b) {
    size_t n = f->n < SAMPLES ? (size_t)f->n : SAMPLES, nparam = (size_t)(b->nparam + b->ncount);
    *all = (struct places){0, bsim_alloc((n * n * nparam + 2 * n * (nparam + 1) + 1) * sizeof *all->at)};
    put_together(all, f, fit, b->nparam + b->ncount);
    go_below(all, f, fit, m, b);
}

static double apart(const struct fit_field *f, const struct fit_other *r, const struct place *p) {
    double time_s = bsim_fit_field_value(f, r->term, r->n, &r->fit, p->x);
    double far = fabs(log((fmax(time_s, 0) + FIT_FLOOR_S) / (p->own_s + FIT_FLOOR_S)));
    return isfinite(far) ? far : 0;
}

/* Terms that have another parameter than t, or one more or less. */
static void add_edits(struct fit_field *f, struct fit_term t) {
    for (int v = 0; v < f->basis.nvar; v++) {
        struct fit_term other = t;
        if (f->basis.var[v].kind == FIT_PARAM && t.power[v] == 0) {
            other.power[v] = FIT_WHOLE;
            bsim_fit_field_term(f, &other);
        }
        if (t.power[v] < FIT_WHOLE)
            continue;
        other.power[v] = (int8_t)(t.power[v] - FIT_WHOLE);
        bsim_fit_field_term(f, &other);
        for (int w = 0; w < f->basis.nvar; w++) {
            struct fit_term moved = other;
            if (w == v || f->basis.var[w].kind != FIT_PARAM || t.power[w] > 2 * FIT_WHOLE)
                continue;
            moved.power[w] = (int8_t)(t.power[w] + FIT_WHOLE);
            bsim_fit_field_term(f, &moved);
        }
    }
}

/* Whether t is such a term for u. */
static bool is_edit(const struct fit_basis *basis, const struct fit_term *t, const struct fit_term *u) {
    int more = 0, less = 0;
    for (int v = 0; v < basis->nvar; v++) {
        int by = t->power[v] - u->power[v];
        more += by > 0;
        less += by < 0;
        if (abs(by) > FIT_WHOLE)
            return false;
    }
    return more <= 1 && less <= 1 && t->log_var == u->log_var && t->log_power == u->log_power;
}

/* Adds all formulas that follow the samples as well, with one term that differs. */
static void find_edits(struct fit_field *f, struct fit_others *others) {
    for (int j = 0; j < f->nown; j++)
        add_edits(f, f->basis.term[f->own[j]]);
    for (int j = 0; j < f->nown; j++)
        for (int t = f->nown; t < f->basis.nterm; t++) {
            int term[FIT_MAX_TERMS];
            if (!is_edit(&f->basis, &f->basis.term[t], &f->basis.term[f->own[j]]))
                continue;
            memcpy(term, f->own, sizeof term);
            term[j] = t;
            bsim_fit_field_try(f, term, f->nown, others);
        }
}

/* Adds pairs and triples of terms that follow the samples as well: of many, another one than the model's may be right.
 */
static void find_subsets(struct fit_field *f, const struct fit_model *m, struct fit_others *others) {
    struct fit_work *work = bsim_fit_work_make(&m->basis, f->point, f->n);
    struct fit_products *products = bsim_fit_products(work);
    struct fit_choice *all = bsim_alloc(SUBSETS * sizeof *all);
    for (int size = 2; size <= 3; size++)
        for (int i = 0, n = bsim_fit_subsets(products, size, all, SUBSETS); i < n; i++) {
            int term[FIT_MAX_TERMS];
            for (int j = 0; j < size; j++)
                term[j] = bsim_fit_field_term(f, &m->basis.term[all[i].term[j]]);
            bsim_fit_field_try(f, term, size, others);
        }
    bsim_free(all);
    bsim_fit_products_free(products);
    bsim_fit_work_free(work);
}

/* Of the formulas the one that differs most from those that are kept, all places together; NULL: all are near them. */
static const struct fit_other *next(const struct fit_field *f, const struct fit_others *others,
                                    const struct places *places) {
    const struct fit_other *best = NULL;
    double most = 0;
    for (int i = 0; i < others->n; i++) {
        double sum = 0, greatest = 0;
        for (int p = 0; p < places->n; p++) {
            double more = apart(f, &others->at[i], &places->at[p]) - places->at[p].apart;
            sum += fmax(more, 0);
            greatest = fmax(greatest, more);
        }
        if (greatest >= log(APART) && sum > most) {
            most = sum;
            best = &others->at[i];
        }
    }
    return best;
}

/* Writes at most `most` of the formulas to out, those that differ most first; returns their number. */
static int keep_farthest(struct fit_rival *out, int most, const struct fit_model *m, int piece,
                         const struct fit_field *f, const struct fit_others *others, struct places *places) {
    int kept = 0;
    while (kept < most) {
        const struct fit_other *r = next(f, others, places);
        if (r == NULL)
            break;
        out[kept++] = (struct fit_rival){piece, bsim_fit_field_formula(f, r, &m->piece[piece])};
        for (int p = 0; p < places->n; p++)
            places->at[p].apart = fmax(places->at[p].apart, apart(f, r, &places->at[p]));
    }
    return kept;
}

/* Writes at most 2 * MOST, UNSEEN, SHARES and ONCE to out; returns their number. Formulas that differ only where two
 * parameters are 0 are away at few places, so that others would always come first. */
static int rivals_of_piece(struct fit_rival *out, const struct fit_model *m, int piece, const struct fit_block *b) {
    struct fit_field f;
    struct fit_linear fit;
    int kept = 0;
    if (bsim_fit_field_make(&f, m, piece, b)) {
        struct places places;
        struct fit_others others = {0}, unseen = {0};
        bsim_fit_field_own(&f, &fit);
        make_places(&places, &f, &fit, m, b);
        if (places.n > 0 && b->nparam + b->ncount > 1)
            find_edits(&f, &others);
        if (places.n > 0) {
            bsim_fit_unseen(&f, &fit, b, &unseen);
            if (m->loose)
                find_subsets(&f, m, &others);
            bsim_fit_below(&f, m, &others);
        }
        kept += keep_farthest(out, m->loose ? 2 * MOST : MOST, m, piece, &f, &others, &places);
        kept += keep_farthest(out + kept, UNSEEN, m, piece, &f, &unseen, &places);
        others.n = 0;
        if (places.n > 0)
            bsim_fit_shares(&f, b, &others);
        kept += keep_farthest(out + kept, SHARES, m, piece, &f, &others, &places);
        others.n = 0;
        bsim_fit_up_to_one(&f, b, &others);
        for (int i = 0; i < others.n && i < ONCE; i++)
            out[kept++] = (struct fit_rival){piece, bsim_fit_field_formula(&f, &others.at[i], &m->piece[piece])};
        bsim_free(unseen.at);
        bsim_free(others.at);
        bsim_free(places.at);
    }
    bsim_fit_field_free(&f);
    return kept;
}

struct fit_rival *bsim_fit_aside(const struct fit_model *m, const struct fit_block *b, int *n) {
    struct fit_rival *all = bsim_alloc(((size_t)m->npiece * (2 * MOST + UNSEEN + SHARES + ONCE) + 1) * sizeof *all);
    struct fit_block means = bsim_fit_where_means(b, m->where.params);
    *n = 0;
    for (int i = 0; i < m->npiece && b->nparam > 0; i++)
        *n += rivals_of_piece(all + *n, m, i, m->where.params ? &means : b);
    bsim_fit_where_means_free(&means);
    return all;
}

struct fit_model bsim_fit_aside_model(const struct fit_model *m, const struct fit_rival *rival) {
    struct fit_model other = *m;
    other.piece[rival->piece] = rival->formula;
    other.basis.nvar = FIT_MAX_VARS;
    return other;
}

static void add(json_t *list, const char *of, const char *time) {
    json_array_append_new(list, json_pack("{s:s, s:s}", "of", of, "time", time));
}

/* Replaces a name in a formula; false if it is not there. */
static bool put_for(const char *formula, const char *name, const char *by, char *buf, size_t size) {
    size_t at = 0, len = strlen(name);
    bool any = false;
    buf[0] = '\0';
    for (const char *p = formula; *p && at < size;) {
        bool inside = p > formula && (isalnum((unsigned char)p[-1]) || p[-1] == '_');
        bool here = !inside && strncmp(p, name, len) == 0 && !isalnum((unsigned char)p[len]) && p[len] != '_';
        at += (size_t)snprintf(buf + at, size - at, here ? "(%s)" : "%.1s", here ? by : p);
        p += here ? len : 1;
        any = any || here;
    }
    return any && at < size;
}

/* Formulas of the time with that of a count in its place, which follows the count as well as its own does. */
static void add_counts(json_t *list, const struct fit_model *m, const struct fit_block *b) {
    char own[2048], count[2048], text[8192];
    for (int k = 0; k < m->ncount; k++) {
        int n;
        struct fit_rival *all = bsim_fit_count_rivals(m, b, k, &n);
        for (int i = 0; i < n; i++) {
            bsim_fit_count_rival_text(m, k, &all[i], b->alias, count, sizeof count);
            for (int p = 0; p < m->npiece; p++) {
                bsim_fit_piece_text(m, p, b->alias, own, sizeof own);
                if (put_for(own, b->alias[m->nparam + k], count, text, sizeof text))
                    add(list, own, text);
            }
        }
        bsim_free(all);
    }
}

json_t *bsim_fit_aside_json(const struct fit_model *m, const struct fit_block *b) {
    char own[2048], text[2048];
    int n;
    struct fit_rival *all = bsim_fit_aside(m, b, &n);
    json_t *list = json_array();
    for (int i = 0; i < n; i++)
        add(list, bsim_fit_piece_text(m, all[i].piece, b->alias, own, sizeof own),
            bsim_fit_formula_text(&m->basis, &all[i].formula, b->alias, text, sizeof text));
    bsim_free(all);
    add_counts(list, m, b);
    if (json_array_size(list) > 0)
        return list;
    json_decref(list);
    return NULL;
}

/* Whether variable v is 1 in all samples in which the term is not 0. */
static bool is_one(const struct fit_basis *basis, const struct fit_term *t, int v, const struct fit_block *b) {
    for (int i = 0; i < b->npoint; i++)
        if (bsim_fit_term_value(basis, t, b->point[i].x) != 0 && bsim_fit_var_value(&basis->var[v], b->point[i].x) != 1)
            return false;
    return true;
}

void bsim_fit_ones(struct fit_model *m, const struct fit_block *b) {
    for (int i = 0; i < m->npiece; i++) {
        struct fit_piece *p = &m->piece[i];
        struct fit_basis basis = m->basis;
        memcpy(basis.var, p->var, sizeof basis.var);
        for (int j = 0; j < p->nterm; j++)
            for (int v = 0; v < basis.nvar; v++) {
                bool plain = basis.var[v].kind == FIT_PARAM && basis.var[v].a < b->nparam;
                if (plain && p->term[j].power[v] == 0 && p->term[j].log_var != v &&
                    m->low[basis.var[v].a] < m->high[basis.var[v].a] && is_one(&basis, &p->term[j], v, b))
                    p->term[j].power[v] = FIT_WHOLE;
            }
    }
}
