/* cluster.c - bsim cluster: groups of ranks that calculate alike, and a rank that stands for each group (Zhai et al.,
 * IEEE Trans. Computers 65(7), 2016).
 *
 * The computation vector of a rank has the calculation before each of its calls. Dist(x, y) is the sum of the absolute
 * differences of their elements, infinite for ranks that do not make equal calls. Groups are merged by complete
 * linkage: the distance of two groups is the largest one between their ranks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/base/units.h"
#include "bsim/cmd/cluster.h"
#include "bsim/cmd/cmd.h"
#include "bsim/trace/trace.h"

enum { MOST_MEASURED = 1024 };

struct clusters {
    const struct bsim_trace *trace;
    int n;
    int *kind;        /* of each structure: the first rank that makes equal calls */
    double **vector;  /* of each rank, nanoseconds; NULL: nothing was measured */
    double *distance; /* n * n, of groups that are named by their smallest ranks */
    struct bsim_cluster_merge *merge;
    int nmerge;
    int *group;     /* of each rank: the smallest rank of its group */
    double *height; /* of each group: its last merge; nanoseconds */
    int *stands;    /* of each group: its representative */
    double mean_ns; /* calculation of a rank */
};

static double *vector_of(struct clusters *k, int rank) {
    double *v = bsim_alloc(((size_t)k->trace->nevent[rank] + 1) * sizeof *v);
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    bsim_trace_cursor_start(&c, k->trace, rank);
    for (int64_t i = 0; bsim_trace_next(&c, &e); i++) {
        v[i] = (double)e.gap_ns;
        k->mean_ns += v[i] / k->n;
    }
    bsim_trace_cursor_end(&c);
    return v;
}

static bool makes_equal_calls(const struct bsim_trace *t, int x, int y) {
    struct bsim_trace_cursor a, b;
    struct bsim_trace_event e, f;
    bool equal = t->nevent[x] == t->nevent[y];
    bsim_trace_cursor_start(&a, t, x);
    bsim_trace_cursor_start(&b, t, y);
    while (equal && bsim_trace_next(&a, &e) && bsim_trace_next(&b, &f))
        equal = e.function == f.function && e.site == f.site && e.nargs == f.nargs &&
                (e.nargs == 0 || memcmp(e.args, f.args, (size_t)e.nargs * sizeof *e.args) == 0);
    bsim_trace_cursor_end(&a);
    bsim_trace_cursor_end(&b);
    return equal;
}

/* Structures of runs on simulated ranks also differ by calculation: those of equal calls get one kind. */
static void find_kinds(struct clusters *k) {
    int ns = k->trace->nstructure;
    k->kind = bsim_alloc((size_t)ns * sizeof *k->kind);
    for (int s = 0; s < ns; s++)
        k->kind[s] = -1;
    for (int r = 0; r < k->n; r++) {
        int s = k->trace->structure_of[r], other = 0;
        if (k->kind[s] >= 0)
            continue;
        k->kind[s] = r;
        while (k->trace->is_exact && other < ns &&
               (other == s || k->kind[other] < 0 || !makes_equal_calls(k->trace, k->kind[other], r)))
            other++;
        if (k->trace->is_exact && other < ns)
            k->kind[s] = k->kind[other];
    }
}

static int kind_of(const struct clusters *k, int rank) {
    return k->kind[k->trace->structure_of[rank]];
}

static double distance(const struct clusters *k, int x, int y) {
    double sum = 0;
    if (kind_of(k, x) != kind_of(k, y))
        return INFINITY;
    for (int64_t i = 0; i < k->trace->nevent[x]; i++)
        sum += fabs(k->vector[x][i] - k->vector[y][i]);
    return sum;
}

/* Merges the nearest groups while they are not farther apart than limit_ns; of equal distances those of the smallest
 * ranks. */
static void merge(struct clusters *k, double limit_ns) {
    size_t n = (size_t)k->n;
    bool *is_gone = bsim_alloc(n * sizeof *is_gone);
    for (;;) {
        double least = INFINITY;
        int a = -1, b = -1;
        for (int x = 0; x < k->n; x++)
            for (int y = x + 1; !is_gone[x] && y < k->n; y++)
                if (!is_gone[y] && k->distance[(size_t)x * n + (size_t)y] < least) {
                    least = k->distance[(size_t)x * n + (size_t)y];
                    a = x;
                    b = y;
                }
        if (a < 0 || least > limit_ns)
            break;
        k->merge[k->nmerge++] = (struct bsim_cluster_merge){a, b, least};
        is_gone[b] = true;
        for (int x = 0; x < k->n; x++) {
            double far = fmax(k->distance[(size_t)a * n + (size_t)x], k->distance[(size_t)b * n + (size_t)x]);
            k->distance[(size_t)a * n + (size_t)x] = k->distance[(size_t)x * n + (size_t)a] = far;
        }
    }
    bsim_free(is_gone);
}

/* Heights of complete linkage do not fall: the merges up to the cut come first. */
static void cut_tree(struct clusters *k, double cut_ns) {
    for (int i = 0; i < k->nmerge && k->merge[i].height_ns <= cut_ns; i++) {
        k->height[k->merge[i].a] = k->merge[i].height_ns;
        for (int x = 0; x < k->n; x++)
            if (k->group[x] == k->merge[i].b)
                k->group[x] = k->merge[i].a;
    }
}

/* The rank nearest to the mean vector of its group; of equal ones the smallest. */
static int representative(const struct clusters *k, int group) {
    int64_t m = k->trace->nevent[group];
    int members = 0, best = group;
    double least = INFINITY;
    if (k->vector == NULL)
        return group;
    double *centre = bsim_alloc(((size_t)m + 1) * sizeof *centre);
    for (int r = group; r < k->n; r++)
        if (k->group[r] == group) {
            members++;
            for (int64_t i = 0; i < m; i++)
                centre[i] += k->vector[r][i];
        }
    for (int r = group; r < k->n; r++) {
        double sum = 0;
        for (int64_t i = 0; k->group[r] == group && i < m; i++)
            sum += fabs(k->vector[r][i] - centre[i] / members);
        if (k->group[r] == group && sum < least) {
            least = sum;
            best = r;
        }
    }
    bsim_free(centre);
    return best;
}

/* whole: the tree above the cut, too. */
static void find(struct clusters *k, double cut, bool whole) {
    size_t n = (size_t)k->n;
    k->stands = bsim_alloc(n * sizeof *k->stands);
    k->merge = bsim_alloc(n * sizeof *k->merge);
    k->group = bsim_alloc(n * sizeof *k->group);
    k->height = bsim_alloc(n * sizeof *k->height);
    find_kinds(k);
    if (strcmp(k->trace->clock, "none") == 0) { /* ranks with equal calls */
        for (int r = 0; r < k->n; r++)
            k->group[r] = kind_of(k, r);
        return;
    }
    k->vector = bsim_alloc(n * sizeof *k->vector);
    k->distance = bsim_alloc(n * n * sizeof *k->distance);
    for (int r = 0; r < k->n; r++) {
        k->group[r] = r;
        k->vector[r] = vector_of(k, r);
    }
    for (int x = 0; x < k->n; x++)
        for (int y = x + 1; y < k->n; y++)
            k->distance[(size_t)x * n + (size_t)y] = k->distance[(size_t)y * n + (size_t)x] = distance(k, x, y);
    merge(k, whole ? INFINITY : cut * k->mean_ns);
    cut_tree(k, cut * k->mean_ns);
}

static json_t *report(const struct clusters *k, double cut) {
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
        int stands = k->stands[g] = representative(k, g);
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

static void cluster(const struct bsim_trace *t, const struct options_of_cluster *o, double cut,
                    struct bsim_error *err) {
    struct clusters k = {.trace = t, .n = t->nrank};
    find(&k, cut, o->picture != NULL);
    json_t *json = report(&k, cut);
    if (o->output)
        bsim_output_json(o->output, json, err);
    json_decref(json);
    const struct bsim_cluster_tree tree = {.program = t->program,
                                           .n = k.n,
                                           .merge = k.merge,
                                           .nmerge = k.nmerge,
                                           .cut = cut,
                                           .cut_ns = cut * k.mean_ns,
                                           .group = k.group,
                                           .representative = k.stands};
    if (o->picture && !err->set)
        bsim_cluster_draw(&tree, o->picture, err);
    for (int r = 0; k.vector && r < k.n; r++)
        bsim_free(k.vector[r]);
    bsim_free(k.vector);
    bsim_free(k.kind);
    bsim_free(k.distance);
    bsim_free(k.merge);
    bsim_free(k.group);
    bsim_free(k.height);
    bsim_free(k.stands);
}

int bsim_cmd_cluster(int argc, char **argv) {
    struct options_of_cluster o = {0};
    struct bsim_error err = {0};
    struct bsim_trace t;
    char *end = NULL;
    int first = bsim_options_read(argc, argv, BSIM_OPERANDS_MIXED, &table, &o, &err);
    if (first == -2)
        return BSIM_EXIT_OK;
    double cut = o.cut ? strtod(o.cut, &end) : 0.05;
    if (first >= 0 && (argv[first] == NULL || argv[first + 1]))
        bsim_error_set(&err, NULL, 0, NULL, "bsim cluster takes one trace");
    else if (end && (*end || !(cut >= 0 && cut < HUGE_VAL)))
        bsim_error_set(&err, NULL, 0, NULL, "--cut %s: must be a number of at least 0", o.cut);
    if (!err.set && bsim_trace_open(&t, argv[first], &err)) {
        if (t.nrank > MOST_MEASURED && strcmp(t.clock, "none") != 0)
            bsim_error_set(&err, t.folder, 0, NULL, "has %d ranks; vectors of more than %d are not compared", t.nrank,
                           MOST_MEASURED);
        else if (o.picture && strcmp(t.clock, "none") == 0)
            bsim_error_set(&err, t.folder, 0, NULL, "has no times, so there is no tree to draw");
        else
            cluster(&t, &o, cut, &err);
        bsim_trace_close(&t);
    }
    if (err.set)
        bsim_error_print(&err, stderr);
    return err.set ? BSIM_EXIT_USAGE : BSIM_EXIT_OK;
}
