/* trace_channels.c - a hash table of numbers by keys of four. */
#include "bsim/cmd/trace_channels.h"

#include <string.h>

#include "bsim/base/alloc.h"

static struct bsim_trace_channel *find(const struct bsim_trace_channels *c, const int64_t *key) {
    uint64_t hash = 0;
    for (int i = 0; i < 4; i++)
        hash = (hash ^ (uint64_t)key[i]) * 0x9e3779b97f4a7c15u + (hash >> 31);
    size_t at = (size_t)(hash >> 20) % c->room;
    while (c->at[at].is_used && memcmp(c->at[at].key, key, sizeof c->at[at].key) != 0)
        at = at + 1 == c->room ? 0 : at + 1;
    return &c->at[at];
}

int64_t *bsim_trace_channel(struct bsim_trace_channels *c, int64_t k, int64_t l, int64_t m, int64_t n) {
    const int64_t key[4] = {k, l, m, n};
    if (2 * (c->n + 1) > c->room) {
        struct bsim_trace_channels larger = {.room = c->room ? 2 * c->room : 64, .n = c->n};
        larger.at = bsim_alloc(larger.room * sizeof *larger.at);
        memset(larger.at, 0, larger.room * sizeof *larger.at);
        for (size_t i = 0; i < c->room; i++)
            if (c->at[i].is_used)
                *find(&larger, c->at[i].key) = c->at[i];
        bsim_free(c->at);
        *c = larger;
    }
    struct bsim_trace_channel *found = find(c, key);
    if (!found->is_used) {
        memcpy(found->key, key, sizeof key);
        found->is_used = 1;
        c->n++;
    }
    return &found->value;
}

void bsim_trace_channels_end(struct bsim_trace_channels *c) {
    bsim_free(c->at);
    *c = (struct bsim_trace_channels){0};
}
