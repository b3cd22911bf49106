/* match.c - the queues of posted receives and unexpected messages as lists. */
#include "lmpi/match.h"

#include "bsim/alloc.h"

struct lmpi_rank_more *lmpi_rank_more_new(lmpi_rank *rank) {
    rank->more = bsim_alloc(sizeof *rank->more);
    return rank->more;
}

lmpi_request *lmpi_posted_find(lmpi_rank *rank, int comm, int source, int tag, lmpi_request **before) {
    lmpi_request *last = NULL;
    for (lmpi_request *r = rank->posted; r; last = r, r = r->next) {
        if (lmpi_matches(r, comm, source, tag)) {
            *before = last;
            return r;
        }
    }
    return NULL;
}

void lmpi_posted_add(lmpi_rank *rank, lmpi_request *r) {
    r->next = NULL;
    if (rank->posted)
        rank->posted_last->next = r;
    else
        rank->posted = r;
    rank->posted_last = r;
}

void lmpi_posted_remove(lmpi_rank *rank, lmpi_request *r, lmpi_request *before) {
    if (before)
        before->next = r->next;
    else
        rank->posted = r->next;
    if (rank->posted_last == r)
        rank->posted_last = before;
}

void lmpi_posted_withdraw(lmpi_rank *rank, lmpi_request *r) {
    lmpi_request *before = NULL;
    for (lmpi_request *p = rank->posted; p != r; p = p->next) {
        bsim_check(p != NULL);
        before = p;
    }
    lmpi_posted_remove(rank, r, before);
}

lmpi_message *lmpi_unexpected_find(lmpi_rank *rank, int comm, int source, int tag, lmpi_message **before) {
    lmpi_message *last = NULL;
    for (lmpi_message *m = rank->unexpected; m; last = m, m = m->next) {
        if (lmpi_wants(comm, source, tag, m)) {
            *before = last;
            return m;
        }
    }
    return NULL;
}

void lmpi_unexpected_add(lmpi_rank *rank, lmpi_message *m) {
    m->next = NULL;
    if (rank->unexpected)
        rank->unexpected_last->next = m;
    else
        rank->unexpected = m;
    rank->unexpected_last = m;
}

void lmpi_unexpected_remove(lmpi_rank *rank, lmpi_message *m, lmpi_message *before) {
    if (before)
        before->next = m->next;
    else
        rank->unexpected = m->next;
    if (rank->unexpected_last == m)
        rank->unexpected_last = before;
}
