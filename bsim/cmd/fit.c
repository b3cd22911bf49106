/* fit.c - bsim fit: samples in, models.json out. */
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bsim/cmd/cmd.h"
#include "bsim/kernel/engine.h"
#include "bsim/fit/fit.h"
#include "bsim/fit/fit_learned.h"
#include "bsim/base/output.h"
#include "bsim/base/units.h"

static const char help[] =
    "usage: bsim fit [OPTIONS] SAMPLES... -o MODELS.json\n"
    "\n"
    "Makes the cost model of each block from the samples that an instrumented program wrote. SAMPLES are files, or "
    "the\n"
    "value of BSIM_SAMPLES (all files SAMPLES.rank* are read then). MODELS.json is a text to be read and edited\n"
    "(docs/reference/models.md).\n"
    "\n"
    "  -o FILE           where to write the models\n"
    "  --machine NAME    the machine's name in the file (default: what the samples say)\n"
    "  --statistic WHICH the time of a sample: typical (mean without outliers, default), median, mean, min\n"
    "  --quiet           no table\n";

static bool read_files(struct fit_data *data, const char *name, enum fit_statistic statistic, struct bsim_error *err) {
    glob_t found;
    char pattern[4096];
    if (access(name, F_OK) == 0)
        return bsim_fit_data_read(data, name, statistic, err);
    snprintf(pattern, sizeof pattern, "%s.rank*", name);
    if (glob(pattern, 0, NULL, &found) != 0)
        return bsim_error_set(err, name, 0, NULL, "there is no such file, nor %s; run the instrumented program first",
                              pattern);
    bool ok = true;
    for (size_t i = 0; i < found.gl_pathc && ok; i++)
        if (strstr(found.gl_pathv[i], ".tmp.") == NULL)
            ok = bsim_fit_data_read(data, found.gl_pathv[i], statistic, err);
    globfree(&found);
    return ok;
}

static const char *percent(char *buf, double value) {
    if (isfinite(value))
        snprintf(buf, 24, "%.1f %%", 100 * value);
    else
        snprintf(buf, 24, "-");
    return buf;
}

static void print_model(const struct fit_model *m, const struct fit_block *b, int width) {
    char median[24], max[24], noise[24], text[2048], when[512], calls[24];
    printf("  %-*s %8d %10s %9s %9s %7s   ", width, b->name, m->npoint,
           bsim_format_count(calls, sizeof calls, (double)m->executions), percent(median, m->error_median),
           percent(max, m->error_max), percent(noise, b->noise));
    for (int i = 0; i < m->npiece; i++) {
        bsim_fit_piece_text(m, i, b->alias, text, sizeof text);
        bsim_fit_piece_when(m, i, b->alias, when, sizeof when);
        printf("%s%s%s%s\n", i ? "                                                     " : "", text,
               when[0] ? "   where " : "", when);
    }
    if (m->note[0])
        printf("  %*s note: %s\n", width, "", m->note);
}

static json_t *provenance(const struct fit_data *data, const char *machine) {
    char date[32];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    return json_pack("{s:s, s:s, s:s, s:i, s:s}", "made_by", "bsim fit " BSIM_VERSION, "date", date, "machine",
                     machine         ? machine
                     : data->machine ? data->machine
                                     : "unknown",
                     "sample_files", data->nfile, "errors",
                     "relative, of samples left out of the fit (cross-validation)");
}

static json_t *fit_all(struct fit_data *data, bool quiet) {
    json_t *blocks = json_object();
    int width = 12;
    for (int i = 0; i < data->nblock; i++) {
        int len = (int)strlen(data->block[i].name);
        width = len > width ? len : width;
    }
    if (!quiet)
        printf("  %-*s %8s %10s %9s %9s %7s   %s\n", width, "block", "samples", "executions", "median", "max error",
               "noise", "seconds");
    for (int i = 0; i < data->nblock; i++) {
        struct fit_model model;
        bsim_fit_aliases(&data->block[i]);
        bsim_progress("fitting %s, block %d of %d", data->block[i].name, i + 1, data->nblock);
        bsim_fit_model_make(&model, &data->block[i]);
        bsim_progress(NULL);
        json_object_set_new(blocks, data->block[i].name, bsim_fit_model_json(&model, &data->block[i]));
        if (!quiet)
            print_model(&model, &data->block[i], width);
        bsim_fit_model_free(&model);
    }
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
           percent(median, real_of(fit, "error_median")), percent(max, real_of(fit, "error_max")));
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

int bsim_cmd_fit(int argc, char **argv) {
    const char *output = NULL, *machine = NULL, *statistic = "typical";
    bool quiet = false;
    struct bsim_error err = {0};
    struct fit_data data = {0};
    const struct bsim_option options[] = {{"-o,--output", BSIM_OPT_STRING, &output},
                                          {"--machine", BSIM_OPT_STRING, &machine},
                                          {"--statistic", BSIM_OPT_STRING, &statistic},
                                          {"--quiet,-q", BSIM_OPT_FLAG, &quiet},
                                          {0}};
    int nfile = 0;
    char **files = calloc((size_t)argc + 1, sizeof *files);
    /* Options and files may be mixed: the output is naturally named last. */
    for (int i = 0; files && i < argc;) {
        int next = bsim_options_read(argc - i, argv + i, options, help, &err);
        if (next == -2) {
            free(files);
            return BSIM_EXIT_OK;
        }
        if (next < 0)
            break;
        i += next;
        if (i < argc)
            files[nfile++] = argv[i];
    }
    int which = choose_statistic(statistic, &err);
    if (!err.set && nfile == 0)
        bsim_error_set(&err, NULL, 0, NULL, "the files of samples are missing (bsim fit --help)");
    if (!err.set && output == NULL)
        bsim_error_set(&err, NULL, 0, NULL, "where to write the models is missing: -o FILE");
    for (int i = 0; i < nfile && !err.set; i++)
        read_files(&data, files[i], (enum fit_statistic)which, &err);
    if (!err.set && data.nblock == 0 && data.hints == NULL)
        bsim_error_set(&err, files[0], 0, NULL, "holds no samples: the program reached no block");
    if (!err.set) {
        bsim_fit_data_join(&data);
        if (data.machines_differ)
            fprintf(stderr, "bsim: warning: the samples are from different machines\n");
        json_t *blocks = fit_all(&data, quiet);
        json_t *root = json_pack("{s:s, s:o, s:o}", "schema", "bsim-models/1", "provenance", provenance(&data, machine),
                                 "blocks", blocks);
        fit_learned(&data, quiet, root);
        bsim_output_json_digits(output, root, 6, &err);
        json_decref(root);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    bsim_fit_data_free(&data);
    free(files);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
