/* whole_scale.c - see whole_scale.h. */
#include "bsim/stat/whole_scale.h"

#include <gsl/gsl_sort.h>
#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/base/quantile.h"

/* LEAST: runs, of whose time CALCULATES or more is calculation. TWICE: standard errors. */
enum { LEAST = 5, TWICE = 2 };
static const double CALCULATES = 0.8, LEAST_PART = 0.01, FARTHEST = 2;
/* Of normal values the standard error of a median is so many times that of the mean. */
static const double MEDIANS = 1.25;
/* A run that is farther off, as a logarithm, was disturbed; how much tells nothing. */
static const double DISTURBED = 0.3;
/* Executions of two runs are apart by this factor, or their slope says nothing. */
static const double APART = 1.2;

struct bsim_scale bsim_scale_none(void) {
    return (struct bsim_scale){{1, 1}, {1, 1}};
}

bool bsim_scale_is_none(const struct bsim_scale *scale) {
    return scale->factor[0] == 1 && scale->factor[1] == 1;
}

double bsim_scale_at(const struct bsim_scale *s, double time_s) {
    if (s->factor[0] == s->factor[1] || time_s <= s->time_s[0])
        return s->factor[0];
    if (time_s >= s->time_s[1])
        return s->factor[1];
    double at = log(time_s / s->time_s[0]) / log(s->time_s[1] / s->time_s[0]);
    return s->factor[0] * pow(s->factor[1] / s->factor[0], at);
}

double bsim_scale_bin_s(int bin) {
    return pow(10, -10 + bin / 4.0);
}

void bsim_scale_add(double part[BSIM_SCALE_BINS], double time_s, double weight) {
    double at = fmin(fmax(4 * (log10(time_s) + 10), 0), BSIM_SCALE_BINS - 1);
    int bin = (int)fmin(floor(at), BSIM_SCALE_BINS - 2);
    if (time_s > 0 && weight > 0) {
        part[bin] += weight * (bin + 1 - at);
        part[bin + 1] += weight * (at - bin);
    }
}

/* ---- the scale of runs ---- */

/* x: the mean logarithm of the time of executions; y: that of measured over predicted calculation. */
struct point {
    double x, y, weight;
};

static double median_of(const double *value, const double *weight, size_t n) {
    size_t *order = bsim_alloc(n * sizeof *order);
    gsl_sort_index(order, value, 1, n);
    double median = bsim_weighted_median(value, weight, order, n);
    bsim_free(order);
    return median;
}

/* Of the runs' y - slope * x the median, and in *error its standard error for the number of runs that the weights are
 * worth: by the mean distance, since a median of distances is 0 where more than half of the runs agree. */
static double level_of(const struct point *p, int n, double slope, double *error) {
    double *value = bsim_alloc((size_t)n * sizeof *value), *weight = bsim_alloc((size_t)n * sizeof *weight);
    double sum = 0, squares = 0, distances = 0;
    for (int i = 0; i < n; i++) {
        value[i] = p[i].y - slope * p[i].x;
        weight[i] = p[i].weight;
        sum += weight[i];
        squares += weight[i] * weight[i];
    }
    double level = median_of(value, weight, (size_t)n);
    for (int i = 0; i < n; i++)
        distances += weight[i] * fmin(fabs(value[i] - level), DISTURBED);
    *error = MEDIANS * sqrt(0.5 * M_PI) * distances / sum * sqrt(squares) / sum;
    bsim_free(value);
    bsim_free(weight);
    return level;
}

/* The weighted deviation of x. */
static double width_of(const struct point *p, int n) {
    double sum = 0, mean = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        sum += p[i].weight;
        mean += p[i].weight * p[i].x;
    }
    mean /= sum;
    for (int i = 0; i < n; i++)
        squares += p[i].weight * (p[i].x - mean) * (p[i].x - mean);
    return sqrt(squares / sum);
}

/* The slope, 0 if the runs do not agree on one. */
static double slope_of(const struct point *p, int n) {
    double *value = bsim_alloc((size_t)n * (size_t)n * sizeof *value);
    double *weight = bsim_alloc((size_t)n * (size_t)n * sizeof *weight), error, slope = 0;
    size_t pairs = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double apart = p[i].x - p[j].x;
            if (fabs(apart) < log(APART))
                continue;
            value[pairs] = (p[i].y - p[j].y) / apart;
            weight[pairs++] = p[i].weight * p[j].weight * fabs(apart);
        }
    if (pairs > 0) {
        slope = median_of(value, weight, pairs);
        level_of(p, n, slope, &error);
        if (!(fabs(slope) * width_of(p, n) > fmax(TWICE * error, LEAST_PART)))
            slope = 0;
    }
    bsim_free(value);
    bsim_free(weight);
    return slope;
}

/* The runs that mostly calculate; their number. */
static int points_of(struct point *p, const struct bsim_whole_run *run, int n) {
    int used = 0;
    for (int i = 0; i < n; i++) {
        double in_blocks_s = run[i].measured_s - run[i].rest_s;
        double ratio = 1 + (in_blocks_s - run[i].predicted_s) / run[i].calc_s, all = 0, x = 0;
        if (run[i].calc_s < CALCULATES * run[i].predicted_s || !(ratio > 0))
            continue;
        for (int b = 0; b < BSIM_SCALE_BINS; b++) {
            all += run[i].part[b];
            x += run[i].part[b] * log(bsim_scale_bin_s(b));
        }
        p[used++] = (struct point){all > 0 ? x / all : 0, log(ratio), sqrt(run[i].calc_s)};
    }
    return used;
}

static struct bsim_scale scale_of(const struct point *p, int n) {
    double error, slope = slope_of(p, n), level = level_of(p, n, slope, &error), low = p[0].x, high = p[0].x;
    if (slope == 0)
        return fabs(level) < fmax(TWICE * error, LEAST_PART) ? bsim_scale_none()
                                                             : (struct bsim_scale){{1, 1}, {exp(level), exp(level)}};
    for (int i = 1; i < n; i++) {
        low = fmin(low, p[i].x);
        high = fmax(high, p[i].x);
    }
    return (struct bsim_scale){{exp(low), exp(high)}, {exp(level + slope * low), exp(level + slope * high)}};
}

static double scaled_calculation(const struct bsim_scale *s, const struct bsim_whole_run *run) {
    double all = 0, sum = 0;
    for (int b = 0; b < BSIM_SCALE_BINS; b++) {
        all += run->part[b];
        sum += run->part[b] * bsim_scale_at(s, bsim_scale_bin_s(b));
    }
    return run->calc_s * (all > 0 ? sum / all : bsim_scale_at(s, s->time_s[0]));
}

struct bsim_scale bsim_whole_runs_scale(struct bsim_whole_run *run, int n) {
    struct bsim_scale s = bsim_scale_none();
    struct point *p = bsim_alloc(((size_t)n + 1) * sizeof *p);
    int used = points_of(p, run, n);
    if (used >= LEAST)
        s = scale_of(p, used);
    bsim_free(p);
    for (int i = 0; i < 2; i++)
        if (fabs(log(s.factor[i])) > log(FARTHEST))
            return bsim_scale_none();
    for (int i = 0; i < n && !bsim_scale_is_none(&s); i++)
        run[i].predicted_s += scaled_calculation(&s, &run[i]) - run[i].calc_s;
    return s;
}

/* ---- models.json ---- */

bool bsim_scale_read(struct bsim_scale *scale, struct bsim_jval v) {
    *scale = bsim_scale_none();
    if (!bsim_jval_present(v))
        return true;
    if (!json_is_array(v.json)) {
        scale->factor[0] = scale->factor[1] = bsim_jval_number(v, 1e-3, 1e3);
        return scale->factor[0] > 0;
    }
    if (bsim_jval_size(v) != 2)
        return bsim_jval_error(v, "must be a number, or two pairs of a time in seconds and a factor");
    for (size_t i = 0; i < 2; i++) {
        struct bsim_jval pair = bsim_jval_at(v, i);
        if (!bsim_jval_list(pair))
            return false;
        if (bsim_jval_size(pair) != 2)
            return bsim_jval_error(pair, "must be a pair: a time in seconds and a factor");
        scale->time_s[i] = bsim_jval_number(bsim_jval_at(pair, 0), 1e-12, 1e6);
        scale->factor[i] = bsim_jval_number(bsim_jval_at(pair, 1), 1e-3, 1e3);
        if (!(scale->time_s[i] > 0 && scale->factor[i] > 0))
            return false;
    }
    return scale->time_s[0] < scale->time_s[1] || bsim_jval_error(v, "the second time must be above the first one");
}

json_t *bsim_whole_scale_json(const struct bsim_scale *s) {
    if (s->factor[0] == s->factor[1])
        return json_real(s->factor[0]);
    return json_pack("[[f,f],[f,f]]", s->time_s[0], s->factor[0], s->time_s[1], s->factor[1]);
}
