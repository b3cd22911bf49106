/* trace_otf2_objects.c - events of the Open Trace Format 2 for files and one-sided communication.
 *
 * An operation of a window is complete at its target with the synchronization that says so; a fence is a barrier of the
 * window, and a call that opens or closes it for a group a notification from or to each member. */
#include "bsim/cmd/trace_otf2_objects.h"

#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/trace/trace_stream.h"

void bsim_otf2_objects_end(struct bsim_otf2_objects *x) {
    for (int i = 0; i < x->nexposed; i++) {
        bsim_free(x->exposed[i].start);
        bsim_free(x->exposed[i].post);
    }
    bsim_free(x->split);
    bsim_free(x->pending);
    bsim_free(x->exposed);
    *x = (struct bsim_otf2_objects){0};
}

/* ---- files ---- */

static struct bsim_otf2_split *split_of(struct bsim_otf2_objects *x, int file) {
    if (file >= x->nsplit) {
        x->split = bsim_realloc(x->split, ((size_t)file + 1) * sizeof *x->split);
        memset(x->split + x->nsplit, 0, (size_t)(file + 1 - x->nsplit) * sizeof *x->split);
        x->nsplit = file + 1;
    }
    return &x->split[file];
}

static void access_file(struct bsim_otf2_objects *x, OTF2_EvtWriter *events, const struct bsim_trace_walk *w,
                        struct bsim_trace_operation *o) {
    const char *name = o->name;
    OTF2_IoHandleRef file = (OTF2_IoHandleRef)o->object;
    bool begins = strstr(name, "_begin") != NULL, is_sync = strcmp(name, "File_sync") == 0;
    OTF2_IoOperationFlag flags = OTF2_IO_OPERATION_FLAG_NONE;
    OTF2_IoOperationMode mode = is_sync                ? OTF2_IO_OPERATION_MODE_FLUSH
                                : strstr(name, "read") ? OTF2_IO_OPERATION_MODE_READ
                                                       : OTF2_IO_OPERATION_MODE_WRITE;
    uint64_t bytes = o->bytes[0] > 0 ? (uint64_t)o->bytes[0] : 0, id = (uint64_t)++x->nid;
    if (strstr(name, "_all") || strstr(name, "_ordered") || is_sync)
        flags |= OTF2_IO_OPERATION_FLAG_COLLECTIVE;
    if (begins || o->id)
        flags |= OTF2_IO_OPERATION_FLAG_NON_BLOCKING;
    OTF2_EvtWriter_IoOperationBegin(events, NULL, (uint64_t)w->begin_ns, file, mode, flags, bytes, id);
    o->mark = (int64_t)id;
    if (begins)
        *split_of(x, o->object) = (struct bsim_otf2_split){(int64_t)id, (int64_t)bytes};
    if (begins || o->id)
        OTF2_EvtWriter_IoOperationIssued(events, NULL, (uint64_t)w->end_ns, file, id);
    else
        OTF2_EvtWriter_IoOperationComplete(events, NULL, (uint64_t)w->end_ns, file, bytes, id);
}

static void use_file(struct bsim_otf2_objects *x, OTF2_EvtWriter *events, const struct bsim_trace_walk *w,
                     struct bsim_trace_operation *o) {
    const char *name = o->name, *at_end = strstr(name, "_end");
    uint64_t end = (uint64_t)w->end_ns;
    OTF2_IoHandleRef file = (OTF2_IoHandleRef)o->object;
    if (strcmp(name, "File_open") == 0) {
        OTF2_EvtWriter_IoCreateHandle(events, NULL, end, file, OTF2_IO_ACCESS_MODE_READ_WRITE,
                                      OTF2_IO_CREATION_FLAG_NONE, OTF2_IO_STATUS_FLAG_NONE);
    } else if (strcmp(name, "File_close") == 0) {
        OTF2_EvtWriter_IoDestroyHandle(events, NULL, end, file);
    } else if (at_end && at_end[4] == '\0') {
        struct bsim_otf2_split *split = split_of(x, o->object);
        if (split->id)
            OTF2_EvtWriter_IoOperationComplete(events, NULL, end, file, (uint64_t)split->bytes, (uint64_t)split->id);
        split->id = 0;
    } else if (o->bytes[0] >= 0 || strcmp(name, "File_sync") == 0) {
        access_file(x, events, w, o);
    }
}

/* ---- windows ---- */

static bool is_one_of(const char *name, const char *const *names) {
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

static void move(struct bsim_otf2_objects *x, OTF2_EvtWriter *events, const struct bsim_trace_walk *w,
                 struct bsim_trace_operation *o) {
    static const char *const puts[] = {"Put", "Rput", NULL}, *const gets[] = {"Get", "Rget", NULL};
    const char *name = o->name;
    OTF2_RmaWinRef window = (OTF2_RmaWinRef)o->object;
    uint64_t bytes = o->bytes[0] > 0 ? (uint64_t)o->bytes[0] : 0, id = (uint64_t)++x->nid, time = (uint64_t)w->begin_ns;
    uint32_t target = (uint32_t)o->peer_in_comm;
    bool brings = strcmp(name, "Accumulate") != 0 && strcmp(name, "Raccumulate") != 0;
    OTF2_RmaAtomicType type = strcmp(name, "Compare_and_swap") == 0 ? OTF2_RMA_ATOMIC_TYPE_COMPARE_AND_SWAP
                              : brings                              ? OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE
                                                                    : OTF2_RMA_ATOMIC_TYPE_ACCUMULATE;
    if (is_one_of(name, puts))
        OTF2_EvtWriter_RmaPut(events, NULL, time, window, target, bytes, id);
    else if (is_one_of(name, gets))
        OTF2_EvtWriter_RmaGet(events, NULL, time, window, target, bytes, id);
    else
        OTF2_EvtWriter_RmaAtomic(events, NULL, time, window, target, type, bytes, brings ? bytes : 0, id);
    if (x->npending == x->pending_room) {
        x->pending_room = x->pending_room ? 2 * x->pending_room : 64;
        x->pending = bsim_realloc(x->pending, (size_t)x->pending_room * sizeof *x->pending);
    }
    x->pending[x->npending++] = (struct bsim_otf2_pending){o->object, o->peer_in_comm, (int64_t)id};
    o->mark = (int64_t)id;
}

/* Operations of a window to a target, or to all (-1), are complete there. */
static void complete(struct bsim_otf2_objects *x, OTF2_EvtWriter *events, const struct bsim_trace_walk *w, int window,
                     int target) {
    int left = 0;
    for (int i = 0; i < x->npending; i++) {
        const struct bsim_otf2_pending *p = &x->pending[i];
        if (p->window == window && (target < 0 || p->target == target))
            OTF2_EvtWriter_RmaOpCompleteRemote(events, NULL, (uint64_t)w->end_ns, (OTF2_RmaWinRef)window,
                                               (uint64_t)p->id);
        else
            x->pending[left++] = *p;
    }
    x->npending = left;
}

static struct bsim_otf2_exposed *exposed_of(struct bsim_otf2_objects *x, int window) {
    if (window >= x->nexposed) {
        x->exposed = bsim_realloc(x->exposed, ((size_t)window + 1) * sizeof *x->exposed);
        memset(x->exposed + x->nexposed, 0, (size_t)(window + 1 - x->nexposed) * sizeof *x->exposed);
        x->nexposed = window + 1;
    }
    return &x->exposed[window];
}

static void notify(OTF2_EvtWriter *events, uint64_t time, int window, const int *rank, int n, OTF2_RmaSyncType type) {
    for (int i = 0; i < n; i++)
        OTF2_EvtWriter_RmaSync(events, NULL, time, (OTF2_RmaWinRef)window, (uint32_t)rank[i], type);
}

/* MPI_Win_post and MPI_Win_start. Returns the ranks of the group, and how many they are. */
static int *members(const struct bsim_trace_walk *w, int *n) {
    const struct bsim_trace_event *e = w->event;
    int64_t most = e->nargs > 1 ? e->args[1] : 0;
    int *rank = bsim_alloc(((size_t)e->nargs + 1) * sizeof *rank);
    *n = 0;
    for (int i = 0; i < most && i + 2 < e->nargs; i++) {
        int target = bsim_trace_target(w, e->args[i + 2]);
        if (target >= 0)
            rank[(*n)++] = target;
    }
    return rank;
}

static void synchronize_group(struct bsim_otf2_objects *x, OTF2_EvtWriter *events, const struct bsim_trace_walk *w,
                              const struct bsim_trace_operation *o) {
    struct bsim_otf2_exposed *of = exposed_of(x, o->object);
    uint64_t end = (uint64_t)w->end_ns;
    bool is_test = strcmp(o->name, "Win_test") == 0;
    if (strcmp(o->name, "Win_post") == 0) {
        bsim_free(of->post);
        of->post = members(w, &of->npost);
        notify(events, end, o->object, of->post, of->npost, OTF2_RMA_SYNC_TYPE_NOTIFY_OUT);
    } else if (strcmp(o->name, "Win_start") == 0) {
        bsim_free(of->start);
        of->start = members(w, &of->nstart);
        notify(events, end, o->object, of->start, of->nstart, OTF2_RMA_SYNC_TYPE_NOTIFY_IN);
    } else if (strcmp(o->name, "Win_complete") == 0) {
        complete(x, events, w, o->object, -1);
        notify(events, end, o->object, of->start, of->nstart, OTF2_RMA_SYNC_TYPE_NOTIFY_OUT);
        of->nstart = 0;
    } else if (!is_test || (w->event->nargs > 1 && w->event->args[1])) { /* MPI_Win_wait */
        notify(events, end, o->object, of->post, of->npost, OTF2_RMA_SYNC_TYPE_NOTIFY_IN);
        of->npost = 0;
    }
}

static void synchronize_all(struct bsim_otf2_objects *x, OTF2_EvtWriter *events, const struct bsim_trace_walk *w,
                            const struct bsim_trace_operation *o) {
    OTF2_RmaWinRef window = (OTF2_RmaWinRef)o->object;
    bool is_allocated = strncmp(o->name, "Win_allocate", 12) == 0, frees = strcmp(o->name, "Win_free") == 0;
    OTF2_CollectiveOp op = is_allocated                        ? OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE
                           : frees                             ? OTF2_COLLECTIVE_OP_DESTROY_HANDLE
                           : strcmp(o->name, "Win_fence") == 0 ? OTF2_COLLECTIVE_OP_BARRIER
                                                               : OTF2_COLLECTIVE_OP_CREATE_HANDLE;
    OTF2_EvtWriter_RmaCollectiveBegin(events, NULL, (uint64_t)w->begin_ns);
    if (op == OTF2_COLLECTIVE_OP_BARRIER)
        complete(x, events, w, o->object, -1);
    else if (frees)
        OTF2_EvtWriter_RmaWinDestroy(events, NULL, (uint64_t)w->end_ns, window);
    else
        OTF2_EvtWriter_RmaWinCreate(events, NULL, (uint64_t)w->end_ns, window);
    OTF2_EvtWriter_RmaCollectiveEnd(events, NULL, (uint64_t)w->end_ns, op,
                                    OTF2_RMA_SYNC_LEVEL_MEMORY | OTF2_RMA_SYNC_LEVEL_PROCESS, window,
                                    OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
}

static void lock(OTF2_EvtWriter *events, const struct bsim_trace_walk *w, const struct bsim_trace_operation *o,
                 bool is_of_all) {
    const struct bsim_trace_event *e = w->event;
    enum { EXCLUSIVE = 234 }; /* MPI_LOCK_EXCLUSIVE of MPICH, as the trace has it */
    bool is_exclusive = !is_of_all && e->nargs > 2 && e->args[2] == EXCLUSIVE;
    OTF2_LockType type = is_exclusive ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED;
    uint32_t target = is_of_all ? OTF2_UNDEFINED_UINT32 : (uint32_t)o->peer_in_comm;
    OTF2_EvtWriter_RmaRequestLock(events, NULL, (uint64_t)w->begin_ns, (OTF2_RmaWinRef)o->object, target, 0, type);
    OTF2_EvtWriter_RmaAcquireLock(events, NULL, (uint64_t)w->end_ns, (OTF2_RmaWinRef)o->object, target, 0, type);
}

static void use_window(struct bsim_otf2_objects *x, OTF2_EvtWriter *events, const struct bsim_trace_walk *w,
                       struct bsim_trace_operation *o) {
    static const char *const of_group[] = {"Win_post", "Win_start", "Win_complete", "Win_wait", "Win_test", NULL};
    static const char *const of_all[] = {
        "Win_create", "Win_create_dynamic", "Win_allocate", "Win_allocate_shared", "Win_free", "Win_fence", NULL};
    bool is_of_all = strstr(o->name, "_all") != NULL;
    if (is_one_of(o->name, of_all)) {
        synchronize_all(x, events, w, o);
    } else if (is_one_of(o->name, of_group)) {
        synchronize_group(x, events, w, o);
    } else if (strncmp(o->name, "Win_", 4) != 0) {
        if (o->peer >= 0)
            move(x, events, w, o);
    } else if (strncmp(o->name, "Win_lock", 8) == 0) {
        if (is_of_all || o->peer >= 0)
            lock(events, w, o, is_of_all);
    } else if (strncmp(o->name, "Win_unlock", 10) == 0) {
        if (is_of_all || o->peer >= 0) {
            complete(x, events, w, o->object, is_of_all ? -1 : o->peer_in_comm);
            OTF2_EvtWriter_RmaReleaseLock(events, NULL, (uint64_t)w->end_ns, (OTF2_RmaWinRef)o->object,
                                          is_of_all ? OTF2_UNDEFINED_UINT32 : (uint32_t)o->peer_in_comm, 0);
        }
    } else if (strcmp(o->name, "Win_flush") == 0 || strcmp(o->name, "Win_flush_all") == 0) {
        if (is_of_all || o->peer >= 0)
            complete(x, events, w, o->object, is_of_all ? -1 : o->peer_in_comm);
    }
}

void bsim_otf2_object(struct bsim_otf2_objects *x, OTF2_EvtWriter *events, struct bsim_trace_walk *w,
                      struct bsim_trace_operation *o) {
    if (o->object < 0)
        return; /* MPI_File_delete, or a file that could not be opened */
    if (strncmp(o->name, "File_", 5) == 0)
        use_file(x, events, w, o);
    else
        use_window(x, events, w, o);
}

void bsim_otf2_object_complete(OTF2_EvtWriter *events, const struct bsim_trace_walk *w,
                               const struct bsim_trace_operation *o) {
    if (o->object < 0 || o->mark == 0)
        return;
    if (strncmp(o->name, "File_", 5) == 0)
        OTF2_EvtWriter_IoOperationComplete(events, NULL, (uint64_t)w->end_ns, (OTF2_IoHandleRef)o->object,
                                           (uint64_t)o->bytes[0], (uint64_t)o->mark);
    else
        OTF2_EvtWriter_RmaOpCompleteNonBlocking(events, NULL, (uint64_t)w->end_ns, (OTF2_RmaWinRef)o->object,
                                                (uint64_t)o->mark);
}
