/* epochs.c - the calls of one-sided communication: what they access and complete, what their locks order, and which
 * rules on epochs they break that the layer itself does not report (MPI-4.0, 12.5). */
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/check/windows.h"
#include "lmpi/datatype/type_class.h"
#include "lmpi/rma/rma.h"

/* What locks of a member's memory order: the clocks of those that gave it up, exclusively and at all. */
struct released {
    uint32_t *exclusive, *any; /* owned; null: nobody yet */
};
/* Behind a fence that another one may follow: an operation in an epoch of another kind. */
struct between {
    check_place fence, other; /* call null: none */
};
static struct window {
    struct window *next;
    MPI_Win handle;
    int users, n;
    bool synced;               /* lmpi_check_window_is_synced */
    bool is_shared;            /* its ranks share the memory */
    bool has_one_op;           /* lmpi_check_window_has_one_op */
    struct released *released; /* by member; owned */
    struct between *between;   /* by member; owned */
} *windows;

static struct window *window_of(MPI_Win handle) {
    struct window *w = windows;
    while (w && w->handle != handle)
        w = w->next;
    return w;
}

bool lmpi_check_window_is_synced(MPI_Win handle) {
    const struct window *w = window_of(handle);
    return w && w->synced;
}

bool lmpi_check_window_has_plain_flags(MPI_Win handle) {
    const struct window *w = window_of(handle);
    return w && w->synced && w->is_shared;
}

bool lmpi_check_window_has_one_op(MPI_Win handle) {
    const struct window *w = window_of(handle);
    return w && w->has_one_op;
}

/* An epoch that a rank has begun and not ended. */
struct check_epoch {
    struct check_epoch *next;
    enum check_id begin;
    MPI_Win win;
    int target;
    bool is_exclusive, is_unchecked; /* a lock; unchecked: with MPI_MODE_NOCHECK */
    check_place place;
};

static check_rank *self(void) {
    return &lmpi_check_ranks[bsim_self->id];
}

/* ---- arguments ---- */

static MPI_Win win_of(const check_call *call) {
    const char *roles = check_function_of(call)->roles, *last = strrchr(roles, 'i');
    if (call->id == CHECK_Win_free)
        return call->a[0] ? *(const MPI_Win *)call->a[0] : MPI_WIN_NULL;
    return last ? (MPI_Win)call->a[last - roles] : MPI_WIN_NULL;
}

static enum check_access_kind kind_of(const check_call *call) {
    switch (call->id) {
    case CHECK_Put:
    case CHECK_Rput:
        return CHECK_PUT;
    case CHECK_Get:
    case CHECK_Rget:
        return CHECK_GET;
    case CHECK_Compare_and_swap:
        return CHECK_SWAP;
    default:
        return CHECK_ACCUMULATE;
    }
}

static bool returns_data(const check_call *call) {
    return strchr(check_function_of(call)->roles, 'r') != NULL;
}

/* What an operation accesses at its target. */
static void target_data(const check_call *call, int64_t *count, MPI_Datatype *type) {
    const char *roles = check_function_of(call)->roles;
    int n = lmpi_check_place(call, 'p', 0) + 2;
    bool counts = roles[n] == 'n';
    *count = counts ? (int)call->a[n] : 1;
    *type = (MPI_Datatype)call->a[counts ? n + 1 : lmpi_check_place(call, 't', 0)];
}

static enum check_lock lock_of(const lmpi_win_member *member, int target) {
    const lmpi_rma_peer *peer = lmpi_rma_peer_find(member, target);
    if (member->epoch == LMPI_EPOCH_ALL)
        return CHECK_SHARED;
    if (member->epoch != LMPI_EPOCH_LOCK || !peer || peer->held == LMPI_HELD_UNCHECKED)
        return CHECK_UNLOCKED;
    return peer->held == LMPI_HELD_EXCLUSIVE ? CHECK_EXCLUSIVE : peer->held ? CHECK_SHARED : CHECK_UNLOCKED;
}

enum check_lock lmpi_check_own_lock(MPI_Win handle, int world) {
    const lmpi_win *win = lmpi_win_of(handle);
    return win ? lock_of(lmpi_win_self(win), lmpi_comm_rank(win->comm, world)) : CHECK_UNLOCKED;
}

/* ---- operations ---- */

/* Both sides of an operation have one signature. */
static void compare_sides(const check_call *call, int64_t count, MPI_Datatype type) {
    check_signature here = {0}, there = {0};
    int n = lmpi_check_place(call, 'n', 0);
    char a[256], b[256];
    if (call->id == CHECK_Fetch_and_op || call->id == CHECK_Compare_and_swap)
        return;
    if ((call->id == CHECK_Get_accumulate || call->id == CHECK_Rget_accumulate))
        n = lmpi_check_place(call, 'n', 1);
    lmpi_check_signature(&here, (int)call->a[n], (MPI_Datatype)call->a[n + 1]);
    lmpi_check_signature(&there, count, type);
    if (!lmpi_check_fits(&here, &there, false))
        CHECK_FOUND(call, CHECK_PARAMETER_MATCHING, "window-datatypes-differ",
                    "the buffer of the origin has %s, and the target %s", lmpi_check_signature_text(&here, a, sizeof a),
                    lmpi_check_signature_text(&there, b, sizeof b));
    lmpi_check_signature_free(&here);
    lmpi_check_signature_free(&there);
}

static struct between *between_of(const lmpi_win *win) {
    const struct window *w = window_of(win->handle);
    return w ? &w->between[lmpi_comm_rank(win->comm, bsim_self->id)] : NULL;
}

static void operation(check_call *call) {
    const lmpi_win *win = lmpi_win_of(win_of(call));
    int target = (int)call->a[lmpi_check_place(call, 'p', 0)], op = lmpi_check_place(call, 'o', 0);
    if (!win || target == MPI_PROC_NULL)
        return;
    const lmpi_win_member *own = lmpi_win_self(win), *there = &win->member[target];
    bool dynamic = win->flavor == MPI_WIN_FLAVOR_DYNAMIC;
    intptr_t disp = call->a[lmpi_check_place(call, 'p', 0) + 1];
    int64_t count;
    MPI_Datatype type;
    target_data(call, &count, &type);
    compare_sides(call, count, type);
    check_access a = {.rank = bsim_self->id,
                      .world = lmpi_comm_world(win->comm, target),
                      .kind = kind_of(call),
                      .returns = returns_data(call),
                      .passive = own->epoch == LMPI_EPOCH_LOCK || own->epoch == LMPI_EPOCH_ALL,
                      .lock = lock_of(own, target),
                      .op = op >= 0 ? (MPI_Op)call->a[op] : 0,
                      .basic = lmpi_type_basic(type),
                      .win = win->handle,
                      .target = target,
                      .place = lmpi_check_here(call)};
    struct between *between = between_of(win);
    if (between && between->fence.call && !between->other.call && (a.passive || own->epoch == LMPI_EPOCH_START))
        between->other = a.place;
    int request = lmpi_check_place(call, 'R', 0);
    if (request >= 0 && a.returns) /* of others the wait says nothing about the target */
        a.handle = *(const MPI_Request *)call->a[request];
    if (request < 0)
        lmpi_check_request_of_window(call, win->handle, target);
    lmpi_check_spans_of_data(&a.spans, dynamic ? disp : (intptr_t)there->base + disp * there->disp_unit, count, type);
    lmpi_check_operation(&a);
}

/* Operations are complete: at their targets, or only at their origin (`locally`), as those that return data are then.
 */
static void complete(MPI_Win win, int target, bool locally) {
    lmpi_check_operations_done(win, target, locally);
    lmpi_check_requests_of_window_end(win, target);
}

/* ---- locks ---- */

static void give_up(const lmpi_win *win, int target) {
    struct window *w = window_of(win->handle);
    enum check_lock lock = lock_of(lmpi_win_self(win), target);
    if (!w || lock == CHECK_UNLOCKED)
        return;
    struct released *r = &w->released[target];
    if (!r->any) {
        r->any = lmpi_check_clock_new();
        r->exclusive = lmpi_check_clock_new();
    }
    if (lock == CHECK_EXCLUSIVE)
        lmpi_check_release(bsim_self->id, r->exclusive);
    lmpi_check_release(bsim_self->id, r->any);
}

static void take(const lmpi_win *win, int target) {
    const struct window *w = window_of(win->handle);
    if (!w)
        return;
    const struct released *r = &w->released[target];
    bool exclusive = lock_of(lmpi_win_self(win), target) == CHECK_EXCLUSIVE;
    static const uint32_t *nothing;
    if (!nothing)
        nothing = lmpi_check_clock_new();
    lmpi_check_acquire(bsim_self->id, !r->any ? nothing : exclusive ? r->any : r->exclusive);
}

/* ---- epochs ---- */

static void epoch_begin(const check_call *call, MPI_Win win, int target) {
    struct check_epoch *e = bsim_alloc(sizeof *e);
    *e = (struct check_epoch){self()->epochs, call->id, win, target, false, false, lmpi_check_here(call)};
    e->is_exclusive = call->id == CHECK_Win_lock && (int)call->a[0] == MPI_LOCK_EXCLUSIVE;
    if (call->id == CHECK_Win_lock || call->id == CHECK_Win_lock_all)
        e->is_unchecked = (int)call->a[call->id == CHECK_Win_lock ? 2 : 0] & MPI_MODE_NOCHECK;
    self()->epochs = e;
}

static void epoch_end(enum check_id begin, MPI_Win win, int target) {
    struct check_epoch **at = &self()->epochs, *e;
    while (*at && ((*at)->begin != begin || (*at)->win != win || (*at)->target != target))
        at = &(*at)->next;
    if (!(e = *at))
        return;
    *at = e->next;
    bsim_free(e);
}

void lmpi_check_epochs_at_finalize(void) {
    for (const struct check_epoch *e = self()->epochs; e; e = e->next)
        lmpi_check_found(CHECK_EPOCH_LIFECYCLE, "epoch-not-ended", 1, &e->place,
                         "the epoch that this call begins is never ended");
}

/* The epoch of a rank that has the lock of a member's memory; null: it has none. In the layer a lock that is given up
 * ends a little later in virtual time. */
static const struct check_epoch *lock_held(const lmpi_win *win, int holder, int target) {
    const struct check_epoch *e = lmpi_check_ranks[lmpi_comm_world(win->comm, holder)].epochs;
    while (e && (e->win != win->handle ||
                 (e->begin == CHECK_Win_lock ? e->target != target : e->begin != CHECK_Win_lock_all)))
        e = e->next;
    return e;
}

static void check_post(const check_call *call, const lmpi_win *win) {
    int self = lmpi_win_rank(win);
    if (lmpi_win_self(win)->epoch == LMPI_EPOCH_FENCE)
        CHECK_FOUND(call, CHECK_EPOCH_LIFECYCLE, "epochs-mixed",
                    "an exposure epoch begins in the epoch of a fence, which has not ended");
    for (int i = 0; i < win->comm->size; i++) {
        const struct check_epoch *e = lock_held(win, i, self);
        if (!e)
            continue;
        lmpi_check_found(CHECK_EPOCH_LIFECYCLE, "exposed-while-locked", 2,
                         (check_place[]){lmpi_check_here(call), e->place},
                         "the memory of the window is exposed while rank %d holds its lock", e->place.rank);
        return;
    }
}

static void check_lock(const check_call *call, const lmpi_win *win) {
    int target = (int)call->a[1];
    if (target >= 0 && target < win->comm->size && win->member[target].exposed)
        CHECK_FOUND(call, CHECK_EPOCH_LIFECYCLE, "locked-while-exposed",
                    "the memory of the window of rank %d is locked while MPI_Win_post exposes it",
                    lmpi_comm_world(win->comm, target));
}

/* A lock with MPI_MODE_NOCHECK while another rank has one that does not go with it, or the other way round (MPI-4.0,
 * 12.5.5). */
static void check_unchecked(const check_call *call, const lmpi_win *win, int target) {
    bool all = call->id == CHECK_Win_lock_all, is_exclusive = !all && (int)call->a[0] == MPI_LOCK_EXCLUSIVE;
    bool is_unchecked = (int)call->a[all ? 0 : 2] & MPI_MODE_NOCHECK;
    for (int i = 0; i < win->comm->size; i++) {
        const struct check_epoch *e = lock_held(win, i, target);
        if (i == lmpi_win_rank(win) || !e || !(is_exclusive || e->is_exclusive) || !(is_unchecked || e->is_unchecked))
            continue;
        lmpi_check_found(CHECK_EPOCH_LIFECYCLE, "unchecked-lock-conflicts", 2,
                         (check_place[]){e->place, lmpi_check_here(call)},
                         "both ranks lock the memory of rank %d, %s with MPI_MODE_NOCHECK, which says that no other "
                         "lock is there that would exclude it",
                         lmpi_comm_world(win->comm, target), is_unchecked ? "the second" : "the first");
        return;
    }
}

/* Two fences are the ends of an epoch if operations are between them, unless one of them says that it is none. */
static void check_between_fences(const check_call *call, const lmpi_win *win) {
    const struct between *b = between_of(win);
    if (!b || !b->other.call || (int)call->a[0] & MPI_MODE_NOPRECEDE)
        return;
    check_place places[] = {b->fence, b->other, lmpi_check_here(call)};
    lmpi_check_found(CHECK_EPOCH_LIFECYCLE, "epochs-mixed", 3, places,
                     "an operation between two fences is in an epoch of another kind; the first fence needs "
                     "MPI_MODE_NOSUCCEED, or the second MPI_MODE_NOPRECEDE");
}

/* Epochs that are open when the window is freed. */
static void check_free(check_call *call, const lmpi_win *win) {
    const check_place here = lmpi_check_here(call);
    const struct between *b = between_of(win);
    if (lmpi_win_self(win)->epoch == LMPI_EPOCH_FENCE)
        lmpi_check_found(CHECK_EPOCH_LIFECYCLE, "window-freed-in-epoch", b && b->fence.call ? 2 : 1,
                         (check_place[]){here, b ? b->fence : here},
                         "the window is freed in an epoch: no fence completes its operations");
    for (struct check_epoch *e = self()->epochs, *next; e; e = next) {
        next = e->next;
        if (e->win != win->handle)
            continue;
        lmpi_check_found(CHECK_EPOCH_LIFECYCLE, "window-freed-in-epoch", 2, (check_place[]){here, e->place},
                         "the window is freed in the epoch that %s begins, which has not ended", e->place.call);
        epoch_end(e->begin, e->win, e->target);
        call->told = true;
    }
}

static void check_epoch_rules(check_call *call, const lmpi_win *win) {
    const lmpi_win_member *own = lmpi_win_self(win);
    switch (call->id) {
    case CHECK_Rput:
    case CHECK_Rget:
    case CHECK_Raccumulate:
    case CHECK_Rget_accumulate:
        if (own->epoch == LMPI_EPOCH_FENCE || own->epoch == LMPI_EPOCH_READY || own->epoch == LMPI_EPOCH_START)
            CHECK_FOUND(call, CHECK_EPOCH_LIFECYCLE, "request-in-active-epoch",
                        "an operation with a request is for epochs of MPI_Win_lock and MPI_Win_lock_all only");
        break;
    case CHECK_Win_free:
        check_free(call, win);
        break;
    case CHECK_Win_fence:
        if (own->epoch == LMPI_EPOCH_FENCE && (int)call->a[0] & MPI_MODE_NOPRECEDE)
            CHECK_FOUND(call, CHECK_EPOCH_LIFECYCLE, "operations-precede",
                        "the fence says MPI_MODE_NOPRECEDE, but operations precede it");
        check_between_fences(call, win);
        break;
    case CHECK_Win_post:
        check_post(call, win);
        break;
    case CHECK_Win_lock:
        check_lock(call, win);
        if ((int)call->a[1] >= 0 && (int)call->a[1] < win->comm->size)
            check_unchecked(call, win, (int)call->a[1]);
        break;
    case CHECK_Win_lock_all:
        for (int i = 0; i < win->comm->size; i++)
            check_unchecked(call, win, i);
        break;
    default:
        break;
    }
}

/* ---- calls ---- */

void lmpi_check_epochs_enter(check_call *call) {
    enum check_family family = check_function_of(call)->family;
    const lmpi_win *win = NULL;
    if (!windows || (family != CHECK_FAMILY_RMA && family != CHECK_FAMILY_RMA_DATA) ||
        !(win = lmpi_win_of(win_of(call))))
        return;
    check_epoch_rules(call, win);
    lmpi_check_asserts(call, win);
    switch (call->id) {
    case CHECK_Win_free:
    case CHECK_Win_fence:
    case CHECK_Win_complete:
    case CHECK_Win_flush_all:
        complete(win->handle, -1, false);
        break;
    case CHECK_Win_unlock_all:
        complete(win->handle, -1, false);
        for (int i = 0; i < win->comm->size; i++)
            give_up(win, i);
        break;
    case CHECK_Win_unlock:
    case CHECK_Win_flush:
        complete(win->handle, (int)call->a[0], false);
        if (call->id == CHECK_Win_unlock && (int)call->a[0] >= 0 && (int)call->a[0] < win->comm->size)
            give_up(win, (int)call->a[0]);
        break;
    case CHECK_Win_flush_local:
        complete(win->handle, (int)call->a[0], true);
        break;
    case CHECK_Win_sync:
        if (window_of(win->handle))
            window_of(win->handle)->synced = true;
        break;
    case CHECK_Win_flush_local_all:
        complete(win->handle, -1, true);
        break;
    default:
        break;
    }
}

/* Whether the hint accumulate_ops of a new window is "same_op". */
static bool asks_for_one_op(MPI_Info info) {
    char value[16] = "";
    int found = 0;
    self()->depth++; /* no call of the program */
    if (info != MPI_INFO_NULL)
        MPI_Info_get(info, "accumulate_ops", sizeof value - 1, value, &found);
    self()->depth--;
    return strcmp(value, "same_op") == 0;
}

/* The running rank has a new window. */
static void made(const check_call *call, MPI_Win handle, MPI_Info info) {
    const lmpi_win *win = lmpi_win_of(handle);
    struct window *w = window_of(handle);
    if (!win)
        return;
    lmpi_check_clocks_start();
    if (!w) {
        w = bsim_alloc(sizeof *w);
        *w = (struct window){.next = windows, .handle = handle, .n = win->comm->size, .is_shared = win->is_shared};
        w->released = bsim_alloc((size_t)w->n * sizeof *w->released);
        w->between = bsim_alloc((size_t)w->n * sizeof *w->between);
        windows = w;
        for (int i = 0; win->is_shared && i < w->n; i++) /* they may be used before their own rank goes on */
            lmpi_check_region_add(
                handle, win->member[i].base, win->member[i].size,
                (check_place){lmpi_comm_world(win->comm, i), check_function_of(call)->name, call->site}, true);
    }
    w->users++;
    w->has_one_op |= asks_for_one_op(info);
    lmpi_check_region_add(handle, lmpi_win_self(win)->base, lmpi_win_self(win)->size, lmpi_check_here(call),
                          win->flavor == MPI_WIN_FLAVOR_ALLOCATE || win->is_shared);
}

static void attached(const check_call *call) {
    const void *base = (const void *)lmpi_check_shared_address(call->a[1]);
    MPI_Win win = (MPI_Win)call->a[0];
    const check_place here = lmpi_check_here(call);
    const check_place *there = lmpi_check_region_at(win, base, call->a[2]);
    if (there)
        lmpi_check_found(CHECK_INVALID_PARAMETER, "attached-twice", 2, (check_place[]){here, *there},
                         "memory is attached that is attached to the window already");
    lmpi_check_region_add(win, base, call->a[2], here, false);
}

static void freed(const check_call *call) {
    MPI_Win handle = (MPI_Win)call->freed;
    struct window **at = &windows, *w;
    lmpi_check_polls_end(bsim_self->id, handle);
    lmpi_check_regions_freed(handle, lmpi_check_here(call));
    while (*at && (*at)->handle != handle)
        at = &(*at)->next;
    if (!(w = *at) || --w->users > 0)
        return;
    *at = w->next;
    for (int i = 0; i < w->n; i++) {
        bsim_free(w->released[i].exclusive);
        bsim_free(w->released[i].any);
    }
    lmpi_check_asserts_forget(handle);
    bsim_free(w->released);
    bsim_free(w->between);
    bsim_free(w);
}

static void fenced(const check_call *call, const lmpi_win *win) {
    struct between *b = between_of(win);
    if (!b)
        return;
    *b = (struct between){0};
    if (!((int)call->a[0] & MPI_MODE_NOSUCCEED))
        b->fence = lmpi_check_here(call);
}

static void synchronized(const check_call *call, const lmpi_win *win) {
    switch (call->id) {
    case CHECK_Win_fence:
        fenced(call, win);
        break;
    case CHECK_Win_lock:
        if ((int)call->a[1] == MPI_PROC_NULL)
            return;
        take(win, (int)call->a[1]);
        epoch_begin(call, win->handle, (int)call->a[1]);
        break;
    case CHECK_Win_lock_all:
        for (int i = 0; i < win->comm->size; i++)
            take(win, i);
        epoch_begin(call, win->handle, -1);
        break;
    case CHECK_Win_start:
    case CHECK_Win_post:
        epoch_begin(call, win->handle, -1);
        break;
    case CHECK_Win_unlock:
        epoch_end(CHECK_Win_lock, win->handle, (int)call->a[0]);
        break;
    case CHECK_Win_unlock_all:
        epoch_end(CHECK_Win_lock_all, win->handle, -1);
        break;
    case CHECK_Win_complete:
        epoch_end(CHECK_Win_start, win->handle, -1);
        break;
    case CHECK_Win_wait:
        epoch_end(CHECK_Win_post, win->handle, -1);
        break;
    case CHECK_Win_test:
        if (!lmpi_win_self(win)->exposed)
            epoch_end(CHECK_Win_post, win->handle, -1);
        break;
    default:
        break;
    }
}

void lmpi_check_epochs_leave(check_call *call) {
    enum check_family family = check_function_of(call)->family;
    if (family != CHECK_FAMILY_RMA && family != CHECK_FAMILY_RMA_DATA)
        return;
    if (family == CHECK_FAMILY_RMA_DATA) {
        operation(call);
        return;
    }
    switch (call->id) {
    case CHECK_Win_create:
    case CHECK_Win_allocate:
    case CHECK_Win_allocate_shared:
        made(call, *(const MPI_Win *)call->a[5], (MPI_Info)call->a[call->id == CHECK_Win_create ? 3 : 2]);
        return;
    case CHECK_Win_create_dynamic:
        made(call, *(const MPI_Win *)call->a[2], (MPI_Info)call->a[0]);
        return;
    case CHECK_Win_free:
        freed(call);
        return;
    case CHECK_Win_attach:
        attached(call);
        return;
    case CHECK_Win_detach:
        lmpi_check_region_remove((MPI_Win)call->a[0], (const void *)lmpi_check_shared_address(call->a[1]));
        return;
    default:
        break;
    }
    const lmpi_win *win = windows ? lmpi_win_of(win_of(call)) : NULL;
    if (win)
        synchronized(call, win);
}
