/* whole_rest.c - see whole_rest.h. */
#include "bsim/stat/whole_rest.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

#include "bsim/base/alloc.h"

/* Runs that a constant and a block need at least. One of so many may be disturbed, and does not count. */
enum { FOR_CONSTANT = 3, FOR_BLOCK = 5, OF_MANY = 6 };
/* LEAST: of the runs' time. EXPLAINED: of the rest. BETTER: a block has at most so much of the constant's error. MOST:
 * memory is given back in less time than it took to fill, and in little more than it took to read. */
static const double LEAST = 0.005, EXPLAINED = 0.5, BETTER = 0.7, MOST = 4;

/* The runs but one, as a linear problem: rest = constant + longest * x. Each counts relative to its time. */
struct problem {
    const struct bsim_rest_run *run;
    int n, block, without; /* block: -1 for the constant alone; without: -1 for none */
};

static double x_of(const struct bsim_rest_run *run, int block) {
    return block < 0 ? 0 : run->longest_s[block];
}

/* Solves with the given columns: the constant, the block, or both. False: it cannot. */
static bool solve(const struct problem *p, bool constant, bool block, double *constant_s, double *longest) {
    size_t columns = (size_t)constant + block, rows = (size_t)p->n - (p->without >= 0), row = 0;
    double value[2] = {0};
    gsl_matrix *x = gsl_matrix_alloc(rows, columns), *covariance = gsl_matrix_alloc(columns, columns);
    gsl_vector *y = gsl_vector_alloc(rows), *c = gsl_vector_alloc(columns);
    gsl_multifit_robust_workspace *w = gsl_multifit_robust_alloc(gsl_multifit_robust_huber, rows, columns);
    for (int i = 0; i < p->n; i++) {
        const struct bsim_rest_run *run = &p->run[i];
        if (i == p->without)
            continue;
        if (constant)
            gsl_matrix_set(x, row, 0, 1 / run->measured_s);
        if (block)
            gsl_matrix_set(x, row, columns - 1, x_of(run, p->block) / run->measured_s);
        gsl_vector_set(y, row++, run->rest_s / run->measured_s);
    }
    int status = gsl_multifit_robust(x, y, c, covariance, w);
    for (size_t k = 0; k < columns; k++)
        value[k] = gsl_vector_get(c, k);
    gsl_multifit_robust_free(w);
    gsl_vector_free(c);
    gsl_vector_free(y);
    gsl_matrix_free(covariance);
    gsl_matrix_free(x);
    *constant_s = constant ? value[0] : 0;
    *longest = block ? value[columns - 1] : 0;
    return (status == GSL_SUCCESS || status == GSL_EMAXITER) && isfinite(value[0]) && isfinite(value[1]);
}

/* Neither part is below 0. */
static bool fit(const struct problem *p, double *constant_s, double *longest) {
    if (p->block < 0)
        return solve(p, true, false, constant_s, longest) && *constant_s > 0;
    bool both = solve(p, true, true, constant_s, longest);
    if (both && *constant_s < 0)
        both = solve(p, false, true, constant_s, longest);
    return both && *longest > 0 && *longest <= MOST;
}

/* The mean of n values without the greatest, which something may have disturbed. Sorts them. */
static double most_of(double *value, int n) {
    gsl_sort(value, 1, (size_t)n);
    return gsl_stats_mean(value, 1, (size_t)(n - n / OF_MANY));
}

/* The rest, as a part of the runs' times. */
static double rest_part(const struct bsim_rest_run *run, int n) {
    double *part = bsim_alloc(((size_t)n + 1) * sizeof *part);
    for (int i = 0; i < n; i++)
        part[i] = fabs(run[i].rest_s) / run[i].measured_s;
    double mean = most_of(part, n);
    bsim_free(part);
    return mean;
}

/* The error of runs that are left out in turn, as a part of their times. HUGE_VAL: there is no fit. */
static double error_without(const struct bsim_rest_run *run, int n, int block) {
    double *off = bsim_alloc(((size_t)n + 1) * sizeof *off), constant_s, longest, mean = 0;
    for (int i = 0; i < n && !isinf(mean); i++) {
        if (!fit(&(struct problem){run, n, block, i}, &constant_s, &longest))
            mean = HUGE_VAL;
        off[i] = fabs(run[i].rest_s - constant_s - longest * x_of(&run[i], block)) / run[i].measured_s;
    }
    mean = isinf(mean) ? mean : most_of(off, n);
    bsim_free(off);
    return mean;
}

static bool executed_in_all(const struct bsim_rest_run *run, int n, int block) {
    for (int i = 0; i < n; i++)
        if (!(run[i].longest_s[block] > 0))
            return false;
    return true;
}

static struct bsim_rest rest_of(const struct bsim_rest_run *run, int n, int block, double error) {
    struct bsim_rest r = {.block = block, .error = error, .runs = n, .least_s = block < 0 ? 0 : HUGE_VAL};
    if (!fit(&(struct problem){run, n, block, -1}, &r.constant_s, &r.longest))
        r.runs = 0;
    for (int i = 0; i < n && block >= 0; i++) {
        r.least_s = fmin(r.least_s, run[i].longest_s[block]);
        r.most_s = fmax(r.most_s, run[i].longest_s[block]);
    }
    return r;
}

struct bsim_rest bsim_whole_rest(const struct bsim_rest_run *run, int n, int nblock) {
    struct bsim_rest rest = {.block = -1};
    int block = -1;
    double all = n < FOR_CONSTANT ? 0 : rest_part(run, n);
    if (all < LEAST)
        return rest;
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    double constant = error_without(run, n, -1), least = constant;
    for (int b = 0; b < nblock && n >= FOR_BLOCK; b++) {
        double own = executed_in_all(run, n, b) ? error_without(run, n, b) : HUGE_VAL;
        if (own < least && own < BETTER * constant) {
            least = own;
            block = b;
        }
    }
    if (least <= (1 - EXPLAINED) * all)
        rest = rest_of(run, n, block, least / all);
    gsl_set_error_handler(handler);
    return rest;
}

json_t *bsim_whole_rest_json(const struct bsim_rest *rest, const char *name) {
    json_t *fit = json_pack("{s:i, s:f}", "runs", rest->runs, "error", rest->error);
    json_t *out = json_object();
    if (rest->constant_s > 0)
        json_object_set_new(out, "constant_s", json_real(rest->constant_s));
    if (rest->block >= 0) {
        json_object_set_new(out, "block", json_string(name));
        json_object_set_new(out, "longest", json_real(rest->longest));
        json_object_set_new(fit, "longest_s", json_pack("[f, f]", rest->least_s, rest->most_s));
    }
    json_object_set_new(out, "fit", fit);
    return out;
}
