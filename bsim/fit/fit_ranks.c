/* fit_ranks.c - ranks that always take more or less time than the others with equal parameters: what they work on
 * differs, and no parameter tells it. */
#include <math.h>
#include <stdlib.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

/* Ranks differ if one takes so many times the mean or more, and if each keeps to its own part of the mean: what this
 * varies by, from run to run and from size to size, is at most STEADY of how far they are apart. */
static const double APART = 1.3, STEADY = 0.5;
/* Times that go with the number of ranks fall by this factor, at least, from the fewest ranks to the most. */
static const double FALLS = 1.2;
/* Runs, and sizes in runs, that show it. */
enum { RUNS = 2, GROUPS = 3 };
/* Smaller parts of the mean are as good as none. */
static const double LEAST_PART = 0.1;

static int by_run(const void *a, const void *b, void *nparam) {
    const struct fit_point *p = *(const struct fit_point *const *)a, *q = *(const struct fit_point *const *)b;
    int order = bsim_fit_compare_given(p, q, *(int *)nparam);
    if (order)
        return order;
    if (p->run != q->run || p->rank != q->rank)
        return p->run != q->run ? p->run - q->run : p->rank - q->rank;
    return (p > q) - (p < q);
}

struct fit_point **bsim_fit_by_run(struct fit_block *b, int *n) {
    struct fit_point **sorted = bsim_alloc(((size_t)b->npoint + 1) * sizeof *sorted);
    *n = 0;
    for (int i = 0; i < b->npoint; i++)
        if (b->point[i].ranks > 0)
            sorted[(*n)++] = &b->point[i];
    qsort_r(sorted, (size_t)*n, sizeof(struct fit_point *), by_run, &b->nparam);
    return sorted;
}

/* What runs with the same number of ranks tell. */
struct seen {
    int ranks, groups, runs, last_run;
    double *sum, *squares; /* of each rank's time over the mean, weighted */
    double *time_s, *count;
    double weight, off; /* off: the squares of how far ranks are from their parts in a group, all groups */
    const double *part; /* NULL: not known yet */
};

/* Adds the samples of one run with equal parameters, if all ranks have some. */
static void add_group(struct seen *s, struct fit_point *const *p, int n) {
    double all_s = 0, executions = 0;
    for (int r = 0; r < s->ranks; r++)
        s->time_s[r] = s->count[r] = 0;
    for (int i = 0; i < n; i++) {
        s->time_s[p[i]->rank] += p[i]->time_s * (double)p[i]->count;
        s->count[p[i]->rank] += (double)p[i]->count;
    }
    for (int r = 0; r < s->ranks; r++) {
        if (s->count[r] == 0)
            return;
        all_s += s->time_s[r];
        executions += s->count[r];
    }
    double mean_s = all_s / executions;
    if (mean_s < FIT_STEADY_S)
        return;
    for (int r = 0; r < s->ranks; r++) {
        double part = s->time_s[r] / s->count[r] / mean_s;
        s->sum[r] += all_s * part;
        s->squares[r] += all_s * part * part;
        if (s->part)
            s->off += pow(log(fmax(part, LEAST_PART) / fmax(s->part[r], LEAST_PART)), 2) / s->ranks;
    }
    s->weight += all_s;
    s->groups++;
    s->runs += s->last_run != p[0]->run;
    s->last_run = p[0]->run;
}

/* Writes the part of the mean that each rank takes; false if they do not differ. */
static bool differ(const struct seen *s, double *part) {
    double most = 0, between = 0, within = 0;
    if (s->groups < GROUPS || s->runs < RUNS)
        return false;
    for (int r = 0; r < s->ranks; r++) {
        part[r] = s->sum[r] / s->weight;
        most = fmax(most, part[r]);
        between += (part[r] - 1) * (part[r] - 1);
        within += fmax(s->squares[r] / s->weight - part[r] * part[r], 0);
    }
    return most >= APART && within <= STEADY * STEADY * between;
}

/* Adds all samples of runs with so many ranks; sorted: by run. */
static void add_groups(struct seen *s, struct fit_point *const *sorted, int n, int nparam) {
    s->last_run = -1;
    for (int i = 0, j; i < n; i = j) {
        for (j = i + 1;
             j < n && sorted[j]->run == sorted[i]->run && bsim_fit_compare_given(sorted[i], sorted[j], nparam) == 0;)
            j++;
        if (sorted[i]->ranks == s->ranks)
            add_group(s, &sorted[i], j - i);
    }
}

/* Looks at the runs with so many ranks. *error: nine tenths of a rank's parts, of one size and run each, are within it.
 */
static bool look_at(struct fit_point *const *sorted, int n, int nparam, int ranks, double *part, double *error) {
    double *room = bsim_alloc(4 * (size_t)ranks * sizeof *room);
    struct seen s = {
        .ranks = ranks, .sum = room, .squares = room + ranks, .time_s = room + 2 * ranks, .count = room + 3 * ranks};
    add_groups(&s, sorted, n, nparam);
    bool found = differ(&s, part);
    if (found) {
        s.part = part;
        s.groups = 0;
        add_groups(&s, sorted, n, nparam);
        *error = expm1(bsim_fit_further(s.groups - 1) * BSIM_WITHIN_NINETY * sqrt(s.off / s.groups));
    }
    bsim_free(room);
    return found;
}

/* The mean time of the samples of runs with so many ranks, of those from `from` to `to`; 0: there are none. */
static double mean_of(struct fit_point *const *sorted, int from, int to, int ranks) {
    double sum = 0, count = 0;
    for (int i = from; i < to; i++)
        if (sorted[i]->ranks == ranks) {
            sum += sorted[i]->time_s * (double)sorted[i]->count;
            count += (double)sorted[i]->count;
        }
    return count > 0 ? sum / count : 0;
}

/* The greatest number of ranks, if with equal parameters a block takes less time the more ranks there are: something
 * that no parameter tells is shared by them. Memory that they share makes it longer instead. 0: it does not. */
static int up_to_ranks(struct fit_point *const *sorted, int n, int nparam, int most) {
    int groups = 0;
    for (int i = 0, j; i < n; i = j) {
        double before_s = 0, first_s = 0;
        for (j = i + 1; j < n && bsim_fit_compare_given(sorted[i], sorted[j], nparam) == 0;)
            j++;
        for (int ranks = 1; ranks <= most; ranks++) {
            double mean_s = mean_of(sorted, i, j, ranks);
            if (mean_s < FIT_STEADY_S)
                continue;
            if (before_s > 0 && !(mean_s < before_s))
                return 0;
            first_s = first_s > 0 ? first_s : mean_s;
            before_s = mean_s;
        }
        if (before_s > 0 && before_s < first_s) {
            if (first_s < FALLS * before_s)
                return 0;
            groups++;
        }
    }
    return groups >= GROUPS ? most : 0;
}

void bsim_fit_ranks_find(struct fit_block *b) {
    double part[FIT_MAX_RANKS];
    int most = 0, n;
    struct fit_point **sorted = bsim_fit_by_run(b, &n);
    for (int i = 0; i < n; i++)
        most = sorted[i]->ranks > most ? sorted[i]->ranks : most;
    b->nrank = 0;
    b->rank_error = 0;
    for (int ranks = 2; ranks <= most && ranks <= FIT_MAX_RANKS; ranks++) {
        if (!look_at(sorted, n, b->nparam, ranks, part, &b->rank_error))
            continue;
        b->nrank = ranks;
        for (int r = 0; r < ranks; r++)
            b->rank_part[r] = part[r];
        /* Counts, where there are some, say it too: then times must go with them. */
        for (int i = 0; i < n && b->ncount == 0; i++)
            if (sorted[i]->ranks == ranks && part[sorted[i]->rank] > 0)
                sorted[i]->time_s /= part[sorted[i]->rank];
    }
    b->up_to_ranks = b->nrank == 0 && most <= FIT_MAX_RANKS ? up_to_ranks(sorted, n, b->nparam, most) : 0;
    bsim_free(sorted);
}

/* Without counts the times are those of the mean rank, and their errors tell it. */
void bsim_fit_ranks_errors(struct fit_model *m, const struct fit_block *b) {
    if (b->nrank == 0 || b->ncount == 0)
        return;
    for (int i = 0; i < m->nnear; i++)
        m->near[i].error = hypot(m->near[i].error, b->rank_error);
    m->error_max = hypot(m->error_max, b->rank_error);
}

json_t *bsim_fit_ranks_json(const struct fit_block *b) {
    json_t *list = b->nrank > 0 ? json_array() : NULL;
    for (int r = 0; r < b->nrank; r++)
        json_array_append_new(list, json_real(rint(b->rank_part[r] * 1e4) / 1e4));
    return list;
}

void bsim_fit_ranks_note(const struct fit_block *b, char *buf, size_t size) {
    double least = HUGE_VAL, most = 0;
    buf[0] = '\0';
    for (int r = 0; r < b->nrank; r++) {
        least = fmin(least, b->rank_part[r]);
        most = fmax(most, b->rank_part[r]);
    }
    if (b->nrank > 0)
        snprintf(
            buf, size,
            "with equal parameters, %d ranks took %.2g to %.2g times their mean, each always alike: what they work "
            "on differs, and no parameter tells it",
            b->nrank, least, most);
}
