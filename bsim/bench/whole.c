/* whole.c - see whole.h. */
#include "bsim/bench/whole.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/bench/process.h"
#include "bsim/bench/same_input.h"
#include "bsim/bench/whole_private.h"
#include "bsim/platform/platform.h"
#include "bsim/stat/trust.h"
#include "bsim/stat/whole_scale.h"

/* MOST: inputs that are told. PREDICTED: runs that are predicted, of inputs with equal arguments in different folders.
 */
enum { MOST = 24, PREDICTED = 96 };
#define SEEDS "9"
#define SIZES "parameters.json"
/* The prediction of a run ends after so many seconds. */
static const double LIMIT_S = 60;
/* No further prediction begins after so many seconds. */
static const double TOTAL_S = 120;

bool bsim_bench_compared(const struct fit_run *run, const struct whole_which *which) {
    return run->call && run->untimed == which->untimed && run->ran_s > 0 && !run->partial && run->ranks > 0 &&
           run->ranks <= which->cores && (run->busy == 0 || run->busy == run->ranks) &&
           run->timers_s < which->most_timers * run->ran_s && run->waited_s < which->most_waited * run->ran_s &&
           !run->disturbed;
}

struct whole_which bsim_bench_which(const struct fit_data *data, int cores, bool untimed, double most_timers) {
    enum { FEW = 6 };
    static const double most_waited = 0.25;
    struct whole_which which = {cores, untimed, most_timers, most_waited};
    int all = 0, waited = 0;
    for (int i = 0; i < data->nrun; i++) {
        const struct fit_run *run = &data->run[i];
        if (!bsim_bench_compared(run, &which))
            continue;
        all++;
        waited += run->waited_s >= FIT_MUCH_WAITED * run->ran_s;
    }
    if (all < FEW || 2 * waited <= all)
        which.most_waited = FIT_MUCH_WAITED;
    return which;
}

static struct whole_input *input_of(struct whole_input *input, int *n, int ranks, json_t *call) {
    for (int i = 0; i < *n; i++)
        if (input[i].ranks == ranks && json_equal(call, input[i].call))
            return &input[i];
    input[*n] = (struct whole_input){.ranks = ranks, .call = json_incref(call), .outside_s = NAN};
    return &input[(*n)++];
}

/* The longest first; of equal ones that of fewer ranks. */
static int by_time(const void *a, const void *b) {
    const struct whole_input *x = a, *y = b;
    if (x->median_s != y->median_s)
        return x->median_s < y->median_s ? 1 : -1;
    return x->ranks - y->ranks;
}

/* The standard error of a median is 1.25 times that of the mean (of normal values). The deviation comes from the
 * quartiles, which are 1.35 of it apart, because other work on the node makes some runs much longer. */
static void set_median(struct whole_input *in) {
    size_t n = (size_t)in->n;
    double *sorted = bsim_alloc((n + 1) * sizeof *sorted);
    memcpy(sorted, in->measured_s, n * sizeof *sorted);
    gsl_sort(sorted, 1, n);
    in->median_s = gsl_stats_median_from_sorted_data(sorted, 1, n);
    double apart = gsl_stats_quantile_from_sorted_data(sorted, 1, n, 0.75) -
                   gsl_stats_quantile_from_sorted_data(sorted, 1, n, 0.25);
    bsim_free(sorted);
    in->error = 1.25 * apart / 1.35 / sqrt((double)n) / in->median_s;
}

static void add_times(struct whole_input *in, const double *measured_s, int n) {
    in->measured_s = bsim_realloc(in->measured_s, (size_t)(in->n + n) * sizeof *in->measured_s);
    memcpy(in->measured_s + in->n, measured_s, (size_t)n * sizeof *measured_s);
    in->n += n;
}

static void add_run(struct whole_input *in, int run, double measured_s) {
    in->run = bsim_realloc(in->run, (size_t)(in->n + 1) * sizeof *in->run);
    in->run[in->n] = run;
    add_times(in, &measured_s, 1);
}

/* Why none of the runs is compared. Samples that do not tell how long a run took are no runs. */
static void tell_none(const struct fit_data *data, int cores) {
    enum { BUSY, TIMERS, RANKS, REASONS };
    static const char *const why[REASONS] = {"disturbed or kept waiting for processors",
                                             "with much of the time in timers",
                                             "with more ranks than the platform has cores, or with copies beside it"};
    int n[REASONS] = {0};
    for (int i = 0; i < data->nrun; i++) {
        const struct fit_run *run = &data->run[i];
        if (!run->call || !(run->ran_s > 0) || run->partial)
            continue;
        bool fits = run->ranks > 0 && run->ranks <= cores && (run->busy == 0 || run->busy == run->ranks);
        bool busy = run->disturbed || run->waited_s >= FIT_MUCH_WAITED * run->ran_s;
        n[!fits ? RANKS : busy ? BUSY : TIMERS]++;
    }
    fprintf(stderr, "bsim: note: the samples hold no run that could be compared as a whole");
    for (int i = 0, told = 0; i < REASONS; i++)
        if (n[i] > 0)
            fprintf(stderr, "%s %d %s", told++ ? "," : ":", n[i], why[i]);
    fprintf(stderr, "\n");
}

static bool any(const struct fit_data *data, const struct whole_which *which) {
    for (int i = 0; i < data->nrun; i++)
        if (bsim_bench_compared(&data->run[i], which))
            return true;
    return false;
}

/* Tells that runs are compared which waited for processors. */
static void tell_waited(const struct fit_data *data, const struct whole_which *which) {
    double waited_s = 0, ran_s = 0;
    if (which->most_waited <= FIT_MUCH_WAITED)
        return;
    for (int i = 0; i < data->nrun; i++)
        if (bsim_bench_compared(&data->run[i], which)) {
            waited_s += data->run[i].waited_s;
            ran_s += data->run[i].ran_s;
        }
    fprintf(stderr,
            "bsim: note: most runs waited for processors that other processes had (%.2g %% of their time), as those of "
            "mpiexec while the program prints: the interval has it, since these runs are compared, and the blocks do "
            "not\n",
            100 * waited_s / ran_s);
}

/* The inputs of all runs that can be compared; *n of them. To be freed with inputs_free. */
static struct whole_input *inputs_of(const struct fit_data *data, const struct whole_which *which, int *n) {
    struct whole_input *input = bsim_alloc(((size_t)data->nrun + 1) * sizeof *input);
    *n = 0;
    for (int i = 0; i < data->nrun; i++) {
        const struct fit_run *run = &data->run[i];
        json_t *call = bsim_bench_compared(run, which) ? json_loads(run->call, 0, NULL) : NULL;
        if (json_is_array(json_object_get(call, "args")))
            add_run(input_of(input, n, run->ranks, call), i, run->ran_s - run->timers_s);
        json_decref(call);
    }
    for (int i = 0; i < *n; i++)
        set_median(&input[i]);
    qsort(input, (size_t)*n, sizeof *input, by_time);
    return input;
}

static void inputs_free(struct whole_input *input, int n) {
    for (int i = 0; i < n; i++) {
        json_decref(input[i].call);
        bsim_free(input[i].measured_s);
        bsim_free(input[i].run);
        json_decref(input[i].predicted.longest);
    }
    bsim_free(input);
}

char *bsim_bench_arguments_text(const json_t *args) {
    size_t size = 1, i, at = 0;
    json_t *word;
    json_array_foreach(args, i, word) size += json_string_length(word) + 1;
    char *text = bsim_alloc(size);
    json_array_foreach(args, i, word) at +=
        (size_t)snprintf(text + at, size - at, "%s%s", i ? " " : "", json_string_value(word));
    return text;
}

/* The words of bsim run, by a shell that goes to where the measured run was: the process itself begins in a folder of
 * ours, which gets its output. To be freed; the words are not. */
static char **words_of(const struct bench_whole *w, const struct whole_input *in, const char *there, const char *np,
                       const char *models, const char *result, const char *parameters) {
    static const char script[] = "cd \"$1\" && shift && exec \"$@\"";
    const char *const words[] = {
        "/bin/sh", "-c",         script,         "sh",       there,          w->self,    "run",      "-np",
        np,        "--platform", w->platform,    "--models", models,         "--json",   result,     "--quiet",
        "--noise", "1",          "--noise-runs", SEEDS,      "--parameters", parameters, w->skeleton};
    const json_t *args = json_object_get(in->call, "args");
    json_t *word;
    size_t n = sizeof words / sizeof words[0], i;
    char **argv = bsim_alloc((n + json_array_size(args) + 1) * sizeof *argv);
    memcpy(argv, words, sizeof words);
    json_array_foreach(args, i, word) argv[n++] = (char *)json_string_value(word);
    return argv;
}

/* The time is the median of several seeds of the noise, since ranks that wait for each other take longer with it. */
static struct whole_prediction prediction_of(const json_t *result) {
    const json_t *interval = json_object_get(result, "interval"), *scenario;
    struct whole_prediction p = {.time_s = NAN};
    double time_s[BSIM_MAX_SCENARIOS];
    size_t n = 0, i;
    json_array_foreach(json_object_get(result, "scenarios"), i, scenario) {
        const json_t *time = json_object_get(scenario, "predicted_time_s");
        if (n < BSIM_MAX_SCENARIOS && json_is_number(time) &&
            (!json_is_true(json_object_get(scenario, "diverged")) || json_is_true(json_object_get(scenario, "rerun"))))
            time_s[n++] = json_number_value(time);
    }
    if (n > 0)
        p.time_s = gsl_stats_median(time_s, 1, n);
    const json_t *calc = json_object_get(json_object_get(result, "times"), "calc_s");
    p.calc_s = json_number_value(json_object_get(calc, "mean"));
    p.message_s = json_number_value(json_object_get(result, "predicted_time_s")) - p.calc_s;
    double low = json_number_value(json_object_get(interval, "low_s"));
    if (low > 0)
        p.error = 0.5 * log(json_number_value(json_object_get(interval, "high_s")) / low) / BSIM_WITHIN_NINETY;
    return p;
}

/* Runs that are not compared, since they had another input than the skeleton. */
struct others {
    int runs;
    char *text; /* how the first of them differs; NULL: there are none */
};

/* The timed runs beside untimed ones tell whether their input is the skeleton's. */
static bool other_beside(const struct fit_data *data, const struct whole_input *in, const json_t *parameters,
                         char *text, size_t size) {
    bool other = false;
    for (int i = 0; i < data->nrun && !other; i++) {
        const struct fit_run *run = &data->run[i];
        json_t *call = run->call && !run->untimed && !run->partial && run->ranks == in->ranks
                           ? json_loads(run->call, 0, NULL)
                           : NULL;
        other = call && json_equal(call, in->call) && bsim_bench_other_input(data, i, parameters, text, size);
        json_decref(call);
    }
    return other;
}

/* Takes out runs that had another input than the skeleton. */
static void leave_out_others(const struct fit_data *data, struct whole_input *in, const json_t *parameters,
                             struct others *out) {
    char how[600];
    int kept = 0;
    bool all = data->run[in->run[0]].untimed && other_beside(data, in, parameters, how, sizeof how);
    for (int i = 0; i < in->n; i++) {
        if (!all && !bsim_bench_other_input(data, in->run[i], parameters, how, sizeof how)) {
            in->measured_s[kept] = in->measured_s[i];
            in->run[kept++] = in->run[i];
        } else if (out->runs++ == 0) {
            out->text = bsim_strdup(how);
        }
    }
    if (kept < in->n && kept > 0) {
        in->n = kept;
        set_median(in);
    }
    if (kept == 0)
        in->predicted.time_s = NAN;
}

/* Runs the skeleton with the input. folder: for its files. *parameters: those of its blocks, or NULL; a reference. */
static struct whole_prediction predict(const struct bench_whole *w, const struct whole_input *in, const char *folder,
                                       const char *models, const char *result, double limit_s, json_t **parameters,
                                       struct bsim_error *err) {
    const char *there = json_string_value(json_object_get(in->call, "folder")), *input = there;
    char np[24], here[PATH_MAX], sizes[PATH_MAX];
    if (there == NULL || access(there, X_OK) != 0) {
        input = folder;
        there = getcwd(here, sizeof here) ? here : "/";
    }
    snprintf(np, sizeof np, "%d", in->ranks);
    snprintf(sizes, sizeof sizes, "%s/%s", folder, SIZES);
    char **argv = words_of(w, in, there, np, models, result, sizes);
    struct bench_process process = {.argv = argv, .folder = folder, .input = input};
    struct bench_run_time time;
    struct whole_prediction p = {.time_s = NAN};
    unlink(result);
    unlink(sizes);
    if (bsim_bench_processes_run(&process, 1, limit_s, &time, err)) {
        json_t *root = json_load_file(result, 0, NULL);
        p = prediction_of(root);
        *parameters = json_load_file(sizes, 0, NULL);
        json_decref(root);
    }
    bsim_free(argv);
    return p;
}

static double calls_of(const json_t *of) {
    return json_number_value(json_object_get(of, "calls"));
}

/* The longest executions, and how much of the calculation are executions of which time, by the parameters of the
 * blocks: their vectors may be a part of all. */
static void set_parts(struct whole_prediction *p, const json_t *parameters) {
    const json_t *block, *vector;
    size_t i, k;
    p->longest = json_object();
    json_array_foreach(json_object_get(parameters, "blocks"), i, block) {
        json_object_set(p->longest, json_string_value(json_object_get(block, "name")),
                        json_object_get(block, "longest_s"));
        const json_t *vectors = json_object_get(block, "vectors");
        double kept = 0;
        json_array_foreach(vectors, k, vector) kept += calls_of(vector);
        json_array_foreach(vectors, k, vector) {
            double time_s = json_number_value(json_object_get(vector, "time_s"));
            bsim_scale_add(p->part, time_s, time_s * calls_of(vector) * calls_of(block) / kept);
        }
    }
}

/* Predicts n inputs, the longest first. Those for which there is no more time have no prediction. */
static void predict_all(const struct bench_whole *w, const struct fit_data *data, struct whole_input *input, int n,
                        const char *folder, const char *models, struct bsim_error *err) {
    char result[PATH_MAX];
    int left_out = 0;
    struct others others = {0};
    double begin = bsim_bench_now();
    snprintf(result, sizeof result, "%s/result.json", folder);
    for (int i = 0; i < n; i++) {
        double spent = bsim_bench_now() - begin, limit = fmin(LIMIT_S, w->most_s - spent);
        input[i].predicted.time_s = NAN;
        if (err->set || bsim_bench_signal() || i >= PREDICTED)
            continue;
        if (spent > TOTAL_S || limit <= 0) {
            left_out++;
            continue;
        }
        char *text = bsim_bench_arguments_text(json_object_get(input[i].call, "args"));
        if (w->progress)
            w->progress("repeating run %d of %d with the skeleton: %s", i + 1, n < PREDICTED ? n : PREDICTED, text);
        json_t *parameters = NULL;
        input[i].predicted = predict(w, &input[i], folder, models, result, limit, &parameters, err);
        if (w->progress)
            w->progress(NULL);
        if (!(input[i].predicted.time_s > 0) && !err->set && !bsim_bench_signal())
            fprintf(stderr, "bsim: note: the skeleton gives no time for the measured run with %d ranks and \"%s\"\n",
                    input[i].ranks, text);
        else if (input[i].predicted.time_s > 0)
            leave_out_others(data, &input[i], parameters, &others);
        set_parts(&input[i].predicted, parameters);
        json_decref(parameters);
        bsim_free(text);
    }
    if (others.runs > 0)
        fprintf(stderr,
                "bsim: note: %d measured run%s had another input than the skeleton has with the same arguments, and "
                "%s not compared as a whole: block %s; a file that the program reads has changed since: give each "
                "files of its own\n",
                others.runs, others.runs == 1 ? "" : "s", others.runs == 1 ? "is" : "are", others.text);
    bsim_free(others.text);
    if (left_out > 0)
        fprintf(stderr, "bsim: note: there was no time to repeat %d of %d measured runs with the skeleton\n", left_out,
                n);
}

static bool same_input(const struct whole_input *a, const struct whole_input *b) {
    return a->ranks == b->ranks && a->predicted.time_s == b->predicted.time_s &&
           json_equal(json_object_get(a->call, "args"), json_object_get(b->call, "args"));
}

/* Runs in different folders had the same input if their predictions are the same to the last bit. Returns how many
 * inputs with a prediction there are then, which are the first. */
static int join_inputs(struct whole_input *input, int n) {
    int joined = 0;
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (j < joined && !same_input(&input[j], &input[i]))
            j++;
        if (!(input[i].predicted.time_s > 0))
            continue;
        if (j < joined) {
            add_times(&input[j], input[i].measured_s, input[i].n);
            continue;
        }
        struct whole_input first = input[joined]; /* both are to be freed */
        input[joined++] = input[i];
        input[i] = first;
    }
    for (int i = 0; i < joined; i++)
        set_median(&input[i]);
    qsort(input, (size_t)joined, sizeof *input, by_time);
    return joined;
}

/* The member "runs", of the first MOST of all inputs. untimed: blocks may be scaled, as *scale tells, and there may be
 * a rest. */
static json_t *list_of(const struct whole_input *input, int all, bool untimed, struct bsim_scale *scale,
                       json_t **rest) {
    struct bsim_whole_run *run = bsim_alloc(((size_t)all + 1) * sizeof *run);
    double *rest_s = bsim_alloc(((size_t)all + 1) * sizeof *rest_s);
    json_t *list = json_array();
    int n = all < MOST ? all : MOST;
    for (int i = 0; i < n; i++) {
        run[i] = (struct bsim_whole_run){.measured_s = input[i].median_s,
                                         .measured_error = input[i].error,
                                         .predicted_s = input[i].predicted.time_s,
                                         .predicted_error = input[i].predicted.error,
                                         .rest_s = bsim_bench_whole_rest(&input[i]),
                                         .calc_s = input[i].predicted.calc_s};
        memcpy(run[i].part, input[i].predicted.part, sizeof run[i].part);
    }
    *scale = untimed ? bsim_whole_runs_scale(run, n) : bsim_scale_none();
    *rest = untimed ? bsim_bench_rest_model(input, all, scale, rest_s) : NULL;
    for (int i = 0; i < n; i++) {
        char *text = bsim_bench_arguments_text(json_object_get(input[i].call, "args"));
        json_array_append_new(list, json_pack("{s:i, s:o, s:f, s:f, s:f, s:f}", "ranks", input[i].ranks, "args",
                                              bsim_output_text(text), "measured_s", input[i].median_s, "measured_error",
                                              input[i].error, "predicted_s", run[i].predicted_s + rest_s[i],
                                              "predicted_error", input[i].predicted.error));
        bsim_free(text);
    }
    bsim_free(rest_s);
    bsim_free(run);
    return list;
}

static void remove_folder(const char *folder) {
    static const char *const names[] = {"models.json", "result.json", SIZES, "stdout", "stderr"};
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

bool bsim_bench_whole_runs(const struct bench_whole *w, json_t *models, const struct fit_data *data,
                           struct bsim_error *err) {
    const char *dir = getenv("TMPDIR");
    char folder[PATH_MAX - 32], file[PATH_MAX], platform[PATH_MAX];
    struct bsim_platform of;
    if (!bsim_platform_load(&of, w->platform, NULL, 1, err))
        return false;
    long long all = (long long)of.nodes * of.cores_per_node;
    int cores = all < INT_MAX ? (int)all : INT_MAX;
    bsim_platform_free(&of);
    snprintf(folder, sizeof folder, "%s/bsim-runs.XXXXXX", dir && dir[0] ? dir : "/tmp");
    if (realpath(w->platform, platform) == NULL || mkdtemp(folder) == NULL) {
        bsim_error_set(err, folder, 0, NULL, "cannot be made (TMPDIR)");
        return false;
    }
    struct bench_whole whole = *w;
    whole.platform = platform;
    snprintf(file, sizeof file, "%s/models.json", folder);
    if (bsim_output_json(file, models, err)) {
        struct bsim_scale scale;
        json_t *rest;
        int n;
        struct whole_which which = bsim_bench_which(data, cores, true, WHOLE_MOST_TIMERS);
        bool untimed = any(data, &which);
        if (!untimed)
            which = bsim_bench_which(data, cores, false, WHOLE_MOST_TIMERS);
        struct whole_input *input = inputs_of(data, &which, &n);
        if (n == 0)
            tell_none(data, cores);
        tell_waited(data, &which);
        predict_all(&whole, data, input, n, folder, file, err);
        int joined = join_inputs(input, n);
        bsim_bench_set_outside(data, input, untimed ? joined : 0, cores);
        json_object_set_new(models, "runs", list_of(input, joined, untimed, &scale, &rest));
        if (rest)
            json_object_set_new(models, "rest", rest);
        if (!bsim_scale_is_none(&scale))
            json_object_set_new(models, "scale", bsim_whole_scale_json(&scale));
        inputs_free(input, n);
    }
    remove_folder(folder);
    return !err->set;
}

/* Of two pairs of a time and a factor. */
static void print_scale(const json_t *scale, FILE *out) {
    char time[24], more[24];
    fprintf(out, "  without timers, blocks take");
    for (size_t i = 0; i < json_array_size(scale); i++) {
        const json_t *pair = json_array_get(scale, i);
        double factor = json_number_value(json_array_get(pair, 1));
        fprintf(out, "%s %s %s where an execution takes %s", i ? ", and" : "",
                bsim_format_percent(more, sizeof more, fabs(factor - 1)), factor > 1 ? "longer" : "less",
                bsim_format_time(time, sizeof time, json_number_value(json_array_get(pair, 0))));
    }
    fprintf(out, " (scale)\n");
}

void bsim_bench_whole_print(const json_t *models, FILE *out) {
    const json_t *runs = json_object_get(models, "runs"), *scale = json_object_get(models, "scale");
    struct bsim_whole_run run[MOST] = {{0}};
    char error[24], more[24];
    int n = 0;
    for (; n < (int)json_array_size(runs) && n < MOST; n++)
        json_unpack(json_array_get(runs, (size_t)n), "{s:F, s:F, s:F, s:F}", "measured_s", &run[n].measured_s,
                    "measured_error", &run[n].measured_error, "predicted_s", &run[n].predicted_s, "predicted_error",
                    &run[n].predicted_error);
    struct bsim_whole_runs of = bsim_whole_runs_of(run, n);
    if (n > 0)
        fprintf(out,
                "\n  %d measured run%s as a whole: error %s (%+.1f %% to %+.1f %%), of which %s are none of the "
                "models or of the measurement\n",
                n, n == 1 ? "" : "s", bsim_format_percent(error, sizeof error, of.error), 100 * of.low, 100 * of.high,
                bsim_format_percent(more, sizeof more, of.more));
    if (json_is_number(scale))
        fprintf(out, "  without timers, blocks take %s %s: all their times are multiplied by %.4g (scale)\n",
                bsim_format_percent(error, sizeof error, fabs(json_number_value(scale) - 1)),
                json_number_value(scale) > 1 ? "longer" : "less", json_number_value(scale));
    else if (json_is_array(scale))
        print_scale(scale, out);
}
