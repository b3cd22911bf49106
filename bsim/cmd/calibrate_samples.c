/* calibrate_samples.c - the lines that the measuring programs print, in a pipe or in a file in which they were recorded
 * (docs/reference/bsim-calibrate.md), and the values that count of all passes. */
#include <errno.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/cmd/calibrate.h"

/* A quantile of the values that are numbers; NAN if half or more are not. */
static double quantile(const struct calibrate_values *v, double part) {
    double sorted[CALIBRATE_MAX_SAMPLES];
    int m = 0;
    for (int i = 0; i < v->n; i++)
        if (!isnan(v->value[i]))
            sorted[m++] = v->value[i];
    if (2 * m <= v->n)
        return NAN;
    gsl_sort(sorted, 1, (size_t)m);
    return gsl_stats_quantile_from_sorted_data(sorted, 1, (size_t)m, part);
}

static bool add(struct calibrate_values *v, double value) {
    if (v->n == CALIBRATE_MAX_SAMPLES)
        return false;
    v->value[v->n++] = value;
    return true;
}

/* The place of a size, which is made at the first sight of it; -1: there are too many. Sizes ascend. */
static int place_of(struct calibrate_samples *s, double bytes) {
    struct calibrate_data *d = &s->data;
    struct calibrate_values *const of[] = {s->half, s->send, s->recv, s->gap};
    int i = 0;
    while (i < d->n && d->size[i].bytes < bytes)
        i++;
    if (i < d->n && d->size[i].bytes == bytes)
        return i;
    if (d->n == CALIBRATE_MAX_SIZES)
        return -1;
    size_t behind = (size_t)(d->n - i);
    memmove(d->size + i + 1, d->size + i, behind * sizeof *d->size);
    for (int k = 0; k < 4; k++) {
        memmove(of[k] + i + 1, of[k] + i, behind * sizeof *of[k]);
        of[k][i].n = 0;
    }
    d->size[i] = (struct calibrate_size){.bytes = bytes};
    d->n++;
    return i;
}

static bool size_line(struct calibrate_samples *s, const char *line, bool *full) {
    struct calibrate_size v;
    double late;
    int end = 0;
    if (sscanf(line, "%lf %lf %lf %lf %lf %lf %n", &v.bytes, &v.half_s, &v.send_s, &v.recv_s, &v.gap_s, &late, &end) !=
            6 ||
        line[end] != '\0' || !(v.bytes >= 0) || !isfinite(v.bytes) || !(v.half_s > 0) || !isfinite(v.half_s) ||
        !(v.send_s >= 0) || !isfinite(v.send_s))
        return false;
    int i = place_of(s, v.bytes);
    *full = i < 0 || !add(&s->half[i], v.half_s) || !add(&s->send[i], v.send_s) || !add(&s->recv[i], v.recv_s) ||
            !add(&s->gap[i], v.gap_s);
    return true;
}

/* A stream of several pairs, which is measured once in each run. */
static bool stream_line(struct calibrate_samples *s, const char *line, bool *full) {
    struct calibrate_data *d = &s->data;
    struct calibrate_stream v = {0};
    char kind[16];
    int end = 0, i = 0;
    if (sscanf(line, "# %15s %d %lf %lf %lf %n", kind, &v.pairs, &v.bytes, &v.messages, &v.time_s, &end) != 5 ||
        line[end] != '\0' || v.pairs < 1 || v.pairs > CALIBRATE_MAX_PAIRS || !(v.time_s > 0) || !isfinite(v.time_s) ||
        !isfinite(v.bytes * v.messages))
        return false;
    v.both = strcmp(kind, "both_ways") == 0;
    if (!v.both && strcmp(kind, "pairs") != 0)
        return false;
    while (i < d->nstream && (d->stream[i].pairs != v.pairs || d->stream[i].both != v.both ||
                              d->stream[i].bytes != v.bytes || d->stream[i].messages != v.messages))
        i++;
    *full = i == CALIBRATE_MAX_STREAMS;
    if (i == d->nstream && !*full)
        d->stream[d->nstream++] = v;
    *full = *full || !add(&s->stream[i], v.time_s);
    return true;
}

static int order_of(const struct calibrate_call *a, const struct calibrate_call *b) {
    double by[] = {(double)a->collective - (double)b->collective, a->processes - b->processes, a->nodes - b->nodes,
                   a->bytes - b->bytes};
    for (int i = 0; i < 4; i++)
        if (by[i] != 0)
            return by[i] < 0 ? -1 : 1;
    return 0;
}

/* A collective, at its place in the order of calls. */
static bool call_line(struct calibrate_samples *s, const char *line, bool *full) {
    struct calibrate_data *d = &s->data;
    struct calibrate_call v = {0};
    char name[64];
    int end = 0, known = 0, i = 0;
    if (sscanf(line, "# coll %63s %d %d %lf %lf %n", name, &v.processes, &v.nodes, &v.bytes, &v.time_s, &end) != 5 ||
        line[end] != '\0' || v.processes < 2 || v.nodes < 1 || v.processes % v.nodes != 0 || !(v.bytes >= 0) ||
        !isfinite(v.bytes) || !(v.time_s > 0) || !isfinite(v.time_s))
        return false;
    while (known < BSIM_COLLECTIVES && strcmp(bsim_collective_names[known], name) != 0)
        known++;
    if (known == BSIM_COLLECTIVES)
        return false;
    v.collective = (enum bsim_collective)known;
    while (i < d->ncall && order_of(&d->call[i], &v) < 0)
        i++;
    if (i == d->ncall || order_of(&d->call[i], &v) != 0) {
        if (d->ncall == CALIBRATE_MAX_CALLS)
            return *full = true;
        memmove(d->call + i + 1, d->call + i, (size_t)(d->ncall - i) * sizeof *d->call);
        memmove(s->call + i + 1, s->call + i, (size_t)(d->ncall - i) * sizeof *s->call);
        d->call[i] = v;
        s->call[i].n = 0;
        d->ncall++;
    }
    *full = !add(&s->call[i], v.time_s);
    return true;
}

/* "# reduction BYTES SECONDS [ELEMENT_BYTES]", of doubles if nothing is told, or "# copy BYTES SECONDS". */
static bool local_line(struct calibrate_samples *s, const char *line, bool *full) {
    bool copies = strncmp(line, "# copy ", 7) == 0;
    struct calibrate_local v = {.element_bytes = copies ? 1 : sizeof(double)}, *of = s->data.reduction;
    int *n = copies ? &s->data.ncopy : &s->data.nreduction, i = 0;
    char more;
    if (copies)
        of = s->data.copy;
    int numbers = copies ? sscanf(line, "# copy %lf %lf %c", &v.bytes, &v.time_s, &more)
                         : sscanf(line, "# reduction %lf %lf %lf %c", &v.bytes, &v.time_s, &v.element_bytes, &more);
    if (numbers < 2 || numbers > (copies ? 2 : 3) || !(v.bytes > 0) || !(v.time_s > 0) || !(v.element_bytes > 0) ||
        !isfinite(v.bytes + v.time_s + v.element_bytes))
        return false;
    while (i < *n && (of[i].bytes != v.bytes || of[i].element_bytes != v.element_bytes))
        i++;
    if (i == CALIBRATE_MAX_LOCAL)
        return *full = true;
    if (i == *n)
        of[(*n)++] = v;
    *full = !add(copies ? &s->copy[i] : &s->reduction[i], v.time_s);
    return true;
}

/* Sizes ascend. A run that waited for a processor tells nothing of the messages; files of old versions do not say how
 * long. Threads of the kernel have it for some 50 us, and for up to a hundredth of the time; another program for a
 * millisecond or more. */
static bool first_line(struct calibrate_samples *s, const char *line, bool *full) {
    static const double most_waited_s = 500e-6, most_waited = 0.01;
    struct calibrate_data *d = &s->data;
    struct calibrate_first v;
    double waited_s = 0, all_s = 0;
    char more;
    int found = sscanf(line, "# first %lf %lf %lf %lf %lf %lf %c", &v.bytes, &v.first_s, &v.count, &v.each_s, &waited_s,
                       &all_s, &more);
    if ((found != 4 && found != 6) ||
        !(v.bytes >= 0 && v.first_s >= 0 && v.count >= 0 && v.each_s >= 0 && waited_s >= 0 && all_s >= 0) ||
        !isfinite(v.bytes + v.first_s + v.count + v.each_s + waited_s + all_s))
        return false;
    int i = d->nfirst;
    if (i == 0 || d->first[i - 1].bytes < v.bytes) {
        if (i == CALIBRATE_MAX_FIRSTS)
            return *full = true;
        d->first[d->nfirst++] = v;
    } else {
        for (i = 0; i < d->nfirst && d->first[i].bytes != v.bytes;)
            i++;
        if (i == d->nfirst)
            return false;
    }
    if (waited_s <= most_waited_s + most_waited * all_s)
        *full = !add(&s->first[i], v.first_s) || !add(&s->first_count[i], v.count) || !add(&s->first_each[i], v.each_s);
    return true;
}

/* The rest of a line behind its first words, without the end of the line. */
static void rest_of(char *to, size_t size, const char *rest) {
    snprintf(to, size, "%.*s", (int)strcspn(rest, "\r\n"), rest);
}

/* "# core_latency FROM TO SECONDS": a pair of processors of the node. */
static bool placement_line(struct calibrate_samples *s, const char *line, bool *full) {
    struct bench_core_latency *l = &s->data.placement;
    int from, to, end = 0;
    double seconds;
    if (sscanf(line, "# core_latency %d %d %lf %n", &from, &to, &seconds, &end) != 3 || line[end] || from < 0 ||
        to < 0 || !(seconds > 0) || !isfinite(seconds) || (l->n > 0 && from != l->from))
        return false;
    *full = l->n == BENCH_CORE_PAIRS;
    if (*full)
        return true;
    l->from = from;
    l->to[l->n] = to;
    l->seconds[l->n++] = seconds;
    return true;
}

/* Lines that begin with a word: who, when, and what is measured once. */
static bool named_line(struct calibrate_samples *s, const char *line, bool *full) {
    struct calibrate_data *d = &s->data;
    struct bsim_node_sharing node;
    double a, b;
    char more;
    if (strncmp(line, "# machine ", 10) == 0)
        return rest_of(d->machine, sizeof d->machine, line + 10), true;
    if (strncmp(line, "# date ", 7) == 0)
        return rest_of(d->date, sizeof d->date, line + 7), true;
    if (strncmp(line, "# hosts ", 8) == 0)
        return rest_of(d->hosts, sizeof d->hosts, line + 8), true;
    if (strncmp(line, "# library ", 10) == 0)
        return rest_of(d->library, sizeof d->library, line + 10), true;
    if (sscanf(line, "# nodes %d %c", &d->nodes, &more) == 1 && d->nodes >= 1)
        return true;
    if (sscanf(line, "# eager_limit %lf %c", &a, &more) == 1 && a >= 0)
        return *full = !add(&s->eager_limit, a), true;
    if (sscanf(line, "# first_use %lf %lf %c", &a, &b, &more) == 2 && a > 0 && b > 0) {
        d->new_bytes = a;
        return *full = !add(&s->first_use, b), true;
    }
    if (sscanf(line, "# node %lf %lf %lf %d %c", &node.core_bandwidth, &node.bandwidth, &node.busy_speed, &node.cores,
               &more) == 4 &&
        node.core_bandwidth > 0 && node.bandwidth > 0 && node.busy_speed > 0 && node.cores > 0) {
        d->node = node;
        return true;
    }
    return strncmp(line, "# bsim-measurements/1", 21) == 0 || strncmp(line, "size\t", 5) == 0 ||
           line[strspn(line, " \t\r\n")] == '\0';
}

bool bsim_calibrate_line(struct calibrate_samples *samples, const char *line, bool *full) {
    *full = false;
    return named_line(samples, line, full) || placement_line(samples, line, full) || call_line(samples, line, full) ||
           local_line(samples, line, full) || first_line(samples, line, full) || stream_line(samples, line, full) ||
           size_line(samples, line, full);
}

bool bsim_calibrate_read(struct calibrate_samples *samples, const char *path, struct bsim_error *err) {
    char line[1024];
    FILE *f = fopen(path, "r");
    bool full = false;
    if (!f)
        return bsim_error_set(err, path, 0, NULL, "cannot be read: %s", strerror(errno));
    for (int number = 1; !err->set && fgets(line, sizeof line, f); number++) {
        if (!bsim_calibrate_line(samples, line, &full))
            bsim_error_set(err, path, number, NULL,
                           "this is no line of bsim-pingpong or bsim-collectives: \"%.*s\"; measure again, or remove "
                           "what does not belong there",
                           (int)strcspn(line, "\r\n"), line);
        else if (full)
            bsim_error_set(err, path, number, NULL,
                           "there are too many: at most %d sizes and %d calls, each at most %d times",
                           CALIBRATE_MAX_SIZES, CALIBRATE_MAX_CALLS, CALIBRATE_MAX_SAMPLES);
    }
    if (!err->set && ferror(f))
        bsim_error_set(err, path, 0, NULL, "cannot be read: %s", strerror(errno));
    fclose(f);
    return !err->set;
}

/* How many messages behind the first one take longer, and by how much: the two of one pass, at the lower quartile of
 * what these messages take together. */
static void typical_behind(struct calibrate_first *f, const struct calibrate_values *count,
                           const struct calibrate_values *each) {
    double whole[CALIBRATE_MAX_SAMPLES];
    size_t order[CALIBRATE_MAX_SAMPLES];
    for (int i = 0; i < count->n; i++)
        whole[i] = count->value[i] * each->value[i];
    gsl_sort_index(order, whole, 1, (size_t)count->n);
    size_t at = order[(count->n - 1) / 4];
    f->count = count->value[at];
    f->each_s = each->value[at];
}

/* Other programs on the node only make messages slower: the lower quartile of the passes counts. */
bool bsim_calibrate_typical(struct calibrate_data *data, const struct calibrate_samples *s) {
    static const double lower = 0.25, middle = 0.5;
    *data = s->data;
    for (int i = 0; i < data->n; i++) {
        data->size[i].half_s = quantile(&s->half[i], lower);
        data->size[i].spread = quantile(&s->half[i], middle) / data->size[i].half_s - 1;
        data->size[i].send_s = quantile(&s->send[i], lower);
        data->size[i].recv_s = quantile(&s->recv[i], lower);
        data->size[i].gap_s = quantile(&s->gap[i], lower);
    }
    for (int i = 0; i < data->nstream; i++)
        data->stream[i].time_s = quantile(&s->stream[i], middle);
    for (int i = 0; i < data->ncall; i++)
        data->call[i].time_s = quantile(&s->call[i], lower);
    for (int i = 0; i < data->nreduction; i++)
        data->reduction[i].time_s = quantile(&s->reduction[i], lower);
    for (int i = 0; i < data->ncopy; i++)
        data->copy[i].time_s = quantile(&s->copy[i], lower);
    for (int i = 0; i < data->nfirst; i++) {
        data->first_disturbed |= s->first[i].n == 0;
        if (data->first_disturbed)
            continue;
        data->first[i].first_s = quantile(&s->first[i], lower);
        typical_behind(&data->first[i], &s->first_count[i], &s->first_each[i]);
    }
    data->new_s = quantile(&s->first_use, middle);
    data->eager_limit_bytes = quantile(&s->eager_limit, middle);
    if (data->n < 4 || isnan(data->eager_limit_bytes))
        return false;
    if (data->eager_limit_bytes >= data->size[data->n - 1].bytes)
        data->eager_limit_bytes = HUGE_VAL;
    return true;
}
