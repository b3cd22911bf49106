/* rma_flush.c - waiting for one-sided operations: MPI_Win_flush and its like, and what other synchronisation needs. */
#include <stdio.h>

#include "bsim/base/alloc.h"
#include "lmpi/capture/capture.h"
#include "lmpi/rma/rma.h"

static bool is_over(const lmpi_win_member *member) {
    if (member->waits_for == LMPI_RMA_ALL && !member->waits_locally)
        return member->open_ops == 0;
    if (member->waits_for >= 0) {
        const lmpi_rma_peer *peer = lmpi_rma_peer_find(member, member->waits_for);
        return !peer || (member->waits_locally ? peer->open_gets : peer->open) == 0;
    }
    for (int i = 0; member->peers && i < 1 << member->peer_bits; i++)
        for (const lmpi_rma_peer *p = member->peers[i]; p; p = p->next)
            if (p->open_gets)
                return false;
    return true;
}

void lmpi_rma_wake(lmpi_win *win, int origin) {
    lmpi_win_member *member = &win->member[origin];
    if (member->waits_for == LMPI_RMA_NOTHING || !is_over(member))
        return;
    member->waits_for = LMPI_RMA_NOTHING;
    bsim_ready(bsim_rank_of(lmpi_comm_world(win->comm, origin)));
}

/* ---- a deadlock report's view: an operation that never comes to its end waits for a lock ---- */

static const lmpi_rma_peer *stuck(const lmpi_win_member *member) {
    for (int i = 0; member->peers && i < 1 << member->peer_bits; i++)
        for (const lmpi_rma_peer *p = member->peers[i]; p; p = p->next)
            if (p->waiting)
                return p;
    return NULL;
}

static void describe(const struct bsim_wait *wait, int rank, char *buf, size_t size) {
    const lmpi_win *win = wait->arg;
    const lmpi_rma_peer *p = stuck(&win->member[lmpi_comm_rank(win->comm, rank)]);
    if (p)
        snprintf(buf, size, "for %s to rank %d, whose lock rank %d has", p->waiting->site->call,
                 lmpi_comm_world(win->comm, p->target), lmpi_comm_world(win->comm, win->member[p->target].holder));
}

static int waits_for(const struct bsim_wait *wait, int rank) {
    const lmpi_win *win = wait->arg;
    const lmpi_rma_peer *p = stuck(&win->member[lmpi_comm_rank(win->comm, rank)]);
    return p ? lmpi_comm_world(win->comm, win->member[p->target].holder) : -1;
}

/* Advances the clock over the completion of what one peer had. */
static void pass(lmpi_rma_peer *peer, bool locally) {
    bsim_clock_raise(bsim_self->clock, locally ? lmpi_rma_got(peer) : lmpi_rma_done(peer));
}

double lmpi_rma_flush(lmpi_win *win, const lmpi_call *call, int target, bool locally) {
    lmpi_win_member *self = lmpi_win_self(win);
    double start_s = *bsim_self->clock;
    struct bsim_wait why = {.call = call->name,
                            .site = call->ret,
                            .peer = BSIM_PEER_NONE,
                            .tag = BSIM_TAG_NONE,
                            .comm = -1,
                            .describe = describe,
                            .waits_for = waits_for,
                            .arg = win};
    self->waits_for = target;
    self->waits_locally = locally;
    if (is_over(self))
        self->waits_for = LMPI_RMA_NOTHING;
    else
        bsim_block(&why);
    if (target >= 0) {
        lmpi_rma_peer *peer = lmpi_rma_peer_find(self, target);
        if (peer)
            pass(peer, locally);
    } else {
        for (int i = 0; self->peers && i < 1 << self->peer_bits; i++)
            for (lmpi_rma_peer *p = self->peers[i]; p; p = p->next)
                pass(p, locally);
    }
    return *bsim_self->clock - start_s;
}

int lmpi_rma_late_error(lmpi_win *win, const lmpi_call *call) {
    lmpi_win_member *self = lmpi_win_self(win);
    if (!self->error)
        return MPI_SUCCESS;
    char *text = self->error_text;
    int code = self->error;
    self->error = 0;
    self->error_text = NULL;
    code = lmpi_win_error(win, call, code, "%s", text);
    bsim_free(text);
    return code;
}

/* ---- entry functions ---- */

static int flush(const lmpi_call *call, MPI_Win handle, int target, bool locally) {
    LMPI_WIN_OR_FAIL(win, handle, call);
    lmpi_win_member *self = lmpi_win_self(win);
    const lmpi_rma_peer *peer = target >= 0 ? lmpi_rma_peer_find(self, target) : NULL;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = *bsim_self->clock;
    if (target >= win->comm->size || (target < 0 && target != LMPI_RMA_ALL && target != MPI_PROC_NULL))
        return lmpi_win_error(win, call, MPI_ERR_RANK, "the target is %d; the window has %d ranks", target,
                              win->comm->size);
    site->calls++;
    if (self->epoch != LMPI_EPOCH_ALL && (self->epoch != LMPI_EPOCH_LOCK || (target >= 0 && (!peer || !peer->held))))
        return lmpi_win_error(win, call, MPI_ERR_RMA_SYNC, "the target is not locked");
    if (target != MPI_PROC_NULL)
        lmpi_rma_flush(win, call, target, locally);
    lmpi_charge(site, start_s, 0);
    lmpi_rma_polls(win, call, 1000);
    return lmpi_rma_late_error(win, call);
}

int MPI_Win_flush(int rank, MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_flush, (rank, win));
    BSIM_ALONE;
    return flush(LMPI_CALL(MPI_Win_flush), win, rank, false);
}

int MPI_Win_flush_local(int rank, MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_flush_local, (rank, win));
    BSIM_ALONE;
    return flush(LMPI_CALL(MPI_Win_flush_local), win, rank, true);
}

int MPI_Win_flush_all(MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_flush_all, (win));
    BSIM_ALONE;
    return flush(LMPI_CALL(MPI_Win_flush_all), win, LMPI_RMA_ALL, false);
}

int MPI_Win_flush_local_all(MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_flush_local_all, (win));
    BSIM_ALONE;
    return flush(LMPI_CALL(MPI_Win_flush_local_all), win, LMPI_RMA_ALL, true);
}
