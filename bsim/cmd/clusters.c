/* clusters.c - groups of ranks of a trace that calculate alike, and a rank that stands for each group (Zhai et al.,
 * IEEE Trans. Computers 65(7), 2016).
 *
 * The computation vector of a rank has the calculation before each of its calls. Dist(x, y) is the sum of the absolute
 * differences of their elements, infinite for ranks that do not make equal calls. Groups are merged by complete
 * linkage: the distance of two groups is the largest one between their ranks. */
#include "bsim/cmd/clusters.h"

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/trace/trace.h"

enum { MOST_MEASURED = 1024 };

static double *vector_of(struct bsim_clusters *k, int rank) {
    double *v = bsim_alloc(((size_t)k->trace->nevent[rank] + 1) * sizeof *v);
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    struct bsim_trace means = *k->trace; /* draws differ also where ranks calculate alike */
    means.takes_means = true;
    bsim_trace_cursor_start(&c, &means, rank);
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
static void find_kinds(struct bsim_clusters *k) {
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

static int kind_of(const struct bsim_clusters *k, int rank) {
    return k->kind[k->trace->structure_of[rank]];
}

static double distance(const struct bsim_clusters *k, int x, int y) {
    double sum = 0;
    if (kind_of(k, x) != kind_of(k, y))
        return INFINITY;
    for (int64_t i = 0; i < k->trace->nevent[x]; i++)
        sum += fabs(k->vector[x][i] - k->vector[y][i]);
    return sum;
}

/* Merges the nearest groups while they are not farther apart than limit_ns; of equal distances those of the smallest
 * ranks. */
static void merge(struct bsim_clusters *k, double limit_ns) {
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
static void cut_tree(struct bsim_clusters *k, double cut_ns) {
    for (int i = 0; i < k->nmerge && k->merge[i].height_ns <= cut_ns; i++) {
        k->height[k->merge[i].a] = k->merge[i].height_ns;
        for (int x = 0; x < k->n; x++)
            if (k->group[x] == k->merge[i].b)
                k->group[x] = k->merge[i].a;
    }
}

/* The rank nearest to the mean vector of its group; of equal ones the smallest. */
int bsim_clusters_representative(const struct bsim_clusters *k, int group) {
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

bool bsim_clusters_has_vectors(const struct bsim_trace *t) {
    return strcmp(t->clock, "none") != 0 && t->calculation_s > 0;
}

bool bsim_clusters_find(struct bsim_clusters *k, const struct bsim_trace *t, double cut, bool whole,
                        struct bsim_error *err) {
    size_t n = (size_t)t->nrank;
    bool is_measured = bsim_clusters_has_vectors(t);
    *k = (struct bsim_clusters){.trace = t, .n = t->nrank};
    if (t->nrank > MOST_MEASURED && is_measured)
        return bsim_error_set(err, t->folder, 0, NULL, "has %d ranks; vectors of more than %d are not compared",
                              t->nrank, MOST_MEASURED);
    k->merge = bsim_alloc(n * sizeof *k->merge);
    k->group = bsim_alloc(n * sizeof *k->group);
    k->height = bsim_alloc(n * sizeof *k->height);
    find_kinds(k);
    for (int r = 0; r < k->n; r++) /* without vectors: ranks with equal calls */
        k->group[r] = is_measured ? r : kind_of(k, r);
    if (!is_measured)
        return true;
    k->vector = bsim_alloc(n * sizeof *k->vector);
    k->distance = bsim_alloc(n * n * sizeof *k->distance);
    for (int r = 0; r < k->n; r++)
        k->vector[r] = vector_of(k, r);
    for (int x = 0; x < k->n; x++)
        for (int y = x + 1; y < k->n; y++)
            k->distance[(size_t)x * n + (size_t)y] = k->distance[(size_t)y * n + (size_t)x] = distance(k, x, y);
    merge(k, whole ? INFINITY : cut * k->mean_ns);
    cut_tree(k, cut * k->mean_ns);
    return true;
}

void bsim_clusters_end(struct bsim_clusters *k) {
    for (int r = 0; k->vector && r < k->n; r++)
        bsim_free(k->vector[r]);
    bsim_free(k->vector);
    bsim_free(k->kind);
    bsim_free(k->distance);
    bsim_free(k->merge);
    bsim_free(k->group);
    bsim_free(k->height);
    *k = (struct bsim_clusters){0};
}
