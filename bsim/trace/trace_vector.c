/* trace_vector.c - reads and writes the computation vector of a replayed rank. */
#include "bsim/trace/trace_vector.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "bsim/base/alloc.h"
#include "bsim/base/json_read.h"
#include "bsim/base/output.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_bytes.h"
#include "bsim/trace/trace_stream.h"

void bsim_vector_free(struct bsim_vector *v) {
    bsim_free(v->program);
    bsim_free(v->recording);
    bsim_free(v->host);
    bsim_free(v->date);
    bsim_free(v->gap_ns);
    *v = (struct bsim_vector){0};
}

/* ---- from a part ---- */

struct part {
    unsigned char *bytes; /* owned */
    const unsigned char *at, *end;
    char **name; /* owned: of the functions */
    int64_t nfunction;
    int64_t *function, *nargs; /* owned: of each call */
    size_t ncall, room;
    size_t gap_room;
    bool is_complete;
};

static bool get(struct part *p, int64_t *value) {
    return trace_get(&p->at, p->end, value);
}

static bool get_text(struct part *p, char **text) {
    return bsim_bytes_get_text(&p->at, p->end, text);
}

static bool load(struct part *p, const char *path, struct bsim_error *err) {
    struct stat info;
    FILE *file = fopen(path, "r");
    bool ok = file && fstat(fileno(file), &info) == 0;
    if (ok) {
        p->bytes = bsim_alloc((size_t)info.st_size + 1);
        ok = fread(p->bytes, 1, (size_t)info.st_size, file) == (size_t)info.st_size;
        p->at = p->bytes;
        p->end = p->bytes + info.st_size;
    }
    if (file)
        fclose(file);
    return ok || bsim_error_set(err, path, 0, NULL, "cannot be read: %s", strerror(errno));
}

static bool read_head(struct part *p, const struct bsim_trace *t, int rank) {
    size_t magic = sizeof TRACE_PART_MAGIC - 1;
    int64_t r, n, exact;
    if ((size_t)(p->end - p->at) < magic || memcmp(p->at, TRACE_PART_MAGIC, magic) != 0)
        return false;
    p->at += magic;
    if (!get(p, &r) || !get(p, &n) || r != rank || n != t->nrank || !get_text(p, NULL) || !get(p, &p->nfunction) ||
        p->nfunction < 1 || p->nfunction > p->end - p->at)
        return false;
    p->name = bsim_alloc((size_t)p->nfunction * sizeof *p->name);
    for (int64_t i = 0; i < p->nfunction; i++)
        if (!get_text(p, &p->name[i]) || !get_text(p, NULL))
            return false;
    return get(p, &exact) && exact == 0;
}

static bool read_call(struct part *p) {
    int64_t site, value;
    if (p->ncall == p->room) {
        p->room = p->room ? 2 * p->room : 64;
        p->function = bsim_realloc(p->function, p->room * sizeof *p->function);
        p->nargs = bsim_realloc(p->nargs, p->room * sizeof *p->nargs);
    }
    int64_t *function = &p->function[p->ncall], *nargs = &p->nargs[p->ncall];
    if (!get(p, function) || *function < 0 || *function >= p->nfunction || !get(p, &site) || !get(p, nargs))
        return false;
    for (int64_t i = 0; i < *nargs; i++)
        if (!get(p, &value))
            return false;
    p->ncall++;
    return true;
}

/* The next event, in *call and *gap_ns; false at the end, or if there is none. */
static bool next_event(struct part *p, int64_t *call, int64_t *gap_ns) {
    int64_t kind, value;
    while (get(p, &kind)) {
        bool ok = true;
        if (kind == TRACE_END) {
            p->is_complete = true;
            return false;
        }
        if (kind >= TRACE_EVENT) {
            *call = kind - TRACE_EVENT;
            return *call < (int64_t)p->ncall && get(p, gap_ns) && get(p, &value);
        }
        if (kind == TRACE_CALL)
            ok = read_call(p);
        else if (kind == TRACE_TYPE)
            ok = get(p, &value) && get(p, &value) && get(p, &value) && get(p, &value);
        else if (kind == TRACE_SITE)
            ok = get(p, &value) && get_text(p, NULL);
        else if (kind == TRACE_WINDOW)
            ok = get(p, &value);
        else if (kind == TRACE_RAN)
            ok = get(p, &value) && get(p, &value);
        else
            ok = kind == TRACE_NOTE && get_text(p, NULL);
        if (!ok)
            return false;
    }
    return false;
}

/* The log of a partial recording has ended: a call that was not replayed has its recorded calculation, times what a
 * replay of the same call took more or less; of one that was never replayed, times what all of them did. */
static bool scale(struct bsim_vector *v, const struct bsim_trace *t, struct bsim_error *err) {
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    double *recorded = bsim_alloc(((size_t)bsim_trace_ncall(t, v->rank) + 1) * sizeof *recorded);
    double *replayed = bsim_alloc(((size_t)bsim_trace_ncall(t, v->rank) + 1) * sizeof *replayed);
    double all = v->recorded_s > 0 ? v->replayed_s / v->recorded_s : 0;
    bool ok =
        v->recorded_s > 0 ||
        bsim_error_set(err, t->folder, 0, NULL,
                       "the partial recording keeps content of %lld calls of rank %d, without calculation between "
                       "them by which the rest could be scaled: record without --partial",
                       (long long)v->n, v->rank);
    bsim_trace_cursor_start(&c, t, v->rank);
    for (int64_t i = 0; ok && bsim_trace_next(&c, &e); i++) {
        if (i < v->nreplayed) {
            recorded[e.call] += (double)e.gap_ns;
            replayed[e.call] += (double)v->gap_ns[i];
            continue;
        }
        double ratio = recorded[e.call] > 0 ? replayed[e.call] / recorded[e.call] : all;
        v->gap_ns[v->n++] = llround((double)e.gap_ns * ratio);
        v->recorded_s += 1e-9 * (double)e.gap_ns;
        v->replayed_s += 1e-9 * (double)v->gap_ns[i];
    }
    bsim_trace_cursor_end(&c);
    bsim_free(recorded);
    bsim_free(replayed);
    return ok;
}

static bool read_events(struct bsim_vector *v, struct part *p, const struct bsim_trace *t, struct bsim_error *err) {
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    int64_t call, gap_ns, n = t->nevent[v->rank];
    bool ok = true;
    v->gap_ns = bsim_alloc(((size_t)n + 1) * sizeof *v->gap_ns);
    bsim_trace_cursor_start(&c, t, v->rank);
    while (ok && next_event(p, &call, &gap_ns)) {
        ok = bsim_trace_next(&c, &e) && strcmp(t->function[e.function], p->name[p->function[call]]) == 0 &&
             e.nargs == p->nargs[call];
        if (!ok) {
            bsim_error_set(err, t->folder, 0, NULL, "call %lld of rank %d is not MPI_%s: the log is of another trace",
                           (long long)v->n + 1, v->rank, p->name[p->function[call]]);
            break;
        }
        v->gap_ns[v->n++] = gap_ns;
        v->replayed_s += 1e-9 * (double)gap_ns;
        v->recorded_s += 1e-9 * (double)e.gap_ns;
    }
    bsim_trace_cursor_end(&c);
    v->nreplayed = v->n;
    if (ok && p->is_complete && v->n < n && t->partial.enough > 0)
        return scale(v, t, err);
    if (ok && p->is_complete && t->window.what && v->n >= t->window.rank[v->rank].behind)
        v->n = n; /* behind the window there is no calculation, here or in the trace */
    if (ok && (!p->is_complete || v->n != n))
        ok = bsim_error_set(err, NULL, 0, NULL, "the replayed program ended before MPI_Finalize, its call %lld",
                            (long long)n);
    return ok;
}

bool bsim_vector_from_part(struct bsim_vector *v, const char *path, const struct bsim_trace *t, int rank,
                           struct bsim_error *err) {
    struct part p = {0};
    char date[32], host[256] = "";
    time_t now = time(NULL);
    struct tm day;
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &day));
    gethostname(host, sizeof host - 1);
    *v = (struct bsim_vector){.rank = rank, .nrank = t->nrank, .clock = "cpu"};
    bool ok = load(&p, path, err);
    if (ok && !read_head(&p, t, rank))
        ok = bsim_error_set(err, path, 0, NULL, "is no recording of rank %d of %d", rank, t->nrank);
    ok = ok && read_events(v, &p, t, err);
    v->program = bsim_strdup(t->program);
    v->recording = bsim_strdup(t->recording);
    v->host = bsim_strdup(host);
    v->date = bsim_strdup(date);
    for (int64_t i = 0; p.name && i < p.nfunction; i++)
        bsim_free(p.name[i]);
    bsim_free(p.name);
    bsim_free(p.function);
    bsim_free(p.nargs);
    bsim_free(p.bytes);
    if (!ok)
        bsim_vector_free(v);
    return ok;
}

/* ---- files ---- */

bool bsim_vector_write(const struct bsim_vector *v, const char *path, struct bsim_error *err) {
    json_t *list = json_array();
    for (int64_t i = 0; i < v->n; i++)
        json_array_append_new(list, json_integer(v->gap_ns[i]));
    json_t *json =
        json_pack("{s:s, s:o, s:s, s:i, s:i, s:s, s:s, s:s, s:I, s:I, s:f, s:f, s:o}", "schema", BSIM_VECTOR_SCHEMA,
                  "program", bsim_output_text(v->program), "recording", v->recording, "rank", v->rank, "ranks",
                  v->nrank, "clock", v->clock, "host", v->host, "date", v->date, "replayed_calls",
                  (json_int_t)v->nreplayed, "received_bytes", (json_int_t)v->received_bytes, "recorded_s",
                  v->recorded_s, "replayed_s", v->replayed_s, "calculation_ns", list);
    bool ok = bsim_output_json(path, json, err);
    json_decref(json);
    return ok;
}

static void read_vector(struct bsim_vector *v, struct bsim_jval root, const struct bsim_trace *t) {
    static const char *const keys[] = {
        "schema", "program",        "recording",  "rank",       "ranks",          "clock",          "host",
        "date",   "received_bytes", "recorded_s", "replayed_s", "calculation_ns", "replayed_calls", NULL};
    static const char *const clocks[] = {"cpu", "wall", NULL};
    bsim_jval_keys(root, keys);
    bsim_jval_schema(root, BSIM_VECTOR_SCHEMA);
    struct bsim_jval recording = bsim_jval_need(root, "recording"), list = bsim_jval_need(root, "calculation_ns");
    v->recording = bsim_strdup(bsim_jval_string(recording));
    if (t->recording == NULL || strcmp(v->recording, t->recording) != 0)
        bsim_jval_error(recording, "\"%s\" is another recording than that of %s", v->recording, t->folder);
    v->program = bsim_strdup(bsim_jval_string(bsim_jval_need(root, "program")));
    v->host = bsim_strdup(bsim_jval_string(bsim_jval_need(root, "host")));
    v->date = bsim_strdup(bsim_jval_string(bsim_jval_need(root, "date")));
    v->clock = clocks[bsim_jval_choice(bsim_jval_need(root, "clock"), clocks)];
    v->nrank = (int)bsim_jval_int(bsim_jval_need(root, "ranks"), t->nrank, t->nrank);
    v->rank = (int)bsim_jval_int(bsim_jval_need(root, "rank"), 0, t->nrank - 1);
    v->received_bytes = bsim_jval_int(bsim_jval_need(root, "received_bytes"), 0, INT64_MAX);
    v->recorded_s = bsim_jval_number(bsim_jval_need(root, "recorded_s"), 0, HUGE_VAL);
    v->replayed_s = bsim_jval_number(bsim_jval_need(root, "replayed_s"), 0, HUGE_VAL);
    if (!bsim_jval_list(list))
        return;
    v->n = (int64_t)bsim_jval_size(list);
    if (v->n != t->nevent[v->rank])
        bsim_jval_error(list, "has %lld numbers, but rank %d makes %lld calls", (long long)v->n, v->rank,
                        (long long)t->nevent[v->rank]);
    struct bsim_jval replayed = bsim_jval_get(root, "replayed_calls");
    v->nreplayed = bsim_jval_present(replayed) ? bsim_jval_int(replayed, 0, v->n) : v->n;
    v->gap_ns = bsim_alloc(((size_t)v->n + 1) * sizeof *v->gap_ns);
    for (int64_t i = 0; i < v->n; i++)
        v->gap_ns[i] = bsim_jval_int(bsim_jval_at(list, (size_t)i), 0, INT64_MAX / 4);
}

bool bsim_vector_read(struct bsim_vector *v, const char *path, const struct bsim_trace *t, struct bsim_error *err) {
    *v = (struct bsim_vector){0};
    struct bsim_json *doc = bsim_json_load(path, err);
    if (doc == NULL)
        return false;
    read_vector(v, bsim_json_root(doc), t);
    bsim_json_free(doc);
    if (err->set)
        bsim_vector_free(v);
    return !err->set;
}
