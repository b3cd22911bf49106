/* comm_freed.c - communicators that all members have freed, and that requests or messages still need: MPI_Comm_free
 * only marks them, pending operations complete, and persistent requests can be started (MPI-4.0, 7.4.3).
 *
 * Requests do not count the communicator's users, since most are over before it is freed. Instead the requests are
 * looked through, for many freed communicators at a time: 64 requests for each of these in the mean. */
#include "bsim/base/alloc.h"
#include "bsim/kernel/hosts.h"
#include "lmpi/coll/coll.h"
#include "lmpi/comm/comm.h"
#include "lmpi/comm/comm_freed.h"
#include "lmpi/comm/inter.h"
#include "lmpi/p2p/p2p.h"
#include "lmpi/p2p/partitioned.h"

enum { FEW = 16, SHARE = 64 };

/* Of an inter-communicator that of one side. */
static lmpi_comm **freed;             /* owned */
static int nfreed, freed_room, nkept; /* the first nkept were needed when they were last looked at */

void lmpi_comm_end(lmpi_comm *comm) {
    if (comm->all && comm->peers->users > 0) /* the other group's messages still go to it */
        return;
    lmpi_coll_drop(comm);
    comm->handle = comm->peers->handle = MPI_COMM_NULL;
    if (nfreed == freed_room) {
        freed_room = freed_room ? 2 * freed_room : FEW;
        freed = bsim_realloc(freed, (size_t)freed_room * sizeof(lmpi_comm *));
    }
    freed[nfreed++] = comm;
}

static void need(int comm) {
    if (comm >= 0 && comm < lmpi_ncomms && lmpi_comms[comm])
        lmpi_comms[comm]->is_needed = true;
}

static bool need_of_message(lmpi_message *m, void *unused) {
    (void)unused;
    need(m->comm);
    return true;
}

static bool is_needed(const lmpi_comm *comm) {
    return comm->is_needed || (comm->all && comm->peers->is_needed);
}

static void delete(lmpi_comm *comm) {
    if (comm->all)
        lmpi_inter_delete(comm);
    else
        lmpi_comm_delete(comm);
}

void lmpi_comm_sweep(void) {
    uint32_t top = lmpi_request_top;
    int kept = 0;
    if (nfreed - nkept < FEW + (int)(((int64_t)top + bsim_context.np) / SHARE))
        return;
    for (int i = 0; i < nfreed; i++)
        freed[i]->is_needed = freed[i]->peers->is_needed = false;
    for (uint32_t i = 0; i < top; i++) {
        const lmpi_request *r = (const lmpi_request *)(lmpi_request_base + i * lmpi_request_slot);
        if (r->kind == LMPI_REQ_SEND || r->kind == LMPI_REQ_RECV)
            need(lmpi_is_partitioned(r) ? lmpi_partitioned_comm(r) : r->comm);
    }
    for (int rank = 0; rank < bsim_context.np; rank++)
        if (!bsim_is_away(rank))
            lmpi_matched_each(lmpi_rank_at(rank), need_of_message, NULL);
    for (int i = 0; i < nfreed; i++)
        if (is_needed(freed[i]))
            freed[kept++] = freed[i];
        else
            delete (freed[i]);
    nfreed = nkept = kept;
}

void lmpi_comm_sweep_all(void) {
    for (int i = 0; i < nfreed; i++)
        delete (freed[i]);
    bsim_free(freed);
    freed = NULL;
    nfreed = nkept = freed_room = 0;
}
