/* record_out.c - writes the raw stream of this process: its calls by number, in order. Must not know MPI. */
#include "lmpi/record/record_out.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/trace/trace_stream.h"

enum { BUFFER = 1 << 16, NOTES = 64 };

struct call {
    uint64_t hash;
    size_t at; /* of its numbers in `numbers`: function, site, arguments */
    int n;
};
struct type {
    int64_t builtin, size, extent;
    int contiguous;
};

static int file = -1;
static unsigned char buffer[BUFFER + 64];
static size_t used;
static int64_t flushed_ns;

static struct call *calls;
static size_t ncalls, calls_room;
static uint32_t *slots; /* 1 + call; 0: free */
static size_t nslots;
static int64_t *numbers;
static size_t nnumbers, numbers_room;

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
}

void record_out_tick(int64_t now_ns) {
    if (now_ns - flushed_ns < 1000000000)
        return;
    flushed_ns = now_ns;
    flush();
}

bool record_out_is_open(void) {
    return file >= 0;
}

/* ---- calls ---- */

static uint64_t hash_of(const int64_t *n, int count) {
    uint64_t h = 1469598103934665603u;
    for (int i = 0; i < count; i++)
        h = (h ^ (uint64_t)n[i]) * 1099511628211u, h ^= h >> 32;
    return h;
}

static void grow_slots(void) {
    nslots = nslots ? 2 * nslots : 256;
    free(slots);
    slots = calloc(nslots, sizeof *slots);
    if (slots == NULL)
        record_fail("out of memory");
    for (size_t i = 0; i < ncalls; i++) {
        size_t slot = calls[i].hash & (nslots - 1);
        while (slots[slot])
            slot = (slot + 1) & (nslots - 1);
        slots[slot] = (uint32_t)(i + 1);
    }
}

/* The number of the call whose numbers are the last n of `numbers`. They stay there if the call is new. */
static int64_t number_of(size_t at, int n) {
    uint64_t hash = hash_of(numbers + at, n);
    if (2 * (ncalls + 1) > nslots)
        grow_slots();
    size_t slot = hash & (nslots - 1);
    for (; slots[slot]; slot = (slot + 1) & (nslots - 1)) {
        const struct call *c = &calls[slots[slot] - 1];
        if (c->hash == hash && c->n == n && memcmp(numbers + c->at, numbers + at, (size_t)n * sizeof *numbers) == 0) {
            nnumbers = at;
            return (int64_t)slots[slot] - 1;
        }
    }
    slots[slot] = (uint32_t)(ncalls + 1);
    calls = lmpi_record_grow(calls, ncalls, &calls_room, sizeof *calls);
    calls[ncalls] = (struct call){hash, at, n};
    put(TRACE_CALL);
    put(numbers[at]);
    put(numbers[at + 1]);
    put(n - 2);
    for (int i = 2; i < n; i++)
        put(numbers[at + (size_t)i]);
    return (int64_t)ncalls++;
}

static void add_number(int64_t value) {
    numbers = lmpi_record_grow(numbers, nnumbers, &numbers_room, sizeof *numbers);
    numbers[nnumbers++] = value;
}

void record_out_event(void *unused, const struct record_event *e) {
    size_t at = nnumbers;
    (void)unused;
    add_number(e->function);
    add_number(e->site);
    for (int i = 0; i < e->nargs; i++)
        add_number(e->args[i]);
    int64_t call = number_of(at, e->nargs + 2);
    put(TRACE_EVENT + call);
    put(e->gap);
    put(e->inside);
}

/* ---- datatypes, places, notes ---- */

int64_t record_out_type(int64_t builtin, int64_t size, int64_t extent, int contiguous) {
    for (size_t i = 0; i < ntypes; i++)
        if (types[i].builtin == builtin && types[i].size == size && types[i].extent == extent &&
            types[i].contiguous == contiguous)
            return (int64_t)i;
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
    notes[nnotes++] = strdup(text);
    put(TRACE_NOTE);
    put_text(text);
}

void record_out_close(bool complete) {
    if (file < 0)
        return;
    if (complete)
        put(TRACE_END);
    flush();
    int failed = close(file);
    file = -1;
    if (failed)
        record_fail("the recording cannot be written");
}
