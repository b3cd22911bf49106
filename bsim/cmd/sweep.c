/* sweep.c - bsim sweep: many platforms, as scenarios of few runs. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/cmd/arguments.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/gnuplot.h"
#include "bsim/cmd/jobs.h"
#include "bsim/cmd/sweep.h"
#include "bsim/cmd/told.h"
#include "bsim/kernel/engine.h"
#include "bsim/base/json_read.h"
#include "bsim/base/output.h"
#include "bsim/platform/platform.h"
#include "bsim/platform/transport.h"

struct options {
    struct bsim_launch launch; /* stands first, since bsim_launch_options is a child of the table */
    struct bsim_option_list vary;
    const char *csv, *json, *plot;
    int jobs;
};

static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("--vary KEY=a,b,c",
                     "values of a parameter: speed, network.latency, mapping, block.NAME, np, models, arg.NAME, ...",
                     3),
    BSIM_OPTION_SHOW("--vary KEY=LOW:HIGH:log:N", "N values from LOW to HIGH; log or lin", 4),
    BSIM_OPTION_SHOW("--vary collective.NAME=a,b,c",
                     "algorithms of a collective, such as collective.allreduce=ring,mpich", 4),
    BSIM_OPTION_NAME("vary", BSIM_OPTION(struct options, vary), "KEY=VALUES"),
    BSIM_OPTION_NAME("noise-runs", BSIM_OPTION(struct options, launch.noise_runs), "N"), /* refused, with the reason */
    {"csv", BSIM_OPTION(struct options, csv), "FILE", 0, "writes the table in SI units", 10},
    {"json", BSIM_OPTION(struct options, json), "FILE", 0, "writes all of it (docs/reference/result.md)", 11},
    {"plot", BSIM_OPTION(struct options, plot), "FILE", 0,
     "draws predicted time over the first parameter, FILE.svg or FILE.png (needs gnuplot)", 12},
    {"jobs", BSIM_OPTION(struct options, jobs), "N", 0,
     "runs at most N programs at a time (as many as there are cores for their threads)", 21},
    {"shards", BSIM_OPTION(struct options, launch.shards), "N", 0, "runs the ranks of each program in N threads (1)",
     22},
    BSIM_OPTION_END};
static const struct argp_child shared[] = {{&bsim_launch_options, 0, NULL, 0}, {NULL, 0, NULL, 0}};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "-np N --platform FILE --vary KEY=VALUES [--vary ...] [OPTIONS] EXE [ARGS...]",
    .doc =
        "Predicts a program for all combinations of values: of platform parameters, blocks' times, models, numbers of "
        "ranks, arguments. Up to 64 of them are carried through one run; each time is the same, to the last bit, as "
        "that of a run of its own. What must differ between runs is run beside each other.\v"
        "A program whose matching of wildcards, probes or tests depends on the platform cannot be carried through "
        "one run: the scenarios concerned are run apart, and the place is named.",
    .children = shared};

/* The scenarios file of some points. The names and values are of the points in list. */
static bool write_scenarios(const struct vary *vary, const int *list, int n, const char *path, struct bsim_error *err) {
    json_t *scenarios = json_array();
    for (int i = 0; i < n; i++) {
        char label[1024], text[512];
        json_t *set = json_object();
        for (int a = 0; a < vary->naxis; a++) {
            const struct vary_axis *axis = &vary->axis[a];
            if (axis->kind != VARY_PLATFORM)
                continue;
            json_object_set_new(set, axis->key,
                                axis->is_text ? bsim_output_text(bsim_vary_format(vary, list[i], a, text, sizeof text))
                                              : json_real(bsim_vary_value(vary, list[i], a)));
        }
        bsim_vary_label(vary, list[i], label, sizeof label);
        json_array_append_new(scenarios, json_pack("{s:o, s:o}", "name", bsim_output_text(label), "set", set));
    }
    json_t *root = json_pack("{s:s, s:o}", "schema", "bsim-scenarios/1", "scenarios", scenarios);
    bool ok = bsim_output_json(path, root, err);
    json_decref(root);
    return ok;
}

/* ---- the runs ---- */

/* Runs that are planned, and the points of each. */
struct plan {
    struct sweep *sweep;
    const struct bsim_launch *base;
    struct bsim_job *job;
    struct batch {
        int n, point[BSIM_MAX_SCENARIOS];
        char **argv; /* made for it; NULL: those of the command line */
    } *batch;        /* by job */
    int njob;
    int most; /* runs at a time; 0: by the cores */
    int *rerun, nrerun;
    struct bsim_told told; /* places: the first point of each run */
    struct bsim_error err;
};

static void set_reason(struct sweep_point *p, const char *reason) {
    p->predicted_s = NAN;
    free(p->reason);
    p->reason = strdup(reason);
}

/* Fills in what differs between runs: the ranks, the models and the arguments of a point. */
static bool set_launch(const struct plan *plan, int point, struct bsim_launch *launch, struct batch *batch,
                       struct bsim_error *err) {
    const struct vary *v = &plan->sweep->vary;
    struct bsim_argument_value values[VARY_MAX_AXES + 1];
    char text[VARY_MAX_AXES + 1][512];
    int n = 0;
    *launch = *plan->base;
    for (int a = 0; a < v->naxis; a++) {
        const struct vary_axis *axis = &v->axis[a];
        if (axis->kind == VARY_RANKS) {
            launch->np = bsim_vary_value(v, point, a) > INT_MAX ? INT_MAX : (int)bsim_vary_value(v, point, a);
            launch->shards = launch->shards > launch->np ? launch->np : launch->shards;
        } else if (axis->kind == VARY_MODELS) {
            launch->models = axis->text[bsim_vary_index(v, point, a)];
        } else if (axis->kind == VARY_ARGUMENT) {
            bsim_vary_argument(v, point, a, text[n], sizeof text[n]);
            values[n] = (struct bsim_argument_value){bsim_vary_name(axis), text[n],
                                                     axis->is_text ? NAN : bsim_vary_value(v, point, a)};
            n++;
        }
    }
    if (n == 0 && plan->sweep->np)
        return true; /* braces in arguments are the program's */
    snprintf(text[n], sizeof text[n], "%d", launch->np);
    values[n] = (struct bsim_argument_value){"np", text[n], launch->np};
    batch->argv = launch->argv = bsim_arguments_make(plan->base->argv, n + 1, values, err);
    return batch->argv != NULL;
}

/* Adds a run of some points. False and *err if the run or one of its scenarios is not possible. */
static bool plan_run(struct plan *plan, const int *list, int n, struct bsim_error *err) {
    struct batch *batch = &plan->batch[plan->njob];
    struct bsim_job *job = &plan->job[plan->njob];
    *batch = (struct batch){.n = n};
    *job = (struct bsim_job){.scenarios = n};
    memcpy(batch->point, list, (size_t)n * sizeof *list);
    bool ok = set_launch(plan, list[0], &job->launch, batch, err) &&
              (job->launch.scenarios = bsim_launch_tempfile("bsim-scenarios", err)) != NULL &&
              write_scenarios(&plan->sweep->vary, list, n, job->launch.scenarios, err) &&
              bsim_launch_check(&job->launch, err);
    if (!ok) {
        bsim_arguments_free(batch->argv);
        return false;
    }
    plan->njob++;
    return true;
}

/* What stands in the table. The file of scenarios is no file of the user's. */
static const char *reason_of(const struct bsim_error *err, char *buf, size_t size) {
    if (strncmp(err->where, "$.scenarios", 11) != 0)
        return bsim_error_format(err, buf, size);
    snprintf(buf, size, "%s", err->text);
    return buf;
}

/* Adds a run of the points that are possible, and gives the others their reasons. */
static void plan_possible(struct plan *plan, const int *list, int n) {
    struct bsim_error err = {0};
    int possible[BSIM_MAX_SCENARIOS], count = 0;
    char text[1900];
    if (plan_run(plan, list, n, &err))
        return;
    for (int i = 0; i < n; i++) {
        struct bsim_error of_point = {0};
        if (n > 1 && plan_run(plan, &list[i], 1, &of_point)) {
            bsim_arguments_free(plan->batch[--plan->njob].argv);
            possible[count++] = list[i];
        } else {
            set_reason(&plan->sweep->point[list[i]], reason_of(n > 1 ? &of_point : &err, text, sizeof text));
        }
    }
    struct bsim_error together = {0};
    if (count > 0 && !plan_run(plan, possible, count, &together))
        for (int i = 0; i < count; i++)
            set_reason(&plan->sweep->point[possible[i]], reason_of(&together, text, sizeof text));
}

/* Takes the times of a result into its points; those that diverged are appended to plan->rerun. */
static bool read_result(struct plan *plan, const struct batch *batch, bool has_told, const char *path) {
    struct bsim_error *err = &plan->err;
    struct sweep *sweep = plan->sweep;
    struct bsim_json *doc = bsim_json_load(path, err);
    if (doc == NULL)
        return false;
    struct bsim_jval root = bsim_json_root(doc), scenarios = bsim_jval_need(root, "scenarios");
    if (bsim_jval_size(scenarios) != (size_t)batch->n)
        bsim_jval_error(scenarios, "has %zu scenarios; %d were run", bsim_jval_size(scenarios), batch->n);
    for (int i = 0; i < batch->n && !err->set; i++) {
        struct bsim_jval s = bsim_jval_at(scenarios, (size_t)i), at = bsim_jval_get(s, "diverged_at");
        struct sweep_point *p = &sweep->point[batch->point[i]];
        p->predicted_s = bsim_jval_number(bsim_jval_need(s, "predicted_time_s"), 0, 1e300);
        if (bsim_jval_bool(bsim_jval_need(s, "diverged"))) {
            p->rerun = true;
            free(p->rerun_at);
            p->rerun_at = json_is_string(at.json) ? strdup(bsim_jval_string(at)) : NULL;
            plan->rerun[plan->nrerun++] = batch->point[i];
        }
    }
    if (!err->set)
        bsim_told_add(&plan->told, batch->point[0], has_told, root);
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

static bool take_result(void *arg, struct bsim_job *job, const char *result) {
    struct plan *plan = arg;
    const struct batch *batch = &plan->batch[job - plan->job];
    bsim_progress("run %d of %d done", ++plan->sweep->runs, plan->njob);
    if (result)
        return read_result(plan, batch, !job->launch.no_warnings, result);
    for (int i = 0; i < batch->n; i++)
        set_reason(&plan->sweep->point[batch->point[i]], job->reason);
    return true;
}

/* Runs what is planned and empties the plan. The first run with each file of models tells its warnings itself; those of
 * others are told at the end. */
static int run_plan(struct plan *plan, bool tells) {
    for (int i = 0; i < plan->njob; i++) {
        struct bsim_launch *l = &plan->job[i].launch;
        bool first = tells;
        for (int j = 0; j < i && first; j++)
            first = plan->job[j].launch.models != l->models;
        l->no_warnings = !first;
    }
    int code = plan->njob ? bsim_jobs_run(plan->job, plan->njob, plan->most, take_result, plan, &plan->err) : 0;
    bsim_progress(NULL);
    for (int i = 0; i < plan->njob; i++)
        bsim_arguments_free(plan->batch[i].argv);
    plan->njob = 0;
    return code;
}

/* Points of one run agree in all structural axes. */
static bool same_structure(const struct vary *vary, int p, int q) {
    for (int a = 0; a < vary->naxis; a++)
        if (vary->axis[a].structural && bsim_vary_index(vary, p, a) != bsim_vary_index(vary, q, a))
            return false;
    return true;
}

static int run_points(struct plan *plan) {
    struct sweep *sweep = plan->sweep;
    int npoint = sweep->vary.npoint, most = sweep->apart ? 1 : BSIM_MAX_SCENARIOS;
    bool *done = calloc((size_t)npoint + 1, sizeof *done);
    for (int p = 0; p < npoint && done; p++) {
        int list[BSIM_MAX_SCENARIOS], n = 0;
        for (int q = p; q < npoint && n < most && !done[p]; q++)
            if (!done[q] && same_structure(&sweep->vary, p, q))
                list[n++] = q;
        for (int i = 0; i < n; i++)
            done[list[i]] = true;
        if (n > 0)
            plan_possible(plan, list, n);
    }
    free(done);
    if (plan->njob == 0) {
        fprintf(stderr, "bsim: error: %s\n", sweep->point[0].reason);
        return BSIM_EXIT_USAGE;
    }
    int code = run_plan(plan, true), nrerun = plan->nrerun;
    for (int i = 0; i < nrerun && code == BSIM_EXIT_OK; i++)
        plan_possible(plan, &plan->rerun[i], 1);
    return code == BSIM_EXIT_OK ? run_plan(plan, false) : code;
}

static char *name_of(void *arg, int place, char *buf, size_t size) {
    return bsim_vary_label(arg, place, buf, size);
}

static int run_all(struct sweep *sweep, const struct bsim_launch *launch, int most, struct bsim_error *err) {
    size_t n = (size_t)sweep->vary.npoint + 1;
    struct plan plan = {.sweep = sweep,
                        .base = launch,
                        .most = most,
                        .job = calloc(n, sizeof *plan.job),
                        .batch = calloc(n, sizeof *plan.batch),
                        .rerun = calloc(2 * n, sizeof *plan.rerun)};
    int code = BSIM_EXIT_USAGE;
    if (plan.job && plan.batch && plan.rerun)
        code = run_points(&plan);
    else
        bsim_error_set(err, NULL, 0, NULL, "out of memory");
    if (plan.err.set)
        *err = plan.err;
    bsim_told_print(&plan.told, name_of, &sweep->vary);
    sweep->warnings = bsim_told_json(&plan.told, "scenario");
    bsim_told_free(&plan.told);
    free(plan.job);
    free(plan.batch);
    free(plan.rerun);
    return code;
}

static void free_sweep(struct sweep *sweep) {
    for (int i = 0; sweep->point && i < sweep->vary.npoint; i++)
        free(sweep->point[i].rerun_at), free(sweep->point[i].reason);
    free(sweep->point);
    free(sweep->program);
    json_decref(sweep->noise);
    json_decref(sweep->warnings);
    bsim_vary_free(&sweep->vary);
}

static bool write_outputs(const struct sweep *sweep, const struct options *o, struct bsim_error *err) {
    return (o->csv == NULL || bsim_sweep_csv(sweep, o->csv, err)) &&
           (o->json == NULL || bsim_sweep_json(sweep, o->json, err)) &&
           (o->plot == NULL || bsim_sweep_plot(sweep, o->plot, err));
}

/* Each name of an argument stands in one, so that no axis is without effect. */
static bool check_arguments(const struct sweep *sweep, const struct bsim_launch *launch, struct bsim_error *err) {
    for (int a = 0; a < sweep->vary.naxis; a++) {
        const struct vary_axis *axis = &sweep->vary.axis[a];
        const char *name = bsim_vary_name(axis);
        if (axis->kind == VARY_ARGUMENT && launch->argv[0] && !bsim_arguments_use(launch->argv + 1, name))
            return bsim_error_set(err, NULL, 0, NULL, "--vary %s: no argument of the program has {%s}", axis->key,
                                  name);
    }
    return true;
}

/* Where messages share links, which of them meet depends on all times; where rules of transport depend on the latency,
 * the protocol may. Then a run has one scenario. */
static bool read_apart(struct sweep *sweep, const char *path, struct bsim_error *err) {
    struct bsim_platform platform;
    if (!bsim_platform_load(&platform, path, NULL, 1, err))
        return false;
    if (platform.contention)
        sweep->apart = "messages share links";
    else if (bsim_transport_by_latency(&platform))
        sweep->apart = "rules of transport depend on the latency";
    bsim_platform_free(&platform);
    return true;
}

/* Reads the values of --vary. Checks the inputs that do not vary and whether all outputs can be written, before the
 * first run. */
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
        bsim_gnuplot_check(o->plot, err);
    bool ranks_vary = bsim_vary_axis(&sweep->vary, VARY_RANKS) != NULL;
    if (ranks_vary && o->launch.np)
        bsim_error_set(err, NULL, 0, NULL, "-np %d and --vary np: give one of them", o->launch.np);
    if (bsim_vary_axis(&sweep->vary, VARY_MODELS) && o->launch.models)
        bsim_error_set(err, NULL, 0, NULL, "--models and --vary models: give one of them");
    sweep->platform = o->launch.platform;
    if (err->set || !bsim_launch_inputs(&o->launch, err))
        return false;
    sweep->np = ranks_vary ? 0 : o->launch.np; /* of a trace, known now */
    struct bsim_launch least = o->launch;      /* whether all ranks fit is told for each point */
    least.np = ranks_vary || o->launch.np > 0 ? 1 : 0;
    return bsim_launch_check(&least, err) && read_apart(sweep, o->launch.platform, err) &&
           check_arguments(sweep, &o->launch, err) && bsim_output_probe(o->csv, err) &&
           bsim_output_probe(o->json, err) && bsim_output_probe(o->plot, err);
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
    sweep.point = calloc((size_t)sweep.vary.npoint, sizeof *sweep.point);
    code = run_all(&sweep, &o.launch, o.jobs, &err);
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
