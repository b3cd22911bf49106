/* sweep.c - bsim sweep: many platforms, as scenarios of few runs. */
#include <stdlib.h>
#include <string.h>

#include "bsim/cmd/cmd.h"
#include "bsim/cmd/sweep.h"
#include "bsim/kernel/engine.h"
#include "bsim/base/json_read.h"
#include "bsim/base/output.h"
#include "bsim/platform/platform.h"

static const char help[] =
    "usage: bsim sweep -np N --platform FILE --vary KEY=VALUES [--vary ...] [OPTIONS] EXE [ARGS...]\n"
    "\n"
    "Predicts a program for all combinations of values of platform parameters. Up to 64 of them are carried through "
    "one\n"
    "run; each time is the same, to the last bit, as that of a run of its own.\n"
    "\n"
    "  -np N              number of ranks\n"
    "  --platform FILE    the target machine (docs/reference/platform.md)\n"
    "  --vary KEY=a,b,c   values of a parameter: speed, network.latency, network.bandwidth, intra_node.latency, ...\n"
    "  --vary KEY=LOW:HIGH:log:N   or lin: N values from LOW to HIGH\n"
    "  --models FILE      cost models of the program's blocks (docs/reference/models.md)\n"
    "  --csv FILE         writes the table in SI units\n"
    "  --json FILE        writes all of it (docs/reference/result.md)\n"
    "  --plot FILE        draws predicted time over the first parameter, FILE.svg or FILE.png (needs gnuplot)\n"
    "  --noise FACTOR     times of blocks vary by chance: 1 as much as the models say, 0 not at all (0)\n"
    "  --noise-seed N     other draws of that (1)\n"
    "  --stack-size SIZE  stack of a rank (such as 64KiB)\n"
    "\n"
    "A program whose matching of wildcards, probes or tests depends on the platform cannot be carried through one "
    "run:\n"
    "the scenarios concerned are run apart, and the place is named.\n";

/* The scenarios file of some points. The names and values are of the points in list. */
static bool write_scenarios(const struct vary *vary, const int *list, int n, const char *path, struct bsim_error *err) {
    json_t *scenarios = json_array();
    for (int i = 0; i < n; i++) {
        char label[512];
        json_t *set = json_object();
        for (int a = 0; a < vary->naxis; a++)
            json_object_set_new(set, vary->axis[a].key, json_real(bsim_vary_value(vary, list[i], a)));
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
    json_decref(sweep->noise);
    bsim_vary_free(&sweep->vary);
}

static bool write_outputs(const struct sweep *sweep, const char *csv, const char *json, const char *plot,
                          struct bsim_error *err) {
    return (csv == NULL || bsim_sweep_csv(sweep, csv, err)) && (json == NULL || bsim_sweep_json(sweep, json, err)) &&
           (plot == NULL || bsim_sweep_plot(sweep, plot, err));
}

int bsim_cmd_sweep(int argc, char **argv) {
    struct bsim_launch launch = {.quiet = true, .shards = 1};
    struct bsim_error err = {0};
    struct sweep sweep = {0};
    struct bsim_option_list vary = {0};
    const char *csv = NULL, *json = NULL, *plot = NULL;
    int code = BSIM_EXIT_USAGE;
    const struct bsim_option options[] = {{"-np,--np,-n", BSIM_OPT_INT, &launch.np},
                                          {"--platform", BSIM_OPT_STRING, &launch.platform},
                                          {"--models", BSIM_OPT_STRING, &launch.models},
                                          {"--vary", BSIM_OPT_LIST, &vary},
                                          {"--csv", BSIM_OPT_STRING, &csv},
                                          {"--json", BSIM_OPT_STRING, &json},
                                          {"--plot", BSIM_OPT_STRING, &plot},
                                          {"--noise", BSIM_OPT_STRING, &launch.noise},
                                          {"--noise-seed", BSIM_OPT_STRING, &launch.noise_seed},
                                          {"--stack-size", BSIM_OPT_BYTES, &launch.stack_bytes},
                                          {0}};
    int first = bsim_options_read(argc, argv, options, help, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first < 0)
        goto out;
    launch.argv = argv + first;
    if (vary.count == 0)
        bsim_error_set(&err, NULL, 0, NULL, "what to vary is missing: --vary KEY=VALUES (bsim sweep --help)");
    for (int i = 0; i < vary.count && !err.set; i++)
        bsim_vary_add(&sweep.vary, vary.item[i], &err);
    if (plot && !err.set)
        bsim_sweep_plot_check(plot, &err);
    sweep.platform = launch.platform;
    if (err.set || !bsim_launch_inputs(&launch, &err) || !bsim_launch_check(&launch, &err) ||
        !bsim_output_probe(csv, &err) || !bsim_output_probe(json, &err) || !bsim_output_probe(plot, &err) ||
        (launch.scenarios = bsim_launch_tempfile("bsim-scenarios", &err)) == NULL ||
        (launch.result = bsim_launch_tempfile("bsim-result", &err)) == NULL)
        goto out;
    sweep.exe = launch.argv[0];
    sweep.np = launch.np;
    sweep.point = calloc((size_t)sweep.vary.npoint, sizeof *sweep.point);
    code = run_all(&sweep, &launch, &err);
    if (code == BSIM_EXIT_OK) {
        bsim_sweep_table(&sweep, stdout);
        if (!write_outputs(&sweep, csv, json, plot, &err))
            code = BSIM_EXIT_USAGE;
    }
out:
    if (err.set)
        bsim_error_print(&err, stderr);
    free_sweep(&sweep);
    return code;
}
