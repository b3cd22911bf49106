/* solve.c - bsim solve: at which value of a parameter the predicted time is so much longer or shorter.
 *
 * As a function of a cost (a latency, the inverse of a bandwidth), the time of a program whose messages match in one
 * way is convex and piecewise linear: a maximum over paths, each of which takes a number of costs. A run with slopes
 * gives the time and its right derivative at a value. Both the tangent at a point below the target and that at a point
 * above it meet the target at or above the solution, so the nearer one is tried next. In each step a piece of the
 * function is passed, so the solution is exact after a few runs. Where the function jumps, the interval is halved
 * instead. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/json_read.h"
#include "bsim/base/output.h"
#include "bsim/base/slopes.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/vary.h"
#include "bsim/platform/block_factors.h"
#include "bsim/platform/platform.h"
#include "bsim/platform/platform_keys.h"

enum { MOST_TARGETS = 32, MOST_POINTS = 2000, MOST_RUNS = 100 /* for a target */ };

struct options {
    struct bsim_launch launch; /* stands first, since bsim_launch_options is a child of the table */
    const char *target, *json;
};

static const struct argp_option options[] = {
    {"target", BSIM_OPTION(struct options, target), "P%,...", 0,
     "by how much the predicted time changes, such as 1%,5% or -10%, or times such as 2ms (1%,2%,5%)", 3},
    BSIM_OPTION_NAME("noise-runs", BSIM_OPTION(struct options, launch.noise_runs), "N"), /* refused, with the reason */
    {"json", BSIM_OPTION(struct options, json), "FILE", 0, "writes all of it (docs/reference/bsim-solve.md)", 11},
    BSIM_OPTION_END};
static const struct argp_child shared[] = {{&bsim_launch_options, 0, NULL, 0}, {NULL, 0, NULL, 0}};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "-np N --platform FILE [--target P%,...] [OPTIONS] KEY EXE [ARGS...]",
    .doc = "Finds the values of a parameter at which the predicted time is longer by P %: what a program tolerates.\v"
           "KEY is a latency, a bandwidth or an overhead of the network, such as network.latency, or speed, or "
           "block.NAME, "
           "the factor on the time of blocks.",
    .children = shared};

/* The time and its right derivative by the cost. */
struct point {
    double cost, time_s, slope;
};

struct target {
    char text[32];
    double time_s;
    struct point at;
    bool found, jumps;
    int runs;
    char why[128]; /* if it is not found */
};

struct solve {
    struct bsim_launch launch;
    const char *key, *json, *platform; /* platform: as it is given */
    enum bsim_unit unit;
    bool inverse; /* the cost is 1 / value */
    double value; /* of the platform */
    int npoint;
    struct point point[MOST_POINTS]; /* in the order of the runs; the first is that of the platform */
    int ntarget;
    struct target target[MOST_TARGETS];
    char *program;
};

static double value_of(const struct solve *s, double cost) {
    return s->inverse ? 1 / cost : cost;
}

/* ---- runs ---- */

static double number(struct bsim_jval v, const char *key) {
    return bsim_jval_number(bsim_jval_need(v, key), -HUGE_VAL, HUGE_VAL);
}

/* Blocks behind the last one with a slope of its own have one together. Refuses a name that may be one of them, unless
 * the slopes are 0: slopes of blocks are never below. */
static void check_others(const struct solve *s, double seconds, bool known, struct bsim_error *err) {
    const char *block = bsim_block_factor_name(s->key);
    if (seconds != 0 && (!known || strchr(block, '*')))
        bsim_error_set(err, NULL, 0, NULL,
                       "%s: its slope is not known, since the program has more than %d blocks, and those behind the "
                       "first %d have one slope together; compare values by bsim sweep --vary %s=...",
                       s->key, BSIM_SLOPE_BLOCKS_MOST, BSIM_SLOPE_BLOCKS_MOST - 1, s->key);
}

/* The slope of a key, or of the blocks that it names, by the cost. *known: the result has it. */
static double slope_of(const struct solve *s, struct bsim_jval sensitivities, double cost, bool *known,
                       struct bsim_error *err) {
    double others_s = 0;
    const char *block = bsim_block_factor_name(s->key);
    struct bsim_jval list = bsim_jval_need(sensitivities, block ? "blocks" : "parameters");
    double sum = 0;
    for (size_t i = 0; i < bsim_jval_size(list); i++) {
        struct bsim_jval v = bsim_jval_at(list, i), name = bsim_jval_get(v, block ? "name" : "key");
        const char *text = json_is_string(name.json) ? bsim_jval_string(name) : NULL;
        if (block && text == NULL)
            others_s = number(v, "seconds");
        else if (block && bsim_block_factor_is_for(block, text, bsim_jval_string(bsim_jval_need(v, "label")))) {
            *known = true;
            sum += cost > 0 ? number(v, "seconds") / cost : 0;
        }
        if (!block && text && strcmp(text, s->key) == 0) {
            *known = true;
            sum += strcmp(s->key, "speed") == 0 ? number(v, "seconds") / cost : number(v, "count");
        }
    }
    if (block)
        check_others(s, others_s, *known, err);
    return sum;
}

/* An error in the file of scenarios, which is no file of the user's, is one of the key that it sets. */
static void name_key(const struct solve *s, struct bsim_error *err) {
    struct bsim_error of_scenario = *err;
    if (strncmp(of_scenario.where, "$.scenarios", 11) != 0)
        return;
    *err = (struct bsim_error){0};
    bsim_error_set(err, NULL, 0, NULL, "%s: %s", s->key, of_scenario.text);
}

/* Runs the program at a cost, unless that was done. NULL: *code and perhaps *err say why. */
static const struct point *run_at(struct solve *s, double cost, int *code, struct bsim_error *err) {
    for (int i = 0; i < s->npoint; i++)
        if (s->point[i].cost == cost)
            return &s->point[i];
    bool as_given = s->npoint == 0;
    json_t *root = json_pack("{s:s, s:[{s:s, s:{s:f}}]}", "schema", "bsim-scenarios/1", "scenarios", "name", s->key,
                             "set", s->key, as_given ? s->value : value_of(s, cost));
    bool ok = bsim_output_json(s->launch.scenarios, root, err) && bsim_launch_check(&s->launch, err);
    json_decref(root);
    *code = BSIM_EXIT_USAGE;
    if (!ok) {
        name_key(s, err);
        return NULL;
    }
    bsim_progress("run %d", s->npoint + 1);
    *code = bsim_launch_run(&s->launch, err);
    bsim_progress(NULL);
    s->launch.no_warnings = true; /* the first run has told them */
    struct bsim_json *doc = *code == BSIM_EXIT_OK ? bsim_json_load(s->launch.result, err) : NULL;
    if (doc == NULL)
        return NULL;
    struct point *p = &s->point[s->npoint++];
    struct bsim_jval result = bsim_json_root(doc), program = bsim_jval_get(result, "program");
    bool known = false;
    *p = (struct point){.cost = cost, .time_s = number(result, "predicted_time_s")};
    p->slope = slope_of(s, bsim_jval_need(result, "sensitivities"), cost, &known, err);
    if (s->program == NULL)
        s->program = json_is_string(program.json) ? strdup(bsim_jval_string(program)) : NULL;
    if (!known && !err->set)
        bsim_error_set(err, NULL, 0, NULL, "%s: the predicted time does not depend on it in this program and model",
                       s->key);
    bsim_json_free(doc);
    *code = err->set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
    return err->set ? NULL : p;
}

/* ---- the search ---- */

/* The points next to the target: the highest cost with a shorter time, the lowest with one that is as long or longer.
 */
static void enclose(const struct solve *s, double target_s, const struct point **below, const struct point **above) {
    *below = *above = NULL;
    for (int i = 0; i < s->npoint; i++) {
        const struct point *p = &s->point[i];
        if (p->time_s >= target_s && (*above == NULL || p->cost < (*above)->cost))
            *above = p;
    }
    for (int i = 0; i < s->npoint; i++) {
        const struct point *p = &s->point[i];
        if (p->time_s < target_s && (*above == NULL || p->cost < (*above)->cost) &&
            (*below == NULL || p->cost > (*below)->cost))
            *below = p;
    }
}

/* The least cost that can be run. */
static double least_cost(const struct solve *s) {
    return s->inverse ? s->point[0].cost * 1e-9 : 0;
}

/* The cost to try next; negative: the target is out of reach. */
static double next_cost(const struct solve *s, double target_s, const struct point *below, const struct point *above) {
    double best = HUGE_VAL, least = least_cost(s), first = s->point[0].cost;
    if (below && below->slope > 0)
        best = below->cost + (target_s - below->time_s) / below->slope;
    if (above && above->slope > 0)
        best = fmin(best, above->cost - (above->time_s - target_s) / above->slope);
    if (below == NULL)
        return above->cost <= least ? -1 : best < above->cost && best > least ? best : least;
    if (above == NULL) {
        double most = 1e9 * (first > 0 ? first : 1e-6);
        double grown = 2 * (below->cost > 0 ? below->cost : 1e-6);
        return below->cost >= most ? -1 : fmin(best < HUGE_VAL ? best : grown, most);
    }
    return best > below->cost && best < above->cost ? best : below->cost + (above->cost - below->cost) / 2;
}

static bool is_at(double time_s, double target_s) {
    return fabs(time_s - target_s) <= 1e-9 * target_s;
}

static int find(struct solve *s, struct target *t, struct bsim_error *err) {
    int before = s->npoint, code = BSIM_EXIT_OK;
    for (;;) {
        const struct point *below, *above;
        enclose(s, t->time_s, &below, &above);
        const struct point *end = above ? above : below;
        t->runs = s->npoint - before;
        t->at = *end;
        if ((above && is_at(above->time_s, t->time_s)) || (below && is_at(below->time_s, t->time_s))) {
            t->at = above && is_at(above->time_s, t->time_s) ? *above : *below;
            t->found = true;
            return BSIM_EXIT_OK;
        }
        bool close = below && above && above->cost - below->cost <= 1e-12 * above->cost;
        if (close || t->runs >= MOST_RUNS || s->npoint == MOST_POINTS) {
            t->found = t->jumps = close;
            if (!close)
                snprintf(t->why, sizeof t->why, "not found in %d runs", t->runs);
            return BSIM_EXIT_OK;
        }
        double cost = next_cost(s, t->time_s, below, above);
        if (cost < 0) {
            char text[24];
            snprintf(t->why, sizeof t->why, "out of reach: %s at %s", bsim_format_time(text, 24, end->time_s),
                     above ? s->inverse ? "any higher value" : "0" : "a thousand million times the cost");
            return BSIM_EXIT_OK;
        }
        if (run_at(s, cost, &code, err) == NULL)
            return code;
    }
}

/* ---- input ---- */

static bool read_targets(struct solve *s, const char *text, struct bsim_error *err) {
    char *copy = strdup(text), *rest = copy;
    for (char *item; copy && !err->set && (item = strsep(&rest, ",")) != NULL;) {
        struct target *t = &s->target[s->ntarget];
        char *end;
        double percent = strtod(item, &end);
        if (s->ntarget == MOST_TARGETS)
            bsim_error_set(err, NULL, 0, NULL, "--target %s: more than %d targets", text, MOST_TARGETS);
        else if (end != item && strcmp(end, "%") == 0 && percent > -100 && percent < HUGE_VAL)
            t->time_s = -1 - percent / 100; /* of the platform's time, which is not known yet */
        else if (!bsim_unit_parse(item, BSIM_UNIT_TIME, &t->time_s) || !(t->time_s > 0))
            bsim_error_set(err, NULL, 0, NULL,
                           "--target %s: \"%s\" is no change such as 5%% or -10%%, and no time above 0 such as 2ms",
                           text, item);
        if (!err->set) {
            snprintf(t->text, sizeof t->text, "%.30s", item);
            s->ntarget++;
        }
    }
    free(copy);
    return !err->set;
}

static bool has_slope(const char *key) {
    static const char *const links[] = {"latency",       "hop_latency",      "bandwidth", "send_overhead",
                                        "recv_overhead", "control_overhead", NULL};
    const char *dot = strchr(key, '.');
    if (strcmp(key, "speed") == 0 || bsim_block_factor_name(key))
        return true;
    for (int i = 0; dot && links[i]; i++)
        if (strcmp(dot + 1, links[i]) == 0 && (!strncmp(key, "network.", 8) || !strncmp(key, "intra_node.", 11)))
            return true;
    return false;
}

/* The value that the platform has. */
static bool read_value(struct solve *s, struct bsim_error *err) {
    struct bsim_platform p;
    double most;
    bool structural;
    if (!has_slope(s->key) || !bsim_platform_key_unit(s->key, &s->unit, &structural, &most))
        return bsim_error_set(
            err, NULL, 0, NULL,
            "%s: no slope is known by this; accepted: network.KEY and intra_node.KEY with the KEYs latency, "
            "hop_latency, bandwidth, send_overhead, recv_overhead and control_overhead; speed; block.NAME "
            "(others: bsim sweep)",
            s->key);
    if (!bsim_platform_load(&p, s->launch.platform, NULL, 1, err))
        return false;
    s->inverse = strcmp(s->key, "speed") == 0 || strstr(s->key, ".bandwidth");
    s->value = 1;
    const char *dot = strchr(s->key, '.');
    const struct bsim_link *link = strncmp(s->key, "intra", 5) == 0 ? &p.intra : &p.inter;
    for (const struct bsim_platform_key *k = bsim_link_keys; k->name && !bsim_block_factor_name(s->key) && dot; k++)
        if (strcmp(k->name, dot + 1) == 0) {
            double held = **(double *const *)((const char *)link + k->offset);
            s->value = k->inverse ? 1 / held : held;
        }
    if (strcmp(s->key, "speed") == 0)
        s->value = p.speed[0];
    bsim_platform_free(&p);
    return true;
}

/* ---- output ---- */

static void print(const struct solve *s, FILE *out) {
    char a[24], b[24], c[32];
    const struct point *first = &s->point[0];
    fprintf(out, "%s on %d ranks of %s takes %s with %s = %s\n\n", s->program ? s->program : s->launch.argv[0],
            s->launch.np, s->platform, bsim_format_time(a, 24, first->time_s), s->key,
            bsim_format_unit(b, 24, s->unit, s->value));
    fprintf(out, "  %10s %14s   %*s %12s %6s\n", "target", "time", (int)fmax(14, (double)strlen(s->key)), s->key,
            "of present", "runs");
    for (int i = 0; i < s->ntarget; i++) {
        const struct target *t = &s->target[i];
        double value = value_of(s, t->at.cost);
        fprintf(out, "  %10s %14s", t->text, bsim_format_time(a, 24, t->time_s));
        if (!t->found) {
            fprintf(out, "   %s\n", t->why);
            continue;
        }
        snprintf(c, sizeof c, s->value > 0 ? "%.4g times" : "-", value / s->value);
        fprintf(out, "   %*s %12s %6d%s\n", (int)fmax(14, (double)strlen(s->key)),
                bsim_format_unit(b, 24, s->unit, value), c, t->runs, t->jumps ? "   the time jumps there" : "");
    }
    bool differs = s->npoint < 2;
    for (int i = 1; i < s->npoint; i++)
        differs |= s->point[i].time_s != first->time_s;
    if (!differs)
        fprintf(out, "\n  %s makes no difference here.%s\n", s->key, bsim_vary_idle(s->key));
}

static bool write_json(const struct solve *s, struct bsim_error *err) {
    json_t *targets = json_array();
    for (int i = 0; i < s->ntarget; i++) {
        const struct target *t = &s->target[i];
        json_array_append_new(targets,
                              json_pack("{s:o, s:f, s:o, s:o, s:o, s:b, s:o, s:i}", "target", bsim_output_text(t->text),
                                        "target_s", t->time_s, "value",
                                        t->found ? json_real(value_of(s, t->at.cost)) : json_null(), "predicted_time_s",
                                        t->found ? json_real(t->at.time_s) : json_null(), "slope",
                                        t->found ? json_real(t->at.slope) : json_null(), "jumps", t->jumps, "reason",
                                        bsim_output_text(t->found ? NULL : t->why), "runs", t->runs));
    }
    json_t *root = json_pack("{s:s, s:o, s:o, s:i, s:o, s:o, s:f, s:b, s:f, s:f, s:o}", "schema", "bsim-solve/1",
                             "program", bsim_output_text(s->program), "exe", bsim_output_text(s->launch.argv[0]),
                             "ranks", s->launch.np, "platform", bsim_output_text(s->platform), "key",
                             bsim_output_text(s->key), "value", s->value, "inverse", s->inverse, "predicted_time_s",
                             s->point[0].time_s, "slope", s->point[0].slope, "targets", targets);
    bool ok = bsim_output_json(s->json, root, err);
    json_decref(root);
    return ok;
}

static int run_all(struct solve *s, struct bsim_error *err) {
    int code = BSIM_EXIT_USAGE;
    const struct point *first = run_at(s, s->inverse ? 1 / s->value : s->value, &code, err);
    for (int i = 0; first && i < s->ntarget && code == BSIM_EXIT_OK; i++) {
        struct target *t = &s->target[i];
        if (t->time_s < 0)
            t->time_s = -t->time_s * s->point[0].time_s;
        code = find(s, t, err);
    }
    if (code != BSIM_EXIT_OK || err->set)
        return code;
    print(s, stdout);
    return s->json == NULL || write_json(s, err) ? BSIM_EXIT_OK : BSIM_EXIT_USAGE;
}

static bool prepare(struct solve *s, struct options *o, char **operands, struct bsim_error *err) {
    if (o->launch.noise_runs)
        return bsim_error_set(err, NULL, 0, NULL, "--noise-runs %s: bsim solve runs one seed", o->launch.noise_runs);
    if (operands[0] == NULL)
        return bsim_error_set(err, NULL, 0, NULL,
                              "the parameter is missing, such as network.latency (bsim solve --help)");
    o->launch.argv = operands + 1;
    s->platform = o->launch.platform;
    if (!bsim_launch_inputs(&o->launch, err) || !bsim_launch_check(&o->launch, err))
        return false;
    s->key = operands[0];
    s->json = o->json;
    s->launch = o->launch;
    s->launch.sensitivities = true;
    return read_value(s, err) && read_targets(s, o->target ? o->target : "1%,2%,5%", err) &&
           bsim_output_probe(s->json, err) &&
           (s->launch.scenarios = bsim_launch_tempfile("bsim-scenarios", err)) != NULL &&
           (s->launch.result = bsim_launch_tempfile("bsim-result", err)) != NULL;
}

int bsim_cmd_solve(int argc, char **argv) {
    struct options o = {.launch = {.quiet = true, .shards = 1}};
    struct bsim_error err = {0};
    struct solve *s = calloc(1, sizeof *s);
    int code = BSIM_EXIT_USAGE;
    int first = s ? bsim_options_read(argc, argv, BSIM_OPERANDS_LAST, &table, &o, &err) : -1;
    if (first == -2)
        code = BSIM_EXIT_OK;
    else if (first >= 0 && prepare(s, &o, argv + first, &err))
        code = run_all(s, &err);
    if (err.set)
        bsim_error_print(&err, stderr);
    if (s)
        free(s->program);
    free(s);
    return code;
}
