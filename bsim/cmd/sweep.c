/* sweep.c - bsim sweep: many platforms, as scenarios of few runs. */
#include <stdlib.h>
#include <string.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/sweep.h"
#include "bsim/kernel/engine.h"
#include "bsim/base/json_read.h"
#include "bsim/base/output.h"
#include "bsim/platform/platform.h"

struct options {
    struct bsim_launch launch; /* stands first, since bsim_launch_options is a child of the table */
    struct bsim_option_list vary;
    const char *csv, *json, *plot;
};

static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("--vary KEY=a,b,c",
                     "values of a parameter: speed, network.latency, network.bandwidth, intra_node.latency, ...", 3),
    BSIM_OPTION_SHOW("--vary KEY=LOW:HIGH:log:N", "N values from LOW to HIGH; log or lin", 4),
    BSIM_OPTION_SHOW("--vary collective.NAME=a,b,c",
                     "algorithms of a collective, such as collective.allreduce=ring,mpich", 4),
    BSIM_OPTION_NAME("vary", BSIM_OPTION(struct options, vary), "KEY=VALUES"),
    BSIM_OPTION_NAME("noise-runs", BSIM_OPTION(struct options, launch.noise_runs), "N"), /* refused, with the reason */
    {"csv", BSIM_OPTION(struct options, csv), "FILE", 0, "writes the table in SI units", 10},
    {"json", BSIM_OPTION(struct options, json), "FILE", 0, "writes all of it (docs/reference/result.md)", 11},
    {"plot", BSIM_OPTION(struct options, plot), "FILE", 0,
     "draws predicted time over the first parameter, FILE.svg or FILE.png (needs gnuplot)", 12},
    BSIM_OPTION_END};
static const struct argp_child shared[] = {{&bsim_launch_options, 0, NULL, 0}, {NULL, 0, NULL, 0}};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "-np N --platform FILE --vary KEY=VALUES [--vary ...] [OPTIONS] EXE [ARGS...]",
    .doc = "Predicts a program for all combinations of values of platform parameters. Up to 64 of them are carried "
           "through one run; each time is the same, to the last bit, as that of a run of its own.\v"
           "A program whose matching of wildcards, probes or tests depends on the platform cannot be carried through "
           "one run: the scenarios concerned are run apart, and the place is named.",
    .children = shared};

/* The scenarios file of some points. The names and values are of the points in list. */
static bool write_scenarios(const struct vary *vary, const int *list, int n, const char *path, struct bsim_error *err) {
    json_t *scenarios = json_array();
    for (int i = 0; i < n; i++) {
        char label[512];
        json_t *set = json_object();
        for (int a = 0; a < vary->naxis; a++)
            json_object_set_new(set, vary->axis[a].key, bsim_vary_json(vary, list[i], a));
        json_array_append_new(scenarios, json_pack("{s:s, s:o}", "name",
                                                   bsim_vary_label(vary, list[i], label, sizeof label), "set", set));
    }
    json_t *root = json_pack("{s:s, s:o}", "schema", "bsim-scenarios/1", "scenarios", scenarios);
    bool ok = bsim_output_json(path, root, err);
    json_decref(root);
    return ok;
}

/* Takes the times of a result into the points of list; those that diverged are appended to rerun. */
static bool read_result(struct sweep *sweep, const int *list, int n, const char *path, int *rerun, int *nrerun,
                        struct bsim_error *err) {
    struct bsim_json *doc = bsim_json_load(path, err);
    if (doc == NULL)
        return false;
    struct bsim_jval root = bsim_json_root(doc), scenarios = bsim_jval_need(root, "scenarios");
    if (bsim_jval_size(scenarios) != (size_t)n)
        bsim_jval_error(scenarios, "has %zu scenarios; %d were run", bsim_jval_size(scenarios), n);
    for (int i = 0; i < n && !err->set; i++) {
        struct bsim_jval s = bsim_jval_at(scenarios, (size_t)i), at = bsim_jval_get(s, "diverged_at");
        struct sweep_point *p = &sweep->point[list[i]];
        p->predicted_s = bsim_jval_number(bsim_jval_need(s, "predicted_time_s"), 0, 1e300);
        if (bsim_jval_bool(bsim_jval_need(s, "diverged"))) {
            p->rerun = true;
            free(p->rerun_at);
            p->rerun_at = json_is_string(at.json) ? strdup(bsim_jval_string(at)) : NULL;
            rerun[(*nrerun)++] = list[i];
        }
    }
    struct bsim_jval program = bsim_jval_get(root, "program");
    if (sweep->program == NULL && json_is_string(program.json))
        sweep->program = strdup(bsim_jval_string(program));
    if (sweep->noise == NULL)
        sweep->noise = json_deep_copy(bsim_jval_get(root, "noise").json);
    struct bsim_jval host = bsim_jval_need(root, "host");
    sweep->host_wall_s += bsim_jval_number(bsim_jval_need(host, "wall_s"), 0, 1e300);
    bsim_json_free(doc);
    return !err->set;
}

static int run_points(struct sweep *sweep, struct bsim_launch *launch, const int *list, int n, int *rerun, int *nrerun,
                      struct bsim_error *err) {
    if (!write_scenarios(&sweep->vary, list, n, launch->scenarios, err) || !bsim_launch_check(launch, err))
        return BSIM_EXIT_USAGE;
    launch->no_warnings = sweep->runs > 0; /* the first run has told them */
    bsim_progress("run %d, %d scenarios", ++sweep->runs, n);
    int code = bsim_launch_run(launch, err);
    bsim_progress(NULL);
    if (code == BSIM_EXIT_OK && !read_result(sweep, list, n, launch->result, rerun, nrerun, err))
        code = BSIM_EXIT_BUG;
    return code;
}

/* Points of one run agree in all structural axes. */
static bool same_structure(const struct vary *vary, int p, int q) {
    for (int a = 0; a < vary->naxis; a++)
        if (vary->axis[a].structural && bsim_vary_value(vary, p, a) != bsim_vary_value(vary, q, a))
            return false;
    return true;
}

static int run_all(struct sweep *sweep, struct bsim_launch *launch, struct bsim_error *err) {
    int npoint = sweep->vary.npoint, nrerun = 0, unused = 0, code = BSIM_EXIT_OK;
    int *rerun = calloc((size_t)npoint + 1, sizeof *rerun);
    bool *done = calloc((size_t)npoint + 1, sizeof *done);
    for (int p = 0; p < npoint && code == BSIM_EXIT_OK && rerun && done; p++) {
        int list[BSIM_MAX_SCENARIOS], n = 0;
        for (int q = p; q < npoint && n < BSIM_MAX_SCENARIOS; q++)
            if (!done[q] && same_structure(&sweep->vary, p, q)) {
                done[q] = true;
                list[n++] = q;
            }
        if (n > 0)
            code = run_points(sweep, launch, list, n, rerun, &nrerun, err);
    }
    for (int i = 0; i < nrerun && code == BSIM_EXIT_OK; i++)
        code = run_points(sweep, launch, &rerun[i], 1, &rerun[npoint], &unused, err), unused = 0;
    free(rerun);
    free(done);
    return code;
}

static void free_sweep(struct sweep *sweep) {
    for (int i = 0; sweep->point && i < sweep->vary.npoint; i++)
        free(sweep->point[i].rerun_at);
    free(sweep->point);
    free(sweep->program);
    json_decref(sweep->noise);
    bsim_vary_free(&sweep->vary);
}

static bool write_outputs(const struct sweep *sweep, const struct options *o, struct bsim_error *err) {
    return (o->csv == NULL || bsim_sweep_csv(sweep, o->csv, err)) &&
           (o->json == NULL || bsim_sweep_json(sweep, o->json, err)) &&
           (o->plot == NULL || bsim_sweep_plot(sweep, o->plot, err));
}

/* Reads the values of --vary. Checks that all inputs can be read and all outputs written, before the first run. */
static bool prepare(struct sweep *sweep, struct options *o, struct bsim_error *err) {
    if (o->launch.noise_runs)
        return bsim_error_set(err, NULL, 0, NULL,
                              "--noise-runs %s: a sweep carries its platforms as scenarios, with one seed each; run "
                              "bsim run --noise-runs for each platform, or the sweep with other --noise-seed",
                              o->launch.noise_runs);
    if (o->vary.count == 0)
        bsim_error_set(err, NULL, 0, NULL, "what to vary is missing: --vary KEY=VALUES (bsim sweep --help)");
    for (int i = 0; i < o->vary.count && !err->set; i++)
        bsim_vary_add(&sweep->vary, o->vary.item[i], err);
    if (o->plot && !err->set)
        bsim_sweep_plot_check(o->plot, err);
    sweep->platform = o->launch.platform;
    return !err->set && bsim_launch_inputs(&o->launch, err) && bsim_launch_check(&o->launch, err) &&
           bsim_output_probe(o->csv, err) && bsim_output_probe(o->json, err) && bsim_output_probe(o->plot, err) &&
           (o->launch.scenarios = bsim_launch_tempfile("bsim-scenarios", err)) != NULL &&
           (o->launch.result = bsim_launch_tempfile("bsim-result", err)) != NULL;
}

int bsim_cmd_sweep(int argc, char **argv) {
    struct options o = {.launch = {.quiet = true, .shards = 1}};
    struct bsim_error err = {0};
    struct sweep sweep = {0};
    int code = BSIM_EXIT_USAGE;
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_LAST, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first < 0)
        goto out;
    o.launch.argv = argv + first;
    if (!prepare(&sweep, &o, &err))
        goto out;
    sweep.exe = o.launch.argv[0];
    sweep.np = o.launch.np;
    sweep.point = calloc((size_t)sweep.vary.npoint, sizeof *sweep.point);
    code = run_all(&sweep, &o.launch, &err);
    if (code == BSIM_EXIT_OK) {
        bsim_sweep_table(&sweep, stdout);
        if (!write_outputs(&sweep, &o, &err))
            code = BSIM_EXIT_USAGE;
    }
out:
    if (err.set)
        bsim_error_print(&err, stderr);
    free_sweep(&sweep);
    return code;
}
