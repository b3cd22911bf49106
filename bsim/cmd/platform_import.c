/* platform_import.c - bsim platform import: a platform file from another simulator's. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/output.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/import.h"
#include "bsim/cmd/platform.h"
#include "bsim/platform/platform.h"

struct options {
    const char *simgrid, *dimemas, *output, *speed;
    bool strict;
};

static const struct argp_option options[] = {
    {"simgrid", BSIM_OPTION(struct options, simgrid), "FILE", 0, "a platform file of SimGrid (XML)", 1},
    {"dimemas", BSIM_OPTION(struct options, dimemas), "FILE", 0, "a configuration of Dimemas (.cfg)", 2},
    {"output", BSIM_OPTION(struct options, output), "FILE", 0, "the platform file to write", 3},
    BSIM_OPTION_ALIAS("o"),
    {"measured-speed", BSIM_OPTION(struct options, speed), "FLOPS", 0,
     "speed of the node on which models were measured, in the unit of FILE's hosts, such as 12.5Gf", 4},
    {"strict", BSIM_OPTION(struct options, strict), NULL, 0, "fails if something cannot be expressed", 5},
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "--simgrid FILE.xml | --dimemas FILE.cfg -o platform.json [OPTIONS]",
    .doc =
        "Makes a platform file of another simulator's. What a platform file cannot express is told, with its line, and "
        "kept in \"provenance\"."};

void bsim_import_tell(struct import *m, int line, const char *fmt, ...) {
    char text[1024], place[32] = "";
    va_list list;
    va_start(list, fmt);
    vsnprintf(text, sizeof text, fmt, list);
    va_end(list);
    if (line > 0)
        snprintf(place, sizeof place, ":%d", line);
    json_t *note = json_sprintf("%s%s: %s", m->path, place, text);
    json_array_append_new(m->notes, note ? note : json_string("a note that is not UTF-8"));
}

bool bsim_import_add(struct import *m, int line, int n, double speed, struct bsim_error *err) {
    if (n > IMPORT_MOST_NODES - m->nodes)
        return bsim_error_set(err, m->path, line, NULL, "more than %d nodes", IMPORT_MOST_NODES);
    m->speed = realloc(m->speed, (size_t)(m->nodes + n) * sizeof *m->speed);
    if (m->speed == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "out of memory");
    for (int i = 0; i < n; i++)
        m->speed[m->nodes++] = speed;
    return true;
}

/* Nodes whose speed is another one than node 0's, as kinds of nodes: one for each speed. */
static json_t *kinds_of(struct import *m) {
    json_t *kinds = json_array();
    for (int i = 1; i < m->nodes; i++) {
        bool seen = m->speed[i] == m->speed[0];
        for (int j = 0; j < i && !seen; j++)
            seen = m->speed[j] == m->speed[i];
        if (seen)
            continue;
        char name[32], *nodes = NULL;
        size_t size = 0;
        FILE *f = open_memstream(&nodes, &size);
        for (int j = i, first = 1; f && j < m->nodes; j++) {
            int last = j;
            while (m->speed[j] == m->speed[i] && last + 1 < m->nodes && m->speed[last + 1] == m->speed[i])
                last++;
            if (m->speed[j] != m->speed[i])
                continue;
            fprintf(f, last > j ? "%s%d-%d" : "%s%d", first ? "" : ", ", j, last);
            first = 0;
            j = last;
        }
        if (f)
            fclose(f);
        snprintf(name, sizeof name, "speed_%zu", json_array_size(kinds) + 2);
        json_array_append_new(kinds, json_pack("{s:s, s:s, s:f}", "name", name, "nodes", nodes ? nodes : "", "speed",
                                               m->speed[i] / m->speed[0]));
        free(nodes);
    }
    return kinds;
}

static json_t *time_json(double s) {
    return json_sprintf("%.15gs", s);
}

static json_t *rate_json(double bytes_per_s) {
    return json_sprintf("%.15gB/s", bytes_per_s > 0 ? bytes_per_s : 1e18);
}

/* graph: the name of the network's file, if the machine has one. */
static json_t *platform_json(struct import *m, const char *kind, const char *graph) {
    json_t *network = json_pack("{s:s, s:o, s:o}", "model", "loggpo", "latency", time_json(m->latency_s), "bandwidth",
                                rate_json(m->bandwidth));
    if (m->topology) {
        json_object_set_new(network, "hop_latency", time_json(m->hop_latency_s));
        json_object_set(network, "topology", m->topology);
    }
    if (m->graph) {
        json_object_set_new(network, "topology", json_pack("{s:s, s:s}", "kind", "graph", "file", graph));
        json_object_set_new(network, "contention", json_string("max-min"));
    }
    if (m->send_overhead_s > 0)
        json_object_set_new(network, "send_overhead", time_json(m->send_overhead_s));
    if (m->card_bandwidth > 0)
        json_object_set_new(network, "card_bandwidth", rate_json(m->card_bandwidth));
    if (m->eager_limit >= 0)
        json_object_set_new(network, "eager_limit", json_integer((json_int_t)m->eager_limit));
    if (m->pieces)
        json_object_set(network, "pieces", m->pieces);
    double speed = m->measured_speed > 0 ? m->speed[0] / m->measured_speed : 1;
    json_t *root = json_pack("{s:s, s:o, s:{s:s, s:o, s:O}, s:i, s:i, s:f, s:o}", "schema", "bsim-platform/1", "name",
                             bsim_output_text(m->name ? m->name : m->path), "provenance", "method", kind, "file",
                             bsim_output_text(m->path), "not_expressed", m->notes, "nodes", m->nodes, "cores_per_node",
                             m->cores, "speed", speed, "network", network);
    if (m->intra_latency_s >= 0)
        json_object_set_new(root, "intra_node",
                            json_pack("{s:o, s:o, s:o, s:[]}", "latency", time_json(m->intra_latency_s), "bandwidth",
                                      rate_json(m->intra_bandwidth), "send_overhead",
                                      time_json(m->intra_send_overhead_s), "pieces"));
    json_t *kinds = kinds_of(m);
    if (json_array_size(kinds) > 0)
        json_object_set(root, "node_kinds", kinds);
    json_decref(kinds);
    return root;
}

/* "12.5Gf", or a plain number. */
static bool read_speed(const char *text, double *speed, struct bsim_error *err) {
    static const char prefixes[] = "kMGTP";
    char *end;
    *speed = strtod(text, &end);
    const char *prefix = *end ? strchr(prefixes, *end) : NULL;
    for (const char *p = prefixes; prefix && p <= prefix; p++)
        *speed *= 1000;
    end += prefix != NULL;
    end += *end == 'f';
    if (end == text || *end || !(*speed > 0))
        return bsim_error_set(err, NULL, 0, NULL, "--measured-speed %s: write a number, such as 12.5Gf", text);
    return true;
}

static bool check(const struct options *o, struct bsim_error *err) {
    if ((o->simgrid == NULL) == (o->dimemas == NULL))
        return bsim_error_set(err, NULL, 0, NULL,
                              "what to import is missing: --simgrid FILE.xml or --dimemas FILE.cfg");
    if (o->output == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "the file to write is missing: -o platform.json");
    return bsim_output_probe(o->output, err);
}

/* Whether a platform can be read, once it is written under a name. graph: its network's file, which is not written yet;
 * NULL: it has none. */
static bool readable(json_t *root, const json_t *graph, const char *name, struct bsim_error *err) {
    struct bsim_platform platform;
    char inputs[8192], network[4096];
    if (graph) {
        const char *path = bsim_launch_tempfile("bsim-network", err);
        if (path == NULL || !bsim_output_json_digits(path, graph, 15, err))
            return false;
        snprintf(network, sizeof network, "%s", path);
    }
    const char *path = bsim_launch_tempfile("bsim-platform", err);
    json_t *copy = path ? json_deep_copy(root) : NULL;
    if (graph)
        json_object_set_new(json_object_get(json_object_get(copy, "network"), "topology"), "file",
                            json_string(network));
    bool written = copy && bsim_output_json_digits(path, copy, 15, err);
    json_decref(copy);
    if (!written)
        return false;
    snprintf(inputs, sizeof inputs, "%s\t%s\n", path, name);
    setenv("BSIM_INPUTS", inputs, 1);
    if (!bsim_platform_load(&platform, path, NULL, 1, err))
        return false;
    bsim_platform_free(&platform);
    return true;
}

/* "FOLDER/NAME-network.json" beside "FOLDER/NAME.json". To be freed. */
static char *graph_path(const char *output) {
    size_t n = strlen(output);
    if (n > 5 && strcmp(output + n - 5, ".json") == 0)
        n -= 5;
    char *path = NULL;
    return asprintf(&path, "%.*s-network.json", (int)n, output) < 0 ? NULL : path;
}

/* Writes the platform and, before it, the file of its network. */
static bool write_files(const struct options *o, struct import *m, struct bsim_error *err) {
    char *path = m->graph ? graph_path(o->output) : NULL;
    if (m->graph && path == NULL)
        return bsim_error_set(err, NULL, 0, NULL, "out of memory");
    const char *slash = path ? strrchr(path, '/') : NULL;
    json_t *root = platform_json(m, o->simgrid ? "imported from a SimGrid platform" : "imported from Dimemas",
                                 slash ? slash + 1 : path);
    bool ok = (path == NULL || bsim_output_probe(path, err)) && readable(root, m->graph, o->output, err) &&
              (path == NULL || bsim_output_json_digits(path, m->graph, 15, err)) &&
              bsim_output_json_digits(o->output, root, 15, err);
    json_decref(root);
    free(path);
    return ok;
}

static bool import(const struct options *o, struct import *m, struct bsim_error *err) {
    if (!check(o, err) || (o->speed && !read_speed(o->speed, &m->measured_speed, err)))
        return false;
    m->path = o->simgrid ? o->simgrid : o->dimemas;
    if (!(o->simgrid ? bsim_import_simgrid(m, err) : bsim_import_dimemas(m, err)))
        return false;
    if (o->simgrid && m->measured_speed == 0)
        bsim_import_tell(m, 0,
                         "hosts have %g flop/s; how much that is of the measured node's speed is not known: speed is "
                         "1 (--measured-speed)",
                         m->speed[0]);
    size_t notes = json_array_size(m->notes);
    for (size_t i = 0; i < notes; i++)
        fprintf(stderr, "bsim: note: %s\n", json_string_value(json_array_get(m->notes, i)));
    if (o->strict && notes > 0)
        return bsim_error_set(err, m->path, 0, NULL, "%zu things cannot be expressed (--strict)", notes);
    return write_files(o, m, err);
}

int bsim_platform_import(int argc, char **argv) {
    argv[0] = "platform import"; /* for messages */
    struct options o = {0};
    struct bsim_error err = {0};
    struct import m = {.cores = 1, .intra_latency_s = -1, .eager_limit = -1, .notes = json_array()};
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_LAST, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && argv[first])
        bsim_error_set(&err, NULL, 0, NULL, "what is \"%s\"? (bsim platform import --help)", argv[first]);
    if (first >= 0 && !err.set && import(&o, &m, &err))
        printf("%s: %d nodes with %d cores, %zu things not expressed\n", o.output, m.nodes, m.cores,
               json_array_size(m.notes));
    free(m.name);
    free(m.speed);
    json_decref(m.topology);
    json_decref(m.graph);
    json_decref(m.pieces);
    json_decref(m.notes);
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
