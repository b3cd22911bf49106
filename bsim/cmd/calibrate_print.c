/* calibrate_print.c - what bsim calibrate tells: measured times beside those of the platform, and where they differ. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bsim/cmd/calibrate.h"
#include "bsim/base/units.h"

/* Sizes whose time is off by more are warned of. */
static const double far_off = 0.25;
/* Passes that differ by more were disturbed. */
static const double restless = 0.1;

static void print_table(const struct calibrate_link *l, const struct calibrate_data *d) {
    char size[24], measured[24], model[24], note[80];
    printf("  %10s  %14s  %14s  %8s\n", "message", "half trip", "this platform", "error");
    for (int i = 0; i < d->n; i++) {
        double p = bsim_calibrate_predict(l, d->size[i].bytes);
        note[0] = '\0';
        if (fabs(bsim_calibrate_error_at(l, &d->size[i])) > far_off)
            snprintf(note, sizeof note,
                     d->size[i].spread > restless ? "  FAR OFF; its passes differ by %.0f %%" : "  FAR OFF",
                     100 * d->size[i].spread);
        printf("  %10s  %14s  %14s  %+7.1f %%%s\n", bsim_format_bytes(size, sizeof size, d->size[i].bytes),
               bsim_format_time(measured, sizeof measured, d->size[i].half_s), bsim_format_time(model, sizeof model, p),
               100 * bsim_calibrate_error_at(l, &d->size[i]), note);
    }
    char o_s[24], o_r[24], latency[24], control[24], rate[24], limit[24];
    printf("\n  latency %s, overheads %s (send), %s (receive), %s (control), bandwidth %s, eager up to %s; "
           "sender busy for %.0f %% of a long message\n",
           bsim_format_time(latency, 24, l->latency_s), bsim_format_time(o_s, 24, l->send_overhead_s),
           bsim_format_time(o_r, 24, l->recv_overhead_s), bsim_format_time(control, 24, l->control_overhead_s),
           bsim_format_rate(rate, 24, 1 / l->gap_s_per_byte),
           isfinite(l->eager_limit_bytes) ? bsim_format_bytes(limit, 24, l->eager_limit_bytes) : "all sizes",
           100 * l->sender_busy);
}

static bool has_steps(const struct calibrate_link *l) {
    for (int i = 0; i < l->npiece; i++)
        if (l->piece[i].latency_s != l->latency_s)
            return true;
    return false;
}

static void print_pieces(const struct calibrate_link *l) {
    char up_to[24], latency[24], rate[24], size[24];
    if (l->npiece > 0 && l->piece[0].send_s_per_byte > 0)
        printf("  a send takes %s longer for each byte%s%s\n",
               bsim_format_time(latency, sizeof latency, l->piece[0].send_s_per_byte),
               isfinite(l->eager_limit_bytes) ? " up to " : "",
               isfinite(l->eager_limit_bytes) ? bsim_format_bytes(size, sizeof size, l->eager_limit_bytes) : "");
    if (!has_steps(l))
        return;
    printf("  the times have steps, which pieces of the platform give:\n");
    for (int i = 0; i < l->npiece; i++) {
        const struct calibrate_piece *p = &l->piece[i];
        printf("    up to %s: latency %s, bandwidth %s\n", bsim_format_up_to(up_to, sizeof up_to, p->up_to_bytes),
               bsim_format_time(latency, 24, p->latency_s), bsim_format_rate(rate, 24, 1 / p->gap_s_per_byte));
    }
}

/* How well the platform gives back what was measured. */
static void print_errors(const struct calibrate_link *l, const struct calibrate_data *d) {
    struct calibrate_error error = bsim_calibrate_error(l, d);
    char size[24];
    int far = 0;
    printf("  error of the fit: %.1f %% in the median over the sizes, %.1f %% at most (%s)\n", 100 * error.median,
           100 * error.largest, bsim_format_bytes(size, sizeof size, d->size[error.at].bytes));
    for (int i = 0; i < d->n; i++)
        far += fabs(bsim_calibrate_error_at(l, &d->size[i])) > far_off;
    if (far == 0)
        return;
    fflush(stdout);
    fprintf(stderr, "bsim: warning: for %d of %d sizes the platform's time is off by more than %.0f %%:", far, d->n,
            100 * far_off);
    for (int i = 0, told = 0; i < d->n; i++)
        if (fabs(bsim_calibrate_error_at(l, &d->size[i])) > far_off)
            fprintf(stderr, "%s %s (%+.0f %%)", told++ ? "," : "",
                    bsim_format_bytes(size, sizeof size, d->size[i].bytes),
                    100 * bsim_calibrate_error_at(l, &d->size[i]));
    fprintf(stderr, ". Measure again on a quiet node; if it stays, predictions with such messages are off as much\n");
}

static void print_new_memory(const struct calibrate_link *l, const struct calibrate_data *d) {
    char size[24], time[24];
    if (d->new_s > 1.5 * bsim_calibrate_predict(l, d->new_bytes))
        printf(
            "  the first message in new memory (%s) takes %s, %.1f times as long as later ones: not in the platform\n",
            bsim_format_bytes(size, sizeof size, d->new_bytes), bsim_format_time(time, sizeof time, d->new_s),
            d->new_s / bsim_calibrate_predict(l, d->new_bytes));
}

static void print_first(const struct calibrate_link *l, const struct calibrate_data *d) {
    char from[24], up_to[24], time[24];
    if (d->first_disturbed)
        printf("  a process's first messages: not known and not in the platform, since in each run other programs had "
               "the processors\n");
    for (int i = 0; i < l->nfirst; i++) {
        const struct bsim_first_messages *f = &l->first[i];
        if (f->count == 1)
            printf("  a process's first message of ");
        else
            printf("  each of a process's first %d messages of ", f->count);
        printf("%s to %s takes either side %s longer\n", bsim_format_bytes(from, sizeof from, f->from_bytes),
               bsim_format_up_to(up_to, sizeof up_to, f->up_to_bytes), bsim_format_time(time, sizeof time, f->time_s));
    }
}

static void print_streams(const struct calibrate_link *l, const struct calibrate_data *d) {
    char rate[24], size[24], each[24];
    for (int i = 0; i < d->nstream; i++) {
        const struct calibrate_stream *s = &d->stream[i];
        printf("  %2d pair%s %s of %s: %s in each direction, %s a message\n", s->pairs, s->pairs == 1 ? " " : "s",
               s->both ? "both ways," : "one way,  ", bsim_format_bytes(size, sizeof size, s->bytes),
               bsim_format_rate(rate, sizeof rate, bsim_calibrate_rate(s)),
               bsim_format_time(each, sizeof each, s->time_s / (s->pairs * s->messages)));
    }
    if (l->card_bandwidth > 0)
        printf("  ranks of a node share its card: %s", bsim_format_rate(rate, sizeof rate, l->card_bandwidth));
    if (l->card_bandwidth > 0)
        printf(", %s for each message\n", bsim_format_time(each, sizeof each, l->card_gap_s));
    else if (d->nstream)
        printf("  all pairs together were as fast as each alone: no card's limit was seen\n");
}

static void print_node(const struct bsim_node_sharing *n) {
    char one[24], all[24];
    printf("  memory: %s for one busy core, %s for %d together\n", bsim_format_rate(one, sizeof one, n->core_bandwidth),
           bsim_format_rate(all, sizeof all, n->bandwidth), n->cores);
    printf("  processor: %d busy cores each have %.0f %% of the speed of one that is busy alone\n", n->cores,
           100 * n->busy_speed);
}

static void print_placement(const struct bench_core_latency *l) {
    char text[64];
    if (l->n > 0)
        printf("  core-to-core latency: %s; a virtual machine's processors move, and messages with them (--check)\n",
               bsim_bench_core_latency_text(l, text, sizeof text));
}

void bsim_calibrate_print(const struct calibrate_link *link, const struct calibrate_data *data) {
    print_table(link, data);
    print_pieces(link);
    print_errors(link, data);
    print_first(link, data);
    print_new_memory(link, data);
    print_streams(link, data);
    if (data->node.cores > 0)
        print_node(&data->node);
    print_placement(&data->placement);
}
