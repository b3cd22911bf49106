/* rma_op.c - one-sided operations: their arguments, and their way from the origin to the target and back. */
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/core/checker.h"
#include "lmpi/datatype/op.h"
#include "lmpi/datatype/type_class.h"
#include "lmpi/p2p/poll.h"
#include "lmpi/rma/rma.h"

/* ---- what an origin has with each target ---- */

static unsigned slot_of(const lmpi_win_member *member, int target) {
    return (unsigned)target * 2654435769u >> (32 - member->peer_bits);
}

lmpi_rma_peer *lmpi_rma_peer_find(const lmpi_win_member *member, int target) {
    lmpi_rma_peer *peer = member->peers ? member->peers[slot_of(member, target)] : NULL;
    while (peer && peer->target != target)
        peer = peer->next;
    return peer;
}

static void grow(lmpi_win_member *member) {
    lmpi_rma_peer **old = member->peers;
    int slots = old ? 1 << member->peer_bits : 0;
    member->peer_bits = old ? member->peer_bits + 1 : 2;
    member->peers = bsim_alloc(((size_t)1 << member->peer_bits) * sizeof *member->peers);
    for (int i = 0; i < slots; i++)
        for (lmpi_rma_peer *p = old[i], *next; p; p = next) {
            lmpi_rma_peer **at = &member->peers[slot_of(member, p->target)];
            next = p->next;
            p->next = *at;
            *at = p;
        }
    bsim_free(old);
}

lmpi_rma_peer *lmpi_rma_peer_of(lmpi_win_member *member, int target) {
    lmpi_rma_peer *peer = lmpi_rma_peer_find(member, target);
    if (peer)
        return peer;
    if (!member->peers || member->npeers >= 1 << member->peer_bits)
        grow(member);
    peer = bsim_alloc(sizeof *peer + 3 * (size_t)bsim_context.nscen * sizeof *peer->times);
    peer->target = target;
    lmpi_rma_peer **at = &member->peers[slot_of(member, target)];
    peer->next = *at;
    *at = peer;
    member->npeers++;
    return peer;
}

/* ---- at the target, in events ---- */

static bool returns_data(const lmpi_rma_op *op) {
    return op->kind == LMPI_RMA_GET || op->kind == LMPI_RMA_FETCH || op->kind == LMPI_RMA_SWAP;
}

static bool changes(const lmpi_rma_op *op) {
    return op->kind != LMPI_RMA_GET && op->op != MPI_NO_OP;
}

/* The operation is complete at op->times. */
static void complete(lmpi_rma_op *op) {
    lmpi_win *win = op->win;
    int origin = op->origin;
    lmpi_win_member *member = &win->member[origin];
    lmpi_rma_peer *peer = lmpi_rma_peer_of(member, op->target);
    peer->open--;
    member->open_ops--;
    bsim_clock_raise(lmpi_rma_done(peer), op->times);
    if (returns_data(op)) {
        peer->open_gets--;
        bsim_clock_raise(lmpi_rma_got(peer), op->times);
    }
    if (op->request) {
        bsim_clock_copy(lmpi_request_ready(op->request), op->times);
        lmpi_deliver_collective(op->request);
    }
    lmpi_rma_wake(win, origin);
    lmpi_rma_free(op);
}

/* Where attached memory ends that contains an address; the address itself if none does. */
static const char *attached_until(const lmpi_win_member *target, const char *from) {
    for (int i = 0; i < target->nregions; i++) {
        const lmpi_region *r = &target->regions[i];
        if (from >= r->base && from < r->base + r->size)
            return r->base + r->size;
    }
    return from;
}

/* Finds the address in a dynamic window, whose memory may change until the operation comes. Regions may touch. */
static bool find_attached(lmpi_rma_op *op) {
    const lmpi_win_member *target = &op->win->member[op->target];
    int64_t low, high;
    lmpi_rma_extent(op->target_type, op->target_count, &low, &high);
    op->at = (char *)(uintptr_t)op->disp;
    if (!op->real && lmpi_is_skeleton())
        return true;
    const char *at = op->at + low, *end = op->at + high;
    for (const char *next; at < end; at = next)
        if ((next = attached_until(target, at)) == at)
            return false;
    return true;
}

static void note_error(const lmpi_rma_op *op) {
    lmpi_win_member *member = &op->win->member[op->origin];
    if (member->error)
        return;
    char text[256];
    snprintf(text, sizeof text, "%s at %s: %lld bytes from address %#llx on are not attached at rank %d",
             op->site->call, bsim_site_name(op->site->address),
             (long long)(op->bytes > op->reply_bytes ? op->bytes : op->reply_bytes), (unsigned long long)op->disp,
             op->target);
    member->error = MPI_ERR_RMA_RANGE;
    member->error_text = bsim_strdup(text);
}

/* Scenarios in which another one would be first get other data. */
static void compare_scenarios(const lmpi_rma_op *op, const double *before) {
    bool differs = returns_data(op) && op->kind != LMPI_RMA_GET;
    if (differs)
        bsim_decides();
    for (int k = 1; differs && k < bsim_times(); k++)
        if ((op->times[k] <= before[k]) != (op->times[0] <= before[0]))
            bsim_diverge(k, op->site->address);
}

void lmpi_rma_perform(lmpi_rma_op *op) {
    lmpi_win_member *target = &op->win->member[op->target];
    if (target->changed_s) {
        compare_scenarios(op, target->changed_s);
        if (op->times[0] < target->changed_s[0]) /* it came while a collective was evaluated late */
            bsim_clock_copy(op->times, target->changed_s);
    }
    if (op->win->flavor == MPI_WIN_FLAVOR_DYNAMIC && !find_attached(op)) {
        note_error(op);
        op->at = NULL;
    }
    lmpi_rma_move(op);
    if (changes(op))
        lmpi_rma_changed(op->win, op->target, op->times);
    if (op->kind == LMPI_RMA_ACCUMULATE || op->kind == LMPI_RMA_FETCH)
        lmpi_op_add_time(op->op, op->bytes, lmpi_type_size(lmpi_type_basic(op->target_type)), op->target, op->times);
    if (returns_data(op)) {
        lmpi_rma_reply(op, op->reply_bytes, complete);
        return;
    }
    lmpi_rma_acknowledge(op);
    complete(op);
}

static void came(lmpi_rma_op *op) {
    if (lmpi_rma_may_go(op))
        lmpi_rma_perform(op);
}

/* ---- arguments ---- */

static const char *epoch_error(lmpi_win_member *member, int target) {
    const lmpi_rma_peer *peer = NULL;
    switch (member->epoch) {
    case LMPI_EPOCH_READY:
        member->epoch = LMPI_EPOCH_FENCE;
        return NULL;
    case LMPI_EPOCH_FENCE:
    case LMPI_EPOCH_ALL:
        return NULL;
    case LMPI_EPOCH_START:
        peer = lmpi_rma_peer_find(member, target);
        return peer && peer->started ? NULL : "is not in the group of MPI_Win_start";
    case LMPI_EPOCH_LOCK:
        peer = lmpi_rma_peer_find(member, target);
        return peer && peer->held ? NULL : "is not locked";
    default:
        return "is used outside of an epoch: without MPI_Win_fence, MPI_Win_start or MPI_Win_lock before";
    }
}

static int check_type(lmpi_win *win, const lmpi_rma_args *a, int count, MPI_Datatype type, const char *whose) {
    if (count < 0)
        return lmpi_win_error(win, a->call, MPI_ERR_COUNT, "the %s count is %d", whose, count);
    if (lmpi_type_size(type) < 0)
        return lmpi_win_error(win, a->call, MPI_ERR_TYPE, "the %s datatype handle 0x%x is not valid", whose,
                              (unsigned)type);
    if (lmpi_type_size_committed(type) < 0)
        return lmpi_win_error(win, a->call, MPI_ERR_TYPE, "the %s datatype is not committed", whose);
    return MPI_SUCCESS;
}

static bool accumulates(const lmpi_rma_args *a) {
    return a->kind == LMPI_RMA_ACCUMULATE || a->kind == LMPI_RMA_FETCH;
}

static bool is_comparable(MPI_Datatype type) {
    const char *why;
    return LMPI_TYPE_IS_BUILTIN(type) && (lmpi_op_check(MPI_BAND, type, &why) == MPI_SUCCESS || type == MPI_LOGICAL ||
                                          type == MPI_C_BOOL || type == MPI_CXX_BOOL);
}

/* Accumulating calls take the predefined operators, of which MPI_REPLACE and MPI_NO_OP go with all types. */
static int check_op(lmpi_win *win, const lmpi_rma_args *a) {
    if (a->kind == LMPI_RMA_SWAP && !is_comparable(a->target_type))
        return lmpi_win_error(win, a->call, MPI_ERR_TYPE, "the datatype is no predefined integer, logical or byte");
    if (!accumulates(a) || a->op == MPI_REPLACE || (a->op == MPI_NO_OP && a->kind == LMPI_RMA_FETCH))
        return MPI_SUCCESS;
    const char *why = "operators of the program do not go with one-sided communication";
    MPI_Datatype basic = lmpi_type_basic(a->target_type);
    if (lmpi_op_is_user(a->op) || a->op == MPI_NO_OP)
        return lmpi_win_error(win, a->call, MPI_ERR_OP, "%s",
                              a->op == MPI_NO_OP ? "MPI_NO_OP goes with functions that return data" : why);
    if (a->real && a->target_count > 0 && !basic && lmpi_type_size(a->target_type) > 0)
        return lmpi_win_error(win, a->call, MPI_ERR_TYPE, "the target datatype consists of several basic types");
    if (basic && lmpi_op_check(a->op, basic, &why) != MPI_SUCCESS)
        return lmpi_win_error(win, a->call, MPI_ERR_OP, "%s", why);
    return MPI_SUCCESS;
}

/* Whether the data lie within the window of the target. */
static int check_range(lmpi_win *win, const lmpi_rma_args *a) {
    int64_t low, high;
    const lmpi_win_member *target = &win->member[a->target];
    if (win->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        return MPI_SUCCESS;
    if (a->disp < 0)
        return lmpi_win_error(win, a->call, MPI_ERR_DISP, "the displacement is %lld", (long long)a->disp);
    lmpi_rma_extent(a->target_type, a->target_count, &low, &high);
    int64_t from = a->disp * target->disp_unit;
    if (low < high && (from + low < 0 || from + high > target->size))
        return lmpi_win_error(
            win, a->call, MPI_ERR_RMA_RANGE, "bytes %lld to %lld of the window of rank %d, which has %lld bytes",
            (long long)(from + low), (long long)(from + high - 1), a->target, (long long)target->size);
    return MPI_SUCCESS;
}

static int64_t bytes_of(int count, MPI_Datatype type) {
    return count * lmpi_type_size(type);
}

/* The buffers exist, and hold as much as the target's data. */
static int check_buffers(lmpi_win *win, const lmpi_rma_args *a) {
    int64_t there = bytes_of(a->target_count, a->target_type);
    bool sends = a->kind != LMPI_RMA_GET && a->op != MPI_NO_OP;
    bool receives = a->kind == LMPI_RMA_GET || a->kind == LMPI_RMA_FETCH || a->kind == LMPI_RMA_SWAP;
    if ((sends && bytes_of(a->origin_count, a->origin_type) != there) ||
        (receives && bytes_of(a->result_count, a->result_type) != there))
        return lmpi_win_error(
            win, a->call, MPI_ERR_TYPE, "the target has %lld bytes of data, and the %s has %lld", (long long)there,
            sends ? "origin" : "result",
            (long long)(sends ? bytes_of(a->origin_count, a->origin_type) : bytes_of(a->result_count, a->result_type)));
    if (!a->real || there == 0)
        return MPI_SUCCESS;
    if ((sends && a->origin == MPI_IN_PLACE) || (receives && a->result == MPI_IN_PLACE))
        return lmpi_win_error(win, a->call, MPI_ERR_BUFFER, "the buffer cannot be MPI_IN_PLACE");
    if (lmpi_is_skeleton())
        return MPI_SUCCESS;
    if ((sends && !lmpi_type_has_memory(a->origin, a->origin_type)) ||
        (receives && !lmpi_type_has_memory(a->result, a->result_type)))
        return lmpi_win_error(win, a->call, MPI_ERR_BUFFER, "the buffer is null");
    return MPI_SUCCESS;
}

static int check(lmpi_win *win, const lmpi_rma_args *a) {
    int code = MPI_SUCCESS;
    if (a->target != MPI_PROC_NULL && (a->target < 0 || a->target >= win->comm->size))
        return lmpi_win_error(win, a->call, MPI_ERR_RANK, "the target is %d; the window has %d ranks", a->target,
                              win->comm->size);
    if (a->kind != LMPI_RMA_GET && a->op != MPI_NO_OP)
        code = check_type(win, a, a->origin_count, a->origin_type, "origin");
    if (code == MPI_SUCCESS)
        code = check_type(win, a, a->target_count, a->target_type, "target");
    if (code == MPI_SUCCESS && (a->kind == LMPI_RMA_GET || a->kind == LMPI_RMA_FETCH))
        code = check_type(win, a, a->result_count, a->result_type, "result");
    if (code == MPI_SUCCESS)
        code = check_op(win, a);
    if (code != MPI_SUCCESS || a->target == MPI_PROC_NULL)
        return code;
    const char *wrong = epoch_error(lmpi_win_self(win), a->target);
    if (wrong)
        return lmpi_win_error(win, a->call, MPI_ERR_RMA_SYNC, "rank %d of the window %s", a->target, wrong);
    code = check_range(win, a);
    return code == MPI_SUCCESS ? check_buffers(win, a) : code;
}

/* ---- at the origin ---- */

static lmpi_request *request_of(const lmpi_win *win, const lmpi_rma_args *a, struct bsim_site *site) {
    lmpi_request *r = lmpi_request_new();
    uint32_t index = r->index;
    *r = (lmpi_request){.peer = a->target == MPI_PROC_NULL ? MPI_PROC_NULL : lmpi_comm_world(win->comm, a->target),
                        .tag = MPI_ANY_TAG,
                        .comm = win->comm->id,
                        .owner = bsim_self->id,
                        .kind = LMPI_REQ_RMA,
                        .state = LMPI_REQ_PENDING,
                        .protocol = BSIM_EAGER,
                        .type = MPI_BYTE,
                        .index = index,
                        .site = site};
    r->other_s = *bsim_self->clock;
    bsim_clock_copy(lmpi_request_post(r), bsim_self->clock);
    bsim_clock_copy(lmpi_request_ready(r), bsim_self->clock);
    *a->request = lmpi_request_handle(r);
    return r;
}

static void hold(MPI_Datatype type) {
    if (!LMPI_TYPE_IS_BUILTIN(type))
        lmpi_type_hold(type);
}

/* Copies the origin's data, which the program may change as soon as the call returns. */
static void *copy_origin(const lmpi_rma_args *a, int64_t bytes) {
    if (!a->real || a->kind == LMPI_RMA_GET || a->op == MPI_NO_OP || !lmpi_type_has_memory(a->origin, a->origin_type))
        return NULL;
    if (a->kind == LMPI_RMA_SWAP) {
        if (lmpi_is_null(a->compare))
            return NULL;
        char *both = lmpi_rma_data_new(2 * (size_t)bytes);
        memcpy(both, a->origin, (size_t)bytes);
        memcpy(both + bytes, a->compare, (size_t)bytes);
        return both;
    }
    void *data = lmpi_rma_data_new((size_t)bytes);
    lmpi_type_pack(a->origin, a->origin_count, a->origin_type, data);
    return data;
}

/* In a skeleton data may be missing on either side; an operation whose result is kept needs the target's. */
static void find_memory(lmpi_rma_op *op, const lmpi_win *win, const lmpi_rma_args *a) {
    const lmpi_win_member *target = &win->member[a->target];
    bool receives = op->reply_bytes > 0 && a->real && lmpi_type_has_memory(a->result, a->result_type);
    op->result = receives ? a->result : NULL;
    op->real = a->real && (receives || op->data);
    if (win->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        return;
    if (op->real && lmpi_is_skeleton() && !target->base) {
        if (receives)
            bsim_fatal_at(
                BSIM_EXIT_USAGE, a->call->ret,
                "%s: communication depends on what this call reads, and the skeleton does not keep the memory "
                "of the window at rank %d: make the prediction with skeletonize --full",
                a->call->name, a->target);
        op->real = false;
        return;
    }
    op->at = target->base + a->disp * target->disp_unit;
}

static lmpi_rma_op *make(lmpi_win *win, const lmpi_rma_args *a, struct bsim_site *site) {
    lmpi_rma_op *op = lmpi_rma_new(win, a->kind, a->target, site);
    int64_t there = bytes_of(a->target_count, a->target_type);
    bool receives = a->kind == LMPI_RMA_GET || a->kind == LMPI_RMA_FETCH || a->kind == LMPI_RMA_SWAP;
    op->op = a->op;
    op->disp = a->disp;
    op->target_count = a->target_count;
    op->target_type = a->target_type;
    op->bytes = a->kind == LMPI_RMA_GET || a->op == MPI_NO_OP ? 0 : a->kind == LMPI_RMA_SWAP ? 2 * there : there;
    op->reply_bytes = receives ? there : 0;
    if (receives && a->kind != LMPI_RMA_SWAP) {
        op->result_count = a->result_count;
        op->result_type = a->result_type;
    }
    hold(op->target_type);
    hold(op->result_type);
    op->data = there > 0 ? copy_origin(a, there) : NULL;
    find_memory(op, win, a);
    return op;
}

int lmpi_rma_start(const lmpi_rma_args *args) {
    lmpi_rma_args a = *args;
    if (a.request)
        *a.request = MPI_REQUEST_NULL;
    LMPI_WIN_OR_FAIL(win, a.win, a.call);
    lmpi_poll_interrupted();
    int code = check(win, &a);
    if (code != MPI_SUCCESS)
        return code;
    double start_s = *bsim_self->clock;
    struct bsim_site *site = bsim_site_at(a.call->ret, a.call->name);
    site->calls++;
    if (a.target == MPI_PROC_NULL) {
        if (a.request)
            request_of(win, &a, site)->state = LMPI_REQ_MATCHED;
        return MPI_SUCCESS;
    }
    lmpi_rma_op *op = make(win, &a, site);
    if (LMPI_CHECKED)
        lmpi_checker->operation_begins(op, &a);
    lmpi_win_member *self = lmpi_win_self(win);
    lmpi_rma_peer *peer = lmpi_rma_peer_of(self, a.target);
    if (op->bytes > 0)
        lmpi_packed(a.origin_type, op->bytes, bsim_self->clock);
    if (self->epoch == LMPI_EPOCH_ALL && peer->held == LMPI_HELD_NOT)
        peer->lazy = true;
    peer->open++;
    self->open_ops++;
    peer->open_gets += returns_data(op);
    lmpi_rma_send(op, came);
    if (a.request) {
        lmpi_request *r = request_of(win, &a, site);
        if (returns_data(op))
            op->request = r;
        else
            r->state = LMPI_REQ_MATCHED;
    }
    lmpi_charge(site, start_s, 0);
    return MPI_SUCCESS;
}
