/* kernel_models.c - from the times of kernels to samples, models, and their errors at sizes that were held out. */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/bench/host.h"
#include "bsim/bench/kernels.h"

struct kernel_summary bsim_kernel_summary(const struct kernel_size *size) {
    double t[KERNEL_ROUNDS * KERNEL_TIMES], sum = 0, middle = 0, squares = 0;
    struct kernel_summary s = {0};
    bool clean = false;
    for (int i = 0; i < size->n; i++)
        clean = clean || !size->time[i].disturbed;
    for (int i = 0; i < size->n; i++)
        if (!clean || !size->time[i].disturbed)
            t[s.n++] = size->time[i].seconds;
    if (s.n == 0)
        return s;
    gsl_sort(t, 1, (size_t)s.n);
    int from = s.n / 4, to = s.n - s.n / 4;
    for (int i = 0; i < s.n; i++)
        sum += t[i];
    for (int i = from; i < to; i++)
        middle += t[i];
    s.mean_s = sum / s.n;
    s.median_s = gsl_stats_median_from_sorted_data(t, 1, (size_t)s.n);
    s.min_s = t[0];
    s.max_s = t[s.n - 1];
    s.typical_s = middle / (to - from);
    /* Of a normal distribution, the quartiles are 1.35 standard deviations apart. */
    for (int i = 0; i < s.n; i++)
        squares += (t[i] - s.mean_s) * (t[i] - s.mean_s);
    s.deviation_s = s.n > 7 ? (t[to - 1] - t[from]) / 1.35 : s.n > 1 ? sqrt(squares / (s.n - 1)) : 0;
    return s;
}

/* ---- samples ---- */

static void write_sizes(const struct bench_kernel *k, bool held_out, FILE *f) {
    for (int i = 0; i < k->nsize; i++) {
        struct kernel_summary s = bsim_kernel_summary(&k->size[i]);
        if (k->size[i].held_out != held_out || s.n == 0)
            continue;
        fprintf(f, "%s\t", k->name);
        for (int a = 0; a < k->space.naxis; a++)
            fprintf(f, "%s%s=%.0f", a ? "," : "", k->space.axis[a].name, k->size[i].x[a]);
        fprintf(f, "\t%d\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\n", s.n, s.mean_s, s.median_s, s.min_s, s.max_s,
                s.typical_s, s.deviation_s);
    }
}

static bool write_samples(const struct bench_kernels *b, const char *path, bool held_out, struct bsim_error *err) {
    struct bsim_output out;
    char machine[400];
    if (!bsim_output_open(&out, path, err))
        return false;
    fprintf(out.file,
            "# bsim-samples/1; machine: %s; rank 0 of 1; busy cores: 1; timer: clock_gettime; overhead 0 s "
            "subtracted\n"
            "# kernels of libraries, %s; each time is a mean of executions that took 20 us or longer together; "
            "typical_s is the mean of the middle half of the times\n"
            "block\tparams\tcount\tmean_s\tmedian_s\tmin_s\tmax_s\ttypical_s\tdeviation_s\n",
            bsim_bench_machine(machine, sizeof machine), held_out ? "at sizes that no fit has seen" : "for the fit");
    for (int i = 0; i < b->n; i++)
        write_sizes(&b->kernel[i], held_out, out.file);
    for (int i = 0; i < b->n; i++)
        fprintf(out.file, "# block: %s\t%s\t%s\n", b->kernel[i].name, b->kernel[i].library, b->kernel[i].label);
    return bsim_output_commit(&out, err);
}

/* ---- fits ---- */

static const struct fit_block *find(const struct fit_data *data, const char *name) {
    for (int i = 0; i < data->nblock; i++)
        if (strcmp(data->block[i].name, name) == 0)
            return &data->block[i];
    return NULL;
}

/* The errors are relative to the measured times: these are means of many executions, and the timer's noise is not in
 * them. */
static void test(struct bench_kernel *k, const struct fit_block *held) {
    double error[KERNEL_MOST_SIZES];
    for (int i = 0; held && i < held->npoint; i++)
        error[k->nheld++] = fabs(bsim_fit_model_time(&k->model, held->point[i].x) / held->point[i].time_s - 1);
    gsl_sort(error, 1, (size_t)k->nheld);
    k->error_median = k->nheld ? gsl_stats_median_from_sorted_data(error, 1, (size_t)k->nheld) : NAN;
    k->error_max = k->nheld ? error[k->nheld - 1] : NAN;
}

static void tell_few(struct bench_kernel *k) {
    k->few = k->failure[0] == '\0';
    if (k->few)
        snprintf(k->failure, sizeof k->failure,
                 "only %d sizes could be measured; give more with --budget, or lower sizes with --range", k->nsize);
}

bool bsim_kernels_fit(struct bench_kernels *b, struct bsim_error *err) {
    char fit[4200], held_out[4200];
    struct fit_data held = {0};
    snprintf(fit, sizeof fit, "%s/fit.tsv", b->plan->samples);
    snprintf(held_out, sizeof held_out, "%s/held-out.tsv", b->plan->samples);
    bool ok = write_samples(b, fit, false, err) && write_samples(b, held_out, true, err) &&
              bsim_fit_data_read(&b->fit, fit, FIT_TYPICAL, err) &&
              bsim_fit_data_read(&held, held_out, FIT_TYPICAL, err);
    if (ok)
        bsim_fit_data_join(&b->fit);
    for (int i = 0; ok && i < b->n; i++) {
        struct bench_kernel *k = &b->kernel[i];
        k->error_median = k->error_max = NAN;
        struct fit_block *block = (struct fit_block *)find(&b->fit, k->name);
        if (k->failure[0] || block == NULL || block->npoint < KERNEL_LEAST_SIZES) {
            tell_few(k);
            continue;
        }
        if (b->plan->progress)
            b->plan->progress("fitting %s, kernel %d of %d", k->name, i + 1, b->n);
        bsim_fit_aliases(block);
        bsim_fit_model_make(&k->model, block);
        k->block = block;
        test(k, find(&held, k->name));
    }
    bsim_fit_data_free(&held);
    return ok;
}

void bsim_kernels_forget(struct bench_kernels *b) {
    for (int i = 0; i < b->n; i++) {
        struct bench_kernel *k = &b->kernel[i];
        if (k->block)
            bsim_fit_model_free(&k->model);
        if (k->few)
            k->failure[0] = '\0';
        k->few = false;
        k->block = NULL;
        k->nheld = 0;
    }
    bsim_fit_data_free(&b->fit);
    b->fit = (struct fit_data){0};
}

/* ---- models ---- */

static void add_models(json_t *blocks, const struct bench_kernel *k) {
    char median[24], max[24], *also = bsim_strdup(k->also), *rest;
    json_t *model = bsim_fit_model_json(&k->model, k->block);
    bsim_format_percent(median, sizeof median, k->error_median);
    bsim_format_percent(max, sizeof max, k->error_max);
    json_object_set_new(
        model, "comment",
        json_sprintf("error at %d sizes that the fit has not seen: %s (median), %s (largest)", k->nheld, median, max));
    json_object_set_new(blocks, k->name, model);
    for (char *one = strtok_r(also, " ", &rest); one; one = strtok_r(NULL, " ", &rest)) {
        json_t *same = json_deep_copy(model);
        json_object_set_new(same, "comment", json_sprintf("measured as %s", k->name));
        json_object_set_new(blocks, one, same);
    }
    bsim_free(also);
}

bool bsim_kernels_write(const struct bench_kernels *b, struct bsim_error *err) {
    char date[32], machine[400];
    time_t now = time(NULL);
    json_t *blocks = json_object();
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    for (int i = 0; i < b->n; i++)
        if (b->kernel[i].block)
            add_models(blocks, &b->kernel[i]);
    json_t *root =
        json_pack("{s:s, s:{s:s, s:s, s:s, s:s, s:i, s:i, s:i}, s:o}", "schema", "bsim-models/1", "provenance",
                  "made_by", b->plan->made_by, "date", date, "machine", bsim_bench_machine(machine, sizeof machine),
                  "errors", "relative, of samples left out of the fit (cross-validation)", "runs", b->runs,
                  "disturbed_runs", b->disturbed, "seed", (int)b->plan->seed, "blocks", blocks);
    bool ok = bsim_output_json_digits(b->plan->output, root, 6, err);
    json_decref(root);
    return ok;
}
