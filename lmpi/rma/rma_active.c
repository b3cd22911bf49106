/* rma_active.c - active targets: fences, and the epochs of MPI_Win_start and MPI_Win_post.
 *
 * A fence waits until the rank's own operations are complete, and then is a barrier. MPI_Win_post and MPI_Win_complete
 * send an empty message to each rank of the group; MPI_Win_start and MPI_Win_wait receive them. */
#include <math.h>

#include "bsim/base/alloc.h"
#include "lmpi/capture/capture.h"
#include "lmpi/p2p/wait.h"
#include "lmpi/rma/rma.h"

int MPI_Win_fence(int assert, MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_fence, (assert, win));
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_fence", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    lmpi_win_member *self = lmpi_win_self(w);
    int wrong = lmpi_win_check_assert(w, &call, assert,
                                      MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED);
    if (wrong != MPI_SUCCESS)
        return wrong;
    if (self->epoch > LMPI_EPOCH_FENCE || self->exposed)
        return lmpi_win_error(w, &call, MPI_ERR_RMA_SYNC, "another epoch has begun");
    double start_s = *bsim_self->clock;
    lmpi_rma_flush(w, &call, LMPI_RMA_ALL, false);
    lmpi_charge(bsim_site_at(call.ret, call.name), start_s, 0);
    self->epoch = assert &MPI_MODE_NOSUCCEED ? LMPI_EPOCH_NONE : LMPI_EPOCH_READY;
    int code = lmpi_meet(w->comm, &call, NULL, NULL, true);
    int late = lmpi_rma_late_error(w, &call);
    return code != MPI_SUCCESS ? code : late;
}

/* ---- empty messages ---- */

enum { TAG_POST = 1, TAG_COMPLETE = 2 };

static lmpi_side empty_message(const lmpi_win *win, int world, int tag) {
    return (lmpi_side){.type = MPI_BYTE,
                       .layout = MPI_BYTE,
                       .peer = world,
                       .local = lmpi_comm_rank(win->comm, world),
                       .tag = tag,
                       .comm = win->comm,
                       .real = LMPI_TIMING,
                       .path = LMPI_PATH_BUFFERED};
}

static void send_to_all(lmpi_win *win, const lmpi_call *call, struct bsim_site *site, const lmpi_group *group,
                        int tag) {
    double wait_s = 0;
    for (int i = 0; i < group->size; i++) {
        lmpi_side side = empty_message(win, lmpi_group_world(group, i), tag);
        lmpi_send_blocking(&side, call, site, &wait_s);
    }
}

/* Defines a variable with the group of a handle, whose ranks are in the window; or reports an error and returns. */
static lmpi_group *group_in(lmpi_win *win, const lmpi_call *call, MPI_Group handle, int *code) {
    lmpi_group *group = lmpi_group_of(handle);
    *code = MPI_SUCCESS;
    if (!group)
        *code = lmpi_win_error(win, call, MPI_ERR_GROUP, "group handle 0x%x is not valid", (unsigned)handle);
    for (int i = 0; group && i < group->size; i++)
        if (lmpi_comm_rank(win->comm, lmpi_group_world(group, i)) < 0) {
            *code = lmpi_win_error(win, call, MPI_ERR_GROUP, "rank %d of the group is not in the window", i);
            return NULL;
        }
    return group;
}

int MPI_Win_post(MPI_Group group, int assert, MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_post, (group, assert, win));
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_post", LMPI_SITE};
    int code;
    LMPI_WIN_OR_FAIL(w, win, &call);
    if ((code = lmpi_win_check_assert(w, &call, assert, MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT)) !=
        MPI_SUCCESS)
        return code;
    lmpi_win_member *self = lmpi_win_self(w);
    if (self->exposed)
        return lmpi_win_error(w, &call, MPI_ERR_RMA_SYNC, "MPI_Win_post was called already");
    lmpi_group *origins = group_in(w, &call, group, &code);
    if (!origins)
        return code;
    struct bsim_site *site = bsim_site_at(call.ret, call.name);
    double start_s = *bsim_self->clock;
    site->calls++;
    self->exposed = true;
    self->exposed_to = origins->size;
    self->completes = bsim_alloc((size_t)(origins->size + 1) * sizeof *self->completes);
    for (int i = 0; i < origins->size; i++) {
        lmpi_side side = empty_message(w, lmpi_group_world(origins, i), TAG_COMPLETE);
        lmpi_request *r = lmpi_request_new();
        r->flags = 0;
        lmpi_recv_start(&side, r, site);
        self->completes[i] = lmpi_request_handle(r);
    }
    send_to_all(w, &call, site, origins, TAG_POST);
    lmpi_charge(site, start_s, 0);
    return MPI_SUCCESS;
}

int MPI_Win_start(MPI_Group group, int assert, MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_start, (group, assert, win));
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_start", LMPI_SITE};
    int code;
    LMPI_WIN_OR_FAIL(w, win, &call);
    if ((code = lmpi_win_check_assert(w, &call, assert, MPI_MODE_NOCHECK)) != MPI_SUCCESS)
        return code;
    lmpi_win_member *self = lmpi_win_self(w);
    if (self->epoch != LMPI_EPOCH_NONE && self->epoch != LMPI_EPOCH_READY)
        return lmpi_win_error(w, &call, MPI_ERR_RMA_SYNC, "another epoch has begun");
    lmpi_group *targets = group_in(w, &call, group, &code);
    if (!targets)
        return code;
    struct bsim_site *site = bsim_site_at(call.ret, call.name);
    double start_s = *bsim_self->clock, wait_s = 0;
    site->calls++;
    self->epoch = LMPI_EPOCH_START;
    self->access = targets;
    lmpi_group_ref(targets);
    for (int i = 0; i < targets->size; i++) {
        lmpi_side side = empty_message(w, lmpi_group_world(targets, i), TAG_POST);
        lmpi_recv_blocking(&side, &call, site, MPI_STATUS_IGNORE, &wait_s);
        lmpi_rma_peer_of(self, side.local)->started = true;
    }
    lmpi_charge(site, start_s, wait_s);
    return MPI_SUCCESS;
}

int MPI_Win_complete(MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_complete, (win));
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_complete", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    lmpi_win_member *self = lmpi_win_self(w);
    if (self->epoch != LMPI_EPOCH_START)
        return lmpi_win_error(w, &call, MPI_ERR_RMA_SYNC, "MPI_Win_start was not called");
    struct bsim_site *site = bsim_site_at(call.ret, call.name);
    double start_s = *bsim_self->clock;
    site->calls++;
    lmpi_rma_flush(w, &call, LMPI_RMA_ALL, false);
    send_to_all(w, &call, site, self->access, TAG_COMPLETE);
    for (int i = 0; i < self->access->size; i++)
        lmpi_rma_peer_of(self, lmpi_comm_rank(w->comm, lmpi_group_world(self->access, i)))->started = false;
    lmpi_group_unref(self->access);
    self->access = NULL;
    self->epoch = LMPI_EPOCH_NONE;
    lmpi_charge(site, start_s, 0);
    return lmpi_rma_late_error(w, &call);
}

static void end_exposure(lmpi_win_member *self) {
    bsim_free(self->completes);
    self->completes = NULL;
    self->exposed = false;
}

int MPI_Win_wait(MPI_Win win) {
    LMPI_CAPTURE(MPI_Win_wait, (win));
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_wait", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    lmpi_win_member *self = lmpi_win_self(w);
    if (!self->exposed)
        return lmpi_win_error(w, &call, MPI_ERR_RMA_SYNC, "MPI_Win_post was not called");
    struct bsim_site *site = bsim_site_at(call.ret, call.name);
    double start_s = *bsim_self->clock, wait_s = 0;
    site->calls++;
    int code = lmpi_wait_all(&call, self->exposed_to, self->completes, MPI_STATUSES_IGNORE, &wait_s);
    end_exposure(self);
    lmpi_charge(site, start_s, wait_s);
    return code;
}

int MPI_Win_test(MPI_Win win, int *flag) {
    LMPI_CAPTURE(MPI_Win_test, (win, flag));
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_test", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    lmpi_win_member *self = lmpi_win_self(w);
    if (!self->exposed)
        return lmpi_win_error(w, &call, MPI_ERR_RMA_SYNC, "MPI_Win_post was not called");
    int code = lmpi_test_all(&call, self->exposed_to, self->completes, flag, MPI_STATUSES_IGNORE);
    if (*flag)
        end_exposure(self);
    return code;
}
