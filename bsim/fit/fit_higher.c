/* fit_higher.c - two formulas of which the higher one holds, in place of a break: two things limit an execution, as the
 * length of a chain of operations and their number, or a processor and its memory (the roofline model: Williams,
 * Waterman and Patterson, CACM 52(4), 2009).
 *
 * A break at a size says where one of two formulas takes over. If what decides that is another parameter, which the
 * samples vary together with the size, the break is wrong elsewhere, and the time jumps there. The higher of two
 * formulas has no jumps, and needs no size. It counts where it is as near to the samples. */
#include <math.h>
#include <string.h>

#include "bsim/fit/fit_select.h"

/* LEAST: points of each formula. ROUNDS: of dividing the points and fitting both again. */
enum { LEAST = 4, ROUNDS = 8 };
/* How many times as large sizes it is asked for. */
static const double BEYOND = 8;
/* It may be farther from the samples by this factor, and by so much of the time. */
static const double as_near = 1.05, little = 0.001;

/* Whether the break is between two truth values of a comparison, which choose between code. */
static bool is_by_flag(const struct fit_model *m) {
    for (int v = 0; v < m->basis.nvar; v++)
        if (m->break_term.power[v] != 0 && (m->basis.flags >> v & 1))
            return true;
    return false;
}

/* The points that the first formula has. */
static int count_first(const struct fit_model *m, const struct fit_point *const *point, int n) {
    int first = 0;
    for (int i = 0; i < n; i++)
        first += bsim_fit_piece_of(m, point[i]->x) == 0;
    return first;
}

/* Whether each point has the same formula in both models. */
static bool divides_alike(const struct fit_model *a, const struct fit_model *b, const struct fit_point *const *point,
                          int n) {
    for (int i = 0; i < n; i++)
        if (bsim_fit_piece_of(a, point[i]->x) != bsim_fit_piece_of(b, point[i]->x))
            return false;
    return true;
}

/* Fits both formulas to the points at which they are the higher ones, until these stay. False: one has too few. */
static bool settle(struct fit_model *m, const struct fit_point *const *point, int n) {
    bool stays = false;
    for (int round = 0; round < ROUNDS && !stays; round++) {
        struct fit_model next = *m;
        int first = count_first(m, point, n);
        if (first < LEAST || n - first < LEAST)
            return false;
        for (int i = 0; i < 2; i++)
            if (!bsim_fit_piece_again(&next.piece[i], m, i, point, n))
                return false;
        stays = divides_alike(m, &next, point, n);
        *m = next;
    }
    return true;
}

/* Without terms that count nothing. */
static void prune(struct fit_piece *p) {
    int n = 0;
    for (int j = 0; j < p->nterm; j++)
        if (p->coef[j] != 0) {
            p->term[n] = p->term[j];
            p->coef[n++] = p->coef[j];
        }
    p->nterm = n > 0 ? n : p->nterm;
}

/* Whether the formula that had the larger sizes has still larger ones, too: the other one may grow faster, where
 * samples of small sizes are not near to a line. */
static bool keeps_beyond(const struct fit_model *m, const struct fit_point *const *point, int n) {
    double all[FIT_MAX_PARAMS], one[FIT_MAX_PARAMS];
    int given = m->nparam + m->ncount;
    for (int i = 0; i < n; i++) {
        if (bsim_fit_piece_of(m, point[i]->x) == 0)
            continue;
        for (int k = 0; k < given; k++)
            all[k] = BEYOND * point[i]->x[k];
        for (int k = 0; k < given; k++) {
            memcpy(one, point[i]->x, (size_t)given * sizeof *one);
            one[k] *= BEYOND;
            if (bsim_fit_piece_of(m, one) == 0)
                return false;
        }
        if (bsim_fit_piece_of(m, all) == 0)
            return false;
    }
    return true;
}

/* Makes two formulas of the pieces of a model, of which the higher one holds. */
static bool make_higher(struct fit_model *m, const struct fit_point *const *point, int n) {
    struct fit_var used[1];
    if (m->npiece != 2 || is_by_flag(m) || bsim_fit_kinds_used(m, used, 1) > 0)
        return false;
    m->higher = true;
    m->break_term = (struct fit_term){.log_var = -1};
    for (int i = 0; i < 2; i++)
        m->piece[i].from = m->piece[i].to = 0;
    return settle(m, point, n) && keeps_beyond(m, point, n);
}

void bsim_fit_higher(struct fit_model *m, const struct fit_block *b, const struct fit_point *const *point) {
    struct fit_model next = *m;
    int n = b->npoint;
    if (!make_higher(&next, point, n) ||
        !(bsim_fit_distance(&next, point, n) <= as_near * bsim_fit_distance(m, point, n) + little))
        return;
    *m = next;
    for (int i = 0; i < 2; i++)
        prune(&m->piece[i]);
    bsim_fit_pieces_validate(m, point, n);
}
