/* match.c - the less frequent operations on the queues of match.h. */
#include "lmpi/match/match.h"

#include "bsim/base/alloc.h"

struct lmpi_rank_extension *lmpi_rank_extension_new(lmpi_rank *rank) {
    rank->extension = bsim_alloc(sizeof *rank->extension);
    return rank->extension;
}

void lmpi_posted_withdraw(lmpi_rank *rank, lmpi_request *r) {
    lmpi_request *before = NULL;
    for (lmpi_request *p = rank->posted_indexed ? r : rank->posted; p != r; p = p->next) {
        bsim_check(p != NULL);
        before = p;
    }
    lmpi_posted_remove(rank, r, before);
}

lmpi_message *lmpi_unexpected_earliest(lmpi_rank *rank, int comm, int tag, lmpi_message **before) {
    *before = NULL;
    if (rank->unexpected_indexed)
        return lmpi_index_unexpected_earliest(rank, comm, tag);
    lmpi_message *best = NULL, *last = NULL;
    for (lmpi_message *m = rank->unexpected; m; last = m, m = m->next) {
        if (!lmpi_wants(comm, MPI_ANY_SOURCE, tag, m) || (best && !lmpi_is_earlier(m, best)))
            continue;
        const lmpi_message *e = rank->unexpected;
        while (e != m && !lmpi_wants(comm, m->source, tag, e))
            e = e->next;
        if (e != m)
            continue; /* not the first of its source */
        best = m;
        *before = last;
    }
    return best;
}

void lmpi_unexpected_each(lmpi_rank *rank, bool (*fn)(lmpi_message *m, void *arg), void *arg) {
    if (rank->unexpected_indexed) {
        lmpi_index_unexpected_each(rank, fn, arg);
        return;
    }
    for (lmpi_message *m = rank->unexpected; m; m = m->next)
        if (!fn(m, arg))
            return;
}

void lmpi_posted_each(lmpi_rank *rank, void (*fn)(lmpi_request *r, void *arg), void *arg) {
    if (rank->posted_indexed) {
        lmpi_index_posted_each(rank, fn, arg);
        return;
    }
    for (lmpi_request *r = rank->posted; r; r = r->next)
        fn(r, arg);
}

void lmpi_posted_each_named(lmpi_rank *rank, void (*fn)(lmpi_rank *rank, lmpi_request *r, lmpi_request *before)) {
    if (rank->posted_indexed) {
        lmpi_index_posted_each_named(rank, fn);
        return;
    }
    lmpi_request *before = NULL, *next;
    for (lmpi_request *r = rank->posted; r; r = next) {
        next = r->next;
        if (r->peer != MPI_ANY_SOURCE)
            fn(rank, r, before);
        bool is_there = before ? before->next == r : rank->posted == r;
        if (is_there)
            before = r;
    }
}

bool lmpi_posted_any_source_kind(const lmpi_rank *rank, const void **at, int *comm, int *tag) {
    if (rank->posted_indexed)
        return lmpi_index_posted_wild_kind(rank, at, comm, tag);
    const lmpi_request *r = *at ? ((const lmpi_request *)*at)->next : rank->posted;
    while (r && r->peer != MPI_ANY_SOURCE)
        r = r->next;
    if (!r)
        return false;
    *at = r;
    *comm = r->comm;
    *tag = r->tag;
    return true;
}
