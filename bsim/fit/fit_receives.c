/* fit_receives.c - see fit_receives.h. */
#include "bsim/fit/fit_receives.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"

/* A share of touched bytes that counts as none, or as no other. */
#define SMALL 0.02

enum { SPREAD = 40 };

struct place {
    char *name, *call;
    double bytes[SPREAD], touched[SPREAD]; /* entry i: calls 2^i to 2^(i+1) - 1 of a process */
};

struct fit_receives {
    struct place *place;
    int nplace;
    double *rate; /* bytes a second that each process has touched */
    int nrate;
};

static struct place *place_of(struct fit_receives *of, const char *name, const char *call) {
    for (int i = 0; i < of->nplace; i++)
        if (strcmp(of->place[i].name, name) == 0)
            return &of->place[i];
    of->place = bsim_realloc(of->place, ((size_t)of->nplace + 1) * sizeof *of->place);
    struct place *p = &of->place[of->nplace++];
    *p = (struct place){.name = bsim_strdup(name), .call = bsim_strdup(call)};
    return p;
}

/* "BYTES:TOUCHED,..." */
static bool read_shares(struct place *p, const char *text) {
    for (int i = 0; i < SPREAD; i++) {
        char *colon, *end;
        double bytes = strtod(text, &colon);
        if (colon == text || *colon != ':')
            return false;
        double touched = strtod(colon + 1, &end);
        if (end == colon + 1 || !isfinite(bytes) || !isfinite(touched) || bytes < 0 || touched < 0)
            return false;
        p->bytes[i] += bytes;
        p->touched[i] += touched;
        if (*end == '\0')
            return true;
        if (*end != ',')
            return false;
        text = end + 1;
    }
    return false;
}

static bool read_touched(struct fit_receives *of, char *text) {
    char *call = strchr(text, '\t'), *shares = call ? strchr(call + 1, '\t') : NULL;
    if (!shares || call == text)
        return false;
    *call++ = *shares++ = '\0';
    return read_shares(place_of(of, text, call), shares);
}

static bool read_rate(struct fit_receives *of, const char *text) {
    double seconds, bytes;
    int end = 0;
    if (sscanf(text, "%lf s for %lf%n", &seconds, &bytes, &end) != 2 || text[end] || !(seconds >= 0 && bytes > 0) ||
        !isfinite(seconds) || !isfinite(bytes))
        return false;
    if (seconds > 0) { /* 0: it was not known */
        of->rate = bsim_realloc(of->rate, ((size_t)of->nrate + 1) * sizeof *of->rate);
        of->rate[of->nrate++] = bytes / seconds;
    }
    return true;
}

bool bsim_fit_receives_read(struct fit_receives **of, char *line, bool *bad) {
    static const char touched[] = "# touched: ", rate[] = "# touch: ";
    bool is_touched = strncmp(line, touched, sizeof touched - 1) == 0;
    if (!is_touched && strncmp(line, rate, sizeof rate - 1) != 0)
        return false;
    if (*of == NULL)
        *of = bsim_alloc(sizeof **of);
    *bad = !(is_touched ? read_touched(*of, line + sizeof touched - 1) : read_rate(*of, line + sizeof rate - 1));
    return true;
}

void bsim_fit_receives_free(struct fit_receives *of) {
    for (int i = 0; of && i < of->nplace; i++) {
        bsim_free(of->place[i].name);
        bsim_free(of->place[i].call);
    }
    if (of) {
        bsim_free(of->place);
        bsim_free(of->rate);
    }
    bsim_free(of);
}

static double share(const struct place *p, int from, int to) {
    double bytes = 0, touched = 0;
    for (int i = from; i <= to; i++) {
        bytes += p->bytes[i];
        touched += p->touched[i];
    }
    return bytes > 0 ? fmin(touched / bytes, 1) : 0;
}

/* The share of the bytes that later calls touch: of the last half of the measured ones. Calls before it may have
 * another one. */
static json_t *place_json(const struct place *p) {
    int last = SPREAD - 1, first = -1;
    while (last > 0 && p->bytes[last] == 0)
        last--;
    double later = share(p, last > 1 ? last - 1 : last, last);
    later = later < SMALL ? 0 : later;
    for (int i = 0; i <= last; i++)
        if (p->bytes[i] > 0 && fabs(share(p, i, i) - later) > SMALL)
            first = i;
    if (first < 0 && later == 0)
        return NULL;
    json_t *of = json_pack("{s:o, s:f}", "call", bsim_output_text(p->call), "share", rint(later * 1e4) / 1e4);
    if (first >= 0) {
        json_object_set_new(of, "first_calls", json_integer(((json_int_t)2 << first) - 1));
        json_object_set_new(of, "first_share", json_real(rint(share(p, 0, first) * 1e4) / 1e4));
    }
    return of;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct place *)a)->name, ((const struct place *)b)->name);
}

json_t *bsim_fit_receives_json(const struct fit_receives *of) {
    if (of == NULL || of->nrate == 0)
        return NULL;
    qsort(of->rate, (size_t)of->nrate, sizeof *of->rate, by_value);
    if (of->nplace > 0)
        qsort(of->place, (size_t)of->nplace, sizeof *of->place, by_name);
    json_t *places = json_object();
    for (int i = 0; i < of->nplace; i++) {
        json_t *place = place_json(&of->place[i]);
        if (place)
            json_object_set_new(places, of->place[i].name, place);
    }
    if (json_object_size(places) == 0) {
        json_decref(places);
        return NULL;
    }
    return json_pack("{s:f, s:o}", "touch_bandwidth", of->rate[of->nrate / 2], "places", places);
}
