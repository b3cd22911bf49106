/* transfer_pairs.c - the last transfers under way between two ranks, by the ranks. It owns a hash table of them for
 * each kind. Must not know cards, links or events. */
#include "bsim/base/alloc.h"
#include "bsim/base/pair_hash.h"
#include "lmpi/match/transfer_private.h"

static struct pairs {
    lmpi_transfer **chain;
    uint64_t chains; /* a power of two, */
    uint64_t known;  /* and at least so many */
} pairs[LMPI_PAIR_KINDS];

static uint64_t chain_of(const struct pairs *p, const lmpi_transfer *t) {
    return bsim_pair_hash(t->source, t->dest) & (p->chains - 1);
}

static void more_chains(enum lmpi_pair_kind kind, uint64_t chains) {
    struct pairs *p = &pairs[kind], old = *p;
    p->chain = bsim_alloc(chains * sizeof(lmpi_transfer *));
    p->chains = chains;
    for (uint64_t i = 0; i < old.chains; i++)
        for (lmpi_transfer *t = old.chain[i], *next; t; t = next) {
            next = t->next_pair[kind];
            t->next_pair[kind] = p->chain[chain_of(p, t)];
            p->chain[chain_of(p, t)] = t;
        }
    bsim_free(old.chain);
}

void lmpi_pairs_init(void) {
    for (enum lmpi_pair_kind kind = 0; kind < LMPI_PAIR_KINDS; kind++)
        more_chains(kind, 64);
}

/* The place that holds the last one under way from the source to the destination of t; NULL is in it if there is
 * none. */
static lmpi_transfer **pair_of(enum lmpi_pair_kind kind, const lmpi_transfer *t) {
    lmpi_transfer **at = &pairs[kind].chain[chain_of(&pairs[kind], t)];
    while (*at && ((*at)->source != t->source || (*at)->dest != t->dest))
        at = &(*at)->next_pair[kind];
    return at;
}

lmpi_transfer *lmpi_pair_add(enum lmpi_pair_kind kind, lmpi_transfer *t) {
    if (pairs[kind].known == pairs[kind].chains)
        more_chains(kind, 2 * pairs[kind].chains);
    lmpi_transfer **last = pair_of(kind, t), *before = *last;
    t->next_pair[kind] = before ? before->next_pair[kind] : NULL;
    pairs[kind].known += !before;
    *last = t;
    return before;
}

void lmpi_pair_leave(enum lmpi_pair_kind kind, lmpi_transfer *t) {
    lmpi_transfer **last = pair_of(kind, t);
    if (*last != t)
        return;
    *last = t->next_pair[kind];
    pairs[kind].known--;
}
