/* fit_solve.c - robust, weighted, non-negative least squares. Does not know what the columns mean. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

enum {
    N = FIT_MAX_TERMS,
    ROUNDS = 12,
    FIRST_ROUNDS = 4,
    MEAN_ROUNDS = 4,
    ROBUST_FROM = 4,
    MANY = 40
}; /* points: ROBUST_FROM, MANY */
#define ENOUGH 5e-3 /* a relative change of coefficients */

/* Solves the normal equations of the terms in set by Cholesky's method; false if they are singular. gram and rhs are
 * scaled so that gram has a unit diagonal. */
static bool solve_set(int n, double gram[N][N], const double *rhs, unsigned set, double *x) {
    double l[N][N];
    int index[N], m = 0;
    for (int i = 0; i < n; i++) {
        x[i] = 0;
        if (set >> i & 1)
            index[m++] = i;
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++) {
            double sum = gram[index[i]][index[j]];
            for (int k = 0; k < j; k++)
                sum -= l[i][k] * l[j][k];
            if (i == j) {
                if (sum < 1e-11)
                    return false;
                l[i][i] = sqrt(sum);
            } else {
                l[i][j] = sum / l[j][j];
            }
        }
    double y[N];
    for (int i = 0; i < m; i++) {
        double sum = rhs[index[i]];
        for (int k = 0; k < i; k++)
            sum -= l[i][k] * y[k];
        y[i] = sum / l[i][i];
    }
    for (int i = m - 1; i >= 0; i--) {
        double sum = y[i];
        for (int k = i + 1; k < m; k++)
            sum -= l[k][i] * x[index[k]];
        x[index[i]] = sum / l[i][i];
    }
    return true;
}

/* Finds the non-negative minimum of x'Gx/2 - x'b by trying all sets of non-zero coefficients, at most 31. Exact, and
 * cannot cycle. Returns the set as bits. */
static unsigned solve_nonnegative(int n, double gram[N][N], const double *rhs, double *best_x) {
    double best = 0, x[N];
    unsigned best_set = 0;
    memset(best_x, 0, N * sizeof *best_x);
    for (unsigned set = 1; set < 1u << n; set++) {
        if (!solve_set(n, gram, rhs, set, x))
            continue;
        bool feasible = true;
        double objective = 0; /* at the unconstrained minimum of the set: -x'b/2 */
        for (int i = 0; i < n; i++) {
            feasible = feasible && x[i] >= 0;
            objective -= 0.5 * x[i] * rhs[i];
        }
        if (feasible && objective < best - 1e-14) {
            best = objective;
            best_set = set;
            memcpy(best_x, x, N * sizeof *best_x);
        }
    }
    return best_set;
}

/* One weighted fit by normal equations with scaled columns. Returns the set of non-zero coefficients. */
static unsigned fit_once(struct fit_linear *out, double *const *column, int npoint, const double *time_s,
                         const double *w) {
    double gram[N][N] = {{0}}, rhs[N] = {0}, scale[N], x[N];
    int n = out->n;
    for (int i = 0; i < npoint; i++) {
        if (w[i] == 0)
            continue;
        for (int a = 0; a < n; a++) {
            double wa = w[i] * column[a][i];
            rhs[a] += wa * time_s[i];
            for (int b = 0; b <= a; b++)
                gram[a][b] += wa * column[b][i];
        }
    }
    for (int a = 0; a < n; a++)
        scale[a] = gram[a][a] > 0 ? 1 / sqrt(gram[a][a]) : 0;
    for (int a = 0; a < n; a++) {
        rhs[a] *= scale[a];
        for (int b = 0; b <= a; b++)
            gram[a][b] = gram[b][a] = gram[a][b] * scale[a] * scale[b];
    }
    unsigned set = solve_nonnegative(n, gram, rhs, x);
    for (int a = 0; a < n; a++)
        out->coef[a] = x[a] * scale[a];
    return set;
}

/* Solves for the terms in set again by GSL's weighted least squares (SVD), since normal equations lose half of the
 * digits. The result is kept only if all coefficients are positive. */
static void refine(struct fit_linear *out, unsigned set, double *const *column, int npoint, const double *time_s,
                   const double *w) {
    int index[N], m = 0, used = 0;
    for (int a = 0; a < out->n; a++)
        if (set >> a & 1)
            index[m++] = a;
    for (int i = 0; i < npoint; i++)
        used += w[i] > 0;
    if (m == 0 || used < m)
        return;
    gsl_error_handler_t *old = gsl_set_error_handler_off();
    gsl_matrix *a = gsl_matrix_alloc((size_t)used, (size_t)m), *cov = gsl_matrix_alloc((size_t)m, (size_t)m);
    gsl_vector *y = gsl_vector_alloc((size_t)used), *weight = gsl_vector_alloc((size_t)used),
               *c = gsl_vector_alloc((size_t)m);
    gsl_multifit_linear_workspace *work = gsl_multifit_linear_alloc((size_t)used, (size_t)m);
    double scale[N] = {0}, chisq;
    for (int k = 0; k < m; k++) {
        for (int i = 0; i < npoint; i++)
            scale[k] = fmax(scale[k], column[index[k]][i]);
        size_t row = 0;
        for (int i = 0; i < npoint; i++)
            if (w[i] > 0)
                gsl_matrix_set(a, row++, (size_t)k, column[index[k]][i] / scale[k]);
    }
    size_t row = 0;
    for (int i = 0; i < npoint; i++)
        if (w[i] > 0) {
            gsl_vector_set(y, row, time_s[i]);
            gsl_vector_set(weight, row++, w[i]);
        }
    bool good = gsl_multifit_wlinear(a, weight, y, c, cov, &chisq, work) == GSL_SUCCESS;
    for (int k = 0; k < m; k++)
        good = good && gsl_vector_get(c, (size_t)k) >= 0 && isfinite(gsl_vector_get(c, (size_t)k));
    for (int k = 0; k < m && good; k++)
        out->coef[index[k]] = gsl_vector_get(c, (size_t)k) / scale[k];
    gsl_multifit_linear_free(work);
    gsl_vector_free(c);
    gsl_vector_free(weight);
    gsl_vector_free(y);
    gsl_matrix_free(cov);
    gsl_matrix_free(a);
    gsl_set_error_handler(old);
}

/* Fitted over measured time, both plus FIT_FLOOR_S. */
static double part(const struct fit_linear *fit, double *const *column, int i, double time_s) {
    double f = 0;
    for (int a = 0; a < fit->n; a++)
        f += fit->coef[a] * column[a][i];
    return (f + FIT_FLOOR_S) / (time_s + FIT_FLOOR_S);
}

/* Whether the formula gives no time for a point that has some. r: as part() gives it. */
static bool is_nothing(double r, double time_s) {
    return r < 1 && r * (time_s + FIT_FLOOR_S) <= FIT_FLOOR_S * (1 + 1e-9);
}

/* Sets in[i] for points that are not outliers. r: fitted over measured time. Inliers have r within a factor 3 of the
 * median, and pass the rule of typical_s (docs/reference/models.md) in both directions. Points at which the formula
 * gives no time, though they have some, tell nothing of its terms, and do not take part. False if there are too few
 * points to decide. */
static bool find_inliers(const double *r, const double *base, int npoint, const double *time_s, double *sorted,
                         bool *in) {
    int used = 0;
    for (int i = 0; i < npoint; i++)
        if (base[i] > 0 && !is_nothing(r[i], time_s[i]))
            sorted[used++] = r[i];
    if (used < ROBUST_FROM)
        return false;
    gsl_sort(sorted, 1, (size_t)used);
    int upper = 3 * (used - 1) / 4;
    double low = sorted[used - 1 - upper], middle = sorted[used / 2], high = sorted[upper];
    double least = fmax(1 / (1.5 / low + 5 * (1 / low - 1 / high)), middle / 3);
    double most = fmin(1.5 * high + 5 * (high - low), 3 * middle);
    for (int i = 0; i < npoint; i++)
        in[i] = base[i] > 0 && !is_nothing(r[i], time_s[i]) && r[i] >= least && r[i] <= most;
    return true;
}

/* How far a point may be from the fit, as a logarithm, to count fully in the mean: two robust standard deviations of
 * the others, and 5 % at least. One size of many at which rows of a grid meet in the same sets of a cache made all
 * others 8 % too long. */
static double full_within(const double *r, const bool *in, int npoint, double *sorted) {
    int used = 0;
    for (int i = 0; i < npoint; i++)
        if (in[i])
            sorted[used++] = fabs(log(r[i]));
    return fmax(2 * 1.4826 * gsl_stats_select(sorted, 1, (size_t)used, (size_t)used / 2), 0.05);
}

/* Moves a robust fit, which is near the median of the times, to their mean, so that sums of many times come out right.
 * Weights are relative to the fitted time (quasi-likelihood with a standard deviation proportional to the mean:
 * McCullagh and Nelder 1989, chapter 9); weights relative to the measured time would favour fast executions and fit
 * below the mean. w gets the weights and *set the terms in use; both stay unchanged if there are too few points. */
static void fit_mean(struct fit_linear *out, double *const *column, int npoint, const double *time_s,
                     const double *weight, const double *base, double *w, double *r, double *sorted, unsigned *set) {
    bool *in = bsim_alloc((size_t)npoint * sizeof *in);
    for (int round = 0; round < MEAN_ROUNDS; round++) {
        for (int i = 0; i < npoint; i++)
            r[i] = part(out, column, i, time_s[i]);
        if (round == 0 && !find_inliers(r, base, npoint, time_s, sorted, in))
            break;
        double within = full_within(r, in, npoint, sorted);
        for (int i = 0; i < npoint; i++) {
            double f = r[i] * (time_s[i] + FIT_FLOOR_S), off = fabs(log(r[i]));
            w[i] = in[i] ? weight[i] / (f * f) * (off > within ? within / off : 1) : 0;
        }
        *set = fit_once(out, column, npoint, time_s, w);
    }
    bsim_free(in);
}

/* The first terms of log x = 2 artanh((x - 1) / (x + 1)): the same for x and 1 / x but for the sign, growing with x,
 * and to six digits right within a tenth. Most of a fit that is only compared with others was logarithms. */
static double near_log(double x) {
    double t = (x - 1) / (x + 1), square = t * t;
    return 2 * t * (1 + square * (1.0 / 3 + square * (1.0 / 5)));
}

/* The residuals of a fit, as logarithms. */
static void set_residuals(const struct fit_linear *fit, double *const *column, int npoint, const double *time_s,
                          enum fit_effort effort, double *r) {
    for (int i = 0; i < npoint; i++) {
        double times = part(fit, column, i, time_s[i]);
        r[i] = effort == FIT_PRECISE ? log(times) : near_log(times); /* symmetric: twice and half count alike */
    }
}

/* From where on residuals count as outliers. In the first rounds absolute residuals are minimised, a good start for the
 * Huber loss; its scale is the median absolute residual, but at least 0.2 %. 0: there are too few points to tell. */
static double outlying_from(const double *r, const double *base, int npoint, bool first_rounds, double *scratch) {
    int used = 0;
    for (int i = 0; i < npoint; i++)
        if (base[i] > 0)
            scratch[used++] = fabs(r[i]);
    if (used < ROBUST_FROM)
        return 0;
    double middle = first_rounds ? 0 : gsl_stats_select(scratch, 1, (size_t)used, (size_t)used / 2);
    return first_rounds ? 1e-3 : 1.345 * fmax(1.4826 * middle, 2e-3);
}

static void set_weights(const double *r, const double *base, int npoint, double k, double *w) {
    for (int i = 0; i < npoint; i++)
        w[i] = base[i] * (fabs(r[i]) <= k ? 1 : k / fabs(r[i]));
}

static double change_of(const struct fit_linear *fit, const struct fit_linear *before) {
    double change = 0;
    for (int a = 0; a < fit->n; a++)
        change = fmax(change, fabs(fit->coef[a] - before->coef[a]) / (fit->coef[a] + 1e-300));
    return change;
}

/* Weights for relative errors; 0: the point is not used. */
static void set_base(double *base, int npoint, const double *time_s, const double *weight, const bool *use) {
    for (int i = 0; i < npoint; i++) {
        double t = time_s[i] + FIT_FLOOR_S;
        base[i] = use && !use[i] ? 0 : weight[i] / (t * t);
    }
}

/* Iterates until the coefficients do not change much. Returns from where on residuals are outliers. */
static double iterate(struct fit_linear *out, double *const *column, int npoint, const double *time_s,
                      enum fit_effort effort, const double *base, double *w, double *r, double *scratch,
                      unsigned *set) {
    double k = 0;
    int rounds = effort == FIT_QUICK ? 3 : ROUNDS;
    for (int round = 0; round < rounds; round++) {
        struct fit_linear before = *out;
        *set = fit_once(out, column, npoint, time_s, w);
        set_residuals(out, column, npoint, time_s, effort, r);
        k = outlying_from(r, base, npoint, round < FIRST_ROUNDS, scratch);
        if (k == 0)
            break;
        set_weights(r, base, npoint, k, w);
        double change = change_of(out, &before);
        /* The errors of a fit that is only compared with others need fewer digits. */
        if (effort == FIT_PRECISE ? round > 5 && change < 1e-6 : round > FIRST_ROUNDS && change < ENOUGH)
            break;
    }
    return k;
}

void bsim_fit_solve(struct fit_linear *out, int nterm, double *const *column, int npoint, const double *time_s,
                    const double *weight, const bool *use, enum fit_effort effort) {
    double *base = bsim_alloc(4 * (size_t)npoint * sizeof *base), *w = base + npoint, *r = w + npoint,
           *scratch = r + npoint;
    unsigned set = 0;
    *out = (struct fit_linear){.n = nterm};
    set_base(base, npoint, time_s, weight, use);
    memcpy(w, base, (size_t)npoint * sizeof *w);
    iterate(out, column, npoint, time_s, effort, base, w, r, scratch, &set);
    if (effort == FIT_PRECISE) {
        fit_mean(out, column, npoint, time_s, weight, base, w, r, scratch, &set);
        refine(out, set, column, npoint, time_s, w);
    }
    bsim_free(base);
}

double bsim_fit_quick(struct fit_linear *out, int nterm, double *const *column, int npoint, const double *time_s,
                      const double *weight) {
    double sum = 0, all = 0;
    bsim_fit_solve(out, nterm, column, npoint, time_s, weight, NULL, FIT_QUICK);
    for (int i = 0; i < npoint; i++) {
        double modelled_s = 0;
        for (int j = 0; j < nterm; j++)
            modelled_s += out->coef[j] * column[j][i];
        sum += weight[i] * fmin(bsim_fit_log_error(modelled_s, time_s[i]), 1);
        all += weight[i];
    }
    return all > 0 ? sum / all : 0;
}

void bsim_fit_solve_all(struct fit_robust *out, int nterm, double *const *column, int npoint, const double *time_s,
                        const double *weight) {
    double *r = bsim_alloc(2 * (size_t)npoint * sizeof *r), *scratch = r + npoint;
    unsigned set;
    out->fit = (struct fit_linear){.n = nterm};
    set_base(out->base, npoint, time_s, weight, NULL);
    memcpy(out->weight, out->base, (size_t)npoint * sizeof *out->weight);
    out->outlying_from =
        iterate(&out->fit, column, npoint, time_s, FIT_NORMAL, out->base, out->weight, r, scratch, &set);
    int outliers = 0;
    for (int i = 0; i < npoint; i++)
        outliers += out->weight[i] < 0.5 * out->base[i];
    out->is_clear = npoint >= MANY && outliers <= npoint / 8;
    bsim_free(r);
}

void bsim_fit_solve_without(struct fit_linear *out, const struct fit_robust *all, double *const *column, int npoint,
                            const double *time_s, const bool *use) {
    double *base = bsim_alloc(3 * (size_t)npoint * sizeof *base), *w = base + npoint, *r = w + npoint;
    *out = all->fit;
    for (int i = 0; i < npoint; i++) {
        base[i] = use[i] ? all->base[i] : 0;
        w[i] = use[i] ? all->weight[i] : 0;
    }
    for (int round = FIRST_ROUNDS; round < ROUNDS; round++) {
        struct fit_linear before = *out;
        fit_once(out, column, npoint, time_s, w);
        if (all->outlying_from == 0 || change_of(out, &before) < ENOUGH)
            break;
        set_residuals(out, column, npoint, time_s, FIT_NORMAL, r);
        set_weights(r, base, npoint, all->outlying_from, w);
    }
    bsim_free(base);
}
