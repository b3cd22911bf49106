/* rma_lock.c - passive targets: the locks of windows, and the epochs that they begin and end.
 *
 * A lock belongs to the target. Requests come to it as messages and are granted in the order in which they come: shared
 * ones together, an exclusive one alone. MPI_Win_lock waits for the answer. MPI_Win_lock_all asks each target together
 * with the first operation for it, which waits there until the lock is granted. */
#include <stdio.h>

#include "bsim/base/alloc.h"
#include "lmpi/capture/capture.h"
#include "lmpi/rma/rma.h"

/* ---- at the target, in events ---- */

static bool is_compatible(const lmpi_win_member *target, bool exclusive) {
    return target->holders == 0 || (!exclusive && !target->exclusive);
}

/* The lock is given to an origin at the times of its request, or when it was given up last. */
static void take(lmpi_win_member *target, int origin, bool exclusive, double *time, const void *site) {
    size_t k = (size_t)bsim_context.nscen;
    target->holders++;
    target->holder = origin;
    target->exclusive = exclusive;
    if (!target->free_s)
        return;
    bsim_decides();
    const double *freed = exclusive ? target->free_s + k : target->free_s;
    for (int i = 1; i < bsim_times(); i++)
        if ((time[i] < freed[i]) != (time[0] < freed[0]))
            bsim_diverge(i, site);
    bsim_clock_raise(time, freed);
}

static void answer(lmpi_rma_op *op) {
    op->granted = true;
    lmpi_rma_peer *peer = lmpi_rma_peer_of(&op->win->member[op->origin], op->target);
    peer->held = op->exclusive ? LMPI_HELD_EXCLUSIVE : LMPI_HELD_SHARED;
    bsim_ready(bsim_rank_of(lmpi_comm_world(op->win->comm, op->origin)));
}

/* The operations of an origin that have waited for its lock take place. */
static void let_go(lmpi_win *win, int target, int origin, const double *time) {
    lmpi_rma_peer *peer = lmpi_rma_peer_of(&win->member[origin], target);
    peer->held = LMPI_HELD_SHARED;
    for (lmpi_rma_op *op = peer->waiting, *next; op; op = next) {
        next = op->next;
        bsim_clock_raise(op->times, time);
        lmpi_rma_perform(op);
    }
    peer->waiting = peer->waiting_last = NULL;
}

/* Grants what can be granted, in the order of coming. */
static void serve(lmpi_win *win, int rank) {
    lmpi_win_member *target = &win->member[rank];
    while (target->asks && is_compatible(target, target->asks->exclusive)) {
        lmpi_rma_ask *ask = target->asks;
        target->asks = ask->next;
        if (ask->op) {
            bsim_clock_raise(ask->op->times, ask->times);
            take(target, ask->origin, ask->exclusive, ask->op->times, ask->op->site->address);
            ask->op->waited_s = ask->op->times[0] - ask->op->asked_s;
            lmpi_rma_reply(ask->op, 0, answer);
        } else {
            const lmpi_rma_peer *peer = lmpi_rma_peer_of(&win->member[ask->origin], rank);
            take(target, ask->origin, ask->exclusive, ask->times, peer->waiting->site->address);
            let_go(win, rank, ask->origin, ask->times);
        }
        bsim_free(ask);
    }
}

/* Requests are served in the order of coming; that of two for a shared lock does not matter. */
static void compare_order(lmpi_win_member *target, const lmpi_rma_op *op, bool exclusive) {
    if (exclusive || target->asked_exclusive)
        bsim_user_comes(&target->asked, op->times, op->event.order, op->site->address);
    else
        bsim_user_joins(&target->asked, op->times, op->event.order);
    target->asked_exclusive = exclusive;
}

static void ask(lmpi_rma_op *op, bool exclusive, bool blocking) {
    lmpi_win_member *target = &op->win->member[op->target];
    compare_order(target, op, exclusive);
    lmpi_rma_ask *a = bsim_alloc(sizeof *a + (size_t)bsim_context.nscen * sizeof *a->times);
    a->origin = op->origin;
    a->exclusive = exclusive;
    a->op = blocking ? op : NULL;
    bsim_clock_copy(a->times, op->times);
    if (target->asks)
        target->asks_last->next = a;
    else
        target->asks = a;
    target->asks_last = a;
    serve(op->win, op->target);
}

static void lock_came(lmpi_rma_op *op) {
    op->asked_s = op->times[0];
    ask(op, op->exclusive, true);
}

bool lmpi_rma_may_go(lmpi_rma_op *op) {
    lmpi_rma_peer *peer = lmpi_rma_peer_of(&op->win->member[op->origin], op->target);
    if (!peer->lazy || (peer->held == LMPI_HELD_SHARED && !peer->waiting))
        return true;
    if (peer->waiting)
        peer->waiting_last->next = op;
    else
        peer->waiting = op;
    peer->waiting_last = op;
    if (peer->held == LMPI_HELD_NOT) {
        peer->held = LMPI_HELD_ASKED;
        ask(op, false, false);
    }
    return false;
}

/* Gives up the lock at the times of the message. */
static void unlock_came(lmpi_rma_op *op) {
    lmpi_win_member *target = &op->win->member[op->target];
    size_t k = (size_t)bsim_context.nscen;
    if (!target->free_s)
        target->free_s = bsim_alloc(2 * k * sizeof *target->free_s);
    if (target->exclusive)
        bsim_clock_raise(target->free_s, op->times);
    bsim_clock_raise(target->free_s + k, op->times);
    target->holders--;
    target->exclusive = false;
    for (lmpi_rma_ask *a = target->asks; a; a = a->next)
        bsim_clock_raise(a->times, op->times);
    serve(op->win, op->target);
    lmpi_rma_free(op);
}

/* ---- a deadlock report's view ---- */

static void describe(const struct bsim_wait *wait, int rank, char *buf, size_t size) {
    (void)rank;
    const lmpi_rma_op *op = wait->arg;
    const lmpi_win_member *target = &op->win->member[op->target];
    if (target->holders)
        snprintf(buf, size, "for the lock, which rank %d has", lmpi_comm_world(op->win->comm, target->holder));
}

static int holder_of(const struct bsim_wait *wait, int rank) {
    (void)rank;
    const lmpi_rma_op *op = wait->arg;
    const lmpi_win_member *target = &op->win->member[op->target];
    return target->holders ? lmpi_comm_world(op->win->comm, target->holder) : -1;
}

/* ---- at the origin ---- */

/* Returns the seconds that the request waited for others. */
static double wait_for_lock(const lmpi_call *call, lmpi_rma_op *op) {
    struct bsim_wait why = {.call = call->name,
                            .site = call->ret,
                            .peer = lmpi_comm_world(op->win->comm, op->target),
                            .tag = BSIM_TAG_NONE,
                            .comm = -1,
                            .describe = describe,
                            .waits_for = holder_of,
                            .arg = op};
    lmpi_rma_send(op, lock_came);
    bsim_block(&why);
    bsim_check(op->granted);
    bsim_clock_raise(bsim_self->clock, op->times);
    double waited_s = op->waited_s;
    lmpi_rma_free(op);
    return waited_s;
}

static int check_rank(lmpi_win *win, const lmpi_call *call, int rank) {
    if (rank >= 0 && rank < win->comm->size)
        return MPI_SUCCESS;
    return lmpi_win_error(win, call, MPI_ERR_RANK, "the target is %d; the window has %d ranks", rank, win->comm->size);
}

static int lock(const lmpi_call *call, int type, int rank, int assert, MPI_Win handle) {
    LMPI_WIN_OR_FAIL(win, handle, call);
    lmpi_win_member *self = lmpi_win_self(win);
    if (type != MPI_LOCK_SHARED && type != MPI_LOCK_EXCLUSIVE)
        return lmpi_win_error(win, call, MPI_ERR_LOCKTYPE, "the lock type is %d", type);
    int wrong = lmpi_win_check_assert(win, call, assert, MPI_MODE_NOCHECK);
    if (wrong != MPI_SUCCESS)
        return wrong;
    if (rank == MPI_PROC_NULL) {
        if (self->epoch != LMPI_EPOCH_NONE && self->epoch != LMPI_EPOCH_READY && self->epoch != LMPI_EPOCH_LOCK)
            return lmpi_win_error(win, call, MPI_ERR_RMA_SYNC, "another epoch has begun");
        return MPI_SUCCESS;
    }
    int code = check_rank(win, call, rank);
    if (code != MPI_SUCCESS)
        return code;
    if (self->epoch != LMPI_EPOCH_NONE && self->epoch != LMPI_EPOCH_READY && self->epoch != LMPI_EPOCH_LOCK)
        return lmpi_win_error(win, call, MPI_ERR_RMA_SYNC, "another epoch has begun");
    lmpi_rma_peer *peer = lmpi_rma_peer_of(self, rank);
    if (peer->held)
        return lmpi_win_error(win, call, MPI_ERR_RMA_SYNC, "rank %d of the window is locked already", rank);
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = *bsim_self->clock;
    site->calls++;
    self->epoch = LMPI_EPOCH_LOCK;
    self->locks++;
    peer->lazy = false;
    if (assert & MPI_MODE_NOCHECK) {
        peer->held = LMPI_HELD_UNCHECKED;
        return MPI_SUCCESS;
    }
    lmpi_rma_op *op = lmpi_rma_new(win, LMPI_RMA_LOCK, rank, site);
    op->exclusive = type == MPI_LOCK_EXCLUSIVE;
    peer->held = LMPI_HELD_ASKED;
    double waited_s = wait_for_lock(call, op);
    lmpi_charge(site, start_s, waited_s);
    return MPI_SUCCESS;
}

int MPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_lock, (lock_type, rank, assert, win));
    BSIM_ALONE;
    return lock(LMPI_CALL(MPI_Win_lock), lock_type, rank, assert, win);
}

/* Gives up what the running rank holds at a target, where all its operations are complete. */
static void give_up(lmpi_win *win, lmpi_rma_peer *peer, struct bsim_site *site) {
    if (peer->held == LMPI_HELD_SHARED || peer->held == LMPI_HELD_EXCLUSIVE)
        lmpi_rma_send(lmpi_rma_new(win, LMPI_RMA_UNLOCK, peer->target, site), unlock_came);
    peer->held = LMPI_HELD_NOT;
    peer->lazy = false;
}

static int unlock(const lmpi_call *call, int rank, MPI_Win handle) {
    LMPI_WIN_OR_FAIL(win, handle, call);
    lmpi_win_member *self = lmpi_win_self(win);
    if (rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    int code = check_rank(win, call, rank);
    if (code != MPI_SUCCESS)
        return code;
    lmpi_rma_peer *peer = lmpi_rma_peer_find(self, rank);
    if (self->epoch != LMPI_EPOCH_LOCK || !peer || !peer->held)
        return lmpi_win_error(win, call, MPI_ERR_RMA_SYNC, "rank %d of the window is not locked", rank);
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = *bsim_self->clock;
    site->calls++;
    lmpi_rma_flush(win, call, rank, false);
    give_up(win, peer, site);
    if (--self->locks == 0)
        self->epoch = LMPI_EPOCH_NONE;
    lmpi_charge(site, start_s, 0);
    lmpi_rma_polls(win, call, 1000);
    return lmpi_rma_late_error(win, call);
}

int MPI_Win_unlock(int rank, MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_unlock, (rank, win));
    BSIM_ALONE;
    return unlock(LMPI_CALL(MPI_Win_unlock), rank, win);
}

int MPI_Win_lock_all(int assert, MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_lock_all, (assert, win));
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_lock_all", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    lmpi_win_member *self = lmpi_win_self(w);
    int wrong = lmpi_win_check_assert(w, &call, assert, MPI_MODE_NOCHECK);
    if (wrong != MPI_SUCCESS)
        return wrong;
    if (self->epoch != LMPI_EPOCH_NONE && self->epoch != LMPI_EPOCH_READY)
        return lmpi_win_error(w, &call, MPI_ERR_RMA_SYNC, "another epoch has begun");
    bsim_site_at(call.ret, call.name)->calls++;
    self->epoch = LMPI_EPOCH_ALL;
    return MPI_SUCCESS;
}

int MPI_Win_unlock_all(MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_unlock_all, (win));
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_unlock_all", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    lmpi_win_member *self = lmpi_win_self(w);
    if (self->epoch != LMPI_EPOCH_ALL)
        return lmpi_win_error(w, &call, MPI_ERR_RMA_SYNC, "MPI_Win_lock_all was not called");
    struct bsim_site *site = bsim_site_at(call.ret, call.name);
    double start_s = *bsim_self->clock;
    site->calls++;
    lmpi_rma_flush(w, &call, LMPI_RMA_ALL, false);
    for (int i = 0; self->peers && i < 1 << self->peer_bits; i++)
        for (lmpi_rma_peer *p = self->peers[i]; p; p = p->next)
            if (p->held)
                give_up(w, p, site);
    self->epoch = LMPI_EPOCH_NONE;
    lmpi_charge(site, start_s, 0);
    lmpi_rma_polls(w, &call, 1000);
    return lmpi_rma_late_error(w, &call);
}
