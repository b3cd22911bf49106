/* fit.c - bsim fit: samples in, models.json out. */
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/platform.h"
#include "bsim/kernel/engine.h"
#include "bsim/fit/fit.h"
#include "bsim/fit/fit_learned.h"
#include "bsim/fit/fit_operators.h"
#include "bsim/fit/fit_receives.h"
#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/bench/plan.h"
#include "bsim/bench/process.h"
#include "bsim/bench/whole.h"
#include "bsim/base/units.h"

struct options {
    const char *output, *machine, *platform, *skeleton, *statistic;
    bool quiet;
};

static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("-o FILE", "where to write the models", 1),
    BSIM_OPTION_NAME("output", BSIM_OPTION(struct options, output), "FILE"),
    BSIM_OPTION_ALIAS("o"),
    {"machine", BSIM_OPTION(struct options, machine), "NAME", 0,
     "the machine's name in the file (default: what the samples say)", 2},
    {"platform", BSIM_OPTION(struct options, platform), "FILE", 0,
     "the platform of the measured node (bsim calibrate): with its \"memory\" and samples of different numbers of busy "
     "cores, the models say how blocks slow down as more cores are busy",
     3},
    {"skeleton", BSIM_OPTION(struct options, skeleton), "PATH", 0,
     "runs the skeleton (a folder or an executable) as the samples' runs were, on the --platform, and keeps how far "
     "the "
     "predicted times are from the measured ones: the interval of a prediction then covers what is in no block",
     3},
    {"statistic", BSIM_OPTION(struct options, statistic), "WHICH", 0,
     "the time of a sample: typical (mean without outliers, default), median, mean, min", 4},
    {"quiet", BSIM_OPTION(struct options, quiet), NULL, 0, "no table", 5},
    BSIM_OPTION_ALIAS("q"),
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "[OPTIONS] SAMPLES... -o MODELS.json",
    .doc = "Makes the cost model of each block from the samples that an instrumented program wrote. SAMPLES are files, "
           "the value of BSIM_SAMPLES (all files SAMPLES.rank* are read then), or patterns of either. MODELS.json is a "
           "text to be read and "
           "edited (docs/reference/models.md)."};

bool bsim_samples_read(struct fit_data *data, const char *name, int statistic, struct bsim_error *err) {
    glob_t found;
    char pattern[4096];
    if (access(name, F_OK) == 0)
        return bsim_fit_data_read(data, name, (enum fit_statistic)statistic, err);
    snprintf(pattern, sizeof pattern, "%s.rank*", name);
    /* The name may be a pattern, of names with or without the rank. */
    if (glob(pattern, 0, NULL, &found) != 0 && glob(name, 0, NULL, &found) != 0)
        return bsim_error_set(err, name, 0, NULL, "there is no such file, nor %s; run the instrumented program first",
                              pattern);
    bool ok = true;
    for (size_t i = 0; i < found.gl_pathc && ok; i++)
        if (strstr(found.gl_pathv[i], ".tmp.") == NULL)
            ok = bsim_fit_data_read(data, found.gl_pathv[i], (enum fit_statistic)statistic, err);
    globfree(&found);
    return ok;
}

static void print_count(const struct fit_model *m, const struct fit_block *b, int count, int width) {
    const struct fit_count *c = &m->count[count];
    char median[24], max[24], text[2048];
    printf("  %*s %s = %s%s: %s; error %s (median), %s (max)\n", width, "", b->alias[b->nparam + count],
           bsim_fit_count_text(m, count, 0, b->alias, text, sizeof text), c->sum && c->sum->npiece > 1 ? ", ..." : "",
           b->param[b->nparam + count], bsim_format_percent(median, sizeof median, c->error_median),
           bsim_format_percent(max, sizeof max, c->error_max));
    if (c->note[0])
        printf("  %*s note: %s: %s\n", width, "", b->alias[b->nparam + count], c->note);
}

/* "first execution: 2.3 times as long as later ones (1.9 to 2.8)" */
static void print_first(const struct fit_model *m, const struct fit_block *b, int width) {
    const struct fit_first *f = &b->first;
    char text[2048];
    if (f->npoint == 0)
        return;
    if (f->executions > 1)
        printf("  %*s first %d executions: ", width, "", f->executions);
    else
        printf("  %*s first execution: ", width, "");
    if (m->first)
        printf("%s%s, ", bsim_fit_piece_text(m->first, 0, b->alias, text, sizeof text),
               m->first->npiece > 1 ? ", ..." : "");
    if (!m->first && m->extra.time_s > 0)
        printf("%s longer than later ones, ", bsim_format_time(text, sizeof text, m->extra.time_s));
    printf("%.3g times as long as later ones (%.3g to %.3g)", f->factor, f->low, f->high);
    if (f->from_ranks > 0)
        printf(", from %d ranks on", f->from_ranks);
    printf("\n");
}

/* "mean over height - first, which only says where the work is" */
static void print_where(const struct fit_model *m, const struct fit_block *b, int width) {
    for (int k = 0; k < b->nparam; k++)
        if (m->where.params >> k & 1)
            printf("  %*s mean over %s, which only says where the work is%s\n", width, "", b->param[k],
                   m->where.anywhere >> k & 1 ? "" : ": for values within those of the samples");
}

static void print_model(const struct fit_model *m, const struct fit_block *b, int width) {
    char median[24], max[24], noise[24], text[2048], when[512], calls[24];
    printf("  %-*s %8d %10s %9s %9s %7s   ", width, b->name, m->npoint,
           bsim_format_count(calls, sizeof calls, (double)m->executions),
           bsim_format_percent(median, sizeof median, m->error_median),
           bsim_format_percent(max, sizeof max, m->error_max), bsim_format_percent(noise, sizeof noise, b->noise));
    for (int i = 0; i < m->npiece; i++) {
        bsim_fit_piece_text(m, i, b->alias, text, sizeof text);
        bsim_fit_piece_when(m, i, b->alias, when, sizeof when);
        printf("%s%s%s%s", i ? "                                                     " : "", text,
               when[0] ? "   where " : "", when);
        if (bsim_fit_has_transition(&m->piece[i]))
            printf(", with a transition from %.6g to %.6g", m->piece[i].from, m->piece[i].to);
        printf("\n");
    }
    print_first(m, b, width);
    print_where(m, b, width);
    if (b->memory.known && b->memory.below_s > 0)
        printf("  %*s memory: %.0f %% of the time, %.0f %% of times below %s\n", width, "", 100 * b->memory.large,
               100 * b->memory.small, bsim_format_time(calls, sizeof calls, b->memory.below_s));
    else if (b->memory.known)
        printf("  %*s memory: %.0f %% of the time\n", width, "", 100 * b->memory.large);
    if (m->note[0])
        printf("  %*s note: %s\n", width, "", m->note);
    for (int i = 0; i < m->ncount; i++)
        print_count(m, b, i, width);
}

static json_t *provenance(const struct fit_data *data, const char *machine) {
    char date[32];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    return json_pack("{s:s, s:o*, s:s, s:s, s:i, s:s}", "made_by", "bsim fit " BSIM_VERSION, "program",
                     data->program ? bsim_output_text(data->program) : NULL, "date", date, "machine",
                     machine         ? machine
                     : data->machine ? data->machine
                                     : "unknown",
                     "sample_files", data->nfile, "errors",
                     "relative, of samples left out of the fit (cross-validation)");
}

struct models {
    struct fit_data *data;
    struct fit_model *of; /* a model for each block */
};

static void make_model(void *arg, int i) {
    struct models *models = arg;
    bsim_fit_model_make(&models->of[i], &models->data->block[i]);
}

static json_t *fit_all(struct fit_data *data, bool quiet) {
    json_t *blocks = json_object();
    struct models models = {data, bsim_alloc(((size_t)data->nblock + 1) * sizeof *models.of)};
    int width = 12;
    for (int i = 0; i < data->nblock; i++) {
        int len = (int)strlen(data->block[i].name);
        width = len > width ? len : width;
        bsim_fit_aliases(&data->block[i]);
    }
    if (!quiet)
        printf("  %-*s %8s %10s %9s %9s %7s   %s\n", width, "block", "samples", "executions", "median", "max error",
               "noise", "seconds");
    bsim_progress("fitting %d blocks", data->nblock);
    bsim_fit_each(data->nblock, make_model, &models);
    bsim_progress(NULL);
    for (int i = 0; i < data->nblock; i++) {
        struct fit_model *model = &models.of[i];
        bsim_fit_hidden_make(model, data, i);
        json_object_set_new(blocks, data->block[i].name, bsim_fit_block_json(model, data, i));
        if (!quiet)
            print_model(model, &data->block[i], width);
        bsim_fit_model_free(model);
    }
    bsim_free(models.of);
    return blocks;
}

/* "0.3*nx where nx <= 4, 12" */
static void print_pieces(const json_t *model) {
    const json_t *pieces = json_object_get(model, "pieces"), *v;
    size_t n = pieces ? json_array_size(pieces) : 1;
    for (size_t i = 0; i < n; i++) {
        const json_t *p = pieces ? json_array_get(pieces, i) : model;
        const char *when = json_string_value(json_object_get(p, "when"));
        printf("%s", i ? ", " : "");
        if ((v = json_object_get(p, "histogram")) != NULL)
            printf("%zu values drawn", json_array_size(v));
        else if ((v = json_object_get(p, "probability")) != NULL || (v = json_object_get(p, "value")) != NULL)
            json_is_string(v) ? printf("%s", json_string_value(v)) : printf("%.6g", json_number_value(v));
        if (when)
            printf(" where %s", when);
    }
    printf("\n");
}

static double real_of(const json_t *object, const char *key) {
    const json_t *v = json_object_get(object, key);
    return json_is_number(v) ? json_number_value(v) : NAN;
}

static void print_learned(const char *name, const json_t *model) {
    const json_t *fit = json_object_get(model, "fit");
    char median[24], max[24], calls[24];
    printf("  %-24s %8.0f %10s %9s %9s   ", name, real_of(fit, "samples"),
           bsim_format_count(calls, sizeof calls, real_of(fit, "executions")),
           bsim_format_percent(median, sizeof median, real_of(fit, "error_median")),
           bsim_format_percent(max, sizeof max, real_of(fit, "error_max")));
    print_pieces(model);
    if (json_object_get(fit, "note"))
        printf("  %24s note: %s\n", "", json_string_value(json_object_get(fit, "note")));
}

/* The section "learned", if there are learned hints. */
static void fit_learned(const struct fit_data *data, bool quiet, json_t *root) {
    if (data->hints == NULL)
        return;
    if (!quiet)
        printf("\n  %-24s %8s %10s %9s %9s   %s\n", "learned", "samples", "executions", "median", "max error", "value");
    json_object_set_new(root, "learned", bsim_fit_hints_json(data->hints, quiet ? NULL : print_learned));
}

static int choose_statistic(const char *name, struct bsim_error *err) {
    static const char *const names[] = {"typical", "median", "mean", "min"};
    for (int i = 0; i < 4; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    bsim_error_set(err, NULL, 0, NULL, "--statistic: \"%s\" is unknown; accepted: typical, median, mean, min", name);
    return 0;
}

/* The section "runs": measured runs as a whole. */
static bool whole_runs(const struct fit_data *data, const struct options *o, const char *skeleton, json_t *root,
                       struct bsim_error *err) {
    char self[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    self[len > 0 ? len : 0] = '\0';
    struct bench_whole whole = {
        .self = self, .skeleton = skeleton, .platform = o->platform, .most_s = HUGE_VAL, .progress = bsim_progress};
    bsim_bench_signals_begin();
    bsim_bench_whole_runs(&whole, root, data, err);
    int sig = bsim_bench_signal();
    bsim_bench_signals_end();
    if (sig)
        bsim_error_set(err, NULL, 0, NULL, "ended by a signal: no models are written");
    if (!err->set && !o->quiet)
        bsim_bench_whole_print(root, stdout);
    return !err->set;
}

/* The member "operators"; NULL: there are none. Prints it, and what was not measured. */
static json_t *fit_operators(const struct fit_data *data, bool quiet) {
    json_t *all = bsim_fit_operators_json(data->operators), *of;
    const char *name;
    bsim_fit_operators_warn(data->operators);
    json_object_foreach(all, name, of) {
        char call[24], element[24], byte[24], median[24], max[24];
        const json_t *fit = json_object_get(of, "fit");
        double byte_s = json_number_value(json_object_get(of, "byte_s"));
        const json_t *errors[] = {json_object_get(fit, "error_median"), json_object_get(fit, "error_max")};
        if (quiet)
            continue;
        printf("operator %s: %s + %s an element", name,
               bsim_format_time(call, sizeof call, json_number_value(json_object_get(of, "call_s"))),
               bsim_format_time(element, sizeof element, json_number_value(json_object_get(of, "element_s"))));
        if (byte_s > 0)
            printf(" + %s a byte", bsim_format_time(byte, sizeof byte, byte_s));
        if (json_is_number(errors[0]))
            printf("; error %s (median), %s (max)",
                   bsim_format_percent(median, sizeof median, json_number_value(errors[0])),
                   bsim_format_percent(max, sizeof max, json_number_value(errors[1])));
        const char *note = json_string_value(json_object_get(fit, "note"));
        printf("%s%s\n", note ? "; note: " : "", note ? note : "");
    }
    return all;
}

static bool write_models(struct fit_data *data, const struct options *o, const char *skeleton, struct bsim_error *err) {
    bsim_fit_data_join(data);
    bsim_fit_caches_find(data);
    bool shared = false;
    for (int i = 0; i < data->nblock; i++)
        shared = shared || data->block[i].nbusy > 1;
    if (!shared && data->nblock > 0)
        fprintf(stderr,
                "bsim: note: all samples are of one number of busy cores: how blocks slow down as more cores of a "
                "node are busy is not known (docs/reference/models.md, memory_share)\n");
    if (data->machines_differ)
        fprintf(stderr, "bsim: warning: the samples are from different machines\n");
    bsim_fit_tell_files(data, stderr);
    bsim_fit_tell_compiled(data, stderr);
    json_t *blocks = fit_all(data, o->quiet);
    json_t *processors = bsim_fit_processors_json(data);
    if (processors)
        fprintf(stderr,
                "bsim: note: ranks used up to %.3g processors in the measured runs: they have threads, and with "
                "another number of them their times are others (docs/reference/models.md, threads)\n",
                json_real_value(processors));
    json_t *root =
        json_pack("{s:s, s:o, s:o*, s:o*, s:o*, s:o*, s:o*, s:o}", "schema", "bsim-models/1", "provenance",
                  provenance(data, o->machine), "node", bsim_fit_node_json(&data->node), "processors", processors,
                  "arguments", bsim_fit_arguments_json(data), "receives", bsim_fit_receives_json(data->receives),
                  "operators", fit_operators(data, o->quiet), "blocks", blocks);
    fit_learned(data, o->quiet, root);
    bool ok = (skeleton == NULL || whole_runs(data, o, skeleton, root, err)) &&
              bsim_output_json_digits(o->output, root, 6, err);
    json_decref(root);
    return ok;
}

int bsim_cmd_fit(int argc, char **argv) {
    struct options o = {.statistic = "typical"};
    struct bsim_error err = {0};
    struct fit_data data = {0};
    /* The output is naturally named last. */
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    char **files = argv + first;
    int which = choose_statistic(o.statistic, &err);
    if (!err.set && files[0] == NULL)
        bsim_error_set(&err, NULL, 0, NULL, "the files of samples are missing (bsim fit --help)");
    if (!err.set && o.output == NULL)
        bsim_error_set(&err, NULL, 0, NULL, "where to write the models is missing: -o FILE");
    if (!err.set && o.skeleton && o.platform == NULL)
        bsim_error_set(&err, NULL, 0, NULL, "--skeleton needs the platform of the measured node: --platform FILE");
    char *skeleton = !err.set && o.skeleton ? bsim_bench_executable("--skeleton", o.skeleton, &err) : NULL;
    if (!err.set && o.platform && bsim_platform_find(o.platform, &o.platform, &err))
        bsim_fit_node_read(&data, o.platform, &err);
    for (char **file = files; !err.set && *file; file++)
        bsim_samples_read(&data, *file, which, &err);
    if (!err.set && data.nblock == 0 && data.operators == NULL && data.hints == NULL)
        bsim_error_set(&err, files[0], 0, NULL, "holds no samples: the program reached no block");
    if (!err.set)
        write_models(&data, &o, skeleton, &err);
    if (err.set)
        bsim_error_print(&err, stderr);
    bsim_free(skeleton);
    bsim_fit_data_free(&data);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
