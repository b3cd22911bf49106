/* stat_site.c - the table of call sites. Must not know source lines (site.c). */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/shard.h"
#include "bsim/stat/stat.h"
#include "bsim/stat/stat_internal.h"

enum { SITES_A_CHUNK = 64 };

struct chunk {
    struct chunk *next;
    int used;
    struct bsim_site sites[SITES_A_CHUNK];
};

BSIM_OF_SHARD struct bsim_site_slot *bsim_site_slots;
BSIM_OF_SHARD uintptr_t bsim_site_mask;
BSIM_OF_SHARD struct bsim_site **bsim_site_list;
BSIM_OF_SHARD uint32_t bsim_site_count;
static BSIM_OF_SHARD uintptr_t count;
static BSIM_OF_SHARD struct chunk *chunks;
static struct chunk *left[BSIM_MAX_SHARDS];             /* sites of shards whose thread has ended */
static _Atomic(struct chunk *) newest[BSIM_MAX_SHARDS]; /* the chunks of each shard, for others to read */

/* The sites of all shards, indexed by number; guarded by the short lock. */
struct name {
    const void *address;
    const char *call;
};
static struct name *names;
static uint32_t nnames;

static uint32_t number_of(const void *address, const char *call) {
    BSIM_LOCKED;
    for (uint32_t i = nnames; i > 0; i--)
        if (names[i - 1].address == address)
            return i - 1;
    if ((nnames & (nnames - 1)) == 0)
        names = bsim_realloc(names, (nnames ? 2 * nnames : 1) * sizeof *names);
    names[nnames] = (struct name){address, call};
    return nnames++;
}

static struct name name_of(uint32_t number) {
    BSIM_LOCKED;
    return names[number];
}

static struct bsim_site_slot *probe(const void *address) {
    uintptr_t i = bsim_site_hash(address) & bsim_site_mask;
    while (bsim_site_slots[i].address && bsim_site_slots[i].address != address)
        i = (i + 1) & bsim_site_mask;
    return &bsim_site_slots[i];
}

static void resize(uintptr_t size) {
    struct bsim_site_slot *old = bsim_site_slots;
    uintptr_t old_size = old ? bsim_site_mask + 1 : 0;
    bsim_site_slots = bsim_alloc(size * sizeof *bsim_site_slots);
    bsim_site_mask = size - 1;
    for (uintptr_t i = 0; i < old_size; i++)
        if (old[i].address)
            *probe(old[i].address) = old[i];
    bsim_free(old);
}

void bsim_site_table_init(void) {
    resize(1024);
}

/* Enters a site in the list by number. */
static void enter(struct bsim_site *site) {
    if (site->number >= bsim_site_count) {
        uint32_t old = bsim_site_count;
        bsim_site_count = 2 * site->number + 16;
        bsim_site_list = bsim_realloc(bsim_site_list, bsim_site_count * sizeof *bsim_site_list);
        memset(bsim_site_list + old, 0, (bsim_site_count - old) * sizeof *bsim_site_list);
    }
    bsim_site_list[site->number] = site;
}

struct bsim_site *bsim_site_find(const void *address, const char *call) {
    struct bsim_site_slot *slot = probe(address);
    if (slot->address) {
        const char *known = slot->site->call;
        if (known != call && *call && (!*known || strcmp(call, known) < 0))
            slot->site->call = call;
        return slot->site;
    }
    if (++count * 2 > bsim_site_mask) {
        resize(2 * (bsim_site_mask + 1));
        slot = probe(address);
    }
    if (!chunks || chunks->used == SITES_A_CHUNK) {
        struct chunk *c = bsim_alloc(sizeof *c);
        c->next = chunks;
        chunks = c;
        atomic_store_explicit(&newest[bsim_shard_number], c, memory_order_release);
    }
    struct bsim_site *site = &chunks->sites[chunks->used++];
    site->address = address;
    site->call = call;
    site->number = number_of(address, call);
    site->shard = (uint8_t)bsim_shard_number;
    enter(site);
    *slot = (struct bsim_site_slot){address, site};
    return site;
}

struct bsim_site *bsim_site_add(uint32_t number) {
    struct name name = name_of(number);
    return bsim_site_find(name.address, name.call);
}

static void free_table(void) {
    bsim_free(bsim_site_slots);
    bsim_free(bsim_site_list);
    bsim_site_slots = NULL;
    bsim_site_list = NULL;
    bsim_site_count = 0;
    chunks = NULL;
    count = 0;
}

uint64_t bsim_site_calls(void) {
    uint64_t sum = 0;
    for (int s = 0; s < bsim_context.nshards; s++)
        for (struct chunk *c = atomic_load_explicit(&newest[s], memory_order_acquire); c; c = c->next)
            for (int i = 0; i < SITES_A_CHUNK; i++)
                sum += __atomic_load_n(&c->sites[i].calls, __ATOMIC_RELAXED);
    return sum;
}

void bsim_site_table_leave(void) {
    left[bsim_shard_number] = chunks;
    free_table();
}

static void add(struct bsim_site *to, const struct bsim_site *from) {
    to->calls += from->calls;
    to->messages += from->messages;
    to->bytes += from->bytes;
    to->open += from->open;
    to->accesses += from->accesses;
    bsim_time_join(&to->comm, from->comm);
    bsim_time_join(&to->wait, from->wait);
    bsim_time_join(&to->touch, from->touch);
    bsim_time_join(&to->first, from->first);
    bsim_time_join(&to->combine, from->combine);
    to->comm_s = bsim_time_total(to->comm);
    to->wait_s = bsim_time_total(to->wait);
}

void bsim_site_table_gather(void) {
    for (int s = 0; s < BSIM_MAX_SHARDS; s++)
        for (const struct chunk *c = left[s]; c; c = c->next) /* not freed: messages point to its sites */
            for (int i = 0; i < c->used; i++)
                add(bsim_site_find(c->sites[i].address, c->sites[i].call), &c->sites[i]);
}

static int by_time(const void *a, const void *b) {
    const struct bsim_site *x = a, *y = b;
    double tx = x->comm_s + x->wait_s, ty = y->comm_s + y->wait_s;
    if (tx != ty)
        return tx > ty ? -1 : 1;
    return x->address < y->address ? -1 : x->address > y->address;
}

struct bsim_site *bsim_site_sorted(int *n) {
    struct bsim_site *all = bsim_alloc((count + 1) * sizeof *all);
    int k = 0;
    for (const struct chunk *c = chunks; c; c = c->next) {
        for (int i = 0; i < c->used; i++) {
            all[k] = c->sites[i];
            all[k].comm_s = bsim_time_total(all[k].comm);
            all[k].wait_s = bsim_time_total(all[k].wait);
            k++;
        }
    }
    qsort(all, (size_t)k, sizeof *all, by_time);
    *n = k;
    return all;
}

static bool same_place(const struct bsim_site *a, const struct bsim_site *b) {
    return a->file && b->file && a->line == b->line && strcmp(a->call, b->call) == 0 && strcmp(a->file, b->file) == 0;
}

int bsim_site_merge(struct bsim_site *sites, int n) {
    struct bsim_site *added = bsim_alloc(((size_t)n + 1) * sizeof *added);
    int left = 0, nadded = 0;
    for (int i = 0; i < n; i++) {
        struct bsim_site *to = NULL;
        for (int j = 0; j < left && !to; j++)
            if (same_place(&sites[j], &sites[i]))
                to = &sites[j];
        if (to) {
            add(to, &sites[i]);
            added[nadded++] = sites[i];
        } else {
            sites[left++] = sites[i];
        }
    }
    memcpy(sites + left, added, (size_t)nadded * sizeof *added);
    bsim_free(added);
    qsort(sites, (size_t)left, sizeof *sites, by_time);
    return left;
}

void bsim_site_table_fini(void) {
    while (chunks) {
        struct chunk *next = chunks->next;
        bsim_free(chunks);
        chunks = next;
    }
    free_table();
}
