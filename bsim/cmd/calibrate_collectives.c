/* calibrate_collectives.c - which algorithms of collectives come nearest to what was measured: rules of the platform,
 * where one is clearly nearer than the library's own choice and no other one is as near. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/cmd/calibrate.h"

/* An algorithm is chosen for so many sizes in a row, if the collective has sizes. */
enum { LEAST_SIZES = 2 };

/* Mean errors are absolute logarithms of simulated over measured time. A choice must be nearer than the library's by
 * least_gain and by half of its error, and be off by at most most_error. Algorithms whose errors differ by less than
 * alike cannot be told apart. A range of an algorithm costs as much as it must gain. */
static const double least_gain = 0.15, most_error = 0.3, alike = 0.05;

/* Calls of one collective on as many processes. */
struct group {
    const struct calibrate_data *data;
    const struct calibrate_simulated *simulated;
    int first, end;
    bool last; /* no group of more processes follows */
};

struct range {
    int from, to, algorithm; /* -1: the library's choice */
};

static double error_of(const struct group *g, int algorithm, int i) {
    double s = algorithm < 0 ? g->simulated->library_s[i] : g->simulated->by_s[algorithm][i];
    return isnan(s) || !(s > 0) ? HUGE_VAL : fmin(3, fabs(log(s / g->data->call[i].time_s)));
}

static double mean_error(const struct group *g, int algorithm, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++)
        sum += error_of(g, algorithm, i);
    return sum / (to - from);
}

/* The nearest algorithm of a range; -1: the library's choice is not clearly worse. */
static int nearest(const struct group *g, int from, int to) {
    double library = mean_error(g, -1, from, to), least = HUGE_VAL;
    int best = -1;
    for (int a = 0; a < bsim_nalgorithm; a++) {
        double error = mean_error(g, a, from, to);
        if (error < least) {
            least = error;
            best = a;
        }
    }
    bool clearly = library - least >= fmax(least_gain, 0.5 * library) && least <= most_error;
    return clearly ? best : -1;
}

/* Divides the sizes of a group into ranges, each with one choice, so that the sum of errors and of the ranges' costs is
 * least. */
static int divide(const struct group *g, struct range *range) {
    static double cost[CALIBRATE_MAX_CALLS + 1];
    static struct range last[CALIBRATE_MAX_CALLS + 1];
    int sizes = g->end - g->first, n = 0;
    cost[0] = 0;
    for (int to = 1; to <= sizes; to++) {
        cost[to] = HUGE_VAL;
        for (int from = 0; from < to; from++) {
            int chosen =
                to - from >= LEAST_SIZES || sizes < LEAST_SIZES ? nearest(g, g->first + from, g->first + to) : -1;
            for (int k = 0; k < 2; k++) {
                int a = k ? chosen : -1;
                double c = cost[from] + mean_error(g, a, g->first + from, g->first + to) * (to - from) +
                           (a >= 0 ? least_gain : 1e-6);
                if (c < cost[to]) {
                    cost[to] = c;
                    last[to] = (struct range){g->first + from, g->first + to, a};
                }
            }
        }
    }
    for (int to = sizes; to > 0; to = last[to].from - g->first)
        n++;
    for (int to = sizes, i = n; i > 0; to = last[to].from - g->first)
        range[--i] = last[to];
    return n;
}

static void remark(struct calibrate_collectives *c, const struct group *g, struct range r, const char *why) {
    const struct calibrate_call *call = &g->data->call[r.from];
    char *to = c->remark[c->nremark++];
    size_t size = sizeof c->remark[0];
    int n = snprintf(to, size, "%s on %d ranks", bsim_collective_names[call->collective], call->processes);
    if (call->collective != BSIM_COLLECTIVE_barrier)
        n += snprintf(to + n, size - (size_t)n, ", %.0f to %.0f B", call->bytes, g->data->call[r.to - 1].bytes);
    snprintf(to + n, size - (size_t)n, ": the library's choice is off by a factor of %.2f in the mean; %s",
             exp(mean_error(g, -1, r.from, r.to)), why);
}

/* Names of all algorithms that are as near as the chosen one; 1: it alone. */
static int count_alike(const struct group *g, struct range r, char *names, size_t size) {
    double best = mean_error(g, r.algorithm, r.from, r.to);
    int count = 0;
    size_t n = 0;
    for (int a = 0; a < bsim_nalgorithm; a++)
        if (mean_error(g, a, r.from, r.to) <= best + alike && n < size) {
            n += (size_t)snprintf(names + n, size - n, "%s%s", count ? ", " : "", bsim_algorithms[a].name);
            count++;
        }
    return count;
}

/* The largest size of a range, between those that were measured on either side. */
static double end_of(const struct group *g, struct range r) {
    return r.to == g->end ? HUGE_VAL : floor(sqrt(g->data->call[r.to - 1].bytes * g->data->call[r.to].bytes));
}

static void add_rule(struct calibrate_collectives *c, const struct group *g, struct range r) {
    struct calibrate_rule rule = {.collective = g->data->call[r.from].collective,
                                  .up_to_processes = g->last ? INT_MAX : g->data->call[r.from].processes,
                                  .up_to_bytes = end_of(g, r),
                                  .algorithm = r.algorithm};
    struct calibrate_rule *before = c->nrule ? &c->rule[c->nrule - 1] : NULL;
    if (before && before->collective == rule.collective && before->up_to_processes == rule.up_to_processes &&
        before->algorithm == rule.algorithm)
        before->up_to_bytes = rule.up_to_bytes;
    else
        c->rule[c->nrule++] = rule;
    for (int i = r.from; i < r.to && r.algorithm >= 0; i++)
        c->ours_s[i] = g->simulated->by_s[r.algorithm][i];
}

/* The choice of a range, or why there is none. */
static void decide(struct calibrate_collectives *c, const struct group *g, struct range *r) {
    char names[160], why[256];
    if (r->algorithm >= 0 && count_alike(g, *r, names, sizeof names) > 1) {
        snprintf(why, sizeof why, "nearer are %s, which these ranks do not tell apart", names);
        remark(c, g, *r, why);
        r->algorithm = -1;
    } else if (r->algorithm < 0 && mean_error(g, -1, r->from, r->to) > most_error) {
        remark(c, g, *r, "no algorithm is clearly nearer");
    }
}

/* Rules of a group, up to the last one that chooses something; of a group before others all. */
static void choose_group(struct calibrate_collectives *c, const struct group *g) {
    struct range range[CALIBRATE_MAX_CALLS];
    const struct calibrate_call *call = &g->data->call[g->first];
    struct range all = {g->first, g->end, -1};
    if (call->processes == 2) {
        if (mean_error(g, -1, g->first, g->end) > least_gain)
            remark(c, g, all, "two ranks do not tell algorithms apart");
        return;
    }
    int n = divide(g, range), used = 0;
    for (int i = 0; i < n; i++) {
        decide(c, g, &range[i]);
        used = range[i].algorithm >= 0 ? i + 1 : used;
    }
    for (int i = 0; i < (g->last ? used : n); i++)
        add_rule(c, g, range[i]);
}

/* Takes back the last rules, unless one of a collective's rules chooses something. */
static void drop_idle_rules(struct calibrate_collectives *c, enum bsim_collective collective) {
    int n = c->nrule;
    while (n > 0 && c->rule[n - 1].collective == collective && c->rule[n - 1].algorithm < 0)
        n--;
    c->nrule = n;
}

int bsim_calibrate_group_end(const struct calibrate_data *d, int first) {
    const struct calibrate_call *a = &d->call[first], *b;
    int end = first + 1;
    while (end < d->ncall && (b = &d->call[end])->collective == a->collective && b->processes == a->processes &&
           b->nodes == a->nodes)
        end++;
    return end;
}

void bsim_calibrate_choose(struct calibrate_collectives *c, const struct calibrate_data *data,
                           const struct calibrate_simulated *simulated) {
    c->nrule = c->nremark = 0;
    for (int i = 0; i < data->ncall; i++)
        c->library_s[i] = c->ours_s[i] = simulated->library_s[i];
    for (int first = 0, end; first < data->ncall; first = end) {
        end = bsim_calibrate_group_end(data, first);
        struct group g = {data, simulated, first, end, true};
        g.last = end == data->ncall || data->call[end].collective != data->call[first].collective;
        choose_group(c, &g);
        if (g.last)
            drop_idle_rules(c, data->call[first].collective);
    }
}

const char *bsim_calibrate_not_comparable(const struct calibrate_data *d) {
    for (int i = 0; i < d->ncall; i++) {
        const struct calibrate_call *a = &d->call[i], *b = i > 0 ? &d->call[i - 1] : a;
        bool within = a->nodes == 1, between = a->nodes == a->processes;
        if (a->collective == b->collective && a->processes == b->processes && a->nodes != b->nodes)
            return "as many ranks were measured on different numbers of nodes: keep one of them";
        if (!within && !between)
            return "messages within a node and between nodes are in them, and only one of both was measured";
        if ((within && (d->nodes == 2 || d->hosts[0])) || (between && (d->nodes == 1 || d->node.cores > 0)))
            return within ? "they were measured within a node, and messages between nodes"
                          : "they were measured between nodes, and messages within one";
    }
    return NULL;
}
