/* trace_merge.c - makes a trace from the parts of a recording: the numbers of calls, datatypes and places become those
 * of all ranks, each rank's calls are folded, and equal ones are kept once. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "bsim/base/alloc.h"
#include "bsim/base/fnv.h"
#include "bsim/base/output.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_bytes.h"
#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_content.h"
#include "bsim/trace/trace_fold.h"
#include "bsim/trace/trace_sites.h"
#include "bsim/trace/trace_spread.h"
#include "bsim/trace/trace_stream.h"
#include "bsim/trace/trace_untimed.h"
#include "bsim/trace/trace_window.h"

enum { PATH_ROOM = PATH_MAX + 64 };

/* What has been seen, for all ranks. */
struct merge {
    const struct bsim_trace_about *about;
    struct bsim_error *err;
    int nrank, nfunction;
    bool is_exact; /* calls have amounts */
    char *program, **function, **roles;
    struct bsim_trace_type *type;
    size_t ntype;
    struct bsim_sites sites;
    json_t *notes, *cut;
    struct bsim_bytes calls, times; /* the structures; the times of all ranks */
    struct structure {
        uint64_t hash;
        size_t at, n;
        size_t next; /* 1 + the next with the same slot */
    } *structure;
    size_t nstructure, nslot;
    size_t *slot;                    /* 1 + the first structure by hash; nslot: a power of two */
    struct bsim_spread_shape *shape; /* of each structure, if times become distributions */
    size_t nshape;
    int *structure_of;
    int64_t *nevent, *ntimes;
    double calculation_s, polled_s; /* of all ranks; the second one directly behind polls that found nothing */
    struct bsim_trace_partial partial;
    struct bsim_window_found window;
};

/* One rank. */
struct part {
    struct merge *merge;
    const char *path;
    const unsigned char *at, *end;
    int rank;
    int64_t *type, *site; /* numbers for all ranks, by those of the part */
    size_t ntype, nsite;
    struct bsim_bytes encoded; /* the calls */
    int64_t *last;             /* gap and inside of each call the last time */
    bool *found_nothing;       /* of each call: it is a poll that found nothing */
    bool is_behind_poll;
    size_t ncall, last_room;
    struct bsim_fold *fold;
    struct bsim_bytes times;
    struct bsim_spread_times spread; /* in place of `times`, if they become distributions */
    int64_t nevent;
    bool is_complete, is_partial;
    struct bsim_untimed_fill fill;
    int64_t timed_calls, event_bytes; /* of a partial recording: calls with times, and what they take in the part */
    int64_t cost_ns[2];
};

static bool damaged(const struct part *p, struct bsim_error *err) {
    return bsim_error_set(err, p->path, 0, NULL, "is no recording, or is damaged: record the program again");
}

static bool get(struct part *p, int64_t *value) {
    return trace_get(&p->at, p->end, value);
}

static bool get_text(struct part *p, char **text) {
    return bsim_bytes_get_text(&p->at, p->end, text);
}

/* ---- records ---- */

static bool read_type(struct merge *m, struct part *p) {
    int64_t builtin, size, extent, contiguous;
    if (!get(p, &builtin) || !get(p, &size) || !get(p, &extent) || !get(p, &contiguous) || size < 0)
        return false;
    size_t i = 0;
    while (i < m->ntype && (m->type[i].builtin != builtin || m->type[i].size_bytes != size ||
                            m->type[i].extent_bytes != extent || m->type[i].is_contiguous != (contiguous != 0)))
        i++;
    if (i == m->ntype) {
        m->type = bsim_realloc(m->type, (m->ntype + 1) * sizeof *m->type);
        m->type[m->ntype++] = (struct bsim_trace_type){builtin, size, extent, contiguous != 0};
    }
    p->type = bsim_realloc(p->type, (p->ntype + 1) * sizeof *p->type);
    p->type[p->ntype++] = (int64_t)i;
    return true;
}

static bool read_site(struct merge *m, struct part *p) {
    int64_t offset;
    char *module = NULL;
    if (!get(p, &offset) || !get_text(p, &module))
        return false;
    p->site = bsim_realloc(p->site, (p->nsite + 1) * sizeof *p->site);
    p->site[p->nsite++] = bsim_sites_add(&m->sites, module, offset);
    bsim_free(module);
    return true;
}

static bool read_note(struct merge *m, struct part *p) {
    char *text = NULL;
    if (!get_text(p, &text))
        return false;
    size_t i;
    json_t *note;
    json_array_foreach(m->notes, i, note) if (strcmp(json_string_value(note), text) == 0) break;
    if (i == json_array_size(m->notes))
        json_array_append_new(m->notes, bsim_output_text(text));
    bsim_free(text);
    return true;
}

/* Copies the arguments of a call. Datatypes get their numbers for all ranks. */
static bool copy_arguments(struct part *p, const char *name, const char *roles, int64_t nargs) {
    bool by_role = !trace_has_own_arguments(name), is_coll = trace_is_collective(roles);
    int64_t value, left = nargs;
    for (const char *role = roles; by_role && *role; role++) {
        int64_t n = 1;
        if (!trace_has_number(*role, is_coll))
            continue;
        if (*role == 'v' || *role == 'w') {
            if (left-- < 1 || !get(p, &n) || n < 0 || n > left)
                return false;
            bsim_bytes_put(&p->encoded, n);
        }
        for (; n > 0; n--) {
            if (left-- < 1 || !get(p, &value))
                return false;
            if (strchr("tw", *role) && value != TRACE_NONE) {
                if (value < 0 || (size_t)value >= p->ntype)
                    return false;
                value = p->type[value];
            }
            bsim_bytes_put(&p->encoded, value);
        }
    }
    for (; left > 0 && (!by_role || trace_is_of_neighbours(name)); left--) {
        if (!get(p, &value))
            return false;
        bsim_bytes_put(&p->encoded, value);
    }
    return left == 0;
}

static bool copy_amounts(struct part *p) {
    int64_t n, value;
    if (!get(p, &n) || n < 0 || n > (p->end - p->at) / 2)
        return false;
    bsim_bytes_put(&p->encoded, n);
    for (int64_t i = 0; i < 2 * n; i++) {
        if (!get(p, &value))
            return false;
        bsim_bytes_put(&p->encoded, value);
    }
    return true;
}

static bool read_call(struct merge *m, struct part *p) {
    int64_t function, site, nargs;
    if (!get(p, &function) || !get(p, &site) || !get(p, &nargs) || function < 0 || function >= m->nfunction ||
        site < 0 || (size_t)site > p->nsite || nargs < 0 || nargs > p->end - p->at || p->ncall == INT32_MAX)
        return false;
    bsim_bytes_put(&p->encoded, function);
    bsim_bytes_put(&p->encoded, site ? p->site[site - 1] : 0);
    bsim_bytes_put(&p->encoded, nargs);
    const unsigned char *at = p->at;
    int64_t first[TRACE_POLL_ARGS] = {0};
    for (int i = 0; i < nargs && i < TRACE_POLL_ARGS && trace_get(&at, p->end, &first[i]);)
        i++;
    bool found_nothing =
        trace_found_nothing(m->function[function], nargs < TRACE_POLL_ARGS ? (int)nargs : TRACE_POLL_ARGS, first);
    if (!copy_arguments(p, m->function[function], m->roles[function], nargs) || (m->is_exact && !copy_amounts(p)))
        return false;
    if (p->ncall == p->last_room) {
        p->last_room = p->last_room ? 2 * p->last_room : 64;
        p->last = bsim_realloc(p->last, 2 * p->last_room * sizeof *p->last);
        p->found_nothing = bsim_realloc(p->found_nothing, p->last_room * sizeof *p->found_nothing);
    }
    p->found_nothing[p->ncall] = found_nothing;
    p->last[2 * p->ncall] = p->last[2 * p->ncall + 1] = 0;
    p->ncall++;
    return true;
}

/* bsim_untimed_fill.give */
static void add_event(void *data, const struct bsim_untimed_call *e) {
    struct part *p = data;
    struct merge *m = p->merge;
    const int64_t call = e->call, time[2] = {e->gap_ns, e->inside_ns};
    bsim_fold_add(p->fold, (int32_t)call);
    m->calculation_s += 1e-9 * (double)time[0];
    m->polled_s += p->is_behind_poll ? 1e-9 * (double)time[0] : 0;
    p->is_behind_poll = p->found_nothing[call];
    if (m->about->is_by_site)
        bsim_spread_add(&p->spread, call, time[0], time[1]);
    for (int i = 0; !m->about->is_by_site && i < 2; i++) {
        bsim_bytes_put(&p->times, time[i] - p->last[2 * call + i]);
        p->last[2 * call + i] = time[i];
    }
    m->window.all.calls += m->window.is_open;
    p->nevent++;
}

static bool read_event(struct part *p, int64_t call) {
    struct bsim_untimed_call e = {.call = call};
    const unsigned char *at = p->at;
    if (call < 0 || (size_t)call >= p->ncall || !get(p, &e.gap_ns) || !get(p, &e.inside_ns))
        return false;
    p->timed_calls++;
    p->event_bytes += p->at - at + 1;
    if (p->is_partial)
        bsim_untimed_fill_call(&p->fill, &e);
    else
        add_event(p, &e);
    return true;
}

/* ---- a recording with a window ---- */

static bool read_window(struct merge *m, struct part *p) {
    int64_t opens;
    if (!get(p, &opens) || p->is_partial)
        return false;
    bsim_window_found_turn(&m->window, p->rank, opens != 0, p->nevent);
    return true;
}

static bool read_ran(struct merge *m, struct part *p) {
    int64_t ran_ns, ncall;
    if (!get(p, &ran_ns) || !get(p, &ncall))
        return false;
    m->window.ran_ns = ran_ns > m->window.ran_ns ? ran_ns : m->window.ran_ns;
    m->window.ncall = ncall > m->window.ncall ? ncall : m->window.ncall;
    return true;
}

/* ---- a partial recording ---- */

static bool read_partial(struct merge *m, struct part *p) {
    int64_t bits;
    if (p->nevent > 0 || p->is_partial || !get(p, &bits))
        return false;
    memcpy(&m->partial.enough, &bits, sizeof bits);
    p->is_partial = m->partial.enough > 0 && m->partial.enough < HUGE_VAL;
    p->fill = (struct bsim_untimed_fill){.give = add_event, .data = p, .total = &m->partial};
    return p->is_partial;
}

static bool read_untimed(struct part *p) {
    int64_t period, sample, timed, calls;
    return p->is_partial && get(p, &period) && get(p, &sample) && get(p, &timed) && get(p, &calls) &&
           bsim_untimed_fill_stretch(&p->fill, period, sample, timed, calls);
}

static bool read_cost(struct part *p) {
    for (int i = 0; i < 2; i++)
        if (!get(p, &p->cost_ns[i]) || p->cost_ns[i] < 0)
            return false;
    return true;
}

/* What recording the rank took, and what it would have taken if all its calls had times. */
static void add_cost(struct merge *m, const struct part *p, size_t part_bytes) {
    struct bsim_trace_partial *all = &m->partial;
    int64_t untimed = p->nevent - p->timed_calls;
    const double each_s[2] = {1e-9 * (double)p->cost_ns[0], 1e-9 * (double)p->cost_ns[1]};
    all->calls += p->nevent;
    all->recording_s += (double)p->timed_calls * each_s[0] + (double)untimed * each_s[1];
    all->full_recording_s += (double)p->nevent * each_s[0];
    all->written_bytes += (int64_t)part_bytes;
    all->full_bytes += (int64_t)part_bytes;
    if (p->timed_calls > 0)
        all->full_bytes += llround((double)untimed * (double)p->event_bytes / (double)p->timed_calls);
}

/* A recording that was cut off may end within a record, which is left out then. */
static bool read_records(struct merge *m, struct part *p) {
    while (p->at < p->end && !p->is_complete) {
        int64_t kind;
        bool ok = get(p, &kind);
        if (ok && kind == TRACE_CALL)
            ok = read_call(m, p);
        else if (ok && kind == TRACE_TYPE)
            ok = read_type(m, p);
        else if (ok && kind == TRACE_SITE)
            ok = read_site(m, p);
        else if (ok && kind == TRACE_NOTE)
            ok = read_note(m, p);
        else if (ok && kind == TRACE_END)
            p->is_complete = true;
        else if (ok && kind == TRACE_UNTIMED)
            ok = read_untimed(p);
        else if (ok && kind == TRACE_PARTIAL)
            ok = read_partial(m, p);
        else if (ok && kind == TRACE_COST)
            ok = read_cost(p);
        else if (ok && kind == TRACE_WINDOW)
            ok = read_window(m, p);
        else if (ok && kind == TRACE_RAN)
            ok = read_ran(m, p);
        else
            ok = ok && read_event(p, kind - TRACE_EVENT);
        if (!ok && p->end - p->at > 64)
            return damaged(p, m->err);
        if (!ok)
            break;
    }
    return true;
}

/* ---- ranks ---- */

/* The number of the structure with this text, which is added if it is new. */
static size_t structure_number(struct merge *m, uint64_t hash, const struct bsim_bytes *text) {
    if (m->nstructure >= m->nslot) {
        bsim_free(m->slot);
        m->nslot = m->nslot ? 4 * m->nslot : 16;
        m->slot = bsim_alloc(m->nslot * sizeof *m->slot);
        for (size_t i = 0; i < m->nstructure; i++) {
            size_t *slot = &m->slot[m->structure[i].hash & (m->nslot - 1)];
            m->structure[i].next = *slot;
            *slot = i + 1;
        }
    }
    size_t *slot = &m->slot[hash & (m->nslot - 1)];
    for (size_t s = *slot; s > 0; s = m->structure[s - 1].next) {
        const struct structure *same = &m->structure[s - 1];
        if (same->hash == hash && same->n == text->n && memcmp(m->calls.data + same->at, text->data, text->n) == 0)
            return s - 1;
    }
    m->structure = bsim_realloc(m->structure, (m->nstructure + 1) * sizeof *m->structure);
    m->structure[m->nstructure] = (struct structure){hash, m->calls.n, text->n, *slot};
    bsim_bytes_add(&m->calls, text->data, text->n);
    return (*slot = ++m->nstructure) - 1;
}

static struct bsim_spread_shape *shape_of(struct merge *m, size_t structure) {
    for (; m->nshape <= structure; m->nshape++) {
        m->shape = bsim_realloc(m->shape, (m->nshape + 1) * sizeof *m->shape);
        m->shape[m->nshape] = (struct bsim_spread_shape){0};
    }
    return &m->shape[structure];
}

static void end_part(struct merge *m, struct part *p) {
    struct bsim_fold_grammar g;
    struct bsim_bytes text = {0};
    bsim_fold_end(p->fold, &g);
    bsim_bytes_put(&text, (int64_t)p->ncall);
    bsim_bytes_add(&text, p->encoded.data, p->encoded.n);
    bsim_bytes_put(&text, g.nrule);
    for (int r = 0; r < g.nrule; r++) {
        bsim_bytes_put(&text, g.first[r + 1] - g.first[r]);
        for (int32_t i = g.first[r]; i < g.first[r + 1]; i++) {
            bsim_bytes_put(&text, g.node[i].symbol);
            bsim_bytes_put(&text, g.node[i].count);
        }
    }
    bsim_fold_grammar_free(&g);
    size_t s = structure_number(m, bsim_fnv_bytes(BSIM_FNV_START, text.data, text.n), &text);
    bsim_bytes_free(&text);
    m->structure_of[p->rank] = (int)s;
    if (m->about->is_by_site)
        bsim_spread_end(&p->spread, shape_of(m, s), &p->times);
    m->nevent[p->rank] = p->nevent;
    bsim_window_found_end(&m->window, p->rank, p->nevent);
    m->ntimes[p->rank] = (int64_t)p->times.n;
    bsim_bytes_add(&m->times, p->times.data, p->times.n);
    if (!p->is_complete)
        json_array_append_new(m->cut, json_integer(p->rank));
}

/* A folder of files, each of which is mapped while it is read. */
struct part_files {
    const char *folder;
    void *map;
    size_t size;
};

static bool map_part(void *data, int rank, const unsigned char **bytes, size_t *n, struct bsim_error *err) {
    struct part_files *f = data;
    char path[PATH_ROOM];
    struct stat info;
    snprintf(path, sizeof path, "%s/rank-%d" TRACE_PART_SUFFIX, f->folder, rank);
    if (f->map)
        munmap(f->map, f->size);
    f->map = NULL;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &info)) {
        if (file >= 0)
            close(file);
        return bsim_error_set(err, path, 0, NULL, "cannot be read: %s", strerror(errno));
    }
    f->size = (size_t)info.st_size;
    void *map = f->size > 0 ? mmap(NULL, f->size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    close(file);
    if (map == MAP_FAILED)
        return bsim_error_set(err, path, 0, NULL, "is no recording, or is damaged: record the program again");
    f->map = map;
    *bytes = map;
    *n = f->size;
    return true;
}

/* The head of a part. The first one tells the number of ranks and the functions of all. */
static bool read_head(struct merge *m, struct part *p) {
    size_t magic = sizeof TRACE_PART_MAGIC - 1;
    int64_t rank, nrank, nfunction;
    if ((size_t)(p->end - p->at) < magic || memcmp(p->at, TRACE_PART_MAGIC, magic) != 0)
        return false;
    p->at += magic;
    char *program = NULL;
    if (!get(p, &rank) || !get(p, &nrank) || rank != p->rank || nrank <= rank || nrank > INT_MAX ||
        !get_text(p, &program))
        return false;
    bool is_first = m->nrank == 0;
    if (is_first)
        m->program = program;
    else
        bsim_free(program);
    if (!get(p, &nfunction) || nfunction < 1 || nfunction > p->end - p->at)
        return false;
    if (is_first) {
        m->nrank = (int)nrank;
        m->nfunction = (int)nfunction;
        m->function = bsim_alloc((size_t)nfunction * sizeof *m->function);
        m->roles = bsim_alloc((size_t)nfunction * sizeof *m->roles);
        m->structure_of = bsim_alloc((size_t)nrank * sizeof *m->structure_of);
        m->nevent = bsim_alloc((size_t)nrank * sizeof *m->nevent);
        m->ntimes = bsim_alloc((size_t)nrank * sizeof *m->ntimes);
    }
    bool ok = m->nrank == nrank && m->nfunction == nfunction;
    int64_t exact;
    for (int i = 0; ok && i < m->nfunction; i++) {
        char *name = NULL, *roles = NULL;
        ok = get_text(p, &name) && get_text(p, &roles);
        if (ok && is_first) {
            m->function[i] = name;
            m->roles[i] = roles;
            continue;
        }
        ok = ok && strcmp(m->function[i], name) == 0 && strcmp(m->roles[i], roles) == 0;
        bsim_free(name);
        bsim_free(roles);
    }
    if (!ok || !get(p, &exact) || (!is_first && m->is_exact != (exact == 1)))
        return false;
    m->is_exact = exact == 1;
    bsim_window_found_start(&m->window, p->rank, m->nrank);
    return true;
}

static bool read_part(struct merge *m, const struct bsim_trace_source *source, int rank) {
    char name[PATH_ROOM];
    size_t size;
    struct part p = {.merge = m, .path = name, .rank = rank};
    snprintf(name, sizeof name, "%s", source->name);
    if (source->part == map_part)
        snprintf(name, sizeof name, "%s/rank-%d" TRACE_PART_SUFFIX, source->name, rank);
    if (!source->part(source->data, rank, &p.at, &size, m->err))
        return false;
    p.end = p.at + size;
    p.fold = bsim_fold_new();
    bool ok = read_head(m, &p) ? read_records(m, &p) : damaged(&p, m->err);
    if (p.is_partial)
        bsim_untimed_fill_end(&p.fill);
    if (ok && p.is_partial)
        add_cost(m, &p, size);
    if (ok)
        end_part(m, &p);
    bsim_fold_free(p.fold);
    bsim_bytes_free(&p.encoded);
    bsim_bytes_free(&p.times);
    bsim_spread_times_free(&p.spread);
    bsim_free(p.type);
    bsim_free(p.site);
    bsim_free(p.last);
    bsim_free(p.found_nothing);
    return ok;
}

/* ---- the files ---- */

/* NULL if the recording is not partial. */
static json_t *partial_json(const struct bsim_trace_partial *p) {
    if (p->enough <= 0)
        return NULL;
    return json_pack("{s:f, s:I, s:I, s:I, s:I, s:I, s:f, s:f, s:f, s:I, s:I}", "enough", p->enough, "calls",
                     (json_int_t)p->calls, "untimed_calls", (json_int_t)p->untimed_calls, "open_calls",
                     (json_int_t)p->open_calls, "iterations", (json_int_t)p->iterations, "timed_iterations",
                     (json_int_t)p->timed_iterations, "apart", p->apart, "recording_s", p->recording_s,
                     "full_recording_s", p->full_recording_s, "written_bytes", (json_int_t)p->written_bytes,
                     "full_bytes", (json_int_t)p->full_bytes);
}

static const char *schema_of(const struct bsim_trace_about *about) {
    return about->window ? BSIM_TRACE_SCHEMA_WINDOW : about->is_by_site ? BSIM_TRACE_SCHEMA_SITES : BSIM_TRACE_SCHEMA;
}

static json_t *about_json(const struct merge *m) {
    json_t *functions = json_array(), *types = json_array(), *command = json_array(), *sites = json_array();
    char date[32], host[256] = "";
    time_t now = time(NULL);
    struct tm day;
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &day));
    gethostname(host, sizeof host - 1);
    for (int i = 0; i < m->nfunction; i++)
        json_array_append_new(functions, json_pack("[s, s]", m->function[i], m->roles[i]));
    for (size_t i = 0; i < m->ntype; i++)
        json_array_append_new(types, json_pack("[I, I, I, b]", (json_int_t)m->type[i].builtin,
                                               (json_int_t)m->type[i].size_bytes, (json_int_t)m->type[i].extent_bytes,
                                               (int)m->type[i].is_contiguous));
    for (char *const *arg = m->about->argv; *arg; arg++)
        json_array_append_new(command, bsim_output_text(*arg));
    for (int i = 0; i < m->sites.n; i++)
        json_array_append_new(sites, bsim_output_text(m->sites.name[i]));
    const struct bsim_trace_window *window = m->window.all.what ? &m->window.all : m->about->window;
    return json_pack(
        "{s:s, s:o, s:o, s:s, s:s, s:i, s:s, s:b, s:i, s:f, s:f, s:O, s:O, s:o, s:o, s:o, s:s*, s:o*, s:s*, s:o*}",
        "schema", schema_of(m->about), "program", bsim_output_text(m->program), "command", command, "date", date,
        "host", host, "ranks", m->nrank, "clock", m->about->clock, "exact", (int)m->is_exact, "structures",
        (int)m->nstructure, "calculation_s", m->calculation_s, "polled_s", m->polled_s, "lacks", m->notes, "cut",
        m->cut, "functions", functions, "types", types, "sites", sites, "recording", m->about->recording, "partial",
        partial_json(&m->partial), "times", m->about->is_by_site ? "sites" : NULL, "window",
        m->about->window ? bsim_trace_window_json(window, m->nrank) : NULL);
}

static bool write_files(struct merge *m, const char *folder) {
    char path[PATH_ROOM];
    struct bsim_bytes ranks = {0};
    for (int r = 0; r < m->nrank; r++) {
        bsim_bytes_put(&ranks, m->structure_of[r]);
        bsim_bytes_put(&ranks, m->nevent[r]);
        bsim_bytes_put(&ranks, m->ntimes[r]);
    }
    struct bsim_bytes calls = {0};
    bsim_bytes_add(&calls, m->calls.data, m->calls.n);
    bsim_bytes_add(&calls, ranks.data, ranks.n);
    bsim_bytes_free(&ranks);
    snprintf(path, sizeof path, "%s/calls.zst", folder);
    bool ok = bsim_bytes_write(&calls, path, m->err);
    bsim_bytes_free(&calls);
    snprintf(path, sizeof path, "%s/times.zst", folder);
    struct bsim_bytes times = {0};
    for (size_t s = 0; s < m->nshape; s++)
        bsim_spread_put(&m->shape[s], &times);
    bsim_bytes_add(&times, m->times.data, m->times.n);
    ok = ok && bsim_bytes_write(&times, path, m->err);
    bsim_bytes_free(&times);
    json_t *about = about_json(m);
    snprintf(path, sizeof path, "%s/trace.json", folder);
    ok = ok && bsim_output_json(path, about, m->err);
    json_decref(about);
    return ok;
}

static const char *const files[] = {"trace.json", "calls.zst", "times.zst"};

static void remove_trace(const char *folder) {
    char path[PATH_ROOM];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        int rank, n = 0;
        if (sscanf(e->d_name, TRACE_CONTENT_FILE "%n", &rank, &n) == 1 && n > 0 && e->d_name[n] == '\0' &&
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name) < (int)sizeof path)
            unlink(path);
    }
    if (dir)
        closedir(dir);
    rmdir(folder);
}

static bool move_contents(const struct merge *m, const char *parts, const char *folder) {
    char from[PATH_ROOM], to[PATH_ROOM];
    for (int r = 0; r < m->nrank; r++) {
        int n = snprintf(from, sizeof from, "%s/", parts), k = snprintf(to, sizeof to, "%s/", folder);
        snprintf(from + n, sizeof from - (size_t)n, TRACE_CONTENT_FILE, r);
        snprintf(to + k, sizeof to - (size_t)k, TRACE_CONTENT_FILE, r);
        if (rename(from, to))
            return bsim_error_set(m->err, from, 0, NULL, "cannot be moved to the trace: %s", strerror(errno));
    }
    return true;
}

/* The folder is written aside and renamed. */
static bool put_in_place(struct merge *m, const char *parts, const char *folder) {
    char aside[PATH_MAX], old[PATH_MAX];
    if (snprintf(aside, sizeof aside, "%s.part-%d", folder, (int)getpid()) >= PATH_MAX ||
        snprintf(old, sizeof old, "%s.old-%d", folder, (int)getpid()) >= PATH_MAX)
        return bsim_error_set(m->err, folder, 0, NULL, "is too long a path");
    if (mkdir(aside, 0777))
        return bsim_error_set(m->err, folder, 0, NULL, "cannot be written: %s", strerror(errno));
    bool ok = write_files(m, aside) && (m->about->recording == NULL || move_contents(m, parts, aside));
    bool there = ok && access(folder, F_OK) == 0;
    if (ok && there && rename(folder, old))
        ok = bsim_error_set(m->err, folder, 0, NULL, "cannot be replaced: %s", strerror(errno));
    if (ok && rename(aside, folder))
        ok = bsim_error_set(m->err, folder, 0, NULL, "cannot be written: %s", strerror(errno));
    if (ok && there)
        remove_trace(old);
    if (!ok)
        remove_trace(aside);
    return ok;
}

bool bsim_trace_merge(const char *parts, const char *folder, const struct bsim_trace_about *about,
                      struct bsim_error *err) {
    struct part_files files_of_ranks = {.folder = parts};
    bool ok =
        bsim_trace_merge_source(&(struct bsim_trace_source){parts, map_part, &files_of_ranks}, folder, about, err);
    if (files_of_ranks.map)
        munmap(files_of_ranks.map, files_of_ranks.size);
    return ok;
}

bool bsim_trace_merge_source(const struct bsim_trace_source *source, const char *folder,
                             const struct bsim_trace_about *about, struct bsim_error *err) {
    struct merge m = {.about = about, .err = err, .notes = json_array(), .cut = json_array()};
    bsim_sites_start(&m.sites);
    bool ok = read_part(&m, source, 0);
    for (int rank = 1; ok && rank < m.nrank; rank++)
        ok = read_part(&m, source, rank);
    if (ok && about->window && about->window->rank == NULL) {
        m.window.all.what = bsim_strdup(about->window->what);
        ok = bsim_window_found_check(&m.window, err);
    }
    if (ok) {
        bsim_sites_resolve(&m.sites);
        ok = put_in_place(&m, source->name, folder);
    }
    for (int i = 0; i < m.nfunction; i++) {
        bsim_free(m.function[i]);
        bsim_free(m.roles[i]);
    }
    bsim_free(m.program);
    bsim_free(m.function);
    bsim_free(m.roles);
    bsim_sites_end(&m.sites);
    bsim_trace_window_free(&m.window.all);
    json_decref(m.notes);
    json_decref(m.cut);
    bsim_bytes_free(&m.calls);
    bsim_bytes_free(&m.times);
    bsim_free(m.type);
    for (size_t s = 0; s < m.nshape; s++)
        bsim_spread_shape_free(&m.shape[s]);
    bsim_free(m.shape);
    bsim_free(m.structure);
    bsim_free(m.slot);
    bsim_free(m.structure_of);
    bsim_free(m.nevent);
    bsim_free(m.ntimes);
    return ok;
}
