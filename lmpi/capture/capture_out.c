/* capture_out.c - writes what is recorded of simulated ranks to two files (bsim/trace/trace_capture.h). All ranks share
 * the numbers of calls, so that a call that many ranks make is kept once. Shards take turns by a lock. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bsim/base/alloc.h"
#include "bsim/base/clock.h"
#include "bsim/bsim.h"
#include "bsim/stat/stat.h"
#include "bsim/trace/trace_capture.h"
#include "bsim/trace/trace_stream.h"
#include "lmpi/capture/capture_rank.h"
#include "lmpi/record/record_sequences.h"

#pragma weak bsim_program

enum { BUFFER = 480, NOTES = 64, MOST_EXACT_CALLS = 1 << 22 };

struct type {
    int64_t builtin, size, extent;
    bool contiguous;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int file = -1;
static const char *folder;
static bool exact;
/* Of a call: function, site, number of arguments, arguments, number of amounts, amounts. */
static struct record_sequences calls;
static struct type *types;
static size_t ntypes, types_room;
static char *notes[NOTES];
static int nnotes;

static _Noreturn void fail(const char *name) {
    bsim_fatal(BSIM_EXIT_USAGE, "the recording %s/%s cannot be written: %s", folder, name, strerror(errno));
}

static void write_all(int to, const unsigned char *bytes, size_t n, const char *name) {
    while (n > 0) {
        ssize_t done = write(to, bytes, n);
        if (done < 0 && errno != EINTR)
            fail(name);
        bytes += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
}

static int open_file(const char *name) {
    enum { MOST = 4096 };
    char *path = bsim_alloc(MOST);
    snprintf(path, MOST, "%s/%s", folder, name);
    int opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (opened < 0)
        fail(name);
    bsim_free(path);
    return opened;
}

void lmpi_capture_open(const char *where, bool is_exact) {
    folder = where;
    exact = is_exact;
    file = open_file(TRACE_CAPTURE_EVENTS);
}

/* ---- calls ---- */

/* Where a call has no amounts, a simulation divides the gap before it by the speed of the node. Here the gap is what
 * the run took, which is the same at speed 1 only; else *gap gets the sum of the amounts. */
static int amounts_kept(const struct capture *c, const struct record_event *e, int64_t *gap) {
    if (exact && calls.nsequence < MOST_EXACT_CALLS)
        return e->namounts;
    if (bsim_speed_of(bsim_rank_of(c->rank)) == 1)
        return 0;
    double sum_s = 0;
    for (int i = 0; i < e->namounts; i++) {
        double seconds;
        memcpy(&seconds, &e->args[e->nargs + 2 * i], sizeof seconds);
        sum_s += seconds * (double)e->args[e->nargs + 2 * i + 1];
    }
    *gap = llround(1e9 * sum_s);
    return 0;
}

static int64_t number_of_event(const struct capture *c, const struct record_event *e, int64_t *gap) {
    size_t at = calls.n;
    bool is_new;
    lmpi_record_number_add(&calls, e->function);
    lmpi_record_number_add(&calls, e->site);
    lmpi_record_number_add(&calls, e->nargs);
    for (int i = 0; i < e->nargs; i++)
        lmpi_record_number_add(&calls, e->args[i]);
    int namounts = amounts_kept(c, e, gap);
    lmpi_record_number_add(&calls, namounts);
    for (int i = 0; i < 2 * namounts; i++)
        lmpi_record_number_add(&calls, e->args[e->nargs + i]);
    return lmpi_record_sequence_end(&calls, at, &is_new);
}

/* With the lock. */
static void flush(struct capture *c) {
    unsigned char head[2 * TRACE_VARINT_MOST];
    size_t n = trace_put(head, c->rank);
    n += trace_put(head + n, c->used);
    write_all(file, head, n, TRACE_CAPTURE_EVENTS);
    write_all(file, c->buffer, c->used, TRACE_CAPTURE_EVENTS);
    c->used = 0;
}

void lmpi_capture_event(void *capture, const struct record_event *event) {
    struct capture *c = capture;
    pthread_mutex_lock(&lock);
    int64_t gap = event->gap, call = number_of_event(c, event, &gap);
    if (c->buffer == NULL)
        c->buffer = bsim_alloc(BUFFER);
    if (c->used + 3 * TRACE_VARINT_MOST > BUFFER)
        flush(c);
    c->used += (uint32_t)trace_put(c->buffer + c->used, call);
    c->used += (uint32_t)trace_put(c->buffer + c->used, gap);
    c->used += (uint32_t)trace_put(c->buffer + c->used, event->inside);
    pthread_mutex_unlock(&lock);
}

void lmpi_capture_flush(struct capture *c) {
    pthread_mutex_lock(&lock);
    if (c->used > 0)
        flush(c);
    pthread_mutex_unlock(&lock);
}

int64_t lmpi_capture_type(int64_t builtin, int64_t size, int64_t extent, bool contiguous) {
    size_t i = 0;
    pthread_mutex_lock(&lock);
    while (i < ntypes && (types[i].builtin != builtin || types[i].size != size || types[i].extent != extent ||
                          types[i].contiguous != contiguous))
        i++;
    if (i == ntypes) {
        types = lmpi_record_grow(types, ntypes, &types_room, sizeof *types);
        types[ntypes++] = (struct type){builtin, size, extent, contiguous};
    }
    pthread_mutex_unlock(&lock);
    return (int64_t)i;
}

void lmpi_capture_note(const char *text) {
    pthread_mutex_lock(&lock);
    int i = 0;
    while (i < nnotes && strcmp(notes[i], text) != 0)
        i++;
    if (i == nnotes && nnotes < NOTES)
        notes[nnotes++] = bsim_strdup(text);
    pthread_mutex_unlock(&lock);
}

/* ---- the tables ---- */

struct table {
    unsigned char *data;
    size_t n, room;
};

static void put(struct table *t, int64_t value) {
    while (t->n + TRACE_VARINT_MOST > t->room)
        t->data = lmpi_record_grow(t->data, t->room, &t->room, 1);
    t->n += trace_put(t->data + t->n, value);
}

static void put_text(struct table *t, const char *text) {
    size_t n = strlen(text);
    put(t, (int64_t)n);
    while (t->n + n > t->room)
        t->data = lmpi_record_grow(t->data, t->room, &t->room, 1);
    memcpy(t->data + t->n, text, n);
    t->n += n;
}

/* The places of calls as people read them; each call's place becomes its number there, from 1 on. */
static void put_sites(struct table *t) {
    struct bsim_site *sites = NULL;
    size_t n = 0, room = 0;
    for (size_t i = 0; i < calls.nsequence; i++) {
        int64_t *site = &calls.number[calls.sequence[i].at + 1];
        const void *address = (const void *)(intptr_t)*site;
        size_t k = 0;
        while (k < n && sites[k].address != address)
            k++;
        if (k == n) {
            sites = lmpi_record_grow(sites, n, &room, sizeof *sites);
            sites[n++] = (struct bsim_site){.address = address};
        }
        *site = (int64_t)k + 1;
    }
    bsim_site_resolve(sites, (int)n);
    put(t, (int64_t)n);
    for (size_t k = 0; k < n; k++) {
        char text[4200] = "?";
        const char *slash = sites[k].file ? strrchr(sites[k].file, '/') : NULL;
        if (sites[k].file)
            snprintf(text, sizeof text, "%s:%d", slash ? slash + 1 : sites[k].file, sites[k].line);
        put_text(t, text);
        bsim_free(sites[k].file);
        bsim_free(sites[k].function);
    }
    bsim_free(sites);
}

static void put_program(struct table *t) {
    static const char *const functions[][2] = {
#define MPI_CALL(ret, name, params, args, family, roles) {#name, roles},
#include "lmpi/mpi_calls.def"
    };
    const char *slash = strrchr(bsim_run.exe, '/'), *name = slash ? slash + 1 : bsim_run.exe;
    put_text(t, &bsim_program && *bsim_program ? bsim_program : name);
    put(t, exact);
    put(t, RECORD_FUNCTIONS);
    for (int i = 0; i < RECORD_FUNCTIONS; i++) {
        put_text(t, functions[i][0]);
        put_text(t, functions[i][1]);
    }
}

void lmpi_capture_close(const struct capture *ranks, int n) {
    struct table t = {0};
    if (bsim_clock_any_pause())
        lmpi_capture_note(
            "sleep, usleep, nanosleep and the like are kept as calculation; on a platform of another speed "
            "they take another time, and should not");
    put(&t, n);
    put_program(&t);
    put(&t, (int64_t)ntypes);
    for (size_t i = 0; i < ntypes; i++) {
        put(&t, types[i].builtin);
        put(&t, types[i].size);
        put(&t, types[i].extent);
        put(&t, types[i].contiguous);
    }
    put_sites(&t);
    put(&t, (int64_t)calls.nsequence);
    for (size_t i = 0; i < calls.nsequence; i++) {
        put(&t, calls.sequence[i].n);
        for (int k = 0; k < calls.sequence[i].n; k++)
            put(&t, calls.number[calls.sequence[i].at + (size_t)k]);
    }
    put(&t, nnotes);
    for (int i = 0; i < nnotes; i++)
        put_text(&t, notes[i]);
    for (int r = 0; r < n; r++)
        put(&t, ranks[r].finalized);
    int to = open_file(TRACE_CAPTURE_TABLES);
    write_all(to, (const unsigned char *)TRACE_CAPTURE_MAGIC, sizeof TRACE_CAPTURE_MAGIC - 1, TRACE_CAPTURE_TABLES);
    write_all(to, t.data, t.n, TRACE_CAPTURE_TABLES);
    if (close(to) || close(file))
        fail(TRACE_CAPTURE_TABLES);
    bsim_free(t.data);
    bsim_free(calls.sequence);
    bsim_free(calls.slot);
    bsim_free(calls.number);
    bsim_free(types);
    for (int i = 0; i < nnotes; i++)
        bsim_free(notes[i]);
}
