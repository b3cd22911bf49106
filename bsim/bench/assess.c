/* assess.c - see assess.h. The error of a block is that of inputs which its model has not seen: all choices of the fit
 * are made again without them. */
#include "bsim/bench/assess.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/arguments.h"
#include "bsim/bench/process.h"
#include "bsim/fit/weighted.h"
#include "bsim/stat/trust.h"

enum { FOLDS = 6 };

/* A test may take this many times what the fit of the block suggests. */
static const double test_slack = 1.2;

/* The samples as they were read, before they are joined. */
struct raw {
    const struct bench_file *file;
    struct fit_data data;
};

static int input_of(const struct raw *raw, const struct fit_point *p) {
    return raw->file[p->file].input;
}

/* ---- models of parts of the samples ---- */

/* The block's samples whose input is in no fold `without`, joined. fold_of: by input. */
static void part_make(struct fit_data *part, const struct raw *raw, const struct fit_block *b, const int *fold_of,
                      int without, struct fit_where where) {
    *part = bsim_fit_data_of(&raw->data);
    for (int i = 0; i < b->npoint; i++) {
        const struct fit_point *p = &b->point[i];
        if (fold_of[input_of(raw, p)] == without)
            continue;
        part->nfile = p->file;
        part->run_number = p->run;
        part->rank = p->rank;
        part->ranks = p->ranks;
        part->waited = p->waited;
        bsim_fit_data_add_counted(part, b->name, b->nparam, b->ncount, (const char *const *)b->param, p->x, p->time_s,
                                  p->noise, p->count, p->busy);
    }
    part->nfile = raw->data.nfile;
    bsim_fit_data_join(part);
    bsim_fit_caches_find(part);
    for (int i = 0; i < part->nblock; i++) {
        part->block[i].where = where;
        part->block[i].where.known = true;
    }
}

/* Gives the inputs that reached the block to folds in turn. Returns the number of inputs. */
static int make_folds(const struct raw *raw, const struct fit_block *b, int ninput, int *fold_of, int *nfold) {
    int n = 0;
    for (int i = 0; i < ninput; i++)
        fold_of[i] = -1;
    for (int i = 0; i < b->npoint; i++)
        fold_of[input_of(raw, &b->point[i])] = 0;
    for (int i = 0; i < ninput; i++)
        if (fold_of[i] == 0)
            fold_of[i] = n++ % FOLDS;
    *nfold = n < FOLDS ? n : FOLDS;
    return n;
}

/* ---- sums by input ---- */

struct sums {
    double weight, error, spread_weight, spread;
};

static const struct raw *sorted_raw;
static int sorted_params;

static int by_input_and_x(const void *a, const void *b) {
    const struct fit_point *p = a, *q = b;
    int i = input_of(sorted_raw, p), j = input_of(sorted_raw, q);
    if (i != j)
        return i - j;
    return bsim_fit_compare_given(p, q, sorted_params);
}

/* Sorts the block's samples, so that those of an input with equal parameters (and any counts) follow each other. */
static void sort_samples(const struct raw *raw, struct fit_block *b) {
    sorted_raw = raw;
    sorted_params = b->nparam;
    qsort(b->point, (size_t)b->npoint, sizeof *b->point, by_input_and_x);
}

/* Whether q is of the same mean as p: of a block with counts, samples with equal parameters; if parameters only say
 * where the work is, all of an input. */
static bool of_one_mean(const struct raw *raw, const struct fit_block *b, const struct fit_model *model,
                        const struct fit_point *p, const struct fit_point *q) {
    if (model->where.params)
        return input_of(raw, p) == input_of(raw, q);
    return b->ncount > 0 && by_input_and_x(p, q) == 0;
}

/* Adds the errors of the left-out samples of a fold, each with the time that it stands for; of a block with counts,
 * those of the means (of_one_mean). The samples are sorted. */
static void add_errors(struct sums *of, const struct raw *raw, const struct fit_block *b, const struct fit_block *part,
                       const struct fit_model *model, const int *fold_of, int fold) {
    for (int i = 0, j; i < b->npoint; i = j) {
        const struct fit_point *p = &b->point[i];
        int in = input_of(raw, p);
        j = i + 1;
        if (fold_of[in] != fold)
            continue;
        double sum = 0, count = 0, modelled = 0;
        for (j = i; j < b->npoint && (j == i || of_one_mean(raw, b, model, p, &b->point[j])); j++) {
            const struct fit_point *q = &b->point[j];
            modelled += (double)q->count * bsim_fit_model_time(model, q->x);
            /* The model gives times with as many busy cores as the fewest of its samples. */
            sum += (double)q->count * bsim_fit_base_time(part, &raw->data.node, q->time_s, q->busy, q->x);
            count += (double)q->count;
        }
        double t = sum / count, w = count * (t + FIT_FLOOR_S);
        of[in].weight += w;
        of[in].error += w * bsim_fit_log_error(modelled / count, t);
    }
}

/* The deviations of samples of one input with equal parameters. The samples are sorted. */
static void add_spread(struct sums *of, const struct raw *raw, struct fit_block *b) {
    for (int i = 0, j; i < b->npoint; i = j) {
        double sum = 0, squares = 0, n;
        for (j = i; j < b->npoint && by_input_and_x(&b->point[i], &b->point[j]) == 0; j++) {
            double t = b->point[j].time_s + FIT_FLOOR_S;
            sum += t;
            squares += t * t;
        }
        n = j - i;
        if (n < 2)
            continue;
        struct sums *s = &of[input_of(raw, &b->point[i])];
        double variance = fmax(squares / n - sum * sum / n / n, 0) * n / (n - 1);
        s->spread_weight += sum;
        s->spread += sum * sqrt(variance) / (sum / n);
    }
}

/* The value that a part of the weight does not exceed; NAN if there is none. Sorts the list. */
static double quantile(struct fit_weighted *v, int n, double part) {
    double sum = 0, below = 0;
    for (int i = 0; i < n; i++)
        sum += v[i].weight;
    qsort(v, (size_t)n, sizeof *v, bsim_fit_by_value);
    for (int i = 0; i < n; i++)
        if ((below += v[i].weight) >= part * sum)
            return v[i].value;
    return n > 0 ? v[n - 1].value : NAN;
}

/* ---- a block ---- */

/* The block's time in the prediction. */
static double predicted_s(const struct fit_model *model, const struct fit_block *b, const struct bench_need *need) {
    double sum = 0, x[FIT_MAX_PARAMS] = {0};
    for (int v = 0; v < need->nvector; v++) {
        memcpy(x, need->value + v * need->nparam, (size_t)need->nparam * sizeof *x);
        double t = bsim_fit_model_time(model, x) * bsim_fit_cache_factor(b, x, b->nbusy ? b->busy[b->nbusy - 1] : 1);
        sum += isfinite(t) ? t * need->executed[v] : 0;
    }
    return sum;
}

/* How near the samples of an input are to the prediction's heaviest vector: 1, and less with each factor of two. */
static double nearness(const struct raw *raw, const struct fit_block *b, const struct bench_need *need, int input) {
    double best = HUGE_VAL;
    if (need == NULL || need->nvector == 0)
        return 1;
    for (int i = 0; i < b->npoint; i++) {
        double d = 0;
        if (input_of(raw, &b->point[i]) != input)
            continue;
        for (int k = 0; k < b->nparam; k++) {
            double x = fabs(b->point[i].x[k]), y = fabs(need->value[k]), l = log2((x + 1) / (y + 1));
            d += l * l;
        }
        best = fmin(best, d);
    }
    return isfinite(best) ? fmax(1 / (1 + 0.25 * best), 0.1) : 0.1;
}

/* Sets leave_out, doubt and spread, and adds the block to the averages by input. If the deadline passes before the last
 * fit, the block stays untested. */
static void examine(struct bench_assessment *a, struct raw *raw, struct bench_block *out, struct fit_block *b,
                    const struct bench_need *need, double deadline_s) {
    struct sums *of = bsim_alloc(((size_t)a->ninput + 1) * sizeof *of);
    int *fold_of = bsim_alloc(((size_t)a->ninput + 1) * sizeof *fold_of), nfold, count = 0, spreads = 0;
    struct fit_weighted *list = bsim_alloc(2 * ((size_t)a->ninput + 1) * sizeof *list), *spread = list + a->ninput + 1;
    double total[FOLDS], mean = 0, squares = 0;
    int ninput = make_folds(raw, b, a->ninput, fold_of, &nfold);
    sort_samples(raw, b);
    for (int f = 0; f < nfold && ninput >= BENCH_LEAST_INPUTS && !out->untested && !bsim_bench_signal(); f++) {
        struct fit_data part;
        struct fit_model model;
        part_make(&part, raw, b, fold_of, f, out->model.where);
        bsim_fit_model_make(&model, &part.block[0]);
        add_errors(of, raw, b, &part.block[0], &model, fold_of, f);
        total[f] = need ? predicted_s(&model, &part.block[0], need) : 0;
        mean += total[f] / nfold;
        bsim_fit_model_free(&model);
        bsim_fit_data_free(&part);
        out->untested = f + 1 < nfold && bsim_bench_now() > deadline_s;
    }
    for (int f = 0; f < nfold && mean > 0; f++)
        squares += (total[f] / mean - 1) * (total[f] / mean - 1);
    add_spread(of, raw, b);
    for (int i = 0; i < a->ninput && !out->untested; i++) {
        if (of[i].weight > 0) {
            double error = of[i].error / of[i].weight, near = nearness(raw, b, need, i);
            list[count++] = (struct fit_weighted){error, near};
            a->error[i] += out->share * near * error;
        }
        if (of[i].spread_weight > 0) {
            spread[spreads++] = (struct fit_weighted){of[i].spread / of[i].spread_weight, 1};
            a->spread[i] += out->share * of[i].spread / of[i].spread_weight;
        }
    }
    out->leave_out = expm1(quantile(list, count, 0.5));
    out->far_out = expm1(quantile(list, count, 0.8));
    out->farthest = expm1(quantile(list, count, 1));
    out->spread = quantile(spread, spreads, 0.5);
    out->doubt = mean > 0 && !out->untested ? sqrt(squares * (nfold - 1) / nfold) : NAN;
    out->error = isnan(out->doubt) ? out->leave_out : fmax(out->leave_out, out->doubt);
    bsim_free(of);
    bsim_free(fold_of);
    bsim_free(list);
}

/* ---- all blocks ---- */

static bool read_all(struct fit_data *data, const struct fit_data *known, const struct bench_file *file, int nfile,
                     struct bsim_error *err) {
    *data = bsim_fit_data_of(known);
    for (int i = 0; i < nfile; i++)
        if (!bsim_fit_data_read(data, file[i].path, FIT_TYPICAL, err))
            return false;
    return true;
}

static bool same_parameters(const struct fit_block *b, const struct bench_need *need, struct bsim_error *err) {
    bool same = b->nparam == need->nparam;
    for (int k = 0; same && k < b->nparam; k++)
        same = strcmp(b->param[k], need->param[k]) == 0;
    return same ||
           bsim_error_set(err, NULL, 0, NULL,
                          "block %s has other parameters in the skeleton than in the instrumented program: they "
                          "are from different versions of the program, or were made with different options",
                          b->name);
}

static int by_share(const void *a, const void *b) {
    const struct bench_block *p = a, *q = b;
    double x = isnan(p->share) ? HUGE_VAL : p->share, y = isnan(q->share) ? HUGE_VAL : q->share;
    return x != y ? (x > y ? -1 : 1) : strcmp(p->name, q->name);
}

/* Shares of the blocks, from their times, and which of them matter. */
static void weigh(struct bench_assessment *a) {
    double sum = 0, above = 0;
    for (int i = 0; i < a->n; i++)
        sum += isnan(a->block[i].share) ? 0 : a->block[i].share;
    for (int i = 0; i < a->n; i++)
        a->block[i].share = sum > 0 ? a->block[i].share / sum : a->block[i].share;
    qsort(a->block, (size_t)a->n, sizeof *a->block, by_share);
    for (int i = 0; i < a->n; i++) {
        double share = a->block[i].share;
        a->block[i].matters = isnan(share) || (share > 0 && above < BENCH_MATTERS);
        above += isnan(share) ? 0 : share;
    }
}

static double measured_s(const struct fit_block *b) {
    double sum = b->unsampled_s;
    for (int i = 0; i < b->npoint; i++)
        sum += b->point[i].time_s * (double)b->point[i].count;
    return sum;
}

/* How long it takes to make a model that keeps to parameters which only say where the work is. */
static double keeping_s(const struct fit_block *b, const struct fit_model *model) {
    struct fit_block known = *b;
    struct fit_model again;
    double begin_s = bsim_bench_now();
    known.where = model->where;
    bsim_fit_model_make(&again, &known);
    bsim_fit_model_free(&again);
    return bsim_bench_now() - begin_s;
}

/* Fits all blocks; adds those that no run has reached. */
static bool make_blocks(struct bench_assessment *a, const struct bench_needs *needs,
                        void (*progress)(const char *fmt, ...), struct bsim_error *err) {
    a->block = bsim_alloc(((size_t)a->data.nblock + (size_t)needs->n + 1) * sizeof *a->block);
    for (int i = 0; i < a->data.nblock && !bsim_bench_signal(); i++) {
        struct fit_block *b = &a->data.block[i];
        struct bench_block *out = &a->block[a->n++];
        const struct bench_need *need = bsim_bench_need(needs, b->name);
        if (need && !same_parameters(b, need, err))
            return false;
        bsim_fit_aliases(b);
        if (progress)
            progress("fitting %s, block %d of %d", b->name, i + 1, a->data.nblock);
        double begin_s = bsim_bench_now();
        bsim_fit_model_make(&out->model, b);
        bsim_fit_hidden_make(&out->model, &a->data, i);
        *out = (struct bench_block){.name = b->name,
                                    .block = b,
                                    .model = out->model,
                                    .make_s = bsim_bench_now() - begin_s,
                                    .leave_out = NAN,
                                    .far_out = NAN,
                                    .farthest = NAN,
                                    .doubt = NAN,
                                    .spread = NAN,
                                    .error = NAN};
        if (out->model.where.params)
            out->make_s = keeping_s(b, &out->model);
        out->share = needs->n > 0 ? (need ? predicted_s(&out->model, b, need) : 0) : measured_s(b);
        if (need)
            snprintf(out->place, sizeof out->place, "%s:%d", need->file, need->line);
    }
    for (int i = 0; i < needs->n; i++) {
        const struct bench_need *need = &needs->block[i];
        bool found = false;
        for (int j = 0; j < a->data.nblock; j++)
            found = found || strcmp(a->data.block[j].name, need->name) == 0;
        if (found)
            continue;
        struct bench_block *out = &a->block[a->n++];
        *out = (struct bench_block){.name = need->name,
                                    .share = NAN,
                                    .leave_out = NAN,
                                    .far_out = NAN,
                                    .farthest = NAN,
                                    .doubt = NAN,
                                    .spread = NAN,
                                    .error = NAN};
        snprintf(out->place, sizeof out->place, "%s:%d", need->file, need->line);
    }
    return true;
}

static struct fit_block *find(struct fit_data *data, const char *name) {
    for (int i = 0; i < data->nblock; i++)
        if (strcmp(data->block[i].name, name) == 0)
            return &data->block[i];
    return NULL;
}

/* The errors that the fit tells are those of single samples left out of it, with the terms that all of them chose. What
 * is known of whole inputs left out, from all choices on, and of the prediction, must not stay behind in this
 * assessment: predictions with the model are doubted by what it tells. A doubt beyond the runs does not count in the
 * error, since a prediction tells itself how far beyond it is. */
static void keep_errors(struct bench_block *b) {
    struct fit_model *m = &b->model;
    double doubt = b->beyond ? NAN : BSIM_WITHIN_HALF * b->doubt;
    double before = m->error_median;
    m->error_median = fmax(m->error_median, fmax(b->leave_out, doubt)); /* fmax ignores a NAN */
    m->error_max = fmax(m->error_max, fmax(b->farthest, m->error_median));
    for (int i = 0; i < m->nnear && m->error_median > before; i++)
        m->near[i].error = before > 0 ? m->near[i].error * m->error_median / before : FIT_TO_NINETY * m->error_median;
}

/* How far the times in the prediction are from each other by formulas which follow the samples as well. */
static double find_aside(const struct bench_block *b, const struct bench_need *need) {
    int n;
    double own_s = need ? predicted_s(&b->model, b->block, need) : 0, most = 0;
    if (!(own_s > 0))
        return 0;
    struct fit_rival *rivals = bsim_fit_aside(&b->model, b->block, &n);
    for (int i = 0; i < n; i++) {
        struct fit_model other = bsim_fit_aside_model(&b->model, &rivals[i]);
        most = fmax(most, fabs(predicted_s(&other, b->block, need) / own_s - 1));
    }
    bsim_free(rivals);
    return most;
}

/* Tests the model of a block that matters, if that ends in time. */
static void test(struct bench_assessment *a, struct raw *raw, struct bench_block *b, const struct bench_need *need,
                 double deadline_s) {
    double begin_s = bsim_bench_now(), expected_s = FOLDS * b->make_s;
    b->test_s = test_slack * expected_s;
    b->room_s = fmax(deadline_s - begin_s, 0);
    b->untested = b->test_s > b->room_s;
    if (!b->untested)
        examine(a, raw, b, find(&raw->data, b->name), need, deadline_s);
    double took_s = bsim_bench_now() - begin_s;
    a->test_s += b->untested ? expected_s : took_s;
    b->test_s = fmax(b->test_s, took_s);
}

/* Which arguments of the prediction are others than in all runs and choose what the program does; NULL: none. */
static char *changed_arguments(const struct fit_data *data, const struct bench_needs *needs) {
    int n;
    bool chooses;
    char **known = needs->argument ? bsim_fit_arguments(data, &n) : NULL, *text;
    if (known == NULL)
        return NULL;
    text = bsim_arguments_changed(n, known, needs->argument, needs->read, (const char *const *)needs->left,
                                  "in the prediction", &chooses);
    bsim_fit_arguments_free(known, n);
    if (chooses)
        return text;
    bsim_free(text);
    return NULL;
}

bool bsim_bench_test(struct bench_assessment *a, const struct bench_file *file, int nfile, const struct fit_data *known,
                     const struct bench_needs *needs, double limit, double deadline_s,
                     void (*progress)(const char *fmt, ...), struct bsim_error *err) {
    struct raw raw = {.file = file};
    bool ok = read_all(&raw.data, known, file, nfile, err);
    a->test_s = 0;
    memset(a->error, 0, (size_t)a->ninput * sizeof *a->error);
    memset(a->spread, 0, (size_t)a->ninput * sizeof *a->spread);
    a->all_known = a->all_settled = true;
    bsim_free(a->changed);
    a->changed = ok ? changed_arguments(&raw.data, needs) : NULL;
    for (int i = 0; ok && i < raw.data.nblock; i++)
        bsim_fit_first_split(&raw.data.block[i]);
    for (int i = 0; ok && i < a->n && !bsim_bench_signal(); i++) {
        struct bench_block *b = &a->block[i];
        const struct bench_need *need = bsim_bench_need(needs, b->name);
        if (progress)
            progress("testing the model of %s", b->name);
        if (b->block && b->matters) {
            test(a, &raw, b, need, deadline_s);
            b->aside = find_aside(b, need);
        }
        b->changed = a->changed;
        bsim_bench_judge(b, need, limit);
        if (b->block)
            keep_errors(b);
        a->all_known = a->all_known && (b->known || !b->matters);
        a->all_settled = a->all_settled && (b->settled || !b->matters);
    }
    if (progress)
        progress(NULL);
    bsim_fit_data_free(&raw.data);
    return ok;
}

bool bsim_bench_assess(struct bench_assessment *a, const struct bench_file *file, int nfile, int ninput,
                       const struct fit_data *known, const struct bench_needs *needs, double limit, double deadline_s,
                       void (*progress)(const char *fmt, ...), struct bsim_error *err) {
    const double begin_s = bsim_bench_now();
    *a = (struct bench_assessment){.ninput = ninput};
    a->error = bsim_alloc(((size_t)ninput + 1) * sizeof *a->error);
    a->spread = bsim_alloc(((size_t)ninput + 1) * sizeof *a->spread);
    if (!read_all(&a->data, known, file, nfile, err))
        return false;
    bsim_fit_data_join(&a->data);
    bsim_fit_caches_find(&a->data);
    if (!make_blocks(a, needs, progress, err))
        return false;
    weigh(a);
    a->make_s = bsim_bench_now() - begin_s;
    return bsim_bench_test(a, file, nfile, known, needs, limit, deadline_s, progress, err);
}

void bsim_bench_assessment_free(struct bench_assessment *a) {
    for (int i = 0; i < a->n; i++)
        if (a->block[i].block)
            bsim_fit_model_free(&a->block[i].model);
    bsim_free(a->block);
    bsim_free(a->changed);
    bsim_free(a->error);
    bsim_free(a->spread);
    bsim_fit_data_free(&a->data);
    *a = (struct bench_assessment){0};
}
