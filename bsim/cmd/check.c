/* check.c - bsim check: mistakes in the use of MPI, in one run as it comes and in others with other matches of wildcard
 * receives, with sends that wait, and with ranks that are slower than others.
 *
 * The first run takes the earliest message for each wildcard receive. Each further run changes one decision of a run
 * before, those near the first one first, so that with enough runs all matches are tried. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/output.h"
#include "bsim/cmd/check.h"

static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("-o FILE", "writes the findings as JSON (models/schema/check.schema.json)", 10),
    BSIM_OPTION_NAME("output", BSIM_OPTION(struct check_options, output), "FILE"),
    BSIM_OPTION_ALIAS("o"),
    {"explore", BSIM_OPTION(struct check_options, explore), "N", 0,
     "at most N runs besides the first: with sends that wait for their receives, with slower ranks, and with other "
     "matches of wildcard receives and probes (16)",
     11},
    {"strict", BSIM_OPTION(struct check_options, strict), NULL, 0, "races of wildcard receives are errors, too", 12},
    {"time-limit", BSIM_OPTION(struct check_options, limit), "S", 0, "a run ends after S seconds (60)", 13},
    {"quiet", BSIM_OPTION(struct check_options, quiet), NULL, 0, "no text; the exit code and -o FILE tell", 14},
    BSIM_OPTION_ALIAS("q"),
    BSIM_OPTION_END};
static const struct argp_child shared[] = {{&bsim_launch_options, 0, NULL, 0}, {NULL, 0, NULL, 0}};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "-np N [OPTIONS] EXE|SOURCE... [ARGS...]",
    .doc =
        "Runs an MPI program on N simulated ranks, and tells mistakes in its use of MPI. EXE is compiled and linked by "
        "bsimcc --check; C or C++ sources are built so here.\v"
        "The exit code is 0 if nothing was found and 8 if something was.",
    .children = shared};

/* ---- the report ---- */

struct study {
    json_t *findings;         /* of all runs; owned */
    struct check_plan *queue; /* owned */
    int first, count;         /* of the queue; first: the next to run */
    int runs;
    char *printed; /* by the first run; owned */
    bool asked_time;
    bool first_errs; /* the first run has errors other than races */
    int code;        /* of the first run */
};

static bool same_at(const json_t *a, const json_t *b, const char *key) {
    const json_t *x = json_object_get(a, key), *y = json_object_get(b, key);
    return x == y || json_equal(x, y); /* null: the line is not known */
}

static bool same_place(const json_t *a, const json_t *b) {
    return same_at(a, b, "call") && same_at(a, b, "file") && same_at(a, b, "line");
}

/* in_any_order: the second of two places may come first. */
static bool same(const json_t *a, const json_t *b, bool in_any_order) {
    const json_t *p = json_object_get(a, "places"), *q = json_object_get(b, "places");
    size_t n = json_array_size(p);
    bool equal = true;
    if (!json_equal(json_object_get(a, "error"), json_object_get(b, "error")) || n != json_array_size(q))
        return false;
    for (size_t i = 0; i < n; i++)
        equal = equal && same_place(json_array_get(p, i), json_array_get(q, i));
    return equal || (in_any_order && n == 2 && same_place(json_array_get(p, 0), json_array_get(q, 1)) &&
                     same_place(json_array_get(p, 1), json_array_get(q, 0)));
}

/* Which run told it. */
static const char *when_of(const struct check_plan *plan) {
    if (plan->synchronous)
        return "when sends wait for their receives";
    if (plan->pace != CHECK_PACE_EQUAL)
        return plan->pace == CHECK_PACE_FIRST_SLOW ? "when the first ranks are slower"
                                                   : "when the last ranks are slower";
    return plan->given ? "with another match of a wildcard receive" : "";
}

static bool is(const json_t *finding, const char *error) {
    return strcmp(json_string_value(json_object_get(finding, "error")), error) == 0;
}

static bool has_rank(const json_t *finding, const json_t *rank) {
    size_t i;
    const json_t *place;
    json_array_foreach(json_object_get(finding, "places"), i,
                       place) if (json_equal(json_object_get(place, "rank"), rank)) return true;
    return false;
}

/* Whether a deadlock of a run in which sends wait, or some ranks are slower, follows from what the first run has told:
 * a message that nobody receives, or a deadlock. */
static bool is_known_deadlock(const struct study *s, const json_t *finding) {
    static const char *const deadlocks[] = {"deadlock", "tags-differ", "communicators-differ", "partitioned-differs",
                                            "collective-communicators-differ"};
    size_t i;
    const json_t *other;
    json_array_foreach(s->findings, i, other) {
        const json_t *sender = json_array_get(json_object_get(other, "places"), 0);
        if (*json_string_value(json_object_get(other, "when")))
            continue;
        if (is(other, "message-not-received") && has_rank(finding, json_object_get(sender, "rank")))
            return true;
        for (size_t k = 0; k < sizeof deadlocks / sizeof *deadlocks; k++)
            if (is(other, deadlocks[k]))
                return true;
    }
    return false;
}

static void add(struct study *s, json_t *finding, const struct check_plan *plan) {
    size_t i;
    json_t *other;
    bool paced = plan->pace != CHECK_PACE_EQUAL;
    if ((plan->synchronous || paced) && is(finding, "deadlock") && is_known_deadlock(s, finding))
        return;
    json_array_foreach(s->findings, i, other) if (same(finding, other, paced)) return;
    json_object_set_new(finding, "when", json_string(when_of(plan)));
    json_array_append(s->findings, finding);
}

static bool is_race(const json_t *finding) {
    return is(finding, "wildcard-race");
}

/* The races that a run shows cause what another match of theirs leads to. */
static void accuse_races(struct study *s, const char *why) {
    size_t i;
    json_t *finding;
    json_array_foreach(s->findings, i, finding) {
        if (!is_race(finding) || json_object_get(finding, "because"))
            continue;
        char text[512];
        snprintf(text, sizeof text, "%s; %s", json_string_value(json_object_get(finding, "text")), why);
        json_object_set_new(finding, "text", json_string(text));
        json_object_set_new(finding, "because", json_string(why));
    }
}

static int others_than_races(const json_t *findings) {
    int n = 0;
    for (size_t i = 0; i < json_array_size(findings); i++)
        n += !is_race(json_array_get(findings, i));
    return n;
}

/* ---- the runs ---- */

static void plan_add(struct study *s, struct check_plan plan) {
    struct check_plan *more = realloc(s->queue, ((size_t)s->count + 1) * sizeof *more);
    if (!more) {
        free(plan.choices);
        return;
    }
    s->queue = more;
    s->queue[s->count++] = plan;
}

/* Plans runs that differ from this one in one later decision. */
static void plan_others(struct study *s, const struct check_plan *plan, const json_t *decisions, int most) {
    int n = (int)json_array_size(decisions);
    for (int i = plan->given; i < n; i++) {
        int alternatives = (int)json_integer_value(json_array_get(decisions, (size_t)i));
        for (int a = 1; a < alternatives && s->count <= most + 1; a++) {
            struct check_plan next = {.choices = calloc((size_t)i + 1, sizeof(int)), .given = i + 1};
            if (!next.choices)
                return;
            if (plan->given)
                memcpy(next.choices, plan->choices, (size_t)plan->given * sizeof(int));
            next.choices[i] = a;
            plan_add(s, next);
        }
    }
}

/* Plans runs in which ranks come in another order, if the first run has shown that this may matter. */
static void plan_paces(struct study *s, const struct check_options *o, const json_t *said, int most) {
    if (!json_boolean_value(json_object_get(said, "in_any_order")) || o->launch.np < 2)
        return;
    for (int pace = CHECK_PACE_FIRST_SLOW; pace <= CHECK_PACE_LAST_SLOW && s->count <= most; pace++)
        plan_add(s, (struct check_plan){.pace = (enum check_pace)pace});
}

static void note_late(struct study *s, const struct check_options *o, const struct check_plan *plan) {
    char text[256];
    snprintf(text, sizeof text, "the program has not ended within %s s (--time-limit); what it did is not known",
             o->limit);
    json_t *finding = json_pack("{s:s, s:s, s:s, s:i, s:[]}", "category", "call-ordering", "error", "time-limit",
                                "text", text, "times", 1, "places");
    add(s, finding, plan);
    json_decref(finding);
}

/* One run; what it says goes to the study. */
static bool run_one(struct study *s, const struct check_options *o, const struct check_plan *plan, int most,
                    struct bsim_error *err) {
    struct check_run run;
    bool first = s->runs == 0;
    if (!bsim_check_run(o, plan, first && !o->quiet, &run, err)) {
        bsim_check_run_free(&run);
        return false;
    }
    s->runs++;
    json_t *findings = json_object_get(run.said, "findings"), *finding;
    int before = others_than_races(s->findings), own = others_than_races(findings);
    size_t i;
    json_array_foreach(findings, i, finding) add(s, finding, plan);
    if (run.late)
        note_late(s, o, plan);
    s->asked_time |= json_boolean_value(json_object_get(run.said, "asked_time"));
    if (first) {
        s->code = run.code;
        s->first_errs = own > 0;
        s->printed = run.printed;
        run.printed = NULL;
    }
    bool other_match = plan->given > 0 && !plan->synchronous;
    if (other_match && others_than_races(s->findings) > before)
        accuse_races(s, "another match of theirs leads to an error");
    else if (other_match && s->first_errs && own == 0)
        accuse_races(s, "with another match of theirs the run has no error");
    else if (other_match && !s->asked_time && s->printed && run.printed &&
             (run.code != s->code || strcmp(run.printed, s->printed) != 0))
        accuse_races(s, "what the program prints depends on it");
    if (first)
        plan_paces(s, o, run.said, most);
    if (!plan->synchronous && plan->pace == CHECK_PACE_EQUAL)
        plan_others(s, plan, json_object_get(run.said, "decisions"), most);
    bsim_check_run_free(&run);
    return true;
}

static json_t *report_of(struct study *s, const struct check_options *o) {
    json_t *counts = json_object(), *finding;
    int errors = 0;
    size_t i;
    json_array_foreach(s->findings, i, finding) {
        bool note = is_race(finding) && !json_object_get(finding, "because") && !o->strict;
        json_object_set_new(finding, "note", json_boolean(note));
        json_object_del(finding, "because");
        if (note)
            continue;
        const char *category = json_string_value(json_object_get(finding, "category"));
        json_object_set_new(counts, category, json_integer(json_integer_value(json_object_get(counts, category)) + 1));
        errors++;
    }
    return json_pack("{s:s, s:s, s:i, s:i, s:b, s:i, s:o, s:O}", "schema", "bsim-check/1", "program", o->launch.argv[0],
                     "ranks", o->launch.np, "runs", s->runs, "complete", s->first == s->count, "errors", errors,
                     "by_category", counts, "findings", s->findings);
}

static bool run_all(struct study *s, const struct check_options *o, struct bsim_error *err) {
    char *end;
    long most = strtol(o->explore, &end, 10);
    if (*end || end == o->explore || most < 0 || most > 100000)
        return bsim_error_set(err, NULL, 0, NULL, "--explore %s: a number of runs from 0 to 100000 is needed",
                              o->explore);
    double limit = strtod(o->limit, &end);
    if (*end || end == o->limit || !(limit > 0))
        return bsim_error_set(err, NULL, 0, NULL, "--time-limit %s: a number of seconds above 0 is needed", o->limit);
    plan_add(s, (struct check_plan){0});
    if (most > 0)
        plan_add(s, (struct check_plan){.synchronous = true});
    for (; s->first < s->count && s->runs <= most; s->first++) {
        struct check_plan plan = s->queue[s->first]; /* the queue may move */
        if (!run_one(s, o, &plan, (int)most, err))
            return false;
    }
    return true;
}

/* A platform for those who give none: one node. */
static const char *default_platform(int np, struct bsim_error *err) {
    const char *path = bsim_launch_tempfile("bsim-check-platform", err);
    const char *link =
        "\"latency\": \"2us\", \"bandwidth\": \"10GB/s\", \"send_overhead\": \"500ns\", \"recv_overhead\": "
        "\"500ns\", \"control_overhead\": \"100ns\", \"eager_limit\": \"64KiB\"";
    FILE *f = path ? fopen(path, "w") : NULL;
    if (!f) {
        bsim_error_set(err, path, 0, NULL, "cannot be written");
        return NULL;
    }
    fprintf(f,
            "{\"schema\": \"bsim-platform/1\", \"name\": \"check\", \"nodes\": 1, \"cores_per_node\": %d,\n"
            "\"network\": {\"model\": \"loggpo\", %s},\n\"intra_node\": {%s}}\n",
            np, link, link);
    fclose(f);
    return path;
}

static bool prepare(struct check_options *o, char **operands, struct bsim_error *err) {
    int sources;
    const char *exe = NULL;
    if (o->launch.np < 1)
        return bsim_error_set(err, NULL, 0, NULL, "no -np N: the number of ranks");
    if (!operands[0])
        return bsim_error_set(err, NULL, 0, NULL, "no program: bsim check -np N EXE, or its C sources");
    if (!bsim_output_probe(o->output, err) || !bsim_check_build(operands, &exe, &sources, err))
        return false;
    o->launch.argv = operands;
    if (sources) {
        o->launch.argv = operands + sources - 1;
        o->launch.argv[0] = (char *)exe;
        chmod(exe, 0700);
    }
    if (!o->launch.platform && !(o->launch.platform = default_platform(o->launch.np, err)))
        return false;
    return bsim_launch_inputs(&o->launch, err) && bsim_launch_check(&o->launch, err);
}

int bsim_cmd_check(int argc, char **argv) {
    struct check_options o = {.launch.shards = 1, .explore = "16", .limit = "60"};
    struct study s = {.findings = json_array()};
    struct bsim_error err = {0};
    int code = BSIM_EXIT_USAGE;
    json_t *report = NULL;
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_LAST, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first < 0)
        goto out;
    const char *name = argv[first];
    if (!prepare(&o, argv + first, &err) || !run_all(&s, &o, &err))
        goto out;
    report = report_of(&s, &o);
    json_object_set_new(report, "program", bsim_output_text(name));
    if (o.output && !bsim_output_json(o.output, report, &err))
        goto out;
    if (!o.quiet)
        bsim_check_print(report, stdout);
    code = json_integer_value(json_object_get(report, "errors")) > 0 ? BSIM_EXIT_FINDINGS : s.code;
out:
    if (err.set)
        bsim_error_print(&err, stderr);
    json_decref(report);
    json_decref(s.findings);
    for (int i = 0; i < s.count; i++)
        free(s.queue[i].choices);
    free(s.queue);
    free(s.printed);
    return code;
}
