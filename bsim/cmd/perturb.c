/* perturb.c - bsim stability --perturb: runs a program with delays at some of its places, as scenarios of one run, and
 * those apart in which it chooses otherwise. */
#include "bsim/cmd/perturb.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/cmd/jobs.h"
#include "bsim/cmd/trace_distance.h"
#include "bsim/kernel/engine.h"
#include "bsim/platform/platform.h"

struct options {
    struct bsim_launch launch; /* stands first, since bsim_launch_options is a child of the table */
    struct bsim_option_list place;
    const char *delay, *json;
    int places, runs, jobs;
};

static const struct argp_option options[] = {
    {"place", BSIM_OPTION(struct options, place), "PLACE[=TIME]", 0,
     "a place that is delayed: block.NAME[@RANK], call.FILE:LINE[@RANK] or rank.RANK; may be given up to 63 times", 3},
    {"places", BSIM_OPTION(struct options, places), "N", 0,
     "without --place: N places, half of them the blocks (or calls) that take most time, half of them ranks (6)", 3},
    {"delay", BSIM_OPTION(struct options, delay), "TIME", 0,
     "each time a place is passed it takes TIME longer (blocks: as much as they take; others: as much as a rank "
     "calculates between two calls)",
     4},
    {"runs", BSIM_OPTION(struct options, runs), "N", 0,
     "at most N perturbations: all combinations of delays if that is enough, else a fractional factorial (64)", 4},
    {"json", BSIM_OPTION(struct options, json), "FILE", 0, "writes all of it (docs/reference/bsim-stability.md)", 11},
    {"jobs", BSIM_OPTION(struct options, jobs), "N", 0,
     "runs at most N programs at a time (as many as there are cores)", 21},
    BSIM_OPTION_END};
static const struct argp_child shared[] = {{&bsim_launch_options, 0, NULL, 0}, {NULL, 0, NULL, 0}};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "--perturb -np N --platform FILE [OPTIONS] EXE [ARGS...]",
    .doc = "Runs a program with delays at some of its places, present or absent in all combinations, and tells whether "
           "it makes the same calls in the same order, and what each delay does to the predicted time. The "
           "combinations are carried through one run; those in which a wildcard receive, a probe, a test or a wait "
           "chooses otherwise are run apart and compared.\v"
           "The exit code is 0 if all runs make equal calls, 1 if some differ or fail.",
    .children = shared};

/* ---- traces, in a folder that goes when the process ends ---- */

static char traces[PATH_MAX];

static void remove_traces(void) {
    bsim_output_remove_folder(traces);
}

static bool make_traces(struct bsim_error *err) {
    const char *dir = getenv("TMPDIR");
    snprintf(traces, sizeof traces, "%s/bsim-stability.XXXXXX", dir && dir[0] ? dir : "/tmp");
    if (mkdtemp(traces) == NULL)
        return bsim_error_set(err, traces, 0, NULL, "cannot be made: %s (TMPDIR)", strerror(errno));
    atexit(remove_traces);
    return true;
}

static char *trace_of(int run, char *path, size_t size) {
    snprintf(path, size, "%.4000s/%d", traces, run);
    return path;
}

/* ---- runs ---- */

struct work {
    struct perturb *p;
    const struct bsim_launch *base;
    struct bsim_job job[BSIM_DESIGN_MOST_RUNS];
    int run[BSIM_DESIGN_MOST_RUNS]; /* by job: the perturbation; -1: all of them, as scenarios */
    int njob;
    int most;                 /* at a time; 0: by the cores */
    struct bsim_json *result; /* of the run without delays */
    struct bsim_error err;
};

static bool write_scenarios(const struct perturb *p, int first, int n, const char *path, struct bsim_error *err) {
    json_t *scenarios = json_array();
    for (int r = first; r < first + n; r++) {
        char name[32];
        json_t *set = json_object();
        snprintf(name, sizeof name, "perturbation %d", r);
        for (int i = 0; i < p->nplace; i++) {
            char key[1100];
            snprintf(key, sizeof key, "delay.%s", p->place[i].place);
            json_object_set_new(set, key, json_real(bsim_design_has(&p->design, r, i) ? p->place[i].delay_s : 0));
        }
        json_array_append_new(scenarios, json_pack("{s:s, s:o}", "name", name, "set", set));
    }
    json_t *root = json_pack("{s:s, s:o}", "schema", "bsim-scenarios/1", "scenarios", scenarios);
    bool ok = bsim_output_json(path, root, err);
    json_decref(root);
    return ok;
}

/* Adds a job with n perturbations from one on; recorded if there is one. */
static bool add_job(struct work *w, int first, int n, struct bsim_error *err) {
    struct bsim_job *job = &w->job[w->njob];
    char path[PATH_MAX];
    *job = (struct bsim_job){.launch = *w->base, .scenarios = n};
    job->launch.no_warnings = true; /* the run without delays has told them */
    if ((job->launch.scenarios = bsim_launch_tempfile("bsim-scenarios", err)) == NULL ||
        !write_scenarios(w->p, first, n, job->launch.scenarios, err) || !bsim_launch_check(&job->launch, err))
        return false;
    if (n == 1 && !bsim_record_begin(trace_of(first, path, sizeof path), &job->launch.record, err))
        return false;
    w->run[w->njob++] = n == 1 ? first : -1;
    return true;
}

static void take_host(struct work *w, struct bsim_jval root) {
    w->p->host_runs++;
    w->p->host_wall_s += bsim_jval_number(bsim_jval_need(bsim_jval_need(root, "host"), "wall_s"), 0, HUGE_VAL);
}

/* The run without delays. */
static bool take_plain(void *arg, struct bsim_job *job, const char *path) {
    struct work *w = arg;
    (void)job;
    if (path == NULL || (w->result = bsim_json_load(path, &w->err)) == NULL)
        return !w->err.set;
    struct bsim_jval program = bsim_jval_get(bsim_json_root(w->result), "program");
    if (json_is_string(program.json))
        w->p->program = bsim_strdup(bsim_jval_string(program));
    take_host(w, bsim_json_root(w->result));
    return !w->err.set;
}

/* How often places were passed. */
static void take_passed(struct perturb *p, struct bsim_jval delays, struct bsim_error *err) {
    for (int i = 0; i < p->nplace && !err->set; i++) {
        p->place[i].passed =
            (int64_t)bsim_jval_number(bsim_jval_need(bsim_jval_at(delays, (size_t)i), "passed"), 0, 1e18);
        if (p->place[i].passed == 0 && !p->chosen && !err->set)
            bsim_error_set(err, NULL, 0, NULL,
                           "no rank passes %s: there is nothing to delay (bsim run --json tells the "
                           "blocks that are executed, and the lines of calls)",
                           p->place[i].place);
    }
}

static bool take_together(void *arg, struct bsim_job *job, const char *path) {
    struct work *w = arg;
    struct bsim_json *doc = path ? bsim_json_load(path, &w->err) : NULL;
    (void)job;
    if (doc == NULL)
        return !w->err.set;
    struct bsim_jval root = bsim_json_root(doc), scenarios = bsim_jval_need(root, "scenarios");
    for (int r = 0; r < bsim_design_runs(&w->p->design) && !w->err.set; r++) {
        struct bsim_jval s = bsim_jval_at(scenarios, (size_t)r), at = bsim_jval_get(s, "diverged_at");
        struct perturb_run *run = &w->p->run[r];
        run->predicted_s = bsim_jval_number(bsim_jval_need(s, "predicted_time_s"), 0, HUGE_VAL);
        run->diverged = bsim_jval_bool(bsim_jval_need(s, "diverged"));
        run->diverged_at = run->diverged && json_is_string(at.json) ? bsim_strdup(bsim_jval_string(at)) : NULL;
    }
    take_passed(w->p, bsim_jval_need(root, "delays"), &w->err);
    take_host(w, root);
    bsim_json_free(doc);
    return !w->err.set;
}

static bool take_apart(void *arg, struct bsim_job *job, const char *path) {
    struct work *w = arg;
    int r = w->run[job - w->job];
    struct perturb_run *run = &w->p->run[r];
    char folder[PATH_MAX];
    bsim_progress("run %d of %d done", w->p->host_runs, w->njob + 1);
    if (!bsim_record_end(trace_of(r, folder, sizeof folder), job->launch.record, job->launch.argv, path != NULL,
                         &w->err))
        return false;
    if (path == NULL) {
        run->predicted_s = NAN;
        run->reason = bsim_strdup(job->reason);
        return true;
    }
    struct bsim_json *doc = bsim_json_load(path, &w->err);
    if (doc == NULL)
        return false;
    struct bsim_jval root = bsim_json_root(doc);
    run->predicted_s = bsim_jval_number(bsim_jval_need(root, "predicted_time_s"), 0, HUGE_VAL);
    if (r == 0)
        take_passed(w->p, bsim_jval_need(root, "delays"), &w->err);
    take_host(w, root);
    bsim_json_free(doc);
    return !w->err.set;
}

/* Each run reads standard input from the same place: it must be a file. */
static off_t input_at;

static bool keep_input(struct bsim_error *err) {
    input_at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    int null = input_at < 0 ? open("/dev/null", O_RDONLY) : -1;
    if (input_at < 0 && (null < 0 || dup2(null, STDIN_FILENO) < 0))
        return bsim_error_set(err, "/dev/null", 0, NULL, "cannot be read: %s", strerror(errno));
    if (null > STDIN_FILENO)
        close(null);
    return true;
}

static int run_jobs(struct work *w, bool (*take)(void *, struct bsim_job *, const char *)) {
    if (input_at >= 0)
        lseek(STDIN_FILENO, input_at, SEEK_SET);
    int code = bsim_jobs_run(w->job, w->njob, w->most, take, w, &w->err);
    bsim_progress(NULL);
    return w->err.set ? BSIM_EXIT_USAGE : code;
}

/* ---- what differs ---- */

void bsim_perturb_change(struct perturb_changes *changes, const char *place, const char *function) {
    int i = 0;
    const char *slash = strrchr(place, '/');
    place = slash ? slash + 1 : place; /* as traces have it */
    while (i < changes->n && strcmp(changes->of[i].place, place) != 0)
        i++;
    if (i == changes->n) {
        changes->of = bsim_realloc(changes->of, ((size_t)i + 1) * sizeof *changes->of);
        changes->of[changes->n++] =
            (struct perturb_changed){bsim_strdup(place), function ? bsim_strdup(function) : NULL, 0};
    }
    changes->of[i].runs++;
}

bool bsim_perturb_is_stable(const struct perturb *p) {
    for (int r = 0; r < bsim_design_runs(&p->design); r++)
        if (p->run[r].nrank > 0 || p->run[r].reason)
            return false;
    return true;
}

/* Compares the runs that were recorded with the one without delays. */
static bool compare(struct work *w) {
    struct perturb *p = w->p;
    struct bsim_trace plain, other;
    char path[PATH_MAX];
    if (w->njob == 0 || !bsim_trace_open(&plain, trace_of(0, path, sizeof path), &w->err))
        return !w->err.set;
    for (int i = 0; i < w->njob && !w->err.set; i++) {
        struct perturb_run *run = &p->run[w->run[i]];
        struct bsim_trace_distance d;
        if (w->run[i] == 0 || run->reason || !bsim_trace_open(&other, trace_of(w->run[i], path, sizeof path), &w->err))
            continue;
        bsim_trace_distance(&plain, &other, &d);
        run->calls = d.calls;
        run->apart = d.apart;
        run->at_least = d.at_least;
        run->nrank = d.nrank;
        if (d.nrank > 0 && run->diverged_at)
            bsim_perturb_change(&p->choices, run->diverged_at, NULL);
        for (int k = 0; k < d.nplace; k++)
            bsim_perturb_change(&p->calls, d.place[k].place, d.place[k].function);
        bsim_trace_distance_free(&d);
        bsim_trace_close(&other);
    }
    bsim_trace_close(&plain);
    return !w->err.set;
}

static void set_effects(struct perturb *p) {
    double time_s[BSIM_DESIGN_MOST_RUNS], apart[BSIM_DESIGN_MOST_RUNS], with_s, without_s;
    for (int r = 0; r < bsim_design_runs(&p->design); r++) {
        time_s[r] = p->run[r].predicted_s;
        apart[r] = p->run[r].reason ? NAN : (double)p->run[r].apart;
    }
    for (int i = 0; i < p->nplace; i++) {
        struct perturb_place *place = &p->place[i];
        bsim_design_means(&p->design, i, time_s, &with_s, &without_s);
        place->effect_s = with_s - without_s;
        bsim_design_means(&p->design, i, apart, &place->with, &place->without);
    }
}

/* ---- the command ---- */

static int run_all(struct work *w, const struct options *o, double delay_s) {
    struct perturb *p = w->p;
    int code, runs;
    w->job[0] = (struct bsim_job){.launch = *w->base, .scenarios = 1};
    w->njob = 1;
    if ((code = run_jobs(w, take_plain)) != BSIM_EXIT_OK)
        return code;
    if (!bsim_perturb_choose(p, o->places, delay_s, bsim_json_root(w->result), &w->err))
        return BSIM_EXIT_USAGE;
    if (!bsim_design_make(&p->design, p->nplace, o->runs)) {
        bsim_error_set(&w->err, NULL, 0, NULL,
                       "--runs %d: the effects of %d places need at least as many runs as a "
                       "power of two above %d",
                       o->runs, p->nplace, p->nplace);
        return BSIM_EXIT_USAGE;
    }
    runs = bsim_design_runs(&p->design);
    w->njob = 0;
    if (!p->apart && (!add_job(w, 0, runs, &w->err) || (code = run_jobs(w, take_together)) != BSIM_EXIT_OK))
        return w->err.set ? BSIM_EXIT_USAGE : code;
    int ndiverged = 0;
    for (int r = 1; r < runs; r++)
        ndiverged += p->run[r].diverged;
    w->njob = 0;
    for (int r = 0; r < runs && (p->apart || ndiverged > 0); r++)
        if ((r == 0 || p->apart || p->run[r].diverged) && !add_job(w, r, 1, &w->err))
            return BSIM_EXIT_USAGE;
    if (w->njob > 0 && (code = run_jobs(w, take_apart)) != BSIM_EXIT_OK)
        return code;
    if (!compare(w))
        return BSIM_EXIT_USAGE;
    set_effects(p);
    return BSIM_EXIT_OK;
}

static bool prepare(struct perturb *p, struct options *o, double *delay_s, struct bsim_error *err) {
    struct bsim_platform platform;
    for (int i = 0; i < o->place.count; i++)
        if (!bsim_perturb_add(p, o->place.item[i], err))
            return false;
    if (o->places > BSIM_DESIGN_MOST_FACTORS)
        return bsim_error_set(err, NULL, 0, NULL, "--places %d: at most %d are possible", o->places,
                              BSIM_DESIGN_MOST_FACTORS);
    if (o->runs < 2 || o->runs > BSIM_DESIGN_MOST_RUNS)
        return bsim_error_set(err, NULL, 0, NULL, "--runs %d: from 2 to %d are possible", o->runs,
                              BSIM_DESIGN_MOST_RUNS);
    if (o->delay && (!bsim_unit_parse(o->delay, BSIM_UNIT_TIME, delay_s) || *delay_s <= 0))
        return bsim_error_set(err, NULL, 0, NULL, "--delay \"%s\" is %s%s above 0; accepted: %s", o->delay,
                              bsim_unit_wrong(o->delay, BSIM_UNIT_TIME), bsim_unit_name(BSIM_UNIT_TIME),
                              bsim_unit_accepted(BSIM_UNIT_TIME));
    if (o->launch.argv[0] && bsim_launch_is_trace(o->launch.argv[0]))
        return bsim_error_set(err, o->launch.argv[0], 0, NULL,
                              "is a trace, in which receives have the sources that they took: give the program");
    p->exe = o->launch.argv[0];
    p->platform = o->launch.platform;
    if (!bsim_launch_inputs(&o->launch, err) || !bsim_launch_check(&o->launch, err) ||
        !bsim_output_probe(o->json, err) || !bsim_platform_load(&platform, o->launch.platform, NULL, 1, err))
        return false;
    if (platform.contention) /* which messages meet depends on all times */
        p->apart = "messages share links";
    bsim_platform_free(&platform);
    p->np = o->launch.np;
    return keep_input(err) && make_traces(err);
}

static void free_changes(struct perturb_changes *c) {
    for (int i = 0; i < c->n; i++) {
        bsim_free(c->of[i].place);
        bsim_free(c->of[i].function);
    }
    bsim_free(c->of);
}

static void free_all(struct work *w) {
    struct perturb *p = w->p;
    for (int i = 0; i < p->nplace; i++)
        bsim_free(p->place[i].place);
    for (int r = 0; r < BSIM_DESIGN_MOST_RUNS; r++) {
        bsim_free(p->run[r].diverged_at);
        bsim_free(p->run[r].reason);
    }
    free_changes(&p->choices);
    free_changes(&p->calls);
    bsim_free(p->program);
    bsim_json_free(w->result);
}

int bsim_perturb_command(int argc, char **argv) {
    struct options o = {.launch = {.quiet = true, .shards = 1}, .places = 6, .runs = BSIM_DESIGN_MOST_RUNS};
    static struct perturb perturb;
    static struct work work;
    int code = BSIM_EXIT_USAGE;
    double delay_s = 0;
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_LAST, &table, &o, &work.err);
    if (first == -2)
        return BSIM_EXIT_OK;
    work.p = &perturb;
    work.base = &o.launch;
    work.most = o.jobs;
    if (first >= 0) {
        o.launch.argv = argv + first;
        if (prepare(&perturb, &o, &delay_s, &work.err))
            code = run_all(&work, &o, delay_s);
    }
    if (code == BSIM_EXIT_OK) {
        bsim_perturb_table(&perturb, stdout);
        if (o.json && !bsim_perturb_json(&perturb, o.json, &work.err))
            code = BSIM_EXIT_USAGE;
        else
            code = bsim_perturb_is_stable(&perturb) ? 0 : 1;
    }
    if (work.err.set)
        bsim_error_print(&work.err, stderr);
    free_all(&work);
    return code;
}
