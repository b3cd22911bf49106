/* calibrate.c - bsim calibrate: a platform file of this node, or of a network, from messages between MPI processes. */
#include "bsim/cmd/calibrate.h"

#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "bsim/base/alloc.h"
#include "bsim/base/processors.h"
#include "bsim/bench/host.h"
#include "bsim/cmd/cmd.h"
#include "bsim/kernel/engine.h"
#include "bsim/base/output.h"

struct options {
    const char *output, *name, *mpiexec, *hosts, *plot, *record, *measured, *check;
    int runs, pairs, nodes, pieces, collectives;
    double largest_bytes;
};

static const struct argp_option options[] = {
    BSIM_OPTION_SHOW("-o FILE", "where to write the platform (docs/reference/platform.md)", 1),
    BSIM_OPTION_NAME("output", BSIM_OPTION(struct options, output), "FILE"),
    BSIM_OPTION_ALIAS("o"),
    {"name", BSIM_OPTION(struct options, name), "NAME", 0, "its name (default: the host's)", 2},
    {"runs", BSIM_OPTION(struct options, runs), "N", 0, "runs of the measurement (3), each of three passes", 3},
    {"mpiexec", BSIM_OPTION(struct options, mpiexec), "CMD", 0, "how MPI programs are started (mpiexec)", 4},
    {"hosts", BSIM_OPTION(struct options, hosts), "A,B", 0,
     "measures the network between two nodes instead of this node; they go to mpiexec as -hosts A,B -ppn N; more "
     "names are nodes for --collectives",
     5},
    {"pairs", BSIM_OPTION(struct options, pairs), "N", 0,
     "with --hosts: up to so many pairs of processes exchange messages at once, for what ranks of a node share (1)", 6},
    {"nodes", BSIM_OPTION(struct options, nodes), "N", 0, "with --hosts: nodes of the platform (2)", 7},
    {"largest", BSIM_OPTION(struct options, largest_bytes), "SIZE", 0, "the longest message (4MiB), up to 256MiB", 8},
    {"pieces", BSIM_OPTION(struct options, pieces), "N", 0,
     "at most so many pieces of sizes with values of their own (8); 1: one line for all sizes", 9},
    {"collectives", BSIM_OPTION(struct options, collectives), "N", 0,
     "measures collectives of N ranks, too, and chooses the algorithms that come nearest", 10},
    {"plot", BSIM_OPTION(struct options, plot), "FILE", 0, "draws measured and fitted times (SVG)", 11},
    {"record", BSIM_OPTION(struct options, record), "FILE", 0, "writes what was measured, for --measured", 12},
    {"measured", BSIM_OPTION(struct options, measured), "FILE", 0,
     "measures nothing: takes what --record, or runs of bsim-pingpong and bsim-collectives, have written", 13},
    {"check", BSIM_OPTION(struct options, check), "PLATFORM", 0,
     "measures no messages: tells whether this node's processors are as far apart as when that platform was made; exit "
     "code 1: they are not",
     14},
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "-o PLATFORM.json [OPTIONS]\n--check PLATFORM.json",
    .doc = "Measures messages between two processes of the MPI on this node, or with --hosts between two nodes, and "
           "writes a platform, with which predictions can be held against real runs."};

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

/* What a recorded file says first. */
static void write_head(const struct calibrate_data *d, FILE *to) {
    fprintf(to, "# bsim-measurements/1\n# date %s\n# machine %s\n", d->date, d->machine);
    if (d->hosts[0])
        fprintf(to, "# hosts %s\n", d->hosts);
}

/* And last: what is known of this node. */
static void write_end(const struct calibrate_data *d, FILE *to) {
    const struct bench_core_latency *placement = &d->placement;
    if (d->node.cores > 0)
        fprintf(to, "# node %.9g %.9g %.9g %d\n", d->node.core_bandwidth, d->node.bandwidth, d->node.busy_speed,
                d->node.cores);
    for (int i = 0; i < placement->n; i++)
        fprintf(to, "# core_latency %d %d %.9g\n", placement->from, placement->to[i], placement->seconds[i]);
}

/* Memory and busy cores of this node, with its processors where they were while the messages were measured, if they are
 * there before or after that. */
static bool measure_node(struct calibrate_samples *samples, const struct calibrate_plan *plan, struct bsim_error *err) {
    struct calibrate_data *data = &samples->data;
    struct bench_core_latency before;
    bsim_bench_core_latency(&before);
    return bsim_calibrate_node(&data->node, err) && bsim_calibrate_measure(samples, plan, err) &&
           (!bsim_bench_core_latency_differs(&before, &data->placement) || bsim_calibrate_node(&data->node, err));
}

/* Measures all; warns if something else kept the node busy meanwhile. record: gets what was measured; or NULL. */
static bool measure(const struct options *o, struct calibrate_samples *samples, FILE *record, struct bsim_error *err) {
    struct bench_watch watch;
    struct bench_disturbance found;
    struct calibrate_data *data = &samples->data;
    char text[200];
    time_t now = time(NULL);
    strftime(data->date, sizeof data->date, "%Y-%m-%d", gmtime(&now));
    bsim_bench_machine(data->machine, sizeof data->machine);
    snprintf(data->hosts, sizeof data->hosts, "%s", o->hosts ? o->hosts : "");
    bsim_bench_watch_begin(&watch, bsim_processors());
    double before_s = used_s();
    struct calibrate_plan plan = {o->mpiexec, o->hosts, o->runs, o->pairs, 2, o->largest_bytes, o->collectives, record};
    if (record)
        write_head(data, record);
    if (!(o->hosts ? bsim_calibrate_measure(samples, &plan, err) : measure_node(samples, &plan, err)))
        return false;
    if (record)
        write_end(data, record);
    bsim_bench_watch_end(&watch, used_s() - before_s, &found);
    if (found.any && !o->hosts) /* other nodes' processes are not ours */
        fprintf(stderr,
                "bsim: warning: this node was disturbed while it was measured: %s. The platform's times may be too "
                "long; measure again on a quiet node\n",
                bsim_bench_disturbance_text(&found, text, sizeof text));
    return true;
}

/* The names of --hosts; 0: one is empty. */
static int count_hosts(const char *hosts) {
    int n = 1;
    for (const char *name = hosts;; name = strchr(name, ',') + 1, n++)
        if (*name == ',' || *name == '\0')
            return 0;
        else if (!strchr(name, ','))
            return n;
}

/* Refuses hosts and numbers of ranks that do not go together. */
static bool check_hosts(const struct options *o, struct bsim_error *err) {
    int hosts = o->hosts ? count_hosts(o->hosts) : 0;
    if (o->hosts && (hosts < 2 || (hosts > 2 && !o->collectives)))
        return bsim_error_set(err, NULL, 0, NULL, "--hosts: \"%s\" is not two names with a comma between them%s",
                              o->hosts, hosts > 2 ? "; more are for --collectives" : "");
    if (o->hosts && strlen(o->hosts) >= CALIBRATE_MAX_HOSTS)
        return bsim_error_set(err, NULL, 0, NULL, "--hosts: too long, at most %d characters; see --measured",
                              CALIBRATE_MAX_HOSTS - 1);
    if (o->collectives == 1 || (o->hosts && o->collectives > hosts))
        return bsim_error_set(err, NULL, 0, NULL,
                              "--collectives: %d ranks on %d nodes: there must be two ranks or more, %s",
                              o->collectives, o->hosts ? hosts : 1,
                              o->hosts ? "and one on each of --hosts at most" : "up to the cores of this node");
    if (!o->hosts && o->collectives > bsim_processors())
        return bsim_error_set(err, NULL, 0, NULL,
                              "--collectives: this node has %d cores; with more ranks than cores they wait for each "
                              "other's turn, not for messages",
                              bsim_processors());
    return true;
}

/* Refuses options that make no sense, alone or together. */
static bool check_options(const struct options *o, struct bsim_error *err) {
    if (o->check && (o->output || o->measured || o->hosts || o->record || o->plot || o->collectives))
        return bsim_error_set(err, NULL, 0, NULL,
                              "--check measures no messages and writes nothing: leave the others out");
    if (o->check)
        return true;
    if (!o->output)
        return bsim_error_set(err, NULL, 0, NULL, "where to write the platform is missing: -o FILE");
    if (o->runs > CALIBRATE_MAX_RUNS)
        return bsim_error_set(err, NULL, 0, NULL, "--runs: at most %d", CALIBRATE_MAX_RUNS);
    if (o->measured && (o->hosts || o->record || o->collectives))
        return bsim_error_set(err, NULL, 0, NULL,
                              "--measured measures nothing: leave out --hosts, --record and --collectives");
    if (!o->hosts && !o->measured && (o->pairs > 1 || o->nodes != 2))
        return bsim_error_set(err, NULL, 0, NULL, "--pairs and --nodes are for two nodes: --hosts A,B is missing");
    if (o->pairs > CALIBRATE_MAX_PAIRS)
        return bsim_error_set(err, NULL, 0, NULL, "--pairs: at most %d", CALIBRATE_MAX_PAIRS);
    if (o->pieces > CALIBRATE_MAX_PIECES)
        return bsim_error_set(err, NULL, 0, NULL, "--pieces: at most %d", CALIBRATE_MAX_PIECES);
    if (o->largest_bytes < 65536 || o->largest_bytes > 1 << 28)
        return bsim_error_set(err, NULL, 0, NULL, "--largest: from 64KiB to 256MiB");
    return check_hosts(o, err) && bsim_output_probe(o->output, err) && bsim_output_probe(o->plot, err) &&
           bsim_output_probe(o->record, err);
}

/* The values, measured now or before. */
static bool get_data(const struct options *o, struct calibrate_data *data, struct bsim_error *err) {
    static struct calibrate_samples samples;
    struct bsim_output out = {0};
    memset(&samples, 0, sizeof samples);
    if (o->record && !bsim_output_open(&out, o->record, err))
        return false;
    bool ok = o->measured ? bsim_calibrate_read(&samples, o->measured, err) : measure(o, &samples, out.file, err);
    if (o->record && !(ok && bsim_output_commit(&out, err))) {
        bsim_output_abandon(&out);
        return false;
    }
    return ok &&
           (bsim_calibrate_typical(data, &samples) ||
            bsim_error_set(err, o->measured, 0, NULL,
                           "sizes, or the line \"# eager_limit\", are missing in what bsim-pingpong has printed"));
}

/* The library that was measured. Before Open MPI 5 nothing composes collectives of parts on nodes. */
static enum bsim_preset preset_of(const char *library) {
    const char *name = strstr(library, "Open MPI");
    int major = 0;
    if (!name)
        return BSIM_PRESET_MPICH;
    return sscanf(name, "Open MPI v%d", &major) == 1 && major < 5 ? BSIM_PRESET_OPENMPI_FLAT : BSIM_PRESET_OPENMPI;
}

/* Holds measured collectives against what the platform gives, and chooses their algorithms. */
static bool compare_collectives(struct calibrate_collectives *c, const struct calibrate_link *link,
                                const struct calibrate_data *data, struct bsim_error *err) {
    static struct calibrate_simulated simulated;
    const char *why = bsim_calibrate_not_comparable(data);
    c->preset = preset_of(data->library);
    bsim_calibrate_local(c, data);
    if (why)
        fprintf(stderr, "bsim: warning: the measured collectives choose no algorithms: %s\n", why);
    if (why || data->ncall == 0)
        return true;
    bool ok = bsim_calibrate_simulate(&simulated, link, c, data, err);
    if (ok)
        bsim_calibrate_choose(c, data, &simulated);
    bsim_free(simulated.by_s);
    return c->compared = ok;
}

/* The most pairs that were measured; 1 without any. */
static int pairs_of(const struct calibrate_data *data) {
    int pairs = 1;
    for (int i = 0; i < data->nstream; i++)
        pairs = data->stream[i].pairs > pairs ? data->stream[i].pairs : pairs;
    return pairs;
}

/* Fits, writes and prints what was measured: a node, or nodes like the two that were measured. */
static bool finish(const struct options *o, const struct calibrate_data *data, struct bsim_error *err) {
    static struct calibrate_collectives collectives;
    struct calibrate_link link;
    char host[128];
    memset(&collectives, 0, sizeof collectives);
    bool network = data->node.cores == 0;
    int cores = !network ? (data->node.cores > 2 ? data->node.cores : 2) : o->pairs > 1 ? o->pairs : pairs_of(data);
    const char *name = o->name                   ? o->name
                       : network && *data->hosts ? data->hosts
                                                 : bsim_bench_host_name(host, sizeof host);
    bsim_calibrate_fit(&link, data);
    if (!(link.gap_s_per_byte > 0))
        return bsim_error_set(err, o->measured, 0, NULL,
                              "the measured times do not grow with the size of the messages");
    bsim_calibrate_pieces(&link, data, o->pieces);
    bsim_calibrate_send(&link, data);
    bsim_calibrate_first(&link, data);
    if (!compare_collectives(&collectives, &link, data, err) ||
        !bsim_calibrate_write(o->output, name, network ? o->nodes : 1, cores, &link, &collectives, data, err) ||
        (o->plot && !bsim_calibrate_plot(o->plot, o->name ? o->name : "messages", &link, data, err)))
        return false;
    bsim_calibrate_print(&link, data);
    bsim_calibrate_print_local(&collectives);
    if (collectives.compared)
        bsim_calibrate_print_collectives(&collectives, data);
    return true;
}

int bsim_cmd_calibrate(int argc, char **argv) {
    struct options o = {.mpiexec = "mpiexec",
                        .runs = 3,
                        .pairs = 1,
                        .nodes = 2,
                        .pieces = CALIBRATE_MAX_PIECES,
                        .largest_bytes = 4 << 20};
    struct bsim_error err = {0};
    static struct calibrate_data data;
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_LAST, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && first < argc)
        bsim_error_set(&err, NULL, 0, NULL, "bsim calibrate takes no \"%s\" (bsim calibrate --help)", argv[first]);
    int code = BSIM_EXIT_OK;
    if (!err.set && first >= 0 && check_options(&o, &err)) {
        if (o.check)
            code = bsim_calibrate_check(o.check, &err);
        else if (get_data(&o, &data, &err))
            finish(&o, &data, &err);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : code;
}
