/* rma_poll.c - MPI_Win_sync, and loops that poll the memory of a window.
 *
 * Such a loop waits for a change by another rank, in functions that take no virtual time. After some calls at one time
 * its rank lets all others go on, until an operation has come to its memory; its clock goes on to that time. The memory
 * of MPI_Win_allocate_shared may change without an operation. There the clock goes on to the next time at which another
 * rank has called a function of the window. */
#include <math.h>

#include "bsim/base/alloc.h"
#include "lmpi/rma/rma.h"

/* So often a rank is told that nothing has changed while nothing else can happen, as in lmpi/p2p/poll.c: its program
 * may do other work between. Then it waits for good. */
enum { PATIENCE = 10000 };

/* A loop of MPI_Win_sync at one time is one that polls after so many calls. */
enum { SYNCS = 64 };

void lmpi_rma_changed(lmpi_win *win, int target, const double *time) {
    lmpi_win_member *member = &win->member[target];
    if (!member->changed_s)
        member->changed_s = bsim_alloc((size_t)bsim_context.nscen * sizeof *member->changed_s);
    bsim_clock_copy(member->changed_s, time);
    member->changes++;
    if (!member->poll.parked)
        return;
    member->poll.parked = false;
    lmpi_unpark(lmpi_comm_world(win->comm, target));
}

/* Parks the running rank until time_s, when nothing earlier can happen. */
static void park(const lmpi_call *call, double time_s) {
    struct lmpi_parked parked = {.now_s = *bsim_self->clock, .time_s = time_s, .comm = -1};
    struct bsim_wait why = {
        .call = call->name, .site = call->ret, .peer = BSIM_PEER_NONE, .tag = BSIM_TAG_NONE, .comm = -1};
    lmpi_park(&parked, &why);
}

/* Of a shared window: when another member was last in a call of it, if that is later than now. The first of these times.
 * HUGE_VAL: none. */
static double next_call(const lmpi_win *win) {
    double next_s = HUGE_VAL, now_s = *bsim_self->clock;
    for (int i = 0; win->is_shared && i < win->comm->size; i++)
        if (win->member[i].seen_s > now_s && win->member[i].seen_s < next_s)
            next_s = win->member[i].seen_s;
    return next_s;
}

/* Waits for a change and advances the clock to its time. */
static void wait_for_change(lmpi_win *win, const lmpi_call *call, lmpi_win_member *self) {
    uint64_t changes = self->changes;
    if (win->is_shared && bsim_context.nshards > 1)
        bsim_fatal_at(BSIM_EXIT_USAGE, call->ret,
                      "%s: the program polls memory that ranks share. When a value gets there in virtual time is known "
                      "only if one thread runs all ranks: bsim run --shards 1",
                      call->name);
    self->poll.parked = true;
    park(call, self->poll.idle < PATIENCE ? 1e300 * (1 + self->poll.idle) : HUGE_VAL);
    self->poll.parked = false;
    if (self->changes != changes) {
        bsim_clock_raise(bsim_self->clock, self->changed_s);
        self->poll.idle = 0;
        return;
    }
    double next_s = next_call(win);
    if (next_s == HUGE_VAL) {
        self->poll.idle++;
        return;
    }
    double time[BSIM_MAX_SCENARIOS];
    bsim_clock_copy(time, bsim_self->clock);
    for (int k = 1; k < bsim_times(); k++)
        bsim_diverge(k, call->ret); /* when others call is known for scenario 0 */
    time[0] = next_s;
    bsim_clock_raise(bsim_self->clock, time);
}

void lmpi_rma_polls(lmpi_win *win, const lmpi_call *call, int limit) {
    lmpi_win_member *self = lmpi_win_self(win);
    double now_s = *bsim_self->clock;
    self->seen_s = now_s;
    bool again = self->poll.site == call->ret && self->poll.clock_s == now_s && self->poll.changes == self->changes;
    self->poll.count = again ? self->poll.count + 1 : 0;
    if (!again)
        self->poll.idle = 0;
    if (self->poll.count >= limit && bsim_context.np > 1) {
        wait_for_change(win, call, self);
        now_s = *bsim_self->clock;
        self->seen_s = now_s;
    }
    self->poll.site = call->ret;
    self->poll.clock_s = now_s;
    self->poll.changes = self->changes;
}

int MPI_Win_sync(MPI_Win win) {
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_sync", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    struct bsim_site *site = bsim_site_at(call.ret, call.name);
    double start_s = *bsim_self->clock;
    site->calls++;
    if (bsim_context.np > 1 && lmpi_win_self(w)->poll.count < SYNCS)
        park(&call, start_s);
    lmpi_rma_polls(w, &call, SYNCS);
    lmpi_charge(site, start_s, *bsim_self->clock - start_s);
    return lmpi_rma_late_error(w, &call);
}
