/* platform.c - bsim platform: picks the command; lists, shows and checks platforms. */
#include "bsim/cmd/platform.h"
#include "bsim/cmd/platform_graph.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/base/json_read.h"
#include "bsim/cmd/cmd.h"
#include "bsim/cmd/models.h"
#include "bsim/platform/platform.h"
#include "bsim/platform/platform_keys.h"

static const struct command {
    const char *name, *does;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"list", "names of the platforms of the library, which --platform takes", bsim_platform_list},
    {"show", "what a platform says: its parameters and where they come from", bsim_platform_show},
    {"check", "whether files are good platforms", bsim_platform_check},
    {"plot", "a picture of a platform's nodes, switches and links", bsim_platform_plot},
    {"import", "makes a platform file of one of another simulator", bsim_platform_import},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* ---- the library ---- */

static bool library(char *folder, size_t size) {
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n < 0)
        return false;
    path[n] = '\0';
    for (int i = 0; i < 2; i++) { /* of PREFIX/bin/bsim */
        char *slash = strrchr(path, '/');
        if (slash == NULL)
            return false;
        *slash = '\0';
    }
    return snprintf(folder, size, "%s/share/bsim/platforms", path) < (int)size;
}

static int is_json(const struct dirent *entry) {
    size_t n = strlen(entry->d_name);
    return n > 5 && strcmp(entry->d_name + n - 5, ".json") == 0;
}

bool bsim_platform_find(const char *name, const char **path, struct bsim_error *err) {
    size_t n = strlen(name);
    char folder[PATH_MAX + 32], names[1024] = "", *found = NULL;
    *path = name;
    if (strchr(name, '/') || (n > 5 && strcmp(name + n - 5, ".json") == 0) || access(name, F_OK) == 0)
        return true;
    bool known = library(folder, sizeof folder);
    if (known && asprintf(&found, "%s/%s.json", folder, name) >= 0 && access(found, R_OK) == 0) {
        *path = found; /* lives as long as the process */
        return true;
    }
    free(found);
    struct dirent **entry = NULL;
    int count = known ? scandir(folder, &entry, is_json, alphasort) : 0;
    for (int i = 0; i < count; i++) {
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%.*s", i ? ", " : "",
                 (int)strlen(entry[i]->d_name) - 5, entry[i]->d_name);
        free(entry[i]);
    }
    free(entry);
    return bsim_error_set(err, name, 0, NULL,
                          "cannot be read: there is no such file, and no platform of this name; known: %s", names);
}

int bsim_platform_list(int argc, char **argv) {
    char folder[PATH_MAX + 32], path[2 * PATH_MAX];
    struct dirent **entry = NULL;
    (void)argc, (void)argv;
    int n = library(folder, sizeof folder) ? scandir(folder, &entry, is_json, alphasort) : -1;
    if (n < 0) {
        fprintf(stderr, "bsim: error: there is no library of platforms beside this program (share/bsim/platforms)\n");
        return BSIM_EXIT_USAGE;
    }
    for (int i = 0; i < n; i++) {
        struct bsim_platform p;
        struct bsim_error err = {0};
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        if (bsim_platform_load(&p, path, NULL, 1, &err)) {
            char topology[128];
            bsim_topology_text(&p.topology, topology, sizeof topology);
            printf("%-24.*s %7d nodes, %3d cores each, %s%s%s\n", (int)strlen(entry[i]->d_name) - 5, entry[i]->d_name,
                   p.nodes, p.cores_per_node, p.network_model, topology[0] ? ", " : "", topology);
            bsim_platform_free(&p);
        } else {
            bsim_error_print(&err, stderr);
        }
        free(entry[i]);
    }
    free(entry);
    return BSIM_EXIT_OK;
}

/* ---- show and check ---- */

static void print_link(const char *name, const struct bsim_link *link, bool simple, bool intra) {
    char text[24];
    for (const struct bsim_platform_key *k = bsim_link_keys; k->name; k++) {
        double value = **(double *const *)((const char *)link + k->offset);
        bool unset = k->inverse ? value == 0 : isinf(value) || (value == 0 && !k->required);
        if ((k->loggpo_only && simple) || (k->inter_only && intra) || unset)
            continue;
        printf("  %s.%-*s %s\n", name, 28 - (int)strlen(name), k->name,
               bsim_format_unit(text, sizeof text, k->unit, k->inverse ? 1 / value : value));
    }
}

static void print_provenance(const char *path) {
    struct bsim_error err = {0};
    struct bsim_json *doc = bsim_json_load(path, &err);
    struct bsim_jval v = doc ? bsim_jval_get(bsim_json_root(doc), "provenance") : (struct bsim_jval){0};
    if (json_is_string(v.json))
        printf("\n  %s\n", json_string_value(v.json));
    for (size_t i = 0; json_is_object(v.json) && i < bsim_jval_size(v); i++) {
        const char *key;
        struct bsim_jval member = bsim_jval_member(v, i, &key);
        if (json_is_string(member.json))
            printf("%s  %s: %s\n", i ? "" : "\n", key, json_string_value(member.json));
    }
    bsim_json_free(doc);
}

/* What lost packets of a connection cost. */
static void print_loss(const char *connection, const struct bsim_link_loss *loss) {
    char time[24], name[40];
    if (loss->probability == 0)
        return;
    snprintf(name, sizeof name, "%s.loss", connection);
    printf("  %-29s of %g of all packets, time-out %s, backoff %g\n", name, loss->probability,
           bsim_format_time(time, sizeof time, loss->timeout_s), loss->backoff);
}

/* Which messages of a connection take longer since they are a rank's first ones. */
static void print_first(const char *connection, const struct bsim_link *link) {
    char from[24], up_to[24], time[24], name[40];
    snprintf(name, sizeof name, "%s.first_messages", connection);
    for (int i = 0; i < link->nfirst; i++) {
        const struct bsim_first_messages *f = &link->first[i];
        printf("  %-29s %d of %s to %s, %s longer each\n", i ? "" : name, f->count,
               bsim_format_bytes(from, sizeof from, f->from_bytes),
               bsim_format_up_to(up_to, sizeof up_to, f->up_to_bytes), bsim_format_time(time, sizeof time, f->time_s));
    }
}

/* The noise of messages of a connection, if the file gives it. */
static void print_noise(const char *path, const char *connection) {
    static const char *const keys[] = {"latency", "bandwidth", NULL};
    struct bsim_error err = {0};
    struct bsim_json *doc = bsim_json_load(path, &err);
    struct bsim_jval link = doc ? bsim_jval_get(bsim_json_root(doc), connection) : (struct bsim_jval){0};
    struct bsim_jval noise = json_is_object(link.json) ? bsim_jval_get(link, "noise") : (struct bsim_jval){0};
    for (int i = 0; json_is_object(noise.json) && keys[i]; i++) {
        struct bsim_jval v = bsim_jval_get(noise, keys[i]);
        if (!bsim_jval_present(v))
            continue;
        char *text = bsim_models_distribution_text(v);
        printf("  %s.noise.%-*s %s\n", connection, 22 - (int)strlen(connection), keys[i], text);
        free(text);
    }
    bsim_json_free(doc);
}

static bool show(const char *name, struct bsim_error *err) {
    const char *path;
    struct bsim_platform p;
    char topology[128];
    if (!bsim_platform_find(name, &path, err) || !bsim_platform_load(&p, path, NULL, 1, err))
        return false;
    bsim_topology_text(&p.topology, topology, sizeof topology);
    printf("%s: %d nodes with %d cores each, mapping %s, speed %g\n\n", p.name, p.nodes, p.cores_per_node,
           p.mapping.text ? p.mapping.text : "block", p.speed[0]);
    printf("  %-29s %s%s%s\n", "network.model", p.network_model, topology[0] ? ", " : "", topology);
    static const char *const choice[] = {"by turns", "by hash", "messages are striped"};
    bool simple = strcmp(p.network_model, "simple") == 0;
    if (p.contention)
        printf("  %-29s %s, by %s\n", "network.contention", p.packet > 0 ? "queues" : "max-min",
               p.flows_by_pair ? "pair of ranks" : "message");
    if (p.packet > 0)
        printf("  %-29s %.0f bytes\n", "network.packet", p.packet);
    if (p.link_burst > 0)
        printf("  %-29s %.0f bytes\n", "network.link_burst", p.link_burst);
    if (p.tcp_window > 0)
        printf("  %-29s %.0f bytes\n", "network.tcp_window", p.tcp_window);
    if (p.cards > 1)
        printf("  %-29s %d, %s%s\n", "network.cards", p.cards, choice[p.card_choice], p.rails ? "; rails" : "");
    if (p.shared_bandwidth > 0) {
        char rate[24];
        printf("  %-29s %s\n", "intra_node.shared_bandwidth", bsim_format_rate(rate, 24, p.shared_bandwidth));
    }
    for (int i = 0; i < p.nlink_rate; i++) {
        char rate[24], down[24];
        bool same = p.link_rate[i] == p.link_rate_down[i];
        bsim_format_rate(down, sizeof down, p.link_rate_down[i]);
        printf("  network.link_bandwidth[%d]%5s %s%s%s%s\n", i, "", bsim_format_rate(rate, 24, p.link_rate[i]),
               same ? "" : " up, ", same ? "" : down, same ? "" : " down");
    }
    for (int i = 0; i < p.nlevel_latency; i++) {
        char time[24];
        printf("  network.hop_latency[%d]%8s %s\n", i, "", bsim_format_time(time, sizeof time, p.level_latency_s[i]));
    }
    bsim_graph_show(&p);
    print_loss("network", &p.inter.loss);
    if (!p.intra_follows)
        print_loss("intra_node", &p.intra.loss);
    if (p.nrule > 0)
        printf("  %-29s %d rules, for a program that is %s\n", "network.transport", p.nrule,
               p.scheme == BSIM_SCHEME_ASYNCHRONOUS ? "asynchronous" : "synchronous");
    if (p.inter.npiece > 0)
        printf("  %-29s %d, by the size of a message\n", "network.pieces", p.inter.npiece);
    print_link("network", &p.inter, simple, false);
    print_first("network", &p.inter);
    print_noise(path, "network");
    if (p.intra_follows)
        printf("  %-29s as network\n", "intra_node");
    else
        print_link("intra_node", &p.intra, simple, true);
    if (!p.intra_follows)
        print_first("intra_node", &p.intra);
    print_noise(path, "intra_node");
    if (p.has_between)
        print_link("between_sockets", &p.between, simple, true);
    print_noise(path, "between_sockets");
    if (p.memory.bandwidth[0] > 0) {
        char one[24], all[24];
        printf("  %-29s %s for one core, %s for all%s\n", "memory",
               bsim_format_rate(one, 24, p.memory.core_bandwidth[0]), bsim_format_rate(all, 24, p.memory.bandwidth[0]),
               p.memory.with_messages ? ", and for messages within the node" : "");
    }
    if (p.sockets > 1)
        printf("  %-29s %d, filled %s\n", "sockets_per_node", p.sockets,
               p.sockets_in_turn ? "in turn" : "one after the other");
    for (int i = 0; i < p.nkind; i++)
        printf("  %-29s %s, speed %g\n", "node_kinds", p.kind[i].name, p.kind[i].speed[0]);
    if (!bsim_collectives_default(&p.collectives))
        printf("  %-29s chosen (see the file)\n", "collectives");
    print_provenance(path);
    bsim_platform_free(&p);
    return true;
}

/* Does it to each operand. Returns the exit code. */
static int for_each(char **argv, const char *what, bool (*run)(const char *name, struct bsim_error *err)) {
    int code = BSIM_EXIT_OK;
    if (argv[1] == NULL) {
        fprintf(stderr, "bsim: error: write bsim platform %s FILE-OR-NAME ...\n", what);
        return BSIM_EXIT_USAGE;
    }
    for (char **name = argv + 1; *name; name++) {
        struct bsim_error err = {0};
        if (!run(*name, &err)) {
            bsim_error_print(&err, stderr);
            code = BSIM_EXIT_USAGE;
        }
    }
    return code;
}

int bsim_platform_show(int argc, char **argv) {
    (void)argc;
    return for_each(argv, "show", show);
}

static bool check(const char *name, struct bsim_error *err) {
    const char *path;
    struct bsim_platform p;
    if (!bsim_platform_find(name, &path, err) || !bsim_platform_load(&p, path, NULL, 1, err))
        return false;
    bool ok = bsim_mapping_list_fits(&p, err);
    if (ok) {
        bsim_platform_warn(&p);
        printf("%s is a good platform\n", name);
    }
    bsim_platform_free(&p);
    return ok;
}

int bsim_platform_check(int argc, char **argv) {
    (void)argc;
    return for_each(argv, "check", check);
}

/* ---- the command ---- */

int bsim_cmd_platform(int argc, char **argv) {
    bool help = argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0);
    for (int i = 0; i < COMMANDS && argc > 1; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    if (argc > 1 && !help) {
        fprintf(stderr,
                argv[1][0] == '-' ? "bsim: error: bsim platform has no option \"%s\" (bsim platform --help)\n"
                                  : "bsim: error: no command \"platform %s\" (bsim platform --help)\n",
                argv[1]);
        return BSIM_EXIT_USAGE;
    }
    FILE *to = help ? stdout : stderr;
    fprintf(to, "usage: bsim platform COMMAND ...\n\n");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-6s  %s\n", commands[i].name, commands[i].does);
    return help ? BSIM_EXIT_OK : BSIM_EXIT_USAGE;
}
