/* budget.c - see budget.h. A ridge regression of the logarithm of the time on the logarithms of sizes and ranks, whose
 * slopes are drawn to those of a time in proportion to each size. */
#include "bsim/bench/budget.h"

#include <math.h>
#include <string.h>

enum { MOST = BENCH_MAX_AXES + 2 };

void bsim_bench_times_add(struct bench_times *t, const struct bench_input *in, double seconds, bool ended) {
    if (t->n == BENCH_MAX_TIMES)
        return;
    t->input[t->n] = *in;
    t->seconds[t->n++] = ended ? 2 * seconds : seconds;
}

/* The features of an input: 1, places in the ranges, logarithm of ranks; and the slopes to which they are drawn. */
static int features(const struct bench_space *space, const struct bench_input *in, double *f, double *slope) {
    int n = 0;
    f[n] = 1;
    slope[n++] = 0;
    for (int i = 0; i < space->naxis; i++) {
        const struct bench_axis *a = &space->axis[i];
        f[n] = bsim_bench_axis_place(a, in->x[i]);
        slope[n++] = a->low > 0 ? log(a->high / a->low) : 1;
    }
    f[n] = log(in->ranks * in->copies);
    slope[n++] = 0;
    return n;
}

/* Solves the symmetric, positive definite system a x = b in place (Gauss without pivots); x is in b. */
static void solve(int n, double a[MOST][MOST], double *b) {
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double m = a[j][i] / a[i][i];
            for (int k = i; k < n; k++)
                a[j][k] -= m * a[i][k];
            b[j] -= m * b[i];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
}

/* The start of a program, which takes the same time for all sizes. */
static double start_of(const struct bench_times *t) {
    double least = HUGE_VAL;
    for (int i = 0; i < t->n; i++)
        least = fmin(least, t->seconds[i]);
    return 0.9 * least;
}

double bsim_bench_times_expect(const struct bench_times *t, const struct bench_input *in) {
    const double ridge = 0.05;
    double a[MOST][MOST] = {{0}}, b[MOST] = {0}, f[MOST], slope[MOST];
    int n = 0;
    if (t->n == 0)
        return 0;
    double start = start_of(t), longest = 0;
    for (int i = 0; i < t->n; i++)
        longest = fmax(longest, t->seconds[i]);
    for (int i = 0; i < t->n; i++) {
        n = features(t->space, &t->input[i], f, slope);
        /* Long runs count more: short ones are mostly start, and hide what grows. */
        double y = log(fmax(t->seconds[i] - start, 1e-6)), weight = sqrt(t->seconds[i] / longest);
        for (int j = 0; j < n; j++)
            y -= slope[j] * f[j];
        for (int j = 0; j < n; j++) {
            b[j] += weight * f[j] * y;
            for (int k = 0; k < n; k++)
                a[j][k] += weight * f[j] * f[k];
        }
    }
    for (int j = 0; j < n; j++)
        a[j][j] += j == 0 ? 1e-9 : ridge;
    solve(n, a, b);
    features(t->space, in, f, slope);
    double y = 0;
    for (int j = 0; j < n; j++)
        y += (b[j] + slope[j]) * f[j];
    return start + exp(fmin(y, 60));
}

double bsim_bench_fits_expect(const struct bench_fits *fits, long long rows, double tests) {
    if (fits->rows == 0)
        return 0;
    return (fits->make_s + tests * fits->test_s) * (double)rows / (double)fits->rows;
}
