/* stat_site.c - the table of call sites. Must not know source lines (site.c). */
#include <stdlib.h>
#include <string.h>

#include "bsim/alloc.h"
#include "bsim/stat.h"
#include "bsim/stat_internal.h"

enum { SITES_A_CHUNK = 64 };

struct chunk {
    struct chunk *next;
    int used;
    struct bsim_site sites[SITES_A_CHUNK];
};

struct bsim_site_slot *bsim_site_slots;
uintptr_t bsim_site_mask;
struct bsim_site **bsim_site_list;
static uintptr_t count;
static struct chunk *chunks;

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

struct bsim_site *bsim_site_find(const void *address, const char *call) {
    struct bsim_site_slot *slot = probe(address);
    if (slot->address)
        return slot->site;
    if (++count * 2 > bsim_site_mask) {
        resize(2 * (bsim_site_mask + 1));
        slot = probe(address);
    }
    if (!chunks || chunks->used == SITES_A_CHUNK) {
        struct chunk *c = bsim_alloc(sizeof *c);
        c->next = chunks;
        chunks = c;
    }
    struct bsim_site *site = &chunks->sites[chunks->used++];
    site->address = address;
    site->call = call;
    site->number = (uint32_t)(count - 1);
    if (((count - 1) & (count - 2)) == 0)
        bsim_site_list = bsim_realloc(bsim_site_list, 2 * count * sizeof *bsim_site_list);
    bsim_site_list[count - 1] = site;
    *slot = (struct bsim_site_slot){address, site};
    return site;
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
    for (const struct chunk *c = chunks; c; c = c->next)
        for (int i = 0; i < c->used; i++)
            all[k++] = c->sites[i];
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
            to->calls += sites[i].calls;
            to->messages += sites[i].messages;
            to->bytes += sites[i].bytes;
            to->comm_s += sites[i].comm_s;
            to->wait_s += sites[i].wait_s;
            to->open += sites[i].open;
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
    bsim_free(bsim_site_slots);
    bsim_free(bsim_site_list);
    bsim_site_slots = NULL;
    bsim_site_list = NULL;
    count = 0;
}
