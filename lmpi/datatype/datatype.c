/* datatype.c - the table of datatypes, predefined and derived, and copies of typed data.
 *
 * Equal constructions share one derived type. A derived type has a reference for each time that the program made it,
 * for each derived type built on it, and for each request that moves data with it. Types without references stay for a
 * while, since many programs make and free a type for each message. The ranks of all shards share the table, under the
 * short lock. The constructors (datatype_make.c) and MPI functions (datatype_api.c) use this file. */
#include "lmpi/core/datatype.h"

#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/bsim.h"
#include "bsim/kernel/engine.h"
#include "lmpi/datatype/datatype_table.h"
#include "lmpi/datatype/runs.h"

enum { MOST_IDLE = 256 };

static lmpi_type **by_handle; /* open addressing; table_size is a power of two */
static lmpi_type **by_key;
static int table_size, table_used;
static int nidle; /* types in the table without references; when there are more than MOST_IDLE, they are dropped */
static int pmpi_ready;

/* The pair types for MINLOC and MAXLOC: a number and an int. Their handles do not hold their sizes. */
static lmpi_type pair_types[] = {
#define PAIR(type, size, extent, true_extent, contiguous)                                                              \
    {type, size, 0, extent, 0, true_extent, contiguous, 1, 1, NULL, 1, type, 1, 0}
    PAIR(MPI_FLOAT_INT, 8, 8, 8, 1), PAIR(MPI_DOUBLE_INT, 12, 16, 12, 0),      PAIR(MPI_LONG_INT, 12, 16, 12, 0),
    PAIR(MPI_SHORT_INT, 6, 8, 8, 0), PAIR(MPI_LONG_DOUBLE_INT, 20, 32, 20, 0),
};

static void run_pmpi_init(void *unused) {
    (void)unused;
    int flag = 0;
    PMPI_Initialized(&flag);
    if (!flag) {
        setenv("UCX_TLS", "self", 0); /* one process: the other transports only cost start-up time */
        PMPI_Init(NULL, NULL);
    }
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
}

void lmpi_pmpi_init(void) {
    if (pmpi_ready)
        return;
    pmpi_ready = 1;
    bsim_on_host_stack(run_pmpi_init, NULL);
}

static uint64_t hash_words(const int64_t *words, int n) {
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < n; i++) {
        hash ^= (uint64_t)words[i];
        hash *= 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

static unsigned handle_slot(MPI_Datatype handle) {
    return ((unsigned)handle * 2654435761u >> 7) & (unsigned)(table_size - 1);
}

static void insert(lmpi_type *type) {
    unsigned at = handle_slot(type->handle);
    while (by_handle[at])
        at = (at + 1) & (unsigned)(table_size - 1);
    by_handle[at] = type;
    at = (unsigned)type->key->hash & (unsigned)(table_size - 1);
    while (by_key[at])
        at = (at + 1) & (unsigned)(table_size - 1);
    by_key[at] = type;
    table_used++;
}

static void resize(int size) {
    lmpi_type **old = by_handle;
    int old_size = table_size;
    bsim_free(by_key);
    table_size = size;
    by_handle = bsim_alloc((size_t)size * sizeof *by_handle);
    by_key = bsim_alloc((size_t)size * sizeof *by_key);
    table_used = 0;
    for (int i = 0; i < old_size; i++)
        if (old[i])
            insert(old[i]);
    bsim_free(old);
}

/* Removes the entry at slot `at` from a table with open addressing. home(type): the slot in which a search begins. */
static void take_out(lmpi_type **table, unsigned at, unsigned (*home)(const lmpi_type *)) {
    unsigned mask = (unsigned)table_size - 1, hole = at;
    table[hole] = NULL;
    for (unsigned i = (hole + 1) & mask; table[i]; i = (i + 1) & mask) {
        unsigned want = home(table[i]);
        if (((i - want) & mask) >= ((i - hole) & mask)) {
            table[hole] = table[i];
            table[i] = NULL;
            hole = i;
        }
    }
}

static unsigned handle_home(const lmpi_type *type) {
    return handle_slot(type->handle);
}

static unsigned key_home(const lmpi_type *type) {
    return (unsigned)type->key->hash & (unsigned)(table_size - 1);
}

static lmpi_type *find_handle(MPI_Datatype handle) {
    BSIM_LOCKED;
    if (!table_size)
        return NULL;
    for (unsigned at = handle_slot(handle); by_handle[at]; at = (at + 1) & (unsigned)(table_size - 1))
        if (by_handle[at]->handle == handle)
            return by_handle[at]->refs ? by_handle[at] : NULL;
    return NULL;
}

const lmpi_type *lmpi_type_of(MPI_Datatype datatype) {
    if (LMPI_TYPE_IS_BUILTIN(datatype)) {
        static lmpi_type answers[256]; /* indexed by the low byte of the handle, the number of the predefined type */
        BSIM_LOCKED;
        lmpi_type *type = &answers[datatype & 0xff];
        if (!type->handle) {
            int64_t size = ((unsigned)datatype >> 8) & 0xffu;
            *type = (lmpi_type){datatype, size, 0, size, 0, size, 1, 1, 1, NULL, 1, datatype, 1, 0};
        }
        return type->handle == datatype ? type : NULL;
    }
    for (size_t i = 0; i < sizeof pair_types / sizeof *pair_types; i++)
        if (pair_types[i].handle == datatype)
            return &pair_types[i];
    return find_handle(datatype);
}

static lmpi_type *find_key(const int64_t *words, int n) {
    if (!table_size)
        return NULL;
    uint64_t hash = hash_words(words, n);
    for (unsigned at = (unsigned)hash & (unsigned)(table_size - 1); by_key[at];
         at = (at + 1) & (unsigned)(table_size - 1)) {
        const lmpi_type_key *key = by_key[at]->key;
        if (key->hash == hash && key->n == n && !memcmp(key->words, words, (size_t)n * sizeof *words))
            return by_key[at];
    }
    return NULL;
}

lmpi_type *lmpi_type_again(const int64_t *words, int n, int committed) {
    BSIM_LOCKED;
    lmpi_type *type = find_key(words, n);
    if (!type)
        return NULL;
    if (type->refs++ == 0) {
        type->committed = committed;
        nidle--;
    }
    return type;
}

lmpi_type *lmpi_type_add(const lmpi_type *description, const int64_t *words, int n, const MPI_Datatype *bases,
                         int nbases) {
    BSIM_LOCKED;
    if (2 * (table_used + 1) > table_size)
        resize(table_size ? 2 * table_size : 64);
    lmpi_type *type = bsim_alloc(sizeof *type);
    *type = *description;
    type->refs = 1;
    type->key = bsim_alloc(sizeof *type->key + (size_t)n * sizeof *words);
    type->key->hash = hash_words(words, n);
    type->key->n = n;
    memcpy(type->key->words, words, (size_t)n * sizeof *words);
    type->key->bases = nbases ? bsim_alloc((size_t)nbases * sizeof *bases) : NULL;
    type->key->nbases = 0;
    for (int i = 0; i < nbases; i++) {
        lmpi_type *base = find_handle(bases[i]);
        if (!base)
            continue;
        base->refs++;
        type->key->bases[type->key->nbases++] = bases[i];
    }
    insert(type);
    return type;
}

static void run_type_free(void *handle) {
    PMPI_Type_free(handle);
}

static void unref(lmpi_type *type) {
    if (--type->refs == 0)
        nidle++;
}

static void drop(lmpi_type *type) {
    unsigned at = handle_home(type);
    while (by_handle[at] != type)
        at = (at + 1) & (unsigned)(table_size - 1);
    take_out(by_handle, at, handle_home);
    at = key_home(type);
    while (by_key[at] != type)
        at = (at + 1) & (unsigned)(table_size - 1);
    take_out(by_key, at, key_home);
    table_used--;
    if (!type->refs)
        nidle--;
    if (!type->permanent)
        bsim_on_host_stack(run_type_free, &type->handle);
    lmpi_type_key *key = type->key;
    bsim_free(type);
    for (int i = 0; i < key->nbases; i++) {
        lmpi_type *base = find_handle(key->bases[i]);
        if (base)
            unref(base);
    }
    bsim_free(key->bases);
    bsim_free(key);
}

/* Drops types without references. Removing an entry moves others, so some may be missed until the next call. */
static void drop_idle(void) {
    for (int at = 0; at < table_size; at++)
        while (by_handle[at] && !by_handle[at]->refs)
            drop(by_handle[at]);
}

void lmpi_type_hold(MPI_Datatype datatype) {
    BSIM_LOCKED;
    lmpi_type *type = find_handle(datatype);
    if (type)
        type->refs++;
}

int lmpi_type_release(MPI_Datatype datatype) {
    BSIM_LOCKED;
    lmpi_type *type = find_handle(datatype);
    if (!type)
        return 0;
    unref(type);
    if (nidle > MOST_IDLE)
        drop_idle();
    return 1;
}

/* Drops all types, also those that the program has not freed. */
static void drop_all(void) {
    while (table_used) {
        for (int at = 0; at < table_size; at++)
            while (by_handle[at])
                drop(by_handle[at]);
    }
}

void lmpi_pmpi_finalize(void) {
    if (!pmpi_ready)
        return;
    pmpi_ready = 0;
    drop_all();
    PMPI_Finalize();
}

lmpi_type *lmpi_type_derived(MPI_Datatype datatype) {
    return find_handle(datatype);
}

int lmpi_type_is_flat(MPI_Datatype datatype, int64_t count, int64_t *offset) {
    if (LMPI_TYPE_IS_BUILTIN(datatype)) {
        *offset = 0;
        return 1;
    }
    const lmpi_type *type = lmpi_type_of(datatype);
    *offset = type->true_lb;
    return type->contiguous && (count <= 1 || type->extent == type->size);
}

#pragma weak bsim_skeleton
int lmpi_is_skeleton(void) {
    return &bsim_skeleton != NULL;
}

int lmpi_null_has_memory(const void *buffer, MPI_Datatype datatype) {
    const lmpi_type *type = LMPI_TYPE_IS_BUILTIN(datatype) ? NULL : lmpi_type_of(datatype);
    int64_t first = (int64_t)(intptr_t)buffer + (type ? type->true_lb : 0);
    return first > 0 && !lmpi_is_null((const void *)(intptr_t)first);
}

/* The number of elements that one PMPI call packs; its positions are ints. */
static int64_t chunk_of(const lmpi_type *type) {
    int64_t most = ((int64_t)1 << 30) / (type->size ? type->size : 1);
    return most ? most : 1;
}

/* ---- packing ---- */

/* MPICH packs most types. With more than 771 derived datatypes its version 4.0.2 packs a byte too little, and tells so
 * in the position only. With many ranks there may be so many types, and then the layer packs by itself, as it does what
 * MPICH does not take: absolute addresses, and parts of an element. */
enum { MOST_FOR_MPICH = 512 };

static bool packs_itself(const void *elements) {
    return table_used > MOST_FOR_MPICH || elements == MPI_BOTTOM;
}

/* Bytes of elements of a type, in the order of its type map: into packed ones, or out of them. No others are read or
 * written. */
static void move_runs(const lmpi_type *type, const void *elements, void *packed, int64_t bytes, bool packs) {
    struct lmpi_runs *runs = lmpi_runs_of(type->handle);
    char *at = packed;
    for (int64_t i = 0; bytes > 0; i++)
        for (int k = 0; k < runs->count && bytes > 0; k++) {
            int64_t n = runs->at[k].length < bytes ? runs->at[k].length : bytes;
            void *there = lmpi_displaced(elements, i * type->extent + runs->at[k].offset);
            memcpy(packs ? at : there, packs ? there : at, (size_t)n);
            at += n;
            bytes -= n;
        }
    lmpi_runs_free(runs);
}

typedef struct pack_call {
    const void *from;
    void *to;
    int64_t count;
    const lmpi_type *type;
} pack_call;

static void run_pack(void *argument) {
    const pack_call *c = argument;
    int64_t chunk = chunk_of(c->type);
    for (int64_t done = 0; done < c->count; done += chunk) {
        int n = (int)(c->count - done < chunk ? c->count - done : chunk), position = 0;
        int bytes = (int)(n * c->type->size);
        const char *from = lmpi_displaced(c->from, done * c->type->extent);
        char *to = (char *)c->to + done * c->type->size;
        int code = PMPI_Pack(from, n, c->type->handle, to, bytes, &position, MPI_COMM_SELF);
        bsim_check(code == MPI_SUCCESS && position == bytes);
    }
}

static void run_unpack(void *argument) {
    const pack_call *c = argument;
    int64_t chunk = chunk_of(c->type);
    for (int64_t done = 0; done < c->count; done += chunk) {
        int n = (int)(c->count - done < chunk ? c->count - done : chunk), position = 0;
        int bytes = (int)(n * c->type->size);
        const char *from = (const char *)c->from + done * c->type->size;
        char *to = lmpi_displaced(c->to, done * c->type->extent);
        bsim_check(PMPI_Unpack(from, bytes, &position, to, n, c->type->handle, MPI_COMM_SELF) == MPI_SUCCESS);
    }
}

void lmpi_type_pack(const void *source, int64_t count, MPI_Datatype datatype, void *to) {
    const lmpi_type *type = lmpi_type_of(datatype);
    int64_t offset;
    if (count <= 0 || type->size == 0)
        return;
    if (!lmpi_type_has_memory(source, datatype)) {
        memset(to, 0, (size_t)(count * type->size));
        return;
    }
    if (lmpi_type_is_flat(datatype, count, &offset)) {
        memcpy(to, lmpi_displaced(source, offset), (size_t)(count * type->size));
        return;
    }
    BSIM_LOCKED;
    lmpi_pmpi_init();
    if (packs_itself(source))
        move_runs(type, source, to, count * type->size, true);
    else
        bsim_on_host_stack(run_pack, &(pack_call){source, to, count, type});
}

void lmpi_type_unpack(const void *from, int64_t bytes, void *target, int64_t count, MPI_Datatype datatype) {
    const lmpi_type *type = lmpi_type_of(datatype);
    int64_t offset;
    if (bytes > count * type->size)
        bytes = count * type->size;
    if (bytes <= 0 || !lmpi_type_has_memory(target, datatype))
        return;
    if (lmpi_type_is_flat(datatype, count, &offset)) {
        memcpy(lmpi_displaced(target, offset), from, (size_t)bytes);
        return;
    }
    BSIM_LOCKED;
    lmpi_pmpi_init();
    int64_t whole = packs_itself(target) ? 0 : bytes / type->size, done = whole * type->size;
    if (whole)
        bsim_on_host_stack(run_unpack, &(pack_call){from, target, whole, type});
    if (bytes > done)
        move_runs(type, lmpi_displaced(target, whole * type->extent), (void *)((uintptr_t)from + (uintptr_t)done),
                  bytes - done, false);
}

void lmpi_type_copy(const void *source, int64_t source_count, MPI_Datatype source_type, void *target,
                    int64_t target_count, MPI_Datatype target_type) {
    int64_t source_size = lmpi_type_size(source_type), target_size = lmpi_type_size(target_type);
    int64_t bytes = source_count * source_size, source_offset, target_offset;
    if (bytes <= 0 || target_count <= 0 || target_size <= 0)
        return;
    if (!lmpi_type_has_memory(source, source_type) || !lmpi_type_has_memory(target, target_type))
        return;
    int source_flat = lmpi_type_is_flat(source_type, source_count, &source_offset);
    int target_flat = lmpi_type_is_flat(target_type, target_count, &target_offset);
    if (source_flat) {
        lmpi_type_unpack(lmpi_displaced(source, source_offset), bytes, target, target_count, target_type);
    } else if (target_flat && bytes <= target_count * target_size) {
        lmpi_type_pack(source, source_count, source_type, lmpi_displaced(target, target_offset));
    } else {
        char *packed = bsim_alloc((size_t)bytes);
        lmpi_type_pack(source, source_count, source_type, packed);
        lmpi_type_unpack(packed, bytes, target, target_count, target_type);
        bsim_free(packed);
    }
}
