/* deliver.c - takes letters of other hosts, and keeps those for communicators that this host has not made yet. */
#include "bsim/base/alloc.h"
#include "lmpi/comm/comm.h"
#include "lmpi/core/hosts.h"
#include "lmpi/hosts/letters.h"

static struct kept {
    struct kept *next;
    lmpi_letter letter;
} *kept, **last = &kept;
static int made_since = -1; /* how many communicators there were when the kept letters were last looked at */

static void take_freed(int comm) {
    lmpi_comm *c = lmpi_comms[comm];
    if (c && --c->users == 0)
        lmpi_comm_end(c);
}

/* False: it is for a communicator that is not there yet. */
static bool take(lmpi_letter *l) {
    int32_t kind;
    uint64_t key;
    l->n = 0;
    LMPI_TAKE(l, kind);
    if (kind == LMPI_LETTER_SENT) {
        lmpi_hosts_take_sent(l);
        return true;
    }
    LMPI_TAKE(l, key);
    int comm = lmpi_hosts_comm(key);
    if (comm < 0)
        return false;
    if (kind == LMPI_LETTER_MESSAGE)
        lmpi_hosts_take_message(l, comm);
    else if (kind == LMPI_LETTER_RENDEZVOUS)
        lmpi_hosts_take_rendezvous(l, comm);
    else if (kind == LMPI_LETTER_CALL)
        lmpi_hosts_take_call(l, comm);
    else
        take_freed(comm);
    return true;
}

void lmpi_hosts_deliver(void *bytes, size_t n) {
    lmpi_letter l = {.bytes = bytes, .room = n};
    if (take(&l)) {
        bsim_free(bytes);
        return;
    }
    struct kept *k = bsim_alloc(sizeof *k);
    k->letter = l;
    *last = k;
    last = &k->next;
}

void lmpi_hosts_deliver_kept(void) {
    if (!kept || made_since == lmpi_ncomms)
        return;
    made_since = lmpi_ncomms;
    struct kept *all = kept;
    kept = NULL;
    last = &kept;
    while (all) {
        struct kept *k = all;
        all = k->next;
        lmpi_hosts_deliver(k->letter.bytes, k->letter.room);
        bsim_free(k);
    }
}
