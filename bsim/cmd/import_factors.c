/* import_factors.c - SMPI's factors by message size, as pieces of a platform's connection.
 *
 * An option is "T:V;T:V;..." in any order: V is for sizes above its threshold T up to the next one. Overheads (os, ois,
 * or) have two values, T:V:W, and are V + W * size. Sizes up to the first threshold have the default: 0, or the
 * factor 1. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/cmd/import.h"

enum { MOST_SECTIONS = 256, SMPI_DETACHED_BELOW = 65536 };

typedef struct section {
    double threshold, value, per_byte;
} section;

typedef struct list {
    int n;
    section at[MOST_SECTIONS];
} list;

static int by_threshold(const void *a, const void *b) {
    double x = ((const section *)a)->threshold, y = ((const section *)b)->threshold;
    return (x > y) - (x < y);
}

/* A text without a colon is one value for all sizes. */
static bool parse(struct import *m, const char *text, int line, list *out, struct bsim_error *err) {
    out->n = 0;
    if (text == NULL)
        return true;
    char *copy = strdup(text), *rest = copy;
    bool ok = true;
    for (char *item; ok && (item = strsep(&rest, ";")) != NULL;) {
        char *end;
        if (*item == '\0')
            continue;
        section s = {.threshold = strchr(item, ':') ? strtod(item, &end) : -1};
        if (s.threshold < 0)
            end = item - 1;
        ok = out->n < MOST_SECTIONS && (s.threshold < 0 || *end == ':');
        char *at = end + 1;
        s.value = ok ? strtod(at, &end) : 0;
        ok = ok && end != at;
        if (ok && *end == ':')
            s.per_byte = strtod(end + 1, &end);
        ok = ok && *end == '\0' && s.value >= 0 && s.per_byte >= 0;
        if (ok)
            out->at[out->n++] = s;
    }
    free(copy);
    if (!ok)
        return bsim_error_set(err, m->path, line, NULL,
                              "\"%s\" is no list of factors; accepted: THRESHOLD:VALUE;THRESHOLD:VALUE...", text);
    qsort(out->at, (size_t)out->n, sizeof *out->at, by_threshold);
    return true;
}

/* The section for messages of just more than so many bytes; NULL: the default. */
static const section *section_above(const list *l, double bytes) {
    const section *found = NULL;
    for (int i = 0; i < l->n && l->at[i].threshold <= bytes; i++)
        found = &l->at[i];
    return found;
}

static json_t *seconds(double s) {
    return json_sprintf("%.17gs", s);
}

static void set_overhead(json_t *piece, const list *l, double above, const char *fixed, const char *per_byte) {
    const section *s = section_above(l, above);
    if (s == NULL)
        return;
    json_object_set_new(piece, fixed, seconds(s->value));
    if (s->per_byte > 0)
        json_object_set_new(piece, per_byte, seconds(s->per_byte));
}

/* The piece for sizes from above `above`, up to `up_to` bytes. eager, detached: the largest sizes of these protocols.
 */
static json_t *piece_of(const list *lists, double above, double up_to, double eager, double detached) {
    json_t *piece = json_object();
    if (up_to >= 0)
        json_object_set_new(piece, "up_to", json_integer((json_int_t)up_to));
    const section *latency = section_above(&lists[IMPORT_LATENCY], above);
    const section *bandwidth = section_above(&lists[IMPORT_BANDWIDTH], above);
    /* SMPI charges a message its latency once, whatever its protocol: the calibrated factor contains the handshake. A
     * rendezvous of loggpo takes three latencies from end to end. */
    bool rendezvous = above >= eager && above >= detached;
    double factor = (latency ? latency->value : 1) / (rendezvous ? 3 : 1);
    if (factor != 1)
        json_object_set_new(piece, "latency_factor", json_real(factor));
    if (bandwidth && bandwidth->value > 0 && bandwidth->value != 1)
        json_object_set_new(piece, "bandwidth_factor", json_real(bandwidth->value));
    /* SMPI charges a rendezvous of MPI_Send no overheads: Request::start and finish_wait of SimGrid 3.32. */
    if (!rendezvous) {
        set_overhead(piece, &lists[lists[IMPORT_OS].n ? IMPORT_OS : IMPORT_OIS], above, "send_overhead",
                     "send_overhead_per_byte");
        set_overhead(piece, &lists[IMPORT_OR], above, "recv_overhead", "recv_overhead_per_byte");
    }
    json_object_set_new(piece, "protocol",
                        json_string(above < eager      ? "eager"
                                    : above < detached ? "detached"
                                                       : "rendezvous"));
    return piece;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A number of bytes from which on another protocol is used. */
static double threshold(const struct import *m, const struct import_factors *f, int which, double standard,
                        struct bsim_error *err) {
    const char *text = f->text[which];
    char *end;
    if (text == NULL)
        return standard;
    double bytes = strtod(text, &end);
    if (end != text && *end == '\0' && bytes >= 0 && isfinite(bytes))
        return bytes;
    bsim_error_set(err, m->path, f->line[which], NULL, "a threshold is \"%.40s\"; accepted: a number of bytes", text);
    return standard;
}

/* The largest eager message, and in *detached the largest one that is eager or detached. */
static double protocol_limits(struct import *m, const struct import_factors *f, double *detached,
                              struct bsim_error *err) {
    double eager = threshold(m, f, IMPORT_EAGER, 0, err) - 1;
    *detached = threshold(m, f, IMPORT_DETACHED, SMPI_DETACHED_BELOW, err) - 1;
    if (!f->text[IMPORT_DETACHED])
        bsim_import_tell(m, 0, "no smpi/send-is-detached-thresh; SMPI's default is taken, %d bytes",
                         SMPI_DETACHED_BELOW);
    return eager < 0 ? 0 : eager;
}

/* Whether messages of more than so many bytes have overheads. */
static bool charges_above(const list *l, double bytes) {
    for (int i = 0; i < l->n; i++)
        if ((i + 1 == l->n || l->at[i + 1].threshold > bytes) && (l->at[i].value > 0 || l->at[i].per_byte > 0))
            return true;
    return false;
}

/* Tells what SMPI charges some rendezvous of more than so many bytes. */
static void tell_rendezvous(struct import *m, const struct import_factors *f, const list *lists, double bytes) {
    if (charges_above(&lists[IMPORT_OS], bytes))
        bsim_import_tell(
            m, f->line[IMPORT_OS],
            "SMPI charges messages of more than %.0f bytes smpi/os if MPI_Ssend sends them; here they have "
            "no overheads, as those of MPI_Send",
            bytes);
    if (charges_above(&lists[IMPORT_OIS], bytes))
        bsim_import_tell(m, f->line[IMPORT_OIS],
                         "SMPI charges messages of more than %.0f bytes smpi/ois if MPI_Isend sends them; here they "
                         "have no overheads, as those of MPI_Send",
                         bytes);
}

bool bsim_import_pieces(struct import *m, const struct import_factors *f, struct bsim_error *err) {
    list *lists = calloc(5, sizeof *lists);
    double bound[5 * MOST_SECTIONS + 3], detached, eager = protocol_limits(m, f, &detached, err);
    int n = 0;
    bool ok = lists != NULL && !err->set;
    for (int i = 0; ok && i < 5; i++) {
        ok = parse(m, f->text[i], f->line[i], &lists[i], err);
        for (int j = 0; ok && j < lists[i].n; j++)
            bound[n++] = lists[i].at[j].threshold;
    }
    if (ok && f->text[IMPORT_OIS] && f->text[IMPORT_OS] && strcmp(f->text[IMPORT_OIS], f->text[IMPORT_OS]) != 0)
        bsim_import_tell(m, f->line[IMPORT_OIS],
                         "non-blocking sends have other overheads (smpi/ois) than blocking ones");
    if (ok)
        tell_rendezvous(m, f, lists, fmax(eager, detached));
    bool plain = n == 0 && eager >= detached;
    if (plain)
        m->eager_limit = detached;
    bound[n++] = eager;
    bound[n++] = detached;
    qsort(bound, (size_t)n, sizeof *bound, by_value);
    m->pieces = ok && !plain ? json_array() : NULL;
    double above = 0;
    for (int i = 0; ok && !plain && i < n; i++) {
        if (bound[i] <= above)
            continue;
        json_array_append_new(m->pieces, piece_of(lists, above, bound[i], eager, detached));
        above = bound[i];
    }
    if (ok && !plain)
        json_array_append_new(m->pieces, piece_of(lists, above, -1, eager, detached));
    free(lists);
    return ok;
}
