/* calibrate_fit.c - loggpo parameters from measured messages. The formulas are those of PHANTOM, section 6. */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

#include "bsim/cmd/calibrate.h"

double bsim_calibrate_predict(const struct calibrate_link *l, double bytes) {
    double latency_s = l->latency_s, gap_s_per_byte = l->gap_s_per_byte, send_s_per_byte = 0;
    for (int i = l->npiece - 1; i >= 0 && bytes <= l->piece[i].up_to_bytes; i--) {
        latency_s = l->piece[i].latency_s;
        gap_s_per_byte = l->piece[i].gap_s_per_byte;
        send_s_per_byte = l->piece[i].send_s_per_byte;
    }
    double t = l->send_overhead_s + send_s_per_byte * bytes + latency_s + l->recv_overhead_s +
               gap_s_per_byte * fmax(bytes - 1, 0);
    if (bytes > l->eager_limit_bytes)
        t += 2 * (2 * l->control_overhead_s + latency_s);
    return t;
}

double bsim_calibrate_error_at(const struct calibrate_link *link, const struct calibrate_size *size) {
    return bsim_calibrate_predict(link, size->bytes) / size->half_s - 1;
}

struct calibrate_error bsim_calibrate_error(const struct calibrate_link *link, const struct calibrate_data *d) {
    double error[CALIBRATE_MAX_SIZES];
    struct calibrate_error e = {0};
    for (int i = 0; i < d->n; i++) {
        error[i] = fabs(bsim_calibrate_error_at(link, &d->size[i]));
        if (error[i] > e.largest) {
            e.largest = error[i];
            e.at = i;
        }
    }
    gsl_sort(error, 1, (size_t)d->n);
    e.median = gsl_stats_median_from_sorted_data(error, 1, (size_t)d->n);
    return e;
}

static double median(double *values, int n) {
    gsl_sort(values, 1, (size_t)n);
    return n > 0 ? values[n / 2] : 0;
}

double bsim_calibrate_rate(const struct calibrate_stream *s) {
    return s->time_s > 0 ? s->pairs * s->messages * s->bytes / s->time_s : 0;
}

/* What several pairs of processes get of the nodes' cards: limits that show if all pairs together are slower than each
 * alone. Where messages go both ways at the same time, acknowledgements and the like leave less for each direction:
 * that counts, if it is less, since programs mostly send and receive at once. */
static void card_limits(struct calibrate_link *link, const struct calibrate_data *d) {
    const struct calibrate_stream *one[2] = {NULL, NULL}, *all[2] = {NULL, NULL}; /* long messages, small ones */
    double both = HUGE_VAL; /* of long messages of the most pairs */
    int most = 0;
    for (int i = 0; i < d->nstream; i++) {
        const struct calibrate_stream *s = &d->stream[i];
        int small = s->bytes <= 64;
        if (!(s->time_s > 0))
            continue;
        if (s->both && !small && s->pairs >= most) {
            most = s->pairs;
            both = bsim_calibrate_rate(s);
        }
        if (!s->both && s->pairs == 1)
            one[small] = s;
        if (!s->both && (!all[small] || s->pairs > all[small]->pairs))
            all[small] = s;
    }
    bool shared[2] = {false, false};
    for (int k = 0; k < 2; k++)
        shared[k] = one[k] && all[k]->pairs > 1 &&
                    bsim_calibrate_rate(all[k]) < 0.9 * all[k]->pairs * bsim_calibrate_rate(one[k]);
    if (shared[0])
        link->card_bandwidth = fmin(bsim_calibrate_rate(all[0]), both);
    if (shared[1])
        link->card_gap_s = all[1]->time_s / (all[1]->pairs * all[1]->messages);
}

/* Medians over the sizes up to limit, which hardly copy: duration of sends and receives, half of a round trip. */
static void small_overheads(const struct calibrate_data *d, double limit, double *send, double *recv, double *half) {
    double s[CALIBRATE_MAX_SIZES], r[CALIBRATE_MAX_SIZES], h[CALIBRATE_MAX_SIZES];
    int n = 0;
    for (int i = 0; i < d->n; i++)
        if (d->size[i].bytes <= limit && !isnan(d->size[i].recv_s)) {
            s[n] = d->size[i].send_s;
            r[n] = d->size[i].recv_s;
            h[n++] = d->size[i].half_s;
        }
    *send = median(s, n);
    *recv = median(r, n);
    *half = median(h, n);
}

static double half_of(const struct calibrate_size *s) {
    return s->half_s;
}

static double send_of(const struct calibrate_size *s) {
    return s->send_s;
}

void bsim_calibrate_sum(struct calibrate_sums *s, double x, double y, double weight) {
    s->w += weight;
    s->wx += weight * x;
    s->wxx += weight * x * x;
    s->wy += weight * y;
    s->wxy += weight * x * y;
}

double bsim_calibrate_slope(const struct calibrate_sums *s) {
    double det = s->w * s->wxx - s->wx * s->wx;
    return det > 0 ? (s->w * s->wxy - s->wx * s->wy) / det : NAN;
}

/* Least squares of time = a + g bytes with relative weights over low < bytes <= high; the number of sizes, 0 for fewer
 * than two. */
static int line_fit(const struct calibrate_data *d, double (*time)(const struct calibrate_size *), double low,
                    double high, double *a, double *g) {
    struct calibrate_sums s = {0};
    int n = 0;
    for (int i = 0; i < d->n; i++) {
        double x = d->size[i].bytes, y = time(&d->size[i]);
        if (x <= low || x > high)
            continue;
        bsim_calibrate_sum(&s, x, y, 1 / (y * y));
        n++;
    }
    double slope = bsim_calibrate_slope(&s);
    if (n < 2 || isnan(slope))
        return 0;
    *g = fmax(slope, 0);
    *a = (s.wy - *g * s.wx) / s.w;
    return n;
}

void bsim_calibrate_fit(struct calibrate_link *link, const struct calibrate_data *d) {
    double send, recv, half, a = 0, g = 0, busy = 0;
    small_overheads(d, 64, &send, &recv, &half);
    /* The timer's own cost is in send and recv; together they cannot exceed the message, and some latency remains. */
    double scale = send + recv > 0 ? fmin(1, 0.9 * half / (send + recv)) : 0;
    *link = (struct calibrate_link){.send_overhead_s = send * scale,
                                    .recv_overhead_s = recv * scale,
                                    .latency_s = half - (send + recv) * scale,
                                    .eager_limit_bytes = d->eager_limit_bytes};
    /* Long messages decide the gap: an eager one is short, so that its error is small in seconds. */
    if (line_fit(d, half_of, d->eager_limit_bytes, HUGE_VAL, &a, &g) >= 3) {
        link->gap_s_per_byte = g;
        link->control_overhead_s = fmax(0, 0.25 * (a - half) - 0.5 * link->latency_s);
        /* How much longer a send takes with its bytes, of how much longer the message does. */
        if (g > 0 && line_fit(d, send_of, d->eager_limit_bytes, HUGE_VAL, &a, &busy) >= 3)
            link->sender_busy = fmin(1, busy / g);
    } else if (line_fit(d, half_of, 64, HUGE_VAL, &a, &g) > 0) {
        link->gap_s_per_byte = g;
        /* All are eager: the longest messages tell the gap without what is peculiar to short ones. */
        if (isinf(d->eager_limit_bytes) && line_fit(d, half_of, d->size[d->n - 1].bytes / 32, HUGE_VAL, &a, &g) >= 3)
            link->gap_s_per_byte = g;
    }
    card_limits(link, d);
}

/* Pieces that say what the link itself says: one for all sizes, or one on each side of the eager limit. */
static void make_pieces(struct calibrate_link *l) {
    struct calibrate_piece all = {HUGE_VAL, l->latency_s, l->gap_s_per_byte, 0};
    l->npiece = isfinite(l->eager_limit_bytes) ? 2 : 1;
    l->piece[0] = l->piece[1] = all;
    l->piece[0].up_to_bytes = l->eager_limit_bytes;
}

void bsim_calibrate_send(struct calibrate_link *link, const struct calibrate_data *d) {
    static const double most = 0.5; /* of a byte's time: the rest remains on the way, which messages may share */
    double longest = fmin(d->eager_limit_bytes, d->size[d->n - 1].bytes), fixed_s, per_byte_s;
    if (line_fit(d, send_of, 64, longest, &fixed_s, &per_byte_s) < 3 || per_byte_s * longest < link->send_overhead_s)
        return;
    if (link->npiece == 0)
        make_pieces(link);
    for (int i = 0; i < link->npiece && link->piece[i].up_to_bytes <= link->eager_limit_bytes; i++) {
        struct calibrate_piece *piece = &link->piece[i];
        piece->send_s_per_byte = fmin(per_byte_s, most * piece->gap_s_per_byte);
        piece->gap_s_per_byte -= piece->send_s_per_byte;
    }
    if (link->npiece == 1) /* all messages are so long on the way */
        link->gap_s_per_byte = link->piece[0].gap_s_per_byte;
}
