/* rma_poll.c - MPI_Win_sync, and loops that poll the memory of a window.
 *
 * Such a loop waits for a change by another rank, in functions that take no virtual time. After some calls at one time
 * further ones take time, as polls of messages do (lmpi/p2p/poll.h). Meanwhile the rank waits for an operation that
 * changes its memory; then its clock goes on to the time of that change. The memory of MPI_Win_allocate_shared may
 * change without an operation. */
#include <math.h>

#include "bsim/base/alloc.h"
#include "lmpi/capture/capture.h"
#include "lmpi/p2p/poll.h"
#include "lmpi/rma/rma.h"

enum { POLLS_OF_A_YEAR = 3000 }; /* after which the rank waits for good */

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

/* Waits for a change and advances the clock to its time; or by a step, if there is none until then. */
static void wait_for_change(const lmpi_win *win, const lmpi_call *call, lmpi_win_member *self) {
    uint64_t changes = self->changes;
    double *clock = bsim_self->clock, now_s = *clock;
    if (win->is_shared && bsim_context.nshards > 1)
        bsim_fatal_at(BSIM_EXIT_USAGE, call->ret,
                      "%s: the program polls memory that ranks share. When a value gets there in virtual time is known "
                      "only if one thread runs all ranks: bsim run --shards 1",
                      call->name);
    if (self->poll.idle++ == 0)
        self->poll.began_s = now_s;
    double step_s = lmpi_poll_step(now_s - self->poll.began_s);
    self->poll.parked = true;
    park(call, self->poll.idle < POLLS_OF_A_YEAR ? now_s + step_s : HUGE_VAL);
    self->poll.parked = false;
    if (self->changes != changes) {
        bsim_clock_raise(clock, self->changed_s);
        self->poll.idle = 0;
        return;
    }
    for (int k = 0; k < bsim_times(); k++)
        clock[k] += step_s;
}

bool lmpi_rma_ignores_polls;

void lmpi_rma_polls(lmpi_win *win, const lmpi_call *call, int limit) {
    if (lmpi_rma_ignores_polls)
        return;
    lmpi_win_member *self = lmpi_win_self(win);
    double now_s = *bsim_self->clock;
    bool again = self->poll.site == call->ret && self->poll.clock_s == now_s && self->poll.changes == self->changes;
    self->poll.count = again ? self->poll.count + 1 : 0;
    if (!again)
        self->poll.idle = 0;
    if (self->poll.count >= limit && bsim_context.np > 1) {
        wait_for_change(win, call, self);
        now_s = *bsim_self->clock;
    }
    self->poll.site = call->ret;
    self->poll.clock_s = now_s;
    self->poll.changes = self->changes;
}

int MPI_Win_sync(MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_sync, (win));
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
