/* trace_capture.c - makes a trace of what the runtime has written about simulated ranks: gives the calls of each rank
 * to trace_merge.c as a recorder would have written them. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_bytes.h"
#include "bsim/trace/trace_capture.h"
#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"

struct bytes {
    const unsigned char *at, *end;
};

struct capture {
    char path[PATH_MAX];
    void *map[2]; /* events, tables */
    size_t size[2];
    struct bytes program;
    int64_t exact, nrank, nfunction, ntype, nsite, ncall, nnote;
    struct call {
        int64_t n;
        const unsigned char *at; /* of its n numbers */
    } *call;
    struct bytes *type, *site, *function, *note;
    bool *complete; /* of each rank */
    struct chunk {
        const unsigned char *at;
        size_t n;
        int64_t next; /* of the same rank; -1: none */
    } *chunk;
    size_t nchunk, chunk_room;
    int64_t *first, *last; /* chunks of each rank */
    /* The part of the present rank. */
    struct bsim_bytes out;
    int64_t *call_number, *type_number, *site_number; /* 1 + the number in the part; 0: not there yet */
    int64_t ncalls, ntypes, nsites;
    int64_t *used_calls, *used_types, *used_sites; /* those that are in the part, in order */
};

static bool get(struct bytes *b, int64_t *value) {
    return trace_get(&b->at, b->end, value);
}

static bool get_count(struct bytes *b, int64_t *n) {
    return get(b, n) && *n >= 0 && *n <= b->end - b->at;
}

static bool skip(struct bytes *b, int64_t numbers) {
    int64_t value;
    for (; numbers > 0; numbers--)
        if (!get(b, &value))
            return false;
    return true;
}

/* A text as it stands, with its length in front. */
static bool get_text(struct bytes *b, struct bytes *text) {
    int64_t n;
    text->at = b->at;
    if (!get_count(b, &n))
        return false;
    text->end = b->at += n;
    return true;
}

static bool map_file(struct capture *c, int i, const char *folder, const char *name, struct bsim_error *err) {
    struct stat info;
    snprintf(c->path, sizeof c->path, "%s/%s", folder, name);
    int file = open(c->path, O_RDONLY | O_CLOEXEC);
    bool ok = file >= 0 && fstat(file, &info) == 0;
    c->size[i] = ok ? (size_t)info.st_size : 0;
    void *map = ok && c->size[i] > 0 ? mmap(NULL, c->size[i], PROT_READ, MAP_PRIVATE, file, 0) : NULL;
    if (file >= 0)
        close(file);
    if (!ok || map == MAP_FAILED)
        return bsim_error_set(err, c->path, 0, NULL, "cannot be read: %s", strerror(errno));
    c->map[i] = map;
    return true;
}

/* ---- tables ---- */

static bool read_lists(struct capture *c, struct bytes *b) {
    if (!get_count(b, &c->ntype))
        return false;
    c->type = bsim_alloc(((size_t)c->ntype + 1) * sizeof *c->type);
    for (int64_t i = 0; i < c->ntype; i++) {
        c->type[i].at = b->at;
        if (!skip(b, 4))
            return false;
        c->type[i].end = b->at;
    }
    if (!get_count(b, &c->nsite))
        return false;
    c->site = bsim_alloc(((size_t)c->nsite + 1) * sizeof *c->site);
    for (int64_t i = 0; i < c->nsite; i++)
        if (!get_text(b, &c->site[i]))
            return false;
    if (!get_count(b, &c->ncall))
        return false;
    c->call = bsim_alloc(((size_t)c->ncall + 1) * sizeof *c->call);
    for (int64_t i = 0; i < c->ncall; i++) {
        if (!get_count(b, &c->call[i].n) || c->call[i].n < 4)
            return false;
        c->call[i].at = b->at;
        if (!skip(b, c->call[i].n))
            return false;
    }
    if (!get_count(b, &c->nnote))
        return false;
    c->note = bsim_alloc(((size_t)c->nnote + 1) * sizeof *c->note);
    for (int64_t i = 0; i < c->nnote; i++)
        if (!get_text(b, &c->note[i]))
            return false;
    return true;
}

static bool read_tables(struct capture *c) {
    struct bytes b = {c->map[1], (const unsigned char *)c->map[1] + c->size[1]};
    size_t magic = sizeof TRACE_CAPTURE_MAGIC - 1;
    if (c->size[1] < magic || memcmp(b.at, TRACE_CAPTURE_MAGIC, magic) != 0)
        return false;
    b.at += magic;
    if (!get(&b, &c->nrank) || c->nrank < 1 || c->nrank > INT_MAX || !get_text(&b, &c->program) ||
        !get(&b, &c->exact) || !get_count(&b, &c->nfunction))
        return false;
    c->function = bsim_alloc((2 * (size_t)c->nfunction + 1) * sizeof *c->function);
    for (int64_t i = 0; i < 2 * c->nfunction; i++)
        if (!get_text(&b, &c->function[i]))
            return false;
    if (!read_lists(c, &b) || b.end - b.at < c->nrank)
        return false;
    c->complete = bsim_alloc((size_t)c->nrank * sizeof *c->complete);
    for (int64_t r = 0; r < c->nrank; r++) {
        int64_t complete;
        if (!get(&b, &complete))
            return false;
        c->complete[r] = complete == 1;
    }
    return b.at == b.end;
}

static bool read_events(struct capture *c) {
    struct bytes b = {c->map[0], c->map[0] ? (const unsigned char *)c->map[0] + c->size[0] : NULL};
    c->first = bsim_alloc((size_t)c->nrank * sizeof *c->first);
    c->last = bsim_alloc((size_t)c->nrank * sizeof *c->last);
    for (int64_t r = 0; r < c->nrank; r++)
        c->first[r] = c->last[r] = -1;
    while (b.at < b.end) {
        int64_t rank, n;
        if (!get(&b, &rank) || rank < 0 || rank >= c->nrank || !get_count(&b, &n))
            return false;
        if (c->nchunk == c->chunk_room) {
            c->chunk_room = c->chunk_room ? 2 * c->chunk_room : 64;
            c->chunk = bsim_realloc(c->chunk, c->chunk_room * sizeof *c->chunk);
        }
        int64_t number = (int64_t)c->nchunk++;
        c->chunk[number] = (struct chunk){b.at, (size_t)n, -1};
        b.at += n;
        if (c->last[rank] < 0)
            c->first[rank] = number;
        else
            c->chunk[c->last[rank]].next = number;
        c->last[rank] = number;
    }
    return true;
}

/* ---- the part of a rank ---- */

static void put(struct capture *c, int64_t value) {
    bsim_bytes_put(&c->out, value);
}

static void put_raw(struct capture *c, struct bytes text) {
    bsim_bytes_add(&c->out, text.at, (size_t)(text.end - text.at));
}

static bool use_type(struct capture *c, int64_t type) {
    if (type == TRACE_NONE)
        return true;
    if (type < 0 || type >= c->ntype)
        return false;
    if (c->type_number[type] == 0) {
        c->used_types[c->ntypes++] = type;
        c->type_number[type] = c->ntypes;
        put(c, TRACE_TYPE);
        put_raw(c, c->type[type]);
    }
    return true;
}

static bool use_site(struct capture *c, int64_t site) {
    if (site < 1 || site > c->nsite)
        return false;
    if (c->site_number[site - 1] == 0) {
        c->used_sites[c->nsites++] = site - 1;
        c->site_number[site - 1] = c->nsites;
        put(c, TRACE_SITE);
        put(c, -1);
        put_raw(c, c->site[site - 1]);
    }
    return true;
}

/* Goes over the arguments of a call by their roles; writes them if `writes`, else makes their datatypes known. */
static bool arguments(struct capture *c, struct bytes *b, int64_t function, int64_t nargs, bool writes) {
    char name[64] = "", roles[64] = "";
    struct bytes text[2] = {c->function[2 * function], c->function[2 * function + 1]};
    for (int i = 0; i < 2; i++) {
        int64_t n;
        if (!get(&text[i], &n) || n >= (int64_t)sizeof name)
            return false;
        memcpy(i == 0 ? name : roles, text[i].at, (size_t)n);
    }
    bool by_role = !trace_has_own_arguments(name), is_coll = trace_is_collective(roles);
    int64_t left = nargs;
    const char *role = by_role ? roles : "";
    while (left > 0) {
        int64_t value, n = 1;
        while (*role && !trace_has_number(*role, is_coll))
            role++;
        bool is_list = *role && strchr("vw", *role), is_type = *role && strchr("tw", *role);
        if (is_list) {
            if (!get(b, &n) || n < 0 || n >= left)
                return false;
            left--;
            if (writes)
                put(c, n);
        }
        for (; n > 0; n--, left--) {
            if (!get(b, &value) || (is_type && !use_type(c, value)))
                return false;
            if (writes)
                put(c, is_type && value != TRACE_NONE ? c->type_number[value] - 1 : value);
        }
        role += *role != '\0';
    }
    return true;
}

static bool use_call(struct capture *c, int64_t call) {
    if (call < 0 || call >= c->ncall)
        return false;
    if (c->call_number[call] != 0)
        return true;
    struct bytes b = {c->call[call].at, (const unsigned char *)c->map[1] + c->size[1]}, again;
    int64_t function, site, nargs, namounts, value;
    if (!get(&b, &function) || function < 0 || function >= c->nfunction || !get(&b, &site) || !use_site(c, site) ||
        !get(&b, &nargs) || nargs < 0 || nargs > c->call[call].n - 4)
        return false;
    again = b;
    if (!arguments(c, &b, function, nargs, false))
        return false;
    put(c, TRACE_CALL);
    put(c, function);
    put(c, c->site_number[site - 1]);
    put(c, nargs);
    if (!arguments(c, &again, function, nargs, true) || !get(&again, &namounts) || namounts < 0 ||
        nargs + 4 + 2 * namounts != c->call[call].n)
        return false;
    if (c->exact)
        put(c, namounts);
    for (int64_t i = 0; i < 2 * namounts; i++) {
        if (!get(&again, &value))
            return false;
        if (c->exact)
            put(c, value);
    }
    c->used_calls[c->ncalls++] = call;
    c->call_number[call] = c->ncalls;
    return true;
}

static void put_head(struct capture *c, int rank) {
    bsim_bytes_add(&c->out, TRACE_PART_MAGIC, sizeof TRACE_PART_MAGIC - 1);
    put(c, rank);
    put(c, c->nrank);
    put_raw(c, c->program);
    put(c, c->nfunction);
    for (int64_t i = 0; i < 2 * c->nfunction; i++)
        put_raw(c, c->function[i]);
    put(c, c->exact);
    for (int64_t i = 0; rank == 0 && i < c->nnote; i++) {
        put(c, TRACE_NOTE);
        put_raw(c, c->note[i]);
    }
}

static void forget(int64_t *number, const int64_t *used, int64_t *n) {
    while (*n > 0)
        number[used[--*n]] = 0;
}

/* bsim_trace_source.part */
static bool make_part(void *data, int rank, const unsigned char **bytes, size_t *n, struct bsim_error *err) {
    struct capture *c = data;
    bool ok = rank < c->nrank;
    forget(c->call_number, c->used_calls, &c->ncalls);
    forget(c->type_number, c->used_types, &c->ntypes);
    forget(c->site_number, c->used_sites, &c->nsites);
    c->out.n = 0;
    put_head(c, rank);
    for (int64_t i = ok ? c->first[rank] : -1; ok && i >= 0; i = c->chunk[i].next) {
        struct bytes b = {c->chunk[i].at, c->chunk[i].at + c->chunk[i].n};
        while (ok && b.at < b.end) {
            int64_t call, gap, inside;
            ok = get(&b, &call) && get(&b, &gap) && get(&b, &inside) && use_call(c, call);
            if (ok) {
                put(c, TRACE_EVENT + c->call_number[call] - 1);
                put(c, gap);
                put(c, inside);
            }
        }
    }
    if (ok && c->complete[rank])
        put(c, TRACE_END);
    *bytes = c->out.data;
    *n = c->out.n;
    return ok || bsim_error_set(err, c->path, 0, NULL, "is damaged: the run must be recorded again");
}

static void end(struct capture *c) {
    for (int i = 0; i < 2; i++)
        if (c->map[i])
            munmap(c->map[i], c->size[i]);
    bsim_free(c->call);
    bsim_free(c->type);
    bsim_free(c->site);
    bsim_free(c->function);
    bsim_free(c->note);
    bsim_free(c->complete);
    bsim_free(c->chunk);
    bsim_free(c->first);
    bsim_free(c->last);
    bsim_bytes_free(&c->out);
    bsim_free(c->call_number);
    bsim_free(c->type_number);
    bsim_free(c->site_number);
    bsim_free(c->used_calls);
    bsim_free(c->used_types);
    bsim_free(c->used_sites);
    bsim_free(c);
}

static int64_t *list_of(int64_t n) {
    return bsim_alloc(((size_t)n + 1) * sizeof(int64_t));
}

/* A call, or a rank that has called MPI_Finalize. */
static bool holds_something(const struct capture *c) {
    bool any = c->ncall > 0;
    for (int r = 0; !any && r < c->nrank; r++)
        any = c->complete[r];
    return any;
}

bool bsim_trace_from_capture(const char *capture, const char *folder, char *const *argv, struct bsim_error *err) {
    struct capture *c = bsim_alloc(sizeof *c);
    bool ok = map_file(c, 1, capture, TRACE_CAPTURE_TABLES, err) && map_file(c, 0, capture, TRACE_CAPTURE_EVENTS, err);
    if (ok && (!read_tables(c) || !read_events(c)))
        ok = bsim_error_set(err, c->path, 0, NULL, "is damaged: the run must be recorded again");
    if (ok && !holds_something(c))
        ok = bsim_error_set(err, folder, 0, NULL,
                            "is not written: no rank called MPI_Init, and calls in sessions are not recorded");
    if (ok) {
        c->call_number = list_of(c->ncall), c->used_calls = list_of(c->ncall);
        c->type_number = list_of(c->ntype), c->used_types = list_of(c->ntype);
        c->site_number = list_of(c->nsite), c->used_sites = list_of(c->nsite);
        const struct bsim_trace_about about = {.argv = argv, .clock = "virtual"};
        ok = bsim_trace_merge_source(&(struct bsim_trace_source){c->path, make_part, c}, folder, &about, err);
    }
    end(c);
    return ok;
}
