/* calibrate.c - bsim calibrate: a platform file of this node, or of a network, from messages between MPI processes. */
#include "bsim/cmd/calibrate.h"

#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "bsim/bench/host.h"
#include "bsim/cmd/cmd.h"
#include "bsim/kernel/engine.h"
#include "bsim/base/output.h"
#include "bsim/base/units.h"

struct options {
    const char *output, *name, *mpiexec, *hosts, *plot;
    int runs, pairs, nodes;
    double largest_bytes;
};

static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("-o FILE", "where to write the platform (docs/reference/platform.md)", 1),
    BSIM_OPTION_NAME("output", BSIM_OPTION(struct options, output), "FILE"),
    BSIM_OPTION_ALIAS("o"),
    {"name", BSIM_OPTION(struct options, name), "NAME", 0, "its name (default: the host's)", 2},
    {"runs", BSIM_OPTION(struct options, runs), "N", 0, "runs of the measurement, of which medians are taken (3)", 3},
    {"mpiexec", BSIM_OPTION(struct options, mpiexec), "CMD", 0, "how MPI programs are started (mpiexec)", 4},
    {"hosts", BSIM_OPTION(struct options, hosts), "A,B", 0,
     "measures the network between two nodes instead of this node; they go to mpiexec as -hosts A,B -ppn N", 5},
    {"pairs", BSIM_OPTION(struct options, pairs), "N", 0,
     "with --hosts: up to so many pairs of processes exchange messages at once, for what ranks of a node share (1)", 6},
    {"nodes", BSIM_OPTION(struct options, nodes), "N", 0, "with --hosts: nodes of the platform (2)", 7},
    {"largest", BSIM_OPTION(struct options, largest_bytes), "SIZE", 0, "the longest message (4MiB), up to 256MiB", 8},
    {"plot", BSIM_OPTION(struct options, plot), "FILE", 0, "draws measured and fitted times (SVG)", 9},
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "-o PLATFORM.json [OPTIONS]",
    .doc = "Measures messages between two processes of the MPI on this node, or with --hosts between two nodes, and "
           "writes a platform, with which predictions can be held against real runs."};

static json_t *microseconds(double seconds) {
    return json_sprintf("%.4gus", 1e6 * seconds);
}

static json_t *rate(double bytes_per_s) {
    bool small = bytes_per_s < 1e8;
    return json_sprintf("%.4g%s/s", bytes_per_s * (small ? 1e-6 : 1e-9), small ? "MB" : "GB");
}

static json_t *link_json(const struct calibrate_link *l) {
    json_t *link =
        json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "model", "loggpo", "latency", microseconds(l->latency_s),
                  "bandwidth", rate(1 / l->gap_s_per_byte), "send_overhead", microseconds(l->send_overhead_s),
                  "recv_overhead", microseconds(l->recv_overhead_s), "control_overhead",
                  microseconds(l->control_overhead_s), "sender_busy", json_real(round(100 * l->sender_busy) / 100));
    if (isfinite(l->eager_limit_bytes))
        json_object_set_new(link, "eager_limit", json_integer((json_int_t)l->eager_limit_bytes));
    if (l->card_bandwidth > 0)
        json_object_set_new(link, "card_bandwidth", rate(l->card_bandwidth));
    if (l->card_gap_s > 0)
        json_object_set_new(link, "card_gap", microseconds(l->card_gap_s));
    return link;
}

/* The streams of several pairs, in bytes or messages per second and direction; NULL without any. */
static json_t *streams_json(const struct calibrate_data *d) {
    json_t *table = d->nstream ? json_array() : NULL;
    for (int i = 0; i < d->nstream; i++) {
        const struct calibrate_stream *s = &d->stream[i];
        json_array_append_new(
            table, json_sprintf("%d pair%s%s, %.0f messages of %.0f B each: %.4g MB/s, %.4g us a message", s->pairs,
                                s->pairs == 1 ? "" : "s", s->both ? ", both ways" : "", s->messages, s->bytes,
                                1e-6 * bsim_calibrate_rate(s), 1e6 * s->time_s / (s->pairs * s->messages)));
    }
    return table;
}

static json_t *provenance(const struct calibrate_link *l, const struct calibrate_data *d, const char *hosts) {
    char date[32], machine[400];
    time_t now = time(NULL);
    json_t *table = json_array();
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    for (int i = 0; i < d->n; i++)
        json_array_append_new(table,
                              json_sprintf("%.0f B: %.3g us measured, %.3g us by this file", d->size[i].bytes,
                                           1e6 * d->size[i].half_s, 1e6 * bsim_calibrate_predict(l, d->size[i].bytes)));
    json_t *all = json_pack(
        "{s:s, s:s, s:s, s:s, s:o}", "made_by", "bsim calibrate " BSIM_VERSION, "date", date, "machine",
        bsim_bench_machine(machine, sizeof machine), "method",
        hosts
            ? "ping-pong and streams between MPI processes on two nodes, lowest tenth of batches, medians over runs"
            : "ping-pong and streams between two MPI processes on one node, lowest tenth of batches, medians over runs",
        "half_round_trip", table);
    if (hosts)
        json_object_set_new(all, "hosts", bsim_output_text(hosts));
    if (d->nstream)
        json_object_set_new(all, "streams", streams_json(d));
    return all;
}

/* Mean and largest size of the relative errors. */
static void print_errors(const struct calibrate_link *l, const struct calibrate_data *d) {
    double sum = 0, worst = 0;
    for (int i = 0; i < d->n; i++) {
        double error = fabs(bsim_calibrate_predict(l, d->size[i].bytes) / d->size[i].half_s - 1);
        sum += error;
        worst = fmax(worst, error);
    }
    printf("  error of the fit: %.1f %% in the mean over the sizes, %.1f %% at most\n", 100 * sum / d->n, 100 * worst);
}

static void print_table(const struct calibrate_link *l, const struct calibrate_data *d) {
    char size[24], measured[24], model[24];
    printf("  %10s  %14s  %14s  %8s\n", "message", "half trip", "this platform", "error");
    for (int i = 0; i < d->n; i++) {
        double p = bsim_calibrate_predict(l, d->size[i].bytes);
        printf("  %10s  %14s  %14s  %+7.1f %%\n", bsim_format_bytes(size, sizeof size, d->size[i].bytes),
               bsim_format_time(measured, sizeof measured, d->size[i].half_s), bsim_format_time(model, sizeof model, p),
               100 * (p / d->size[i].half_s - 1));
    }
    char o_s[24], o_r[24], latency[24], control[24], rate[24], limit[24];
    printf("\n  latency %s, overheads %s (send), %s (receive), %s (control), bandwidth %s, eager up to %s; "
           "sender busy for %.0f %% of a long message\n",
           bsim_format_time(latency, 24, l->latency_s), bsim_format_time(o_s, 24, l->send_overhead_s),
           bsim_format_time(o_r, 24, l->recv_overhead_s), bsim_format_time(control, 24, l->control_overhead_s),
           bsim_format_rate(rate, 24, 1 / l->gap_s_per_byte),
           isfinite(l->eager_limit_bytes) ? bsim_format_bytes(limit, 24, l->eager_limit_bytes) : "all sizes",
           100 * l->sender_busy);
    print_errors(l, d);
}

static void print_streams(const struct calibrate_link *l, const struct calibrate_data *d) {
    char rate[24], size[24], each[24];
    for (int i = 0; i < d->nstream; i++) {
        const struct calibrate_stream *s = &d->stream[i];
        printf("  %2d pair%s %s of %s: %s in each direction, %s a message\n", s->pairs, s->pairs == 1 ? " " : "s",
               s->both ? "both ways," : "one way,  ", bsim_format_bytes(size, sizeof size, s->bytes),
               bsim_format_rate(rate, sizeof rate, bsim_calibrate_rate(s)),
               bsim_format_time(each, sizeof each, s->time_s / (s->pairs * s->messages)));
    }
    if (l->card_bandwidth > 0)
        printf("  ranks of a node share its card: %s", bsim_format_rate(rate, sizeof rate, l->card_bandwidth));
    if (l->card_bandwidth > 0)
        printf(", %s for each message\n", bsim_format_time(each, sizeof each, l->card_gap_s));
    else if (d->nstream)
        printf("  all pairs together were as fast as each alone: no card's limit was seen\n");
}

static void print_node(const struct bsim_node_sharing *n) {
    char one[24], all[24];
    printf("  memory: %s for one busy core, %s for %d together\n", bsim_format_rate(one, sizeof one, n->core_bandwidth),
           bsim_format_rate(all, sizeof all, n->bandwidth), n->cores);
    printf("  processor: %d busy cores each have %.0f %% of the speed of one that is busy alone\n", n->cores,
           100 * n->busy_speed);
}

/* A platform of nodes like the two that were measured. */
static bool write_network(const struct options *o, const struct calibrate_link *link, const struct calibrate_data *data,
                          struct bsim_error *err) {
    json_t *root =
        json_pack("{s:s, s:s, s:o, s:i, s:i, s:s, s:i, s:o}", "schema", "bsim-platform/1", "name",
                  o->name ? o->name : o->hosts, "provenance", provenance(link, data, o->hosts), "nodes", o->nodes,
                  "cores_per_node", o->pairs, "mapping", "block", "speed", 1, "network", link_json(link));
    bool ok = bsim_output_json_digits(o->output, root, 6, err);
    json_decref(root);
    return ok;
}

static bool write_platform(const char *path, const char *name, const struct calibrate_link *link,
                           const struct calibrate_data *data, const struct bsim_node_sharing *node,
                           struct bsim_error *err) {
    char host[128];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    bsim_bench_host_name(host, sizeof host);
    json_t *root = json_pack("{s:s, s:s, s:o, s:i, s:i, s:s, s:i, s:o, s:o, s:{s:o, s:o}}", "schema", "bsim-platform/1",
                             "name", name ? name : host, "provenance", provenance(link, data, NULL), "nodes", 1,
                             "cores_per_node", cores > 2 ? (int)cores : 2, "mapping", "block", "speed", 1, "busy_speed",
                             json_real(1e-3 * round(1e3 * node->busy_speed)), "network", link_json(link), "memory",
                             "core_bandwidth", json_sprintf("%.4gGB/s", 1e-9 * node->core_bandwidth), "bandwidth",
                             json_sprintf("%.4gGB/s", 1e-9 * node->bandwidth));
    bool ok = bsim_output_json_digits(path, root, 6, err);
    json_decref(root);
    return ok;
}

/* Processor time of this process and of those that it has waited for. */
static double used_s(void) {
    double sum = 0;
    for (int who = 0; who < 2; who++) {
        struct rusage u = {0};
        getrusage(who ? RUSAGE_CHILDREN : RUSAGE_SELF, &u);
        sum +=
            (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
    }
    return sum;
}

/* Measures all; warns if something else kept the node busy meanwhile. */
static bool measure(const struct options *o, struct calibrate_data *data, struct bsim_node_sharing *node,
                    struct bsim_error *err) {
    struct bench_watch watch;
    struct bench_disturbance found;
    char text[200];
    bsim_bench_watch_begin(&watch, bsim_bench_cores());
    double before_s = used_s();
    struct calibrate_plan plan = {o->mpiexec, o->hosts, o->runs, o->pairs, 2, o->largest_bytes};
    if ((!o->hosts && !bsim_calibrate_node(node, err)) || !bsim_calibrate_measure(data, &plan, err))
        return false;
    bsim_bench_watch_end(&watch, used_s() - before_s, &found);
    if (found.any && !o->hosts) /* other nodes' processes are not ours */
        fprintf(stderr,
                "bsim: warning: this node was disturbed while it was measured: %s. The platform's times may be too "
                "long; measure again on a quiet node\n",
                bsim_bench_disturbance_text(&found, text, sizeof text));
    return true;
}

/* Refuses options that make no sense, alone or together. */
static bool check_options(const struct options *o, struct bsim_error *err) {
    const char *comma = o->hosts ? strchr(o->hosts, ',') : NULL;
    if (!o->output)
        return bsim_error_set(err, NULL, 0, NULL, "where to write the platform is missing: -o FILE");
    if (o->runs > CALIBRATE_MAX_RUNS)
        return bsim_error_set(err, NULL, 0, NULL, "--runs: at most %d", CALIBRATE_MAX_RUNS);
    if (o->hosts && (!comma || comma == o->hosts || comma[1] == '\0' || strchr(comma + 1, ',')))
        return bsim_error_set(err, NULL, 0, NULL, "--hosts: \"%s\" is not two names with a comma between them",
                              o->hosts);
    if (!o->hosts && (o->pairs > 1 || o->nodes != 2))
        return bsim_error_set(err, NULL, 0, NULL, "--pairs and --nodes are for two nodes: --hosts A,B is missing");
    if (o->pairs > CALIBRATE_MAX_PAIRS)
        return bsim_error_set(err, NULL, 0, NULL, "--pairs: at most %d", CALIBRATE_MAX_PAIRS);
    if (o->largest_bytes < 65536 || o->largest_bytes > 1 << 28)
        return bsim_error_set(err, NULL, 0, NULL, "--largest: from 64KiB to 256MiB");
    return bsim_output_probe(o->output, err) && bsim_output_probe(o->plot, err);
}

/* Fits, writes and prints what was measured. */
static bool finish(const struct options *o, const struct calibrate_data *data, const struct bsim_node_sharing *node,
                   struct bsim_error *err) {
    struct calibrate_link link;
    bsim_calibrate_fit(&link, data);
    if (!(link.gap_s_per_byte > 0))
        return bsim_error_set(err, NULL, 0, NULL, "the measured times do not grow with the size of the messages");
    if (!(o->hosts ? write_network(o, &link, data, err) : write_platform(o->output, o->name, &link, data, node, err)) ||
        (o->plot && !bsim_calibrate_plot(o->plot, o->name ? o->name : "messages", &link, data, err)))
        return false;
    print_table(&link, data);
    if (o->hosts)
        print_streams(&link, data);
    else
        print_node(node);
    return true;
}

int bsim_cmd_calibrate(int argc, char **argv) {
    struct options o = {.mpiexec = "mpiexec", .runs = 3, .pairs = 1, .nodes = 2, .largest_bytes = 4 << 20};
    struct bsim_error err = {0};
    static struct calibrate_data data;
    struct bsim_node_sharing node = {0};
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_LAST, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && first < argc)
        bsim_error_set(&err, NULL, 0, NULL, "bsim calibrate takes no \"%s\" (bsim calibrate --help)", argv[first]);
    if (!err.set && first >= 0 && check_options(&o, &err) && measure(&o, &data, &node, &err))
        finish(&o, &data, &node, &err);
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
