/* win.c - windows: the table of handles, making and freeing them, memory, errors. */
#include "lmpi/capture/capture.h"
#include "lmpi/rma/win.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/comm/comm.h"
#include "lmpi/core/checker.h"
#include "lmpi/core/props.h"
#include "lmpi/p2p/poll.h"
#include "lmpi/rma/rma.h"

enum { WIN_KIND = (int)0xa0000000, WIN_INDEX = 0x03ffffff };
static lmpi_win **windows;
static int nwindows;

lmpi_win *lmpi_win_of(MPI_Win handle) {
    int index = handle & WIN_INDEX;
    if ((handle & ~WIN_INDEX) != WIN_KIND || index >= nwindows || !windows[index])
        return NULL;
    lmpi_win *win = windows[index];
    int rank = lmpi_win_rank(win);
    return rank >= 0 && win->member[rank].open ? win : NULL;
}

/* ---- errors ---- */

static MPI_Errhandler handler_of(const lmpi_win *win) {
    const lmpi_props *p = lmpi_props_find(LMPI_DOMAIN_WIN, win->handle, bsim_self->id);
    return p && p->errhandler ? p->errhandler : MPI_ERRORS_ARE_FATAL;
}

int lmpi_win_error(lmpi_win *win, const lmpi_call *call, int error_class, const char *format, ...) {
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (!win)
        return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, error_class, "%s", text);
    return lmpi_error_report(handler_of(win), &win->handle, call->name, call->ret, error_class, text);
}

int lmpi_win_check_assert(lmpi_win *win, const lmpi_call *call, int assert, int allowed) {
    return assert & ~allowed
               ? lmpi_win_error(win, call, MPI_ERR_ARG, "the assertion %d is not for this call", assert & ~allowed)
               : MPI_SUCCESS;
}

int lmpi_win_bad(const lmpi_call *call, MPI_Win handle) {
    return lmpi_win_error(NULL, call, MPI_ERR_WIN, "window handle 0x%x is not valid", (unsigned)handle);
}

int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_set_errhandler", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    if (!lmpi_errhandler_valid(errhandler))
        return lmpi_win_error(w, &call, MPI_ERR_ARG, "error handler 0x%x is not valid", (unsigned)errhandler);
    lmpi_props_get(LMPI_DOMAIN_WIN, win, bsim_self->id)->errhandler = errhandler;
    return MPI_SUCCESS;
}

int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_get_errhandler", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    *errhandler = handler_of(w);
    lmpi_errhandler_hold(*errhandler);
    return MPI_SUCCESS;
}

int MPI_Win_call_errhandler(MPI_Win win, int errorcode) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_call_errhandler", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    lmpi_win_error(w, &call, errorcode, "code %d, raised by the program", errorcode);
    return MPI_SUCCESS;
}

/* ---- making ---- */

/* The arguments of a constructor. */
typedef struct making {
    int flavor;
    void *base;
    MPI_Aint size;
    int disp_unit;
    MPI_Info info;
    int code;
    lmpi_win *win;
} making;

/* One block of memory for all, in the order of ranks; it belongs to the first. */
static void share_memory(lmpi_win *win, const lmpi_coll_run *run) {
    size_t all = 0;
    for (int i = 0; i < run->n; i++)
        all += (size_t)((const making *)run->call[i]->arguments)->size;
    char *at = win->member[0].owned = bsim_alloc(all ? all : 1);
    for (int i = 0; i < run->n; i++) {
        win->member[i].base = win->member[i].size ? at : NULL;
        at += win->member[i].size;
    }
}

static void fill(lmpi_win *win, const lmpi_coll_run *run) {
    for (int i = 0; i < run->n; i++) {
        making *m = (making *)(uintptr_t)run->call[i]->arguments;
        win->member[i] = (lmpi_win_member){.base = m->base,
                                           .size = m->size,
                                           .disp_unit = m->disp_unit,
                                           .info = MPI_INFO_NULL,
                                           .open = true,
                                           .waits_for = LMPI_RMA_NOTHING};
        m->win = win;
        if (m->flavor == MPI_WIN_FLAVOR_ALLOCATE)
            win->member[i].base = win->member[i].owned = bsim_alloc(m->size ? (size_t)m->size : 1);
    }
}

static void make(lmpi_coll_run *run) {
    const making *first = run->call[0]->arguments;
    int index = 0;
    while (index < nwindows && windows[index])
        index++;
    if (index == nwindows)
        windows = bsim_realloc(windows, (size_t)++nwindows * sizeof *windows);
    lmpi_win *win = windows[index] = bsim_alloc(sizeof *win);
    lmpi_group *group = lmpi_comm_group(run->comm, run->call[0]->world);
    *win = (lmpi_win){.handle = WIN_KIND | index, .index = index, .flavor = first->flavor, .users = run->n};
    win->is_shared = first->flavor == MPI_WIN_FLAVOR_SHARED;
    win->comm = lmpi_comm_new(group);
    win->comm->of = bsim_strdup("a window");
    lmpi_group_unref(group);
    win->member = bsim_alloc((size_t)run->n * sizeof *win->member);
    fill(win, run);
    if (win->is_shared)
        share_memory(win, run);
    lmpi_deliver_rma = lmpi_rma_deliver;
    lmpi_polls_take_time = true;
}

static bool on_one_node(const lmpi_comm *comm) {
    for (int i = 0; i < comm->size; i++)
        if (bsim_context.node[lmpi_comm_world(comm, i)] != bsim_context.node[bsim_self->id])
            return false;
    return true;
}

static int construct(const lmpi_call *call, MPI_Comm comm, making *m, MPI_Win *handle) {
    lmpi_comm *c = lmpi_comm_of(comm);
    *handle = MPI_WIN_NULL;
    if (!c)
        return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_COMM, "communicator handle 0x%x is not valid",
                          (unsigned)comm);
    if (lmpi_comm_is_inter(comm))
        return lmpi_error(comm, call->name, call->ret, MPI_ERR_COMM, "windows have no inter-communicators");
    if (m->size < 0)
        return lmpi_error(comm, call->name, call->ret, MPI_ERR_SIZE, "the size is %lld", (long long)m->size);
    if (m->disp_unit <= 0)
        return lmpi_error(comm, call->name, call->ret, MPI_ERR_ARG, "the displacement unit is %d", m->disp_unit);
    if (m->flavor == MPI_WIN_FLAVOR_SHARED && !on_one_node(c))
        return lmpi_error(comm, call->name, call->ret, MPI_ERR_RMA_SHARED,
                          "the ranks of the communicator are on several nodes");
    int code = lmpi_meet(c, call, make, m, true);
    if (code != MPI_SUCCESS)
        return code;
    *handle = m->win->handle;
    if (m->info != MPI_INFO_NULL)
        MPI_Info_dup(m->info, &lmpi_win_self(m->win)->info);
    return MPI_SUCCESS;
}

int MPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win) {
    LMPI_CAPTURE(MPI_Win_create, (base, size, disp_unit, info, comm, win));
    BSIM_ALONE;
    making m = {MPI_WIN_FLAVOR_CREATE, base, size, disp_unit, info, 0, NULL};
    return construct(LMPI_CALL(MPI_Win_create), comm, &m, win);
}

int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) {
    LMPI_CAPTURE(MPI_Win_allocate, (size, disp_unit, info, comm, baseptr, win));
    BSIM_ALONE;
    making m = {MPI_WIN_FLAVOR_ALLOCATE, NULL, size, disp_unit, info, 0, NULL};
    int code = construct(LMPI_CALL(MPI_Win_allocate), comm, &m, win);
    if (code == MPI_SUCCESS)
        *(void **)baseptr = lmpi_win_self(m.win)->base;
    return code;
}

int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) {
    LMPI_CAPTURE(MPI_Win_allocate_shared, (size, disp_unit, info, comm, baseptr, win));
    BSIM_ALONE;
    making m = {MPI_WIN_FLAVOR_SHARED, NULL, size, disp_unit, info, 0, NULL};
    int code = construct(LMPI_CALL(MPI_Win_allocate_shared), comm, &m, win);
    if (code == MPI_SUCCESS)
        *(void **)baseptr = lmpi_win_self(m.win)->base;
    return code;
}

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win) {
    LMPI_CAPTURE(MPI_Win_create_dynamic, (info, comm, win));
    BSIM_ALONE;
    making m = {MPI_WIN_FLAVOR_DYNAMIC, MPI_BOTTOM, 0, 1, info, 0, NULL};
    return construct(LMPI_CALL(MPI_Win_create_dynamic), comm, &m, win);
}

int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_shared_query", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    if (!w->is_shared)
        return lmpi_win_error(w, &call, MPI_ERR_RMA_FLAVOR, "the window is not one of MPI_Win_allocate_shared");
    if (rank != MPI_PROC_NULL && (rank < 0 || rank >= w->comm->size))
        return lmpi_win_error(w, &call, MPI_ERR_RANK, "rank %d; the window has %d ranks", rank, w->comm->size);
    if (rank == MPI_PROC_NULL) { /* the first with memory */
        rank = 0;
        while (rank < w->comm->size - 1 && w->member[rank].size == 0)
            rank++;
        bool none = w->member[rank].size == 0;
        *size = w->member[rank].size;
        *disp_unit = none ? 0 : w->member[rank].disp_unit;
        *(void **)baseptr = none ? NULL : w->member[rank].base;
        return MPI_SUCCESS;
    }
    *size = w->member[rank].size;
    *disp_unit = w->member[rank].disp_unit;
    *(void **)baseptr = w->member[rank].base;
    return MPI_SUCCESS;
}

int MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr) {
    LMPI_ENTER;
    BSIM_ALONE;
    int unit = 0, code = MPI_Win_shared_query(win, rank, size, &unit, baseptr);
    if (code == MPI_SUCCESS)
        *disp_unit = unit;
    return code;
}

/* ---- memory of dynamic windows ---- */

int MPI_Win_attach(MPI_Win win, void *base, MPI_Aint size) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_attach", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    lmpi_win_member *self = lmpi_win_self(w);
    if (w->flavor != MPI_WIN_FLAVOR_DYNAMIC)
        return lmpi_win_error(w, &call, MPI_ERR_RMA_FLAVOR, "the window is not one of MPI_Win_create_dynamic");
    if (size < 0)
        return lmpi_win_error(w, &call, MPI_ERR_SIZE, "the size is %lld", (long long)size);
    self->regions = bsim_realloc(self->regions, (size_t)(self->nregions + 1) * sizeof *self->regions);
    self->regions[self->nregions++] = (lmpi_region){base, size};
    return MPI_SUCCESS;
}

int MPI_Win_detach(MPI_Win win, const void *base) {
    LMPI_ENTER;
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_detach", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, win, &call);
    lmpi_win_member *self = lmpi_win_self(w);
    if (w->flavor != MPI_WIN_FLAVOR_DYNAMIC)
        return lmpi_win_error(w, &call, MPI_ERR_RMA_FLAVOR, "the window is not one of MPI_Win_create_dynamic");
    for (int i = 0; i < self->nregions; i++) {
        if (self->regions[i].base != base)
            continue;
        memmove(&self->regions[i], &self->regions[i + 1], (size_t)(self->nregions - i - 1) * sizeof *self->regions);
        self->nregions--;
        return MPI_SUCCESS;
    }
    return lmpi_win_error(w, &call, MPI_ERR_RMA_ATTACH, "the memory is not attached");
}

/* ---- freeing ---- */

/* owned: the size of the memory that the layer has made for it. */
static void drop_member(lmpi_win_member *m, int64_t owned) {
    for (int i = 0; m->peers && i < 1 << m->peer_bits; i++)
        for (lmpi_rma_peer *p = m->peers[i], *next; p; p = next) {
            next = p->next;
            bsim_free(p);
        }
    bsim_free(m->peers);
    bsim_free(m->regions);
    if (LMPI_CHECKED && m->owned)
        lmpi_checker->window_memory(m->owned, owned);
    else
        bsim_free(m->owned);
    bsim_free(m->error_text);
    bsim_free(m->asked.key);
    bsim_free(m->free_s);
    bsim_free(m->changed_s);
}

static void drop(lmpi_win *win) {
    int64_t all = 0;
    for (int i = 0; i < win->comm->size; i++)
        all += win->member[i].size;
    for (int i = 0; i < win->comm->size; i++)
        drop_member(&win->member[i], win->is_shared ? all : win->member[i].size);
    lmpi_comm_delete(win->comm);
    bsim_free(win->member);
    bsim_free(win);
}

void lmpi_win_op_over(lmpi_win *win) {
    if (--win->under_way == 0 && win->users == 0)
        drop(win);
}

int MPI_Win_free(MPI_Win *win) {
    LMPI_CAPTURE(MPI_Win_free, (win));
    BSIM_ALONE;
    lmpi_call call = {"MPI_Win_free", LMPI_SITE};
    LMPI_WIN_OR_FAIL(w, *win, &call);
    lmpi_win_member *self = lmpi_win_self(w);
    if (self->epoch > LMPI_EPOCH_FENCE || self->exposed)
        return lmpi_win_error(w, &call, MPI_ERR_RMA_SYNC, "an epoch has not ended");
    lmpi_rma_flush(w, &call, LMPI_RMA_ALL, false);
    int code = lmpi_win_delete_attributes(w);
    if (code != MPI_SUCCESS)
        return lmpi_win_error(w, &call, code, "the delete callback of an attribute failed");
    code = lmpi_meet(w->comm, &call, NULL, NULL, true);
    if (code != MPI_SUCCESS)
        return code;
    self->open = false;
    if (self->info != MPI_INFO_NULL)
        MPI_Info_free(&self->info);
    lmpi_props_drop(LMPI_DOMAIN_WIN, *win, bsim_self->id);
    *win = MPI_WIN_NULL;
    if (--w->users > 0)
        return MPI_SUCCESS;
    windows[w->index] = NULL;
    if (w->under_way == 0)
        drop(w); /* else messages that give up locks are on their way */
    return MPI_SUCCESS;
}
