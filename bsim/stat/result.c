/* result.c - writes the result of a run as JSON, schema bsim-result/1 (docs/reference/result.md). */
#include "bsim/stat/seeds.h"
#include "bsim/stat/sensitivities.h"
#include "bsim/stat/stat.h"
#include "bsim/stat/trust.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bsim/bsim.h"
#include "bsim/base/config.h"
#include "bsim/base/output.h"
#include "bsim/base/warn.h"
#include "bsim/kernel/shard.h"
#include "bsim/platform/delays.h"

#pragma weak bsim_blocks
#pragma weak bsim_nblocks
#pragma weak bsim_program
#pragma weak bsim_untimed
#pragma weak bsim_nuntimed

/* A number, or null if it is not finite: JSON has no infinity, and a failed run may have no time. */
static json_t *real(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *integer(uint64_t value) {
    return json_integer((json_int_t)value);
}

/* Sum, smallest and largest value over ranks, and the ranks that have the extremes. */
struct spread {
    double sum, min, max;
    int min_rank, max_rank;
};

static void spread_add(struct spread *s, int rank, double value) {
    if (rank == 0 || value < s->min) {
        s->min = value;
        s->min_rank = rank;
    }
    if (rank == 0 || value > s->max) {
        s->max = value;
        s->max_rank = rank;
    }
    s->sum += value;
}

static json_t *spread_json(const struct spread *s, int np) {
    return json_pack("{s:o, s:o, s:o, s:i, s:i}", "mean", real(s->sum / np), "min", real(s->min), "max", real(s->max),
                     "min_rank", s->min_rank, "max_rank", s->max_rank);
}

static json_t *times_json(const struct bsim_run *run) {
    struct spread calc = {0}, comm = {0}, wait = {0};
    for (int r = 0; r < run->np; r++) {
        double total = run->final_s ? run->final_s[(size_t)r * (size_t)run->nscen] : 0;
        double c = bsim_rank_of(r)->calc_s, w = bsim_rank_of(r)->wait_s, rest = total - c - w;
        spread_add(&calc, r, c);
        spread_add(&wait, r, w);
        spread_add(&comm, r, rest > 0 ? rest : 0); /* rounding can make the rest negative */
    }
    return json_pack("{s:o, s:o, s:o}", "calc_s", spread_json(&calc, run->np), "comm_s", spread_json(&comm, run->np),
                     "wait_s", spread_json(&wait, run->np));
}

json_t *bsim_result_label(const bsim_block_info *b) {
    char text[512];
    snprintf(text, sizeof text, "%s (%s:%d)", b->name, b->file, b->line);
    return bsim_output_text(b->label ? b->label : text);
}

/* What people call the program: skeletons know it, other programs are called by their file. */
static json_t *program_json(const struct bsim_run *run) {
    const char *slash = run->exe ? strrchr(run->exe, '/') : NULL;
    const char *known = &bsim_program[0];
    return bsim_output_text(known ? known : slash ? slash + 1 : run->exe);
}

static json_t *blocks_json(const struct bsim_run *run) {
    json_t *list = json_array();
    for (int i = 0; i < run->nblocks; i++) {
        const struct bsim_block_stat *s = &run->blocks[i];
        const bsim_block_info *b = &bsim_blocks[i];
        if (s->calls > 0)
            json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:i, s:i, s:o, s:o, s:o*}", "name",
                                                  bsim_output_text(b->name), "label", bsim_result_label(b), "file",
                                                  bsim_output_text(b->file), "line", b->line, "end_line", b->end_line,
                                                  "calls", integer(s->calls), "calc_s", real(s->calc_s), "first_s",
                                                  s->first_s > 0 ? real(s->first_s) : NULL));
    }
    return list;
}

static json_t *sites_json(const struct bsim_run *run) {
    json_t *list = json_array();
    for (int i = 0; i < run->nsites; i++) {
        const struct bsim_site *s = &run->sites[i];
        double touch_s = bsim_time_total(s->touch), combine_s = bsim_time_total(s->combine);
        double first_s = bsim_time_total(s->first);
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o*, s:o*, s:o*}", "call", s->call,
                            "file", bsim_output_text(s->file), "line", s->line, "function",
                            bsim_output_text(s->function), "calls", integer(s->calls), "messages", integer(s->messages),
                            "bytes", integer(s->bytes), "comm_s", real(s->comm_s), "wait_s", real(s->wait_s),
                            "open_requests", integer(s->open), "touch_s", touch_s > 0 ? real(touch_s) : NULL, "first_s",
                            first_s > 0 ? real(first_s) : NULL, "operator_s", combine_s > 0 ? real(combine_s) : NULL));
    }
    return list;
}

/* NULL: there are none. */
static json_t *operators_json(const struct bsim_run *run) {
    json_t *list = run->noperators > 0 ? json_array() : NULL;
    double all_s = run->predicted_s[0] * run->np;
    for (int i = 0; i < run->noperators; i++) {
        const struct bsim_operator_stat *o = &run->operators[i];
        json_array_append_new(list,
                              json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "name", bsim_output_text(o->name),
                                        "combinations", integer(o->combinations), "elements", real(o->elements),
                                        "time_s", real(o->time_s), "share", real(all_s > 0 ? o->time_s / all_s : 0),
                                        "error", o->fitted ? real(o->error) : json_null()));
    }
    return list;
}

/* NULL: the models have none. */
static json_t *rest_json(const struct bsim_run *run) {
    const struct bsim_rest_stat *r = &run->rest;
    double all_s = run->predicted_s[0] * run->np;
    if (r->time_s == 0)
        return NULL;
    return json_pack("{s:o, s:o, s:o*, s:o}", "time_s", real(r->time_s), "share",
                     real(all_s > 0 ? r->time_s / all_s : 0), "block", r->block ? bsim_output_text(r->block) : NULL,
                     "error", r->fitted ? real(r->error) : json_null());
}

/* NULL: there are none. */
static json_t *delays_json(const struct bsim_run *run) {
    const struct bsim_platform *p = run->platform;
    json_t *list = p->ndelay ? json_array() : NULL;
    for (int i = 0; i < p->ndelay; i++)
        json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "place", bsim_output_text(p->delay[i].place),
                                              "delay_s", real(p->delay[i].delay_s[0]), "passed",
                                              integer((uint64_t)run->delay_passed[i])));
    return list;
}

static json_t *warnings_json(void) {
    json_t *list = json_array();
    for (int i = 0; i < bsim_warn_count(); i++)
        json_array_append_new(list, bsim_output_text(bsim_warn_text(i)));
    return list;
}

static long seed_of(const struct bsim_run *run, int k) {
    return (long)((unsigned long)run->noise_seed + (unsigned long)k);
}

/* Null for one seed. */
static json_t *noise_runs_json(const struct bsim_run *run) {
    struct bsim_seeds seeds = {.seeds = run->noise_runs};
    double time_s[BSIM_MAX_SCENARIOS];
    int n = 0;
    for (int k = 0; k < run->noise_runs; k++)
        if (run->diverged[k])
            seeds.left_out++;
        else
            time_s[n++] = run->predicted_s[k];
    return run->noise_runs > 1 ? bsim_seeds_json(&seeds, time_s) : json_null();
}

static json_t *noise_json(const struct bsim_run *run) {
    return run->noise > 0 ? json_pack("{s:f, s:I, s:o}", "factor", run->noise, "seed", (json_int_t)run->noise_seed,
                                      "runs", noise_runs_json(run))
                          : json_null();
}

static json_t *scenarios_json(const struct bsim_run *run) {
    json_t *list = json_array();
    for (int k = 0; k < (run->interval ? run->interval : bsim_times()); k++) {
        char place[4352], seed[32];
        const char *name = run->platform->scenario_name ? run->platform->scenario_name[k] : NULL;
        if (run->noise_runs > 1) {
            snprintf(seed, sizeof seed, "seed %ld", seed_of(run, k));
            name = seed;
        }
        const struct bsim_site *site = run->diverged_site[k];
        bool known = run->diverged[k] && site && site->file;
        if (known)
            snprintf(place, sizeof place, "%s:%d", site->file, site->line);
        json_array_append_new(list,
                              json_pack("{s:o, s:o, s:b, s:o}", "name", bsim_output_text(name), "predicted_time_s",
                                        real(run->predicted_s[k]), "diverged", run->diverged[k] != 0, "diverged_at",
                                        bsim_output_text(known ? place : NULL)));
    }
    return list;
}

/* NULL if the run has no window. */
static json_t *window_json(const struct bsim_run *run) {
    const struct bsim_window_stat *w = &run->window;
    if (w->what == NULL)
        return NULL;
    return json_pack("{s:o, s:I, s:o}", "what", bsim_output_text(w->what), "calls", (json_int_t)w->calls, "time_s",
                     run->failure || !(w->to_s >= w->from_s) ? json_null() : real(w->to_s - w->from_s));
}

/* Null if the ranks have made no accesses. */
static json_t *io_json(const struct bsim_run *run) {
    const struct bsim_file_accesses *io = &run->io;
    if (io->calls == 0)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o, s:b}", "calls", integer(io->calls), "read_bytes", integer(io->read_bytes),
                     "written_bytes", integer(io->written_bytes), "time_s", real(bsim_time_total(io->time)), "timed",
                     !io->untimed);
}

static json_t *platform_json(const struct bsim_platform *p) {
    char topology[128];
    bsim_topology_text(&p->topology, topology, sizeof topology);
    return json_pack("{s:o, s:s, s:o, s:o, s:o, s:i, s:i, s:o}", "name", bsim_output_text(p->name), "network_model",
                     p->network_model, "topology", bsim_output_text(topology[0] ? topology : NULL), "contention",
                     bsim_output_text(!p->contention  ? NULL
                                      : p->packet > 0 ? "queues"
                                                      : "max-min"),
                     "flows",
                     bsim_output_text(!p->contention     ? NULL
                                      : p->flows_by_pair ? "pair"
                                                         : "message"),
                     "nodes", p->nodes, "cores_per_node", p->cores_per_node, "mapping",
                     bsim_output_text(p->mapping.text ? p->mapping.text : "block"));
}

/* What bsim run tells of the program and its inputs, and the program's arguments. */
static json_t *provenance_json(const struct bsim_run *run) {
    const char *told = getenv("BSIM_PROVENANCE");
    json_t *root = told ? json_loads(told, 0, NULL) : NULL, *arguments = json_array();
    for (char **a = run->arguments; a && *a; a++)
        json_array_append_new(arguments, bsim_output_text(*a));
    if (!root)
        root = json_object();
    json_object_set_new(root, "arguments", arguments);
    return root;
}

/* What the threads of the run spent on each other. NULL: there is one. */
static json_t *threads_json(void) {
    if (bsim_context.nshards == 1)
        return NULL;
    struct bsim_shards_report r = bsim_shards_report();
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:i}", "number", bsim_context.nshards, "mails",
                     integer(r.mails), "stops", integer(r.stops), "sleeps", integer(r.sleeps), "waited_s",
                     real(r.waited_s), "divisions", integer(r.divisions), "steals", integer(r.steals), "shifts",
                     integer(r.shifts), "folds", integer(r.folds), "columns", r.columns);
}

static json_t *host_json(const struct bsim_run *run) {
    char name[256] = "", date[32] = "";
    time_t now = time(NULL);
    struct tm utc;
    if (gethostname(name, sizeof name - 1) != 0)
        name[0] = '\0';
    if (gmtime_r(&now, &utc))
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    double rate = run->host_wall_s > 0 ? (double)run->messages / run->host_wall_s : 0;
    return json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o*}", "name", bsim_output_text(name), "date", date,
                     "wall_s", real(run->host_wall_s), "cpu_s", real(run->host_cpu_s), "peak_rss_bytes",
                     integer(run->host_peak_rss_bytes), "messages_per_s", real(rate), "bytes_per_rank",
                     real(run->bytes_per_rank), "threads", threads_json());
}

/* Code of the original program that takes time and is in no block. */
static json_t *untimed_list(void) {
    json_t *list = json_array();
    for (int i = 0; i < (&bsim_nuntimed ? bsim_nuntimed : 0); i++)
        json_array_append_new(list, json_pack("{s:o, s:i, s:s}", "file", bsim_output_text(bsim_untimed[i].file), "line",
                                              bsim_untimed[i].line, "what", bsim_untimed[i].what));
    return list;
}

bool bsim_result_write(const char *path, const struct bsim_run *run, struct bsim_error *err) {
    const char *models = getenv("BSIM_MODELS");
    json_t *root = json_object();
    json_object_set_new(root, "schema", json_string("bsim-result/1"));
    json_object_set_new(root, "program", program_json(run));
    json_object_set_new(root, "exe", bsim_output_text(run->exe));
    json_object_set_new(root, "ranks", json_integer(run->np));
    json_object_set_new(root, "exit_code", json_integer(run->exit_code));
    json_object_set_new(root, "failure", bsim_output_text(run->failure));
    json_object_set_new(root, "predicted_time_s", real(run->predicted_s[0]));
    json_object_set_new(root, "interval", bsim_trust_interval(run));
    json_object_set_new(root, "trust", bsim_trust_list(run));
    json_object_set_new(root, "untimed", untimed_list());
    if (run->measured_on)
        json_object_set_new(root, "measured_on",
                            json_pack("{s:o, s:b, s:o}", "machine", bsim_output_text(run->measured_on), "elsewhere",
                                      run->measured_elsewhere, "speed", real(run->platform->speed[0])));
    if (bsim_context.slopes)
        json_object_set_new(root, "sensitivities", bsim_sensitivities_json(run));
    json_object_set_new(root, "times", times_json(run));
    json_object_set_new(root, "messages", integer(run->messages));
    json_object_set_new(root, "bytes", integer(run->bytes));
    json_object_set_new(root, "p2p_messages", integer(run->p2p_messages));
    json_object_set_new(root, "p2p_bytes", integer(run->p2p_bytes));
    json_object_set_new(root, "collectives", integer(run->collectives));
    json_object_set_new(root, "io", io_json(run));
    json_object_set_new(root, "leaked_requests", integer(run->leaked_requests));
    json_object_set_new(root, "unreceived_messages", integer(run->unreceived_messages));
    json_object_set_new(root, "platform", platform_json(run->platform));
    json_object_set_new(root, "models", bsim_output_text(models ? bsim_config_name(models) : NULL));
    json_object_set_new(root, "provenance", provenance_json(run));
    json_object_set_new(root, "noise", noise_json(run));
    json_object_set_new(root, "blocks", blocks_json(run));
    json_object_set_new(root, "sites", sites_json(run));
    if (run->noperators > 0)
        json_object_set_new(root, "operators", operators_json(run));
    json_t *rest = rest_json(run);
    if (rest)
        json_object_set_new(root, "rest", rest);
    json_t *delays = delays_json(run), *window = window_json(run);
    if (window)
        json_object_set_new(root, "window", window);
    if (delays)
        json_object_set_new(root, "delays", delays);
    json_object_set_new(root, "scenarios", scenarios_json(run));
    json_object_set_new(root, "warnings", warnings_json());
    json_object_set_new(root, "host", host_json(run));
    bool ok = bsim_output_json(path, root, err);
    json_decref(root);
    return ok;
}
