/* record_out.c - writes the raw stream of this process: its calls by number, in order. Must not know MPI. */
#include "lmpi/record/record_out.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bsim/trace/trace_repeat.h"
#include "bsim/trace/trace_stream.h"
#include "lmpi/record/record_handles.h"
#include "lmpi/record/record_sequences.h"

enum { BUFFER = 1 << 16, NOTES = 64 };

struct type {
    int64_t builtin, size, extent;
    int contiguous;
};

/* A second thread writes what is there while the recorded one waits in a call (watch). Each function that puts
 * something into the stream holds the lock until that is whole. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int file = -1;
static unsigned char buffer[BUFFER + 64];
static size_t used;
static int64_t flushed_ns;

static struct record_sequences calls; /* of a call: function, site, arguments */
static struct bsim_repeat *repeat;    /* NULL: all calls have times */

static struct type *types;
static size_t ntypes, types_room;
static struct site {
    const void *address;
    int64_t number;
} *sites;
static size_t nsites, sites_room; /* sites_room: a power of two */
static char *notes[NOTES];
static int nnotes;

_Noreturn void record_fail(const char *what) {
    dprintf(2, "libbsim-record: %s: %s\n", what, strerror(errno));
    _exit(2);
}

void *lmpi_record_grow(void *array, size_t n, size_t *room, size_t each) {
    if (n < *room)
        return array;
    *room = *room ? 2 * *room : 64;
    array = realloc(array, *room * each);
    if (array == NULL)
        record_fail("out of memory");
    return array;
}

void lmpi_record_free(void *memory) {
    free(memory);
}

/* ---- bytes ---- */

static void flush(void) {
    for (size_t done = 0; done < used;) {
        ssize_t n = write(file, buffer + done, used - done);
        if (n < 0 && errno != EINTR)
            record_fail("the recording cannot be written");
        done += n > 0 ? (size_t)n : 0;
    }
    used = 0;
}

static void put(int64_t value) {
    if (used + TRACE_VARINT_MOST > BUFFER)
        flush();
    used += trace_put(buffer + used, value);
}

static void put_text(const char *text) {
    size_t n = strlen(text);
    put((int64_t)n);
    for (size_t i = 0; i < n; i++) {
        if (used == BUFFER)
            flush();
        buffer[used++] = (unsigned char)text[i];
    }
}

static void locked_end(const bool *unused) {
    (void)unused;
    pthread_mutex_unlock(&lock);
}
static bool locked_begin(void) {
    pthread_mutex_lock(&lock);
    return true;
}
#define LOCKED __attribute__((cleanup(locked_end), unused)) const bool is_locked = locked_begin()

void record_out_open(const char *folder, int rank, int size, const char *const (*functions)[2], int n) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/rank-%d" TRACE_PART_SUFFIX, folder, rank) >= (int)sizeof path)
        errno = ENAMETOOLONG, record_fail(folder);
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        record_fail(path);
    memcpy(buffer, TRACE_PART_MAGIC, used = sizeof TRACE_PART_MAGIC - 1);
    put(rank);
    put(size);
    put_text(program_invocation_short_name);
    put(n);
    for (int i = 0; i < n; i++) {
        put_text(functions[i][0]);
        put_text(functions[i][1]);
    }
    put(0); /* no amounts */
    flush();
}

static void put_untimed(void) {
    struct bsim_untimed untimed;
    if (!repeat || !bsim_repeat_told(repeat, &untimed))
        return;
    put(TRACE_UNTIMED);
    put(untimed.period);
    put(BSIM_REPEAT_SAMPLE);
    put(untimed.timed);
    put(untimed.calls);
}

/* Until the stream is closed. */
static void *watch(void *unused) {
    const struct timespec half_s = {.tv_nsec = 500000000};
    for (bool is_open = true; is_open;) {
        nanosleep(&half_s, NULL);
        LOCKED;
        is_open = file >= 0;
        if (is_open && used > 0) {
            put_untimed();
            flush();
        }
    }
    return unused;
}

void record_out_watch(void) {
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all); /* signals are for the program's threads */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, watch, NULL) == 0)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void record_out_tick(int64_t now_ns) {
    if (now_ns - flushed_ns < 1000000000)
        return;
    LOCKED;
    flushed_ns = now_ns;
    put_untimed();
    flush();
}

bool record_out_is_open(void) {
    return file >= 0;
}

/* ---- calls ---- */

static void put_call(const struct record_sequence *call) {
    const int64_t *number = calls.number + call->at;
    put(TRACE_CALL);
    put(number[0]);
    put(number[1]);
    put(call->n - 2);
    for (int i = 2; i < call->n; i++)
        put(number[i]);
}

/* Where the window (record_window.h) opens and closes. */
static void put_window(const struct record_event *e) {
    static bool is_open;
    if (!is_open && (e->is_in_window || e->is_behind_window)) {
        put(TRACE_WINDOW);
        put(is_open = true);
    }
    if (is_open && !e->is_in_window) {
        put(TRACE_WINDOW);
        put(is_open = false);
    }
}

void record_out_event(void *unused, const struct record_event *e) {
    LOCKED;
    size_t at = calls.n;
    bool is_new;
    (void)unused;
    lmpi_record_number_add(&calls, e->function);
    lmpi_record_number_add(&calls, e->site);
    for (int i = 0; i < e->nargs; i++)
        lmpi_record_number_add(&calls, e->args[i]);
    int64_t call = lmpi_record_sequence_end(&calls, at, &is_new);
    if (is_new)
        put_call(&calls.sequence[call]);
    if (repeat && !bsim_repeat_take(repeat, call, e->mark, e->gap, !e->is_untimed))
        return;
    put_untimed();
    put_window(e);
    put(TRACE_EVENT + call);
    put(e->gap);
    put(e->inside);
}

/* ---- partial recording ---- */

void record_out_be_partial(double enough, int64_t reading_ns) {
    repeat = calloc(1, sizeof *repeat);
    if (repeat == NULL)
        record_fail("out of memory");
    repeat->enough = enough;
    repeat->reading_ns = reading_ns;
    union {
        double share;
        int64_t bits;
    } number = {enough};
    LOCKED;
    put(TRACE_PARTIAL);
    put(number.bits);
}

bool record_out_leaves_times(void) {
    return repeat && repeat->left > 0;
}

bool record_out_expects(size_t ahead, int function, const void *site, uint64_t mark) {
    uint64_t expected;
    int64_t call = bsim_repeat_next(repeat, (int64_t)ahead, &expected);
    if (call < 0 || mark != expected)
        return false;
    const int64_t *number = calls.number + calls.sequence[call].at;
    return number[0] == function && number[1] == record_out_site(site);
}

void record_out_cost(const int64_t ns[2]) {
    LOCKED;
    put(TRACE_COST);
    put(ns[0]);
    put(ns[1]);
}

/* ---- a window ---- */

void record_out_ran(int64_t ran_ns, int64_t ncall) {
    LOCKED;
    put(TRACE_RAN);
    put(ran_ns);
    put(ncall);
}

/* ---- datatypes, places, notes ---- */

int64_t record_out_type(int64_t builtin, int64_t size, int64_t extent, int contiguous) {
    for (size_t i = 0; i < ntypes; i++)
        if (types[i].builtin == builtin && types[i].size == size && types[i].extent == extent &&
            types[i].contiguous == contiguous)
            return (int64_t)i;
    LOCKED;
    types = lmpi_record_grow(types, ntypes, &types_room, sizeof *types);
    types[ntypes] = (struct type){builtin, size, extent, contiguous};
    put(TRACE_TYPE);
    put(builtin);
    put(size);
    put(extent);
    put(contiguous);
    return (int64_t)ntypes++;
}

static struct site *site_slot(const void *address) {
    size_t slot = ((uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (sites_room - 1);
    while (sites[slot].address && sites[slot].address != address)
        slot = (slot + 1) & (sites_room - 1);
    return &sites[slot];
}

int64_t record_out_site(const void *address) {
    if (2 * (nsites + 1) > sites_room) {
        struct site *old = sites;
        size_t n = sites_room;
        sites_room = n ? 2 * n : 64;
        sites = calloc(sites_room, sizeof *sites);
        if (sites == NULL)
            record_fail("out of memory");
        for (size_t i = 0; i < n; i++)
            if (old[i].address)
                *site_slot(old[i].address) = old[i];
        free(old);
    }
    struct site *site = site_slot(address);
    if (site->address)
        return site->number;
    Dl_info info;
    const char *name = "?";
    intptr_t offset = 0;
    if (dladdr(address, &info) && info.dli_fname) {
        name = info.dli_fname;
        offset = (intptr_t)address - (intptr_t)info.dli_fbase;
    }
    *site = (struct site){address, (int64_t)++nsites};
    LOCKED;
    put(TRACE_SITE);
    put(offset);
    put_text(name);
    return site->number;
}

void record_out_note(const char *text) {
    for (int i = 0; i < nnotes; i++)
        if (strcmp(notes[i], text) == 0)
            return;
    if (nnotes == NOTES)
        return;
    LOCKED;
    notes[nnotes++] = strdup(text);
    put(TRACE_NOTE);
    put_text(text);
}

void record_out_close(bool complete) {
    LOCKED;
    if (file < 0)
        return;
    put_untimed();
    if (complete)
        put(TRACE_END);
    flush();
    int failed = close(file);
    file = -1;
    if (failed)
        record_fail("the recording cannot be written");
}
