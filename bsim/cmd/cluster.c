/* cluster.c - bsim cluster: prints groups of ranks that calculate alike, and a rank that stands for each group. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/cmd/clusters.h"
#include "bsim/cmd/cmd.h"
#include "bsim/trace/trace.h"

static json_t *report(const struct bsim_clusters *k, double cut) {
    json_t *groups = json_array();
    int ngroup = 0;
    for (int g = 0; g < k->n; g++)
        ngroup += k->group[g] == g;
    printf("%s: %d ranks, %d group%s", k->trace->program, k->n, ngroup, ngroup == 1 ? "" : "s");
    if (k->vector)
        printf(" at %.3g %% of a rank's calculation in the mean\n", 100 * cut);
    else
        printf(" of ranks with equal calls (nothing was measured)\n");
    printf("\n  %8s %8s %15s %12s  %s\n", "first", "ranks", "representative", "apart", "members");
    for (int g = 0; g < k->n; g++) {
        json_t *members = json_array();
        char list[48] = "", apart[32] = "-";
        size_t used = 0;
        if (k->group[g] != g) {
            json_decref(members);
            continue;
        }
        for (int r = g; r < k->n; r++)
            if (k->group[r] == g) {
                json_array_append_new(members, json_integer(r));
                if (used + 16 < sizeof list)
                    used += (size_t)snprintf(list + used, sizeof list - used, "%s%d", used ? " " : "", r);
                else if (used < sizeof list - 4)
                    used += (size_t)snprintf(list + used, sizeof list - used, " …"), used = sizeof list;
            }
        if (k->vector)
            bsim_format_time(apart, sizeof apart, 1e-9 * k->height[g]);
        int stands = bsim_clusters_representative(k, g);
        printf("  %8d %8d %15d %12s  %s\n", g, (int)json_array_size(members), stands, apart, list);
        json_array_append_new(groups, json_pack("{s:i, s:f, s:o}", "representative", stands, "apart_s",
                                                1e-9 * k->height[g], "members", members));
    }
    return json_pack("{s:s, s:s, s:f, s:o}", "schema", "bsim-clusters/1", "program", k->trace->program, "cut", cut,
                     "groups", groups);
}

struct options_of_cluster {
    const char *output, *cut, *picture;
};
static const struct argp_option options[] = {
    {"cut", BSIM_OPTION(struct options_of_cluster, cut), "SHARE", 0,
     "ranks of a group are at most so far apart, as a share of a rank's calculation in the mean (0.05)", 1},
    {"dendrogram", BSIM_OPTION(struct options_of_cluster, picture), "FILE.svg", 0,
     "draws how far apart ranks and groups are, as a tree", 2},
    BSIM_OPTION_SHOW("-o FILE", "the groups as JSON", 3),
    BSIM_OPTION_NAME("o", BSIM_OPTION(struct options_of_cluster, output), "FILE"),
    BSIM_OPTION_ALIAS("output"),
    BSIM_OPTION_END};
static const struct argp table = {
    .options = options,
    .parser = bsim_options_parse,
    .args_doc = "TRACE [OPTIONS]",
    .doc = "Groups the ranks of a trace that calculate alike, and prints a rank that stands for each group. In a trace "
           "without times ranks with equal calls are a group."};

static void draw(const struct bsim_clusters *k, double cut, const char *path, struct bsim_error *err) {
    int *stands = bsim_alloc((size_t)k->n * sizeof *stands);
    for (int g = 0; g < k->n; g++)
        stands[g] = k->group[g] == g ? bsim_clusters_representative(k, g) : 0;
    const struct bsim_cluster_tree tree = {.program = k->trace->program,
                                           .n = k->n,
                                           .merge = k->merge,
                                           .nmerge = k->nmerge,
                                           .cut = cut,
                                           .cut_ns = cut * k->mean_ns,
                                           .group = k->group,
                                           .representative = stands};
    bsim_cluster_draw(&tree, path, err);
    bsim_free(stands);
}

static void cluster(const struct bsim_trace *t, const struct options_of_cluster *o, double cut,
                    struct bsim_error *err) {
    struct bsim_clusters k;
    if (bsim_clusters_find(&k, t, cut, o->picture != NULL, err)) {
        json_t *json = report(&k, cut);
        if (o->output)
            bsim_output_json(o->output, json, err);
        json_decref(json);
        if (o->picture && !err->set)
            draw(&k, cut, o->picture, err);
    }
    bsim_clusters_end(&k);
}

bool bsim_clusters_cut(const char *text, double *cut, struct bsim_error *err) {
    char *end = NULL;
    *cut = text ? strtod(text, &end) : 0.05;
    return end == NULL || (*text && *end == '\0' && *cut >= 0 && *cut < HUGE_VAL) ||
           bsim_error_set(err, NULL, 0, NULL, "--cut %s: must be a number of at least 0", text);
}

int bsim_cmd_cluster(int argc, char **argv) {
    struct options_of_cluster o = {0};
    struct bsim_error err = {0};
    struct bsim_trace t;
    double cut;
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1]))
        bsim_error_set(&err, NULL, 0, NULL, "bsim cluster takes one trace");
    if (!err.set && bsim_clusters_cut(o.cut, &cut, &err) && bsim_trace_open(&t, argv[first], &err)) {
        if (o.picture && !bsim_clusters_has_vectors(&t))
            bsim_error_set(&err, t.folder, 0, NULL, "has no times, or only 0, so there is no tree to draw");
        else
            cluster(&t, &o, cut, &err);
        bsim_trace_close(&t);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
