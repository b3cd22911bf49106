/* whole_runs.c - see whole_runs.h. */
#include "bsim/stat/whole_runs.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/stat/trust.h"

static double log_ratio(const struct bsim_whole_run *run) {
    return log(run->measured_s / run->predicted_s);
}

static int by_size(const void *a, const void *b) {
    double x = fabs(log_ratio(a)), y = fabs(log_ratio(b));
    return (x > y) - (x < y);
}

/* The median of the sizes of the logarithms, weighted by the measured times. */
static double median_size(const struct bsim_whole_run *run, int n, double weights) {
    struct bsim_whole_run *sorted = bsim_alloc(((size_t)n + 1) * sizeof *sorted);
    double sum = 0;
    int i = 0;
    memcpy(sorted, run, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, by_size);
    while (i < n - 1 && (sum += sorted[i].measured_s) < 0.5 * weights)
        i++;
    double size = fabs(log_ratio(&sorted[i]));
    bsim_free(sorted);
    return size;
}

struct bsim_whole_runs bsim_whole_runs_of(const struct bsim_whole_run *run, int n) {
    struct bsim_whole_runs of = {.n = n, .low = HUGE_VAL, .high = -HUGE_VAL};
    double weights = 0, squares = 0, known = 0, sum = 0;
    if (n == 0)
        return (struct bsim_whole_runs){0};
    for (int i = 0; i < n; i++) {
        double w = run[i].measured_s, e = log_ratio(&run[i]), off = run[i].predicted_s / w - 1;
        weights += w;
        sum += w * e;
        squares += w * e * e;
        known += w * (run[i].measured_error * run[i].measured_error + run[i].predicted_error * run[i].predicted_error);
        of.low = fmin(of.low, off);
        of.high = fmax(of.high, off);
    }
    of.mean = sum / weights;
    of.error = fmin(sqrt(squares / weights), median_size(run, n, weights) / BSIM_WITHIN_HALF);
    of.more = sqrt(fmax(of.error * of.error - known / weights, 0));
    return of;
}

static double time_of(struct bsim_jval run, const char *key) {
    struct bsim_jval v = bsim_jval_need(run, key);
    double time_s = bsim_jval_number(v, 0, HUGE_VAL);
    if (bsim_jval_present(v) && time_s == 0)
        bsim_jval_error(v, "must be above 0: it is a time");
    return time_s;
}

static double error_of(struct bsim_jval run, const char *key) {
    struct bsim_jval v = bsim_jval_get(run, key);
    return bsim_jval_present(v) ? bsim_jval_number(v, 0, HUGE_VAL) : 0;
}

bool bsim_whole_runs_read(struct bsim_whole_runs *runs, struct bsim_jval list) {
    static const char *const keys[] = {"ranks",           "args",    "measured_s", "measured_error", "predicted_s",
                                       "predicted_error", "comment", NULL};
    int n = 0;
    *runs = (struct bsim_whole_runs){0};
    if (!bsim_jval_present(list))
        return true;
    if (!bsim_jval_list(list))
        return false;
    struct bsim_whole_run *run = bsim_alloc((bsim_jval_size(list) + 1) * sizeof *run);
    for (size_t i = 0; i < bsim_jval_size(list); i++) {
        struct bsim_jval v = bsim_jval_at(list, i);
        if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
            break;
        run[n] = (struct bsim_whole_run){.measured_s = time_of(v, "measured_s"),
                                         .measured_error = error_of(v, "measured_error"),
                                         .predicted_s = time_of(v, "predicted_s"),
                                         .predicted_error = error_of(v, "predicted_error")};
        if (!(run[n].measured_s > 0 && run[n].predicted_s > 0))
            break;
        n++;
    }
    bool ok = (size_t)n == bsim_jval_size(list);
    if (ok)
        *runs = bsim_whole_runs_of(run, n);
    bsim_free(run);
    return ok;
}
