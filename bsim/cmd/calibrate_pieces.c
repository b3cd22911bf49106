/* calibrate_pieces.c - whether messages of some sizes follow lines of their own, and which: steps of the times, where
 * the MPI or the network changes its way.
 *
 * For each number of pieces, dynamic programming finds the division of the sizes whose lines have the least sum of
 * squares of relative errors. A piece never lies on both sides of the eager limit. The number of pieces is chosen by
 * leaving out each size in turn: noise makes no pieces, since they do not foretell what they have not seen. */
#include <math.h>
#include <string.h>

#include "bsim/cmd/calibrate.h"

/* A piece has so many sizes, unless there are fewer on its side of the eager limit. */
enum { LEAST_SIZES = 3 };

/* An error counts at most so much in a choice, so that one disturbed size does not decide it. */
static const double most_error = 1;
/* What is gained by more pieces must be more than this share of the times, more than this part of the error that stays,
 * and more than chance gives. */
static const double least_gain = 0.005, least_part = 0.3;

/* Sizes whose passes differ by more than this share count less: other programs have disturbed them. */
static const double quiet_spread = 0.02;

static double weight_of(const struct calibrate_size *s) {
    return 1 / (1 + s->spread / quiet_spread);
}

/* Half of a round trip: fixed_s + gap_s (bytes - 1). */
struct line {
    double fixed_s, gap_s, cost;
};

struct division {
    int n;                           /* pieces; 0: the link's own line */
    int begin[CALIBRATE_MAX_PIECES]; /* the first size of each */
    struct line line[CALIBRATE_MAX_PIECES];
    double up_to_bytes[CALIBRATE_MAX_PIECES]; /* of the last one HUGE_VAL */
};

/* Lines over all ranges of sizes, and the best divisions. */
struct search {
    const struct calibrate_data *data;
    int n, limit; /* sizes; the first one above the eager limit */
    double least_s, gap_s;
    struct line line[CALIBRATE_MAX_SIZES][CALIBRATE_MAX_SIZES + 1]; /* from, to before; cost HUGE_VAL: not allowed */
    double cost[CALIBRATE_MAX_PIECES + 1][CALIBRATE_MAX_SIZES + 1]; /* of the sizes before, in so many pieces */
    int from[CALIBRATE_MAX_PIECES + 1][CALIBRATE_MAX_SIZES + 1];    /* where the last of these pieces begins */
};

static double behind_first(double bytes) {
    return fmax(bytes - 1, 0);
}

/* The sizes from..to-1. A line begins at least_s or above and does not fall; too few sizes have the link's slope. */
static struct line fit_line(const struct search *s, int from, int to) {
    struct calibrate_sums sums = {0};
    const struct calibrate_size *size = s->data->size;
    for (int i = from; i < to; i++) {
        double y = size[i].half_s;
        bsim_calibrate_sum(&sums, behind_first(size[i].bytes), y, weight_of(&size[i]) / (y * y));
    }
    double slope = bsim_calibrate_slope(&sums), most = behind_first(size[to - 1].bytes);
    struct line l = {.gap_s = s->gap_s};
    if (to - from >= LEAST_SIZES && !isnan(slope))
        l.gap_s = fmax(0, slope);
    l.fixed_s = (sums.wy - l.gap_s * sums.wx) / sums.w;
    if (l.fixed_s < s->least_s) {
        l.fixed_s = s->least_s;
        l.gap_s = sums.wxx > 0 ? fmax(0, (sums.wxy - l.fixed_s * sums.wx) / sums.wxx) : 0;
    }
    if (most > 0) /* a bandwidth is finite */
        l.gap_s = fmax(l.gap_s, 1e-4 * l.fixed_s / most);
    for (int i = from; i < to; i++) {
        double error = (l.fixed_s + l.gap_s * behind_first(size[i].bytes)) / size[i].half_s - 1;
        l.cost += weight_of(&size[i]) * error * error;
    }
    return l;
}

/* Whether the sizes from..to-1 may be a piece. */
static bool may_be(const struct search *s, int from, int to) {
    int low = from < s->limit ? 0 : s->limit, high = from < s->limit ? s->limit : s->n;
    return to <= high && (to - from >= LEAST_SIZES || (from == low && to == high));
}

/* All divisions into at most so many pieces. */
static void find_divisions(struct search *s, int most) {
    for (int from = 0; from < s->n; from++)
        for (int to = from + 1; to <= s->n; to++) {
            s->line[from][to].cost = HUGE_VAL;
            if (may_be(s, from, to))
                s->line[from][to] = fit_line(s, from, to);
        }
    for (int k = 0; k <= most; k++)
        for (int to = 0; to <= s->n; to++) {
            s->cost[k][to] = k == 0 && to == 0 ? 0 : HUGE_VAL;
            for (int from = 0; k > 0 && from < to; from++) {
                double cost = s->cost[k - 1][from] + s->line[from][to].cost;
                if (cost < s->cost[k][to]) {
                    s->cost[k][to] = cost;
                    s->from[k][to] = from;
                }
            }
        }
}

static bool is_power_of_two(double bytes) {
    int exponent;
    return frexp(bytes, &exponent) == 0.5;
}

/* Where messages change from line a to line b, of the last size of a and the first one of b: where the lines cross,
 * else at a power of two, up to which or from which on libraries mostly do something. */
static double change(const struct line *a, const struct line *b, double last, double first) {
    double slopes = a->gap_s - b->gap_s, cross = slopes != 0 ? 1 + (b->fixed_s - a->fixed_s) / slopes : 0;
    if (cross >= last && cross < first)
        return floor(cross);
    if (is_power_of_two(last))
        return last;
    return is_power_of_two(first) ? first - 1 : floor(sqrt(last * first));
}

/* The best division into k pieces; without any if there is none. */
static struct division division_of(const struct search *s, int k) {
    struct division d = {0};
    const struct calibrate_size *size = s->data->size;
    if (k == 0 || isinf(s->cost[k][s->n]))
        return d;
    d.n = k;
    for (int to = s->n, i = k; i > 0; i--) {
        d.begin[i - 1] = s->from[i][to];
        d.line[i - 1] = s->line[d.begin[i - 1]][to];
        to = d.begin[i - 1];
    }
    for (int i = 0; i < k; i++) {
        int next = i + 1 < k ? d.begin[i + 1] : s->n;
        d.up_to_bytes[i] = i + 1 == k ? HUGE_VAL
                           : next == s->limit
                               ? s->data->eager_limit_bytes
                               : change(&d.line[i], &d.line[i + 1], size[next - 1].bytes, size[next].bytes);
    }
    return d;
}

static double time_of(const struct division *d, const struct calibrate_link *link, double bytes) {
    int i = 0;
    if (d->n == 0)
        return bsim_calibrate_predict(link, bytes);
    while (bytes > d->up_to_bytes[i])
        i++;
    return d->line[i].fixed_s + d->line[i].gap_s * behind_first(bytes);
}

static void search_begin(struct search *s, const struct calibrate_data *data, const struct calibrate_link *link,
                         int most) {
    s->data = data;
    s->n = data->n;
    s->gap_s = link->gap_s_per_byte;
    s->least_s = HUGE_VAL;
    s->limit = 0;
    for (int i = 0; i < data->n; i++) {
        s->least_s = fmin(s->least_s, data->size[i].half_s);
        if (data->size[i].bytes <= data->eager_limit_bytes)
            s->limit = i + 1;
    }
    find_divisions(s, most);
}

/* The number of pieces whose errors at sizes left out are least, or a smaller one that is as good within twice the
 * standard error of the difference. */
static int choose(const struct calibrate_data *data, int most) {
    static double error[CALIBRATE_MAX_PIECES + 1][CALIBRATE_MAX_SIZES];
    static struct search s;
    static struct calibrate_data less;
    double mean[CALIBRATE_MAX_PIECES + 1] = {0}, weights = 0;
    for (int i = 0; i < data->n; i++)
        weights += weight_of(&data->size[i]);
    for (int out = 0; out < data->n; out++) {
        struct calibrate_link link;
        double bytes = data->size[out].bytes;
        less = *data;
        less.n--;
        memmove(less.size + out, less.size + out + 1, (size_t)(less.n - out) * sizeof *less.size);
        bsim_calibrate_fit(&link, &less);
        search_begin(&s, &less, &link, most);
        for (int k = 0; k <= most; k++) {
            struct division d = division_of(&s, k);
            error[k][out] = k > 0 && d.n == 0
                                ? most_error
                                : fmin(most_error, fabs(log(time_of(&d, &link, bytes) / data->size[out].half_s)));
            mean[k] += weight_of(&data->size[out]) * error[k][out] / weights;
        }
    }
    int best = 0;
    for (int k = 1; k <= most; k++)
        if (mean[k] < mean[best])
            best = k;
    for (int k = 0; k < best; k++) {
        double squares = 0, gain = mean[k] - mean[best];
        for (int i = 0; i < data->n; i++)
            squares += pow(weight_of(&data->size[i]) * (error[k][i] - error[best][i] - gain), 2);
        if (gain <= fmax(fmax(least_gain, least_part * mean[best]), 2 * sqrt(squares) / weights))
            return k;
    }
    return best;
}

/* Latencies that give the lines of a division: half of a round trip has one of them, a rendezvous three and four o'. */
static void set_pieces(struct calibrate_link *link, const struct division *d) {
    double overheads_s = link->send_overhead_s + link->recv_overhead_s, least_s = HUGE_VAL;
    for (int i = 0; i < d->n; i++)
        if (d->up_to_bytes[i] > link->eager_limit_bytes)
            least_s = fmin(least_s, d->line[i].fixed_s);
    if (isfinite(least_s)) /* what no latency explains */
        link->control_overhead_s = fmax(0, 0.25 * (least_s - overheads_s - 3 * link->latency_s));
    link->npiece = d->n;
    for (int i = 0; i < d->n; i++) {
        double rest_s = fmax(0, d->line[i].fixed_s - overheads_s);
        bool eager = d->up_to_bytes[i] <= link->eager_limit_bytes;
        link->piece[i] =
            (struct calibrate_piece){.up_to_bytes = d->up_to_bytes[i],
                                     .latency_s = eager ? rest_s : (rest_s - 4 * link->control_overhead_s) / 3,
                                     .gap_s_per_byte = d->line[i].gap_s};
    }
}

void bsim_calibrate_pieces(struct calibrate_link *link, const struct calibrate_data *data, int most) {
    static struct search s;
    link->npiece = 0;
    if (most < 2 || data->n < 2 * LEAST_SIZES)
        return;
    int k = choose(data, most);
    search_begin(&s, data, link, most);
    struct division d = division_of(&s, k);
    if (d.n > 1)
        set_pieces(link, &d);
}
