/* outside.c - what measured runs have in no block and no message; see whole_private.h. */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/quantile.h"
#include "bsim/base/units.h"
#include "bsim/bench/whole_private.h"

/* Even runs with many timers tell what is in no block, since what these take beyond their own account is found. */
static const double MOST_TIMERS = 0.5;

/* Runs with timers of one input. */
struct timed {
    double *all_s, *outside_s, *executions;
    size_t n;
    bool several; /* folders */
};

/* Whether a run has the input's arguments, and its folder unless any may do. */
static bool is_of(const struct fit_run *run, const struct whole_input *in, bool any, const struct whole_which *which) {
    json_t *call = bsim_bench_compared(run, which) && run->ranks == in->ranks ? json_loads(run->call, 0, NULL) : NULL;
    bool same = call && (any ? json_equal(json_object_get(call, "args"), json_object_get(in->call, "args"))
                             : json_equal(call, in->call));
    json_decref(call);
    return same && !isnan(run->blocks_s);
}

static void find_timed(const struct fit_data *data, const struct whole_input *in, bool any,
                       const struct whole_which *which, struct timed *timed) {
    const char *first = NULL;
    for (int i = 0; i < data->nrun; i++) {
        const struct fit_run *run = &data->run[i];
        if (!is_of(run, in, any, which))
            continue;
        timed->several = timed->several || (first && strcmp(first, run->call) != 0);
        first = run->call;
        timed->all_s[timed->n] = run->ran_s - run->timers_s;
        timed->outside_s[timed->n] = timed->all_s[timed->n] - run->blocks_s / run->ranks;
        timed->executions[timed->n++] = run->executions / run->ranks;
    }
}

/* What a timer takes beyond its own account, in seconds an execution: by how much more runs with timers take than those
 * without. The weighted median of the inputs, which count by what it would be of their times. */
static double beyond_account(const struct whole_input *input, int n) {
    double *value = bsim_alloc(((size_t)n + 1) * sizeof *value), *weight = bsim_alloc(((size_t)n + 1) * sizeof *weight);
    size_t *order = bsim_alloc(((size_t)n + 1) * sizeof *order);
    int used = 0;
    for (int i = 0; i < n; i++)
        if (input[i].executions > 0) { /* false for NAN */
            value[used] = (input[i].timed_s - input[i].median_s) / input[i].executions;
            weight[used++] = input[i].executions / input[i].median_s;
        }
    gsl_sort_index(order, value, 1, (size_t)used);
    double each_s = used > 0 ? bsim_weighted_quantile(0.5, value, weight, order, (size_t)used) : 0;
    bsim_free(order);
    bsim_free(weight);
    bsim_free(value);
    return fmax(each_s, 0);
}

void bsim_bench_set_outside(const struct fit_data *data, struct whole_input *input, int n, int cores) {
    size_t most = (size_t)data->nrun + 1;
    struct timed timed = {bsim_alloc(most * sizeof(double)), bsim_alloc(most * sizeof(double)),
                          bsim_alloc(most * sizeof(double)), 0, false};
    struct whole_which which = {cores, false, MOST_TIMERS, FIT_MUCH_WAITED};
    for (int i = 0; i < n; i++) {
        timed.n = 0;
        timed.several = false;
        for (int any = 0; any < 2 && timed.n == 0; any++)
            find_timed(data, &input[i], any, &which, &timed);
        bool known = timed.n > 0 && !timed.several;
        input[i].timed_s = known ? gsl_stats_median(timed.all_s, 1, timed.n) : NAN;
        input[i].outside_s = known ? gsl_stats_median(timed.outside_s, 1, timed.n) : NAN;
        input[i].executions = known ? gsl_stats_median(timed.executions, 1, timed.n) : NAN;
    }
    bsim_free(timed.all_s);
    bsim_free(timed.outside_s);
    bsim_free(timed.executions);
    double each_s = beyond_account(input, n);
    for (int i = 0; i < n; i++)
        input[i].outside_s -= each_s * input[i].executions;
}

double bsim_bench_whole_rest(const struct whole_input *in) {
    double rest = in->outside_s - in->predicted.message_s;
    return isnan(rest) ? 0 : rest;
}

/* Tells of time in no block and no message, which predictions lack, where it is a good part of the runs. */
static void tell(const struct whole_input *input, int n) {
    static const double much = 0.02;
    double rest_s = 0, all_s = 0;
    const struct whole_input *most = NULL;
    for (int i = 0; i < n; i++) {
        if (isnan(input[i].outside_s))
            continue;
        rest_s += bsim_bench_whole_rest(&input[i]);
        all_s += input[i].median_s;
        if (most == NULL ||
            bsim_bench_whole_rest(&input[i]) / input[i].median_s > bsim_bench_whole_rest(most) / most->median_s)
            most = &input[i];
    }
    if (most == NULL || rest_s < much * all_s)
        return;
    char *text = bsim_bench_arguments_text(json_object_get(most->call, "args")), part[24], largest[24];
    fprintf(stderr,
            "bsim: note: %s of the measured runs' time (%s of that with %d rank%s and \"%s\") was in no block and no "
            "message: code that stays in the skeleton, memory that is given back, files that are opened; it follows "
            "no block's time, so predictions lack it\n",
            bsim_format_percent(part, sizeof part, rest_s / all_s),
            bsim_format_percent(largest, sizeof largest, bsim_bench_whole_rest(most) / most->median_s), most->ranks,
            most->ranks == 1 ? "" : "s", text);
    bsim_free(text);
}

/* By the blocks of names, their longest executions in a run, with the scale. */
static double *longest_of(const struct whole_input *in, const json_t *names, const struct bsim_scale *scale) {
    double *longest_s = bsim_alloc((json_object_size(names) + 1) * sizeof *longest_s);
    const char *name;
    json_t *number;
    size_t k = 0;
    json_object_foreach((json_t *)names, name, number) {
        double seconds = json_number_value(json_object_get(in->predicted.longest, name));
        longest_s[k++] = seconds * bsim_scale_at(scale, seconds);
    }
    return longest_s;
}

static const char *nth_name(json_t *names, int n) {
    const char *name, *found = NULL;
    json_t *number;
    json_object_foreach(names, name, number) if (n-- == 0) found = name;
    return found;
}

json_t *bsim_bench_rest_model(const struct whole_input *input, int n, const struct bsim_scale *scale, double *rest_s) {
    struct bsim_rest_run *run = bsim_alloc(((size_t)n + 1) * sizeof *run);
    double **longest_s = bsim_alloc(((size_t)n + 1) * sizeof *longest_s);
    json_t *names = json_object(), *model = NULL;
    int used = 0;
    for (int i = 0; i < n; i++)
        json_object_update(names, input[i].predicted.longest);
    for (int i = 0; i < n; i++) {
        longest_s[i] = longest_of(&input[i], names, scale);
        if (!isnan(input[i].outside_s))
            run[used++] = (struct bsim_rest_run){input[i].median_s, bsim_bench_whole_rest(&input[i]), longest_s[i]};
    }
    struct bsim_rest rest = bsim_whole_rest(run, used, (int)json_object_size(names));
    for (int i = 0; i < n; i++)
        rest_s[i] =
            rest.runs > 0 ? rest.constant_s + (rest.block >= 0 ? rest.longest * longest_s[i][rest.block] : 0) : 0;
    if (rest.runs > 0)
        model = bsim_whole_rest_json(&rest, nth_name(names, rest.block));
    else
        tell(input, n);
    for (int i = 0; i < n; i++)
        bsim_free(longest_s[i]);
    bsim_free(longest_s);
    bsim_free(run);
    json_decref(names);
    return model;
}
