/* index_posted.c - the index of a long posted receive queue: a FIFO for each (comm, source, tag), with or without
 * wildcards. A message looks into the four FIFOs that it matches and takes the receive that was posted first. */
#include "lmpi/match/match.h"

#include <stdlib.h>

#include "bsim/base/alloc.h"

struct lmpi_posted_index {
    lmpi_table table;
    uint64_t order;
    lmpi_bucket *any_source; /* buckets of receives from any source */
};

static struct lmpi_posted_index *index_of(const lmpi_rank *rank) {
    return rank->extension->posted_index;
}

static void append(struct lmpi_posted_index *x, lmpi_request *r) {
    bool made;
    lmpi_bucket *b = lmpi_table_get(&x->table, r->comm, r->peer, r->tag, &made);
    if (made && r->peer == MPI_ANY_SOURCE) {
        b->next = x->any_source;
        if (x->any_source)
            x->any_source->previous = b;
        x->any_source = b;
    }
    r->next = NULL;
    r->order = x->order++;
    if (b->first)
        ((lmpi_request *)b->last)->next = r;
    else
        b->first = r;
    b->last = r;
}

void lmpi_index_posted_add(lmpi_rank *rank, lmpi_request *r) {
    struct lmpi_rank_extension *more = lmpi_extension(rank);
    if (!more->posted_index)
        more->posted_index = bsim_alloc(sizeof *more->posted_index);
    if (!rank->posted_indexed) {
        rank->posted_indexed = 1;
        while (rank->posted) {
            lmpi_request *first = rank->posted;
            rank->posted = first->next;
            append(more->posted_index, first);
        }
    }
    append(more->posted_index, r);
}

static void better(lmpi_request **best, const lmpi_bucket *b) {
    lmpi_request *r = b ? b->first : NULL;
    if (r && (!*best || r->order < (*best)->order))
        *best = r;
}

lmpi_request *lmpi_index_posted_find(lmpi_rank *rank, int comm, int source, int tag) {
    const struct lmpi_posted_index *x = index_of(rank);
    lmpi_request *best = NULL;
    better(&best, lmpi_table_find(&x->table, comm, source, tag));
    better(&best, lmpi_table_find(&x->table, comm, source, MPI_ANY_TAG));
    if (x->any_source) {
        better(&best, lmpi_table_find(&x->table, comm, MPI_ANY_SOURCE, tag));
        better(&best, lmpi_table_find(&x->table, comm, MPI_ANY_SOURCE, MPI_ANY_TAG));
    }
    return best;
}

void lmpi_index_posted_remove(lmpi_rank *rank, lmpi_request *r) {
    struct lmpi_posted_index *x = index_of(rank);
    lmpi_bucket *b = lmpi_table_find(&x->table, r->comm, r->peer, r->tag);
    lmpi_request *before = NULL;
    for (lmpi_request *p = b->first; p != r; p = p->next)
        before = p;
    if (before)
        before->next = r->next;
    else
        b->first = r->next;
    if (b->last == r)
        b->last = before;
    if (!b->first) {
        if (r->peer == MPI_ANY_SOURCE) {
            if (b->previous)
                b->previous->next = b->next;
            else
                x->any_source = b->next;
            if (b->next)
                b->next->previous = b->previous;
        }
        lmpi_table_drop(&x->table, b);
    }
    if (rank->nposted)
        return;
    lmpi_table_clear(&x->table);
    rank->posted_indexed = 0;
    rank->posted = NULL;
}

bool lmpi_index_posted_wild_kind(const lmpi_rank *rank, const void **at, int *comm, int *tag) {
    const lmpi_bucket *b = *at ? ((const lmpi_bucket *)*at)->next : index_of(rank)->any_source;
    if (!b)
        return false;
    *at = b;
    *comm = b->comm;
    *tag = b->tag;
    return true;
}

void lmpi_index_posted_each(lmpi_rank *rank, void (*fn)(lmpi_request *r, void *arg), void *arg) {
    const struct lmpi_posted_index *x = index_of(rank);
    for (uint32_t i = 0; i < x->table.size; i++)
        for (const lmpi_bucket *b = x->table.slots[i]; b; b = b->chain)
            for (lmpi_request *r = b->first; r; r = r->next)
                fn(r, arg);
}

static int by_order(const void *a, const void *b) {
    const lmpi_request *x = *(lmpi_request *const *)a, *y = *(lmpi_request *const *)b;
    return (x->order > y->order) - (x->order < y->order);
}

void lmpi_index_posted_each_named(lmpi_rank *rank, void (*fn)(lmpi_rank *rank, lmpi_request *r, lmpi_request *before)) {
    struct lmpi_posted_index *x = index_of(rank);
    /* fn may remove receives, which can free buckets and the whole index. So collect the receives first. */
    size_t n = 0;
    lmpi_request **all = bsim_alloc(rank->nposted * sizeof *all);
    for (uint32_t i = 0; i < x->table.size; i++)
        for (const lmpi_bucket *b = x->table.slots[i]; b; b = b->chain)
            for (lmpi_request *r = b->source == MPI_ANY_SOURCE ? NULL : b->first; r; r = r->next)
                all[n++] = r;
    qsort(all, n, sizeof *all, by_order);
    for (size_t i = 0; i < n; i++)
        fn(rank, all[i], NULL);
    bsim_free(all);
}
