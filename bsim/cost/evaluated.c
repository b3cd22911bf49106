/* evaluated.c - see evaluated.h. A list of records, and a hash table of their places. */
#include "bsim/cost/evaluated.h"

#include <stdint.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/hosts.h"

/* In the list: this, and then the parameters. */
struct record {
    double time_s;
    int32_t rank, block, nparam, first;
};

static char *list;
static size_t used, room;
static size_t *places; /* + 1; 0: none. A power of two of them */
static size_t nplaces, nrecords;
static void (*evaluate_again)(const struct bsim_evaluated *e);

static size_t size_of(const struct record *r) {
    return sizeof *r + (size_t)r->nparam * sizeof(double);
}

static uint64_t hash_of(const struct record *r, const double *param) {
    uint64_t h = (uint64_t)r->block * 2 + (uint64_t)r->first, bits;
    for (int i = 0; i < r->nparam; i++) {
        memcpy(&bits, &param[i], sizeof bits);
        h = (h ^ bits) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h;
}

static bool is_same(const struct record *a, const double *param, const struct record *b) {
    return a->block == b->block && a->first == b->first && a->nparam == b->nparam &&
           memcmp(param, b + 1, (size_t)a->nparam * sizeof *param) == 0;
}

static const struct record *record_at(size_t place) {
    return (const struct record *)(const void *)(list + place - 1);
}

/* The place of an equal record, or where it is to be. */
static size_t *find(const struct record *r, const double *param) {
    size_t i = hash_of(r, param) & (nplaces - 1);
    while (places[i] && !is_same(r, param, record_at(places[i])))
        i = (i + 1) & (nplaces - 1);
    return &places[i];
}

static void grow(void) {
    size_t *old = places, n = nplaces;
    nplaces = n ? 2 * n : 1024;
    places = bsim_alloc(nplaces * sizeof *places);
    for (size_t i = 0; i < n; i++)
        if (old[i]) {
            const struct record *r = record_at(old[i]);
            *find(r, (const double *)(const void *)(r + 1)) = old[i];
        }
    bsim_free(old);
}

void bsim_evaluated_add(const struct bsim_evaluated *e) {
    const struct record r = {e->time_s, e->rank, e->block, e->nparam, e->first};
    size_t params = (size_t)e->nparam * sizeof *e->param;
    if (2 * nrecords >= nplaces)
        grow();
    size_t *place = find(&r, e->param);
    if (*place)
        return;
    if (used + size_of(&r) > room) {
        room = 2 * (used + size_of(&r));
        list = bsim_realloc(list, room);
    }
    *place = used + 1;
    memcpy(list + used, &r, sizeof r);
    if (params > 0)
        memcpy(list + used + sizeof r, e->param, params);
    used += size_of(&r);
    nrecords++;
}

static void take(int host, const void *bytes, size_t n) {
    const char *at = bytes, *end = at + n;
    while (host > 0 && at < end) {
        const struct record *r = (const struct record *)(const void *)at;
        evaluate_again(&(struct bsim_evaluated){r->time_s, r->rank, r->block, r->nparam, r->first,
                                                (const double *)(const void *)(r + 1)});
        at += size_of(r);
    }
}

void bsim_evaluated_gather(void (*again)(const struct bsim_evaluated *e)) {
    evaluate_again = again;
    if (bsim_context.nhosts > 1)
        bsim_layer.wire->gather(list, used, take);
}
