/* trace_export_otf2.c - traces in the Open Trace Format 2, by its library: a location for each rank, with regions for
 * MPI calls, and events for messages and collectives. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <otf2/otf2.h>

#include "bsim/base/alloc.h"
#include "bsim/base/output.h"
#include "bsim/cmd/trace_export.h"
#include "bsim/cmd/trace_otf2.h"
#include "bsim/cmd/trace_otf2_objects.h"
#include "bsim/cmd/trace_pairs.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_calls.h"

enum { CHUNK_BYTES = 1 << 20, DEF_CHUNK_BYTES = 4 << 20 };

static const struct bsim_otf2_collective collectives[] = {
    {"Barrier", OTF2_COLLECTIVE_OP_BARRIER, 'b', 0},
    {"Bcast", OTF2_COLLECTIVE_OP_BCAST, 'r', 0},
    {"Gather", OTF2_COLLECTIVE_OP_GATHER, 'R', 0},
    {"Gatherv", OTF2_COLLECTIVE_OP_GATHERV, 'R', 1},
    {"Scatter", OTF2_COLLECTIVE_OP_SCATTER, 'r', 0},
    {"Scatterv", OTF2_COLLECTIVE_OP_SCATTERV, 'r', 1},
    {"Allgather", OTF2_COLLECTIVE_OP_ALLGATHER, 'a', 0},
    {"Allgatherv", OTF2_COLLECTIVE_OP_ALLGATHERV, 'a', 1},
    {"Alltoall", OTF2_COLLECTIVE_OP_ALLTOALL, 'a', 0},
    {"Alltoallv", OTF2_COLLECTIVE_OP_ALLTOALLV, 'a', 1},
    {"Alltoallw", OTF2_COLLECTIVE_OP_ALLTOALLW, 'a', 1},
    {"Allreduce", OTF2_COLLECTIVE_OP_ALLREDUCE, 'a', 0},
    {"Reduce", OTF2_COLLECTIVE_OP_REDUCE, 'R', 0},
    {"Reduce_scatter", OTF2_COLLECTIVE_OP_REDUCE_SCATTER, 'a', 1},
    {"Scan", OTF2_COLLECTIVE_OP_SCAN, 's', 0},
    {"Exscan", OTF2_COLLECTIVE_OP_EXSCAN, 'x', 0},
    {"Reduce_scatter_block", OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK, 'a', 0}};
enum { COLLECTIVES = sizeof collectives / sizeof *collectives };

const struct bsim_otf2_collective *bsim_otf2_collective_named(const char *name) {
    for (int i = 0; i < COLLECTIVES; i++)
        if (strcmp(collectives[i].name, name) == 0)
            return &collectives[i];
    return NULL;
}

const struct bsim_otf2_collective *bsim_otf2_collective_of(int operation) {
    for (int i = 0; i < COLLECTIVES; i++)
        if (collectives[i].operation == operation)
            return &collectives[i];
    return NULL;
}

struct export {
    const struct bsim_trace *trace;
    struct bsim_trace_contexts contexts;
    struct bsim_trace_pairs pairs; /* sorted by receiver and receive */
    size_t pair;                   /* the next one of the rank */
    int64_t receive;               /* of the rank */
    OTF2_Archive *archive;
    OTF2_EvtWriter *events;
    struct bsim_otf2_objects objects; /* of the rank */
    uint64_t *nevent;                 /* of each rank */
    int64_t nsynchronous;             /* persistent requests of synchronous messages */
    int64_t end_ns;
};

/* ---- events ---- */

static bool enter(struct bsim_trace_walk *w, void *data) {
    struct export *x = data;
    const char *name = w->trace->function[w->event->function];
    x->nsynchronous += strcmp(name, "Ssend_init") == 0 || strcmp(name, "Psend_init") == 0;
    OTF2_EvtWriter_Enter(x->events, NULL, (uint64_t)w->begin_ns, (OTF2_RegionRef)w->event->function);
    return true;
}

static bool leave(struct bsim_trace_walk *w, void *data) {
    struct export *x = data;
    OTF2_EvtWriter_Leave(x->events, NULL, (uint64_t)w->end_ns, (OTF2_RegionRef)w->event->function);
    return true;
}

/* The bytes that a rank sends (side 0) or receives in a collective. */
static uint64_t collective_bytes(const struct export *x, const struct bsim_trace_operation *o, int side) {
    const struct bsim_otf2_collective *c = bsim_otf2_collective_named(o->name);
    bool is_root = o->root == o->own;
    /* The other side's numbers count at the root alone; a broadcast has one side. */
    bool one_side = (c->form == 'r' || c->form == 'R') && c->operation != OTF2_COLLECTIVE_OP_BCAST;
    int64_t one = o->bytes[side] > 0 ? o->bytes[side] : 0, sum = 0;
    /* Nothing, or MPI_IN_PLACE: as much as the rank has on the other side. */
    if (one == 0 && (is_root || !one_side))
        one = o->counts[1 - side]      ? bsim_trace_block(x->trace, o, 1 - side, o->own)
              : o->bytes[1 - side] > 0 ? o->bytes[1 - side]
                                       : 0;
    if (strcmp(o->name, "Reduce_scatter") == 0 && side == 1)
        return (uint64_t)(o->nmember * bsim_trace_block(x->trace, o, 0, o->own));
    if (o->counts[side]) {
        for (int i = 0; i < o->nmember; i++)
            sum += bsim_trace_block(x->trace, o, side, i);
        return (uint64_t)sum;
    }
    switch (c->form) {
    case 'r':
        return side == 1 ? (uint64_t)one : is_root ? (uint64_t)(o->nmember * one) : 0;
    case 'R':
        return side == 0 ? (uint64_t)one : is_root ? (uint64_t)(o->nmember * one) : 0;
    case 'a':
        return (uint64_t)(o->nmember * one);
    case 's':
        return (uint64_t)((side == 0 ? o->nmember - o->own : o->own + 1) * one);
    case 'x':
        return (uint64_t)((side == 0 ? o->nmember - o->own - 1 : o->own) * one);
    default:
        return 0;
    }
}

static bool in_sendrecv(const struct bsim_trace_walk *w) {
    return strncmp(w->trace->function[w->event->function], "Sendrecv", 8) == 0;
}

/* The bytes that the receive gets; those that it has room for if the trace does not have its send. */
static int64_t received_bytes(struct export *x, const struct bsim_trace_walk *w, int64_t room) {
    int64_t number = x->receive++;
    while (x->pair < x->pairs.n && (x->pairs.pair[x->pair].to < w->rank ||
                                    (x->pairs.pair[x->pair].to == w->rank && x->pairs.pair[x->pair].receive < number)))
        x->pair++;
    if (x->pair < x->pairs.n && x->pairs.pair[x->pair].to == w->rank && x->pairs.pair[x->pair].receive == number)
        return x->pairs.pair[x->pair].bytes;
    return room;
}

static bool start(struct bsim_trace_walk *w, struct bsim_trace_operation *o, void *data) {
    struct export *x = data;
    uint64_t time = (uint64_t)w->begin_ns, id = (uint64_t)o->id;
    if (o->kind == BSIM_TRACE_COLLECTIVE) {
        if (bsim_otf2_collective_named(o->name) == NULL)
            return bsim_trace_refuse(w, "has no event");
        if (o->id)
            OTF2_EvtWriter_NonBlockingCollectiveRequest(x->events, NULL, time, id);
        else
            OTF2_EvtWriter_MpiCollectiveBegin(x->events, NULL, time);
        uint64_t sent = collective_bytes(x, o, 0), received = collective_bytes(x, o, 1);
        o->bytes[0] = (int64_t)sent; /* from here on those of the event */
        o->bytes[1] = (int64_t)received;
        return true;
    }
    if (o->kind == BSIM_TRACE_RECEIVE) {
        o->mark = received_bytes(x, w, o->bytes[0]);
        if (o->id && o->peer >= 0 && !in_sendrecv(w))
            OTF2_EvtWriter_MpiIrecvRequest(x->events, NULL, time, id);
        return true;
    }
    if (o->peer < 0)
        return true;
    if (o->id)
        OTF2_EvtWriter_MpiIsend(x->events, NULL, time, (uint32_t)o->peer_in_comm, (OTF2_CommRef)o->context,
                                (uint32_t)o->tag, (uint64_t)o->bytes[0], id);
    else
        OTF2_EvtWriter_MpiSend(x->events, NULL, time, (uint32_t)o->peer_in_comm, (OTF2_CommRef)o->context,
                               (uint32_t)o->tag, (uint64_t)o->bytes[0]);
    return true;
}

static bool object(struct bsim_trace_walk *w, struct bsim_trace_operation *o, void *data) {
    struct export *x = data;
    bsim_otf2_object(&x->objects, x->events, w, o);
    return true;
}

static bool complete(struct bsim_trace_walk *w, struct bsim_trace_operation *o, void *data) {
    struct export *x = data;
    uint64_t time = (uint64_t)w->end_ns, id = (uint64_t)o->id;
    OTF2_CommRef comm = (OTF2_CommRef)o->context;
    if (o->kind == BSIM_TRACE_OBJECT) {
        bsim_otf2_object_complete(x->events, w, o);
    } else if (o->kind == BSIM_TRACE_COLLECTIVE) {
        OTF2_CollectiveOp op = (OTF2_CollectiveOp)bsim_otf2_collective_named(o->name)->operation;
        uint32_t root = o->root < 0 ? OTF2_COLLECTIVE_ROOT_NONE : (uint32_t)o->root;
        if (o->id)
            OTF2_EvtWriter_NonBlockingCollectiveComplete(x->events, NULL, time, op, comm, root, (uint64_t)o->bytes[0],
                                                         (uint64_t)o->bytes[1], id);
        else
            OTF2_EvtWriter_MpiCollectiveEnd(x->events, NULL, time, op, comm, root, (uint64_t)o->bytes[0],
                                            (uint64_t)o->bytes[1]);
    } else if (o->peer < 0) {
        return true;
    } else if (o->cancelled) {
        OTF2_EvtWriter_MpiRequestCancelled(x->events, NULL, time, id);
    } else if (o->kind == BSIM_TRACE_SEND && o->id) {
        OTF2_EvtWriter_MpiIsendComplete(x->events, NULL, time, id);
    } else if (o->kind == BSIM_TRACE_RECEIVE && o->id && !in_sendrecv(w)) {
        OTF2_EvtWriter_MpiIrecv(x->events, NULL, time, (uint32_t)o->peer_in_comm, comm, (uint32_t)o->tag,
                                (uint64_t)o->mark, id);
    } else if (o->kind == BSIM_TRACE_RECEIVE) {
        OTF2_EvtWriter_MpiRecv(x->events, NULL, time, (uint32_t)o->peer_in_comm, comm, (uint32_t)o->tag,
                               (uint64_t)o->mark);
    }
    return true;
}

static bool make(struct bsim_trace_walk *w, int parent, int context, void *data) {
    struct export *x = data;
    if (parent < 0)
        return true; /* the trace does not know it */
    OTF2_EvtWriter_MpiCollectiveBegin(x->events, NULL, (uint64_t)w->begin_ns);
    if (context >= 0)
        OTF2_EvtWriter_CommCreate(x->events, NULL, (uint64_t)w->end_ns, (OTF2_CommRef)context);
    OTF2_EvtWriter_MpiCollectiveEnd(x->events, NULL, (uint64_t)w->end_ns, OTF2_COLLECTIVE_OP_CREATE_HANDLE,
                                    (OTF2_CommRef)parent, OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
    return true;
}

static bool free_comm(struct bsim_trace_walk *w, int context, void *data) {
    struct export *x = data;
    if (context < 0)
        return true;
    OTF2_EvtWriter_MpiCollectiveBegin(x->events, NULL, (uint64_t)w->begin_ns);
    OTF2_EvtWriter_CommDestroy(x->events, NULL, (uint64_t)w->end_ns, (OTF2_CommRef)context);
    OTF2_EvtWriter_MpiCollectiveEnd(x->events, NULL, (uint64_t)w->end_ns, OTF2_COLLECTIVE_OP_DESTROY_HANDLE,
                                    (OTF2_CommRef)context, OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
    return true;
}

static int by_receive(const void *a, const void *b) {
    const struct bsim_trace_pair *x = a, *y = b;
    return x->to != y->to             ? (x->to < y->to ? -1 : 1)
           : x->receive != y->receive ? (x->receive < y->receive ? -1 : 1)
                                      : 0;
}

static bool write_rank(struct export *x, int rank, struct bsim_error *err) {
    static const struct bsim_trace_visitor visitor = {.purpose = "written as otf2",
                                                      .enter = enter,
                                                      .start = start,
                                                      .complete = complete,
                                                      .make = make,
                                                      .free_comm = free_comm,
                                                      .object = object,
                                                      .leave = leave};
    struct bsim_trace_cursor c;
    struct bsim_trace_event e;
    int64_t now_ns = 0;
    x->receive = 0;
    x->events = OTF2_Archive_GetEvtWriter(x->archive, (OTF2_LocationRef)rank);
    if (x->events == NULL)
        return false;
    bool ok = bsim_trace_walk(x->trace, rank, &x->contexts, &visitor, x, err);
    bsim_trace_cursor_start(&c, x->trace, rank);
    while (bsim_trace_next(&c, &e))
        now_ns += e.gap_ns + e.inside_ns;
    bsim_trace_cursor_end(&c);
    x->end_ns = now_ns > x->end_ns ? now_ns : x->end_ns;
    bsim_otf2_objects_end(&x->objects);
    OTF2_EvtWriter_GetNumberOfEvents(x->events, &x->nevent[rank]);
    return OTF2_Archive_CloseEvtWriter(x->archive, x->events) == OTF2_SUCCESS && ok;
}

/* ---- definitions ---- */

struct names {
    OTF2_GlobalDefWriter *writer;
    OTF2_StringRef n;
};

static OTF2_StringRef name_of(struct names *s, const char *text) {
    OTF2_GlobalDefWriter_WriteString(s->writer, s->n, text);
    return s->n++;
}

static OTF2_RegionRole role_of(const char *name, const char *roles) {
    const struct bsim_otf2_collective *c;
    char blocking[64];
    snprintf(blocking, sizeof blocking, "%s", name + (name[0] == 'I' && strchr(roles, 'R') != NULL));
    if (blocking[0] >= 'a' && blocking[0] <= 'z')
        blocking[0] = (char)(blocking[0] - 'a' + 'A');
    if (strncmp(name, "File_", 5) == 0)
        return strpbrk(roles, "br") || strstr(name, "_end") ? OTF2_REGION_ROLE_FILE_IO
                                                            : OTF2_REGION_ROLE_FILE_IO_METADATA;
    if (trace_is_of_object(name))
        return OTF2_REGION_ROLE_RMA;
    if ((c = bsim_otf2_collective_named(blocking)) == NULL)
        return strchr(roles, 'p') && trace_has_number('p', false) && strpbrk(roles, "brx")
                   ? OTF2_REGION_ROLE_POINT2POINT
                   : OTF2_REGION_ROLE_FUNCTION;
    return c->form == 'b'                     ? OTF2_REGION_ROLE_BARRIER
           : c->form == 'r'                   ? OTF2_REGION_ROLE_COLL_ONE2ALL
           : c->form == 'R'                   ? OTF2_REGION_ROLE_COLL_ALL2ONE
           : c->form == 's' || c->form == 'x' ? OTF2_REGION_ROLE_COLL_OTHER
                                              : OTF2_REGION_ROLE_COLL_ALL2ALL;
}

static void define_places(struct export *x, struct names *s) {
    const struct bsim_trace *t = x->trace;
    char text[128];
    OTF2_StringRef none = name_of(s, ""), machine = name_of(s, "machine");
    OTF2_GlobalDefWriter_WriteClockProperties(s->writer, 1000000000, 0, (uint64_t)x->end_ns, OTF2_UNDEFINED_TIMESTAMP);
    OTF2_GlobalDefWriter_WriteSystemTreeNode(s->writer, 0, machine, machine, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    for (int r = 0; r < t->nrank; r++) {
        snprintf(text, sizeof text, "MPI rank %d", r);
        OTF2_StringRef name = name_of(s, text);
        OTF2_GlobalDefWriter_WriteLocationGroup(s->writer, (OTF2_LocationGroupRef)r, name,
                                                OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
        OTF2_GlobalDefWriter_WriteLocation(s->writer, (OTF2_LocationRef)r, name, OTF2_LOCATION_TYPE_CPU_THREAD,
                                           x->nevent[r], (OTF2_LocationGroupRef)r);
    }
    for (int f = 0; f < t->nfunction; f++) {
        snprintf(text, sizeof text, "MPI_%s", t->function[f]);
        OTF2_StringRef name = name_of(s, text);
        OTF2_GlobalDefWriter_WriteRegion(s->writer, (OTF2_RegionRef)f, name, name, none,
                                         role_of(t->function[f], t->roles[f]), OTF2_PARADIGM_MPI, OTF2_REGION_FLAG_NONE,
                                         none, 0, 0);
    }
}

/* Group 0 has the locations of ranks; group 1 + i the members of communicator i. Communicators of one rank that no call
 * has made are MPI_COMM_SELF. */
static void define_communicators(struct export *x, struct names *s) {
    OTF2_StringRef none = name_of(s, ""), world = name_of(s, "MPI_COMM_WORLD"), self = name_of(s, "MPI_COMM_SELF");
    uint64_t *members = bsim_alloc((size_t)x->trace->nrank * sizeof *members);
    for (int r = 0; r < x->trace->nrank; r++)
        members[r] = (uint64_t)r;
    OTF2_GlobalDefWriter_WriteGroup(s->writer, 0, none, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                    OTF2_GROUP_FLAG_NONE, (uint32_t)x->trace->nrank, members);
    for (int i = 0; i < x->contexts.n; i++) {
        const struct bsim_trace_context *c = &x->contexts.context[i];
        char text[32];
        snprintf(text, sizeof text, "communicator %d", i);
        bool is_self = c->n == 1 && i > 0 && c->same == (x->trace->nrank == 1), is_given = i == 0 || is_self;
        for (int k = 0; k < c->n; k++)
            members[k] = (uint64_t)c->world[k];
        OTF2_GlobalDefWriter_WriteGroup(s->writer, (OTF2_GroupRef)i + 1, none, OTF2_GROUP_TYPE_COMM_GROUP,
                                        OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, (uint32_t)c->n, members);
        OTF2_GlobalDefWriter_WriteComm(s->writer, (OTF2_CommRef)i,
                                       i == 0    ? world
                                       : is_self ? self
                                                 : name_of(s, text),
                                       (OTF2_GroupRef)i + 1, is_given ? OTF2_UNDEFINED_COMM : 0,
                                       is_given ? OTF2_COMM_FLAG_NONE : OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS);
    }
    bsim_free(members);
}

/* Objects by their numbers, as OTF2 wants them; to be freed. A number that no rank has is NULL. */
static const struct bsim_trace_channel **by_number(const struct bsim_trace_channels *c) {
    const struct bsim_trace_channel **list = bsim_alloc((c->n + 1) * sizeof *list);
    for (size_t i = 0; i < c->room; i++)
        if (c->at[i].is_used && c->at[i].value > 0 && (size_t)c->at[i].value <= c->n)
            list[c->at[i].value - 1] = &c->at[i];
    return list;
}

/* The trace has no names of files. */
static void define_objects(struct export *x, struct names *s) {
    const struct bsim_trace_channels *files = &x->contexts.files, *windows = &x->contexts.windows;
    char text[64];
    if (files->n > 0) {
        OTF2_StringRef name = name_of(s, "MPI-IO");
        OTF2_GlobalDefWriter_WriteIoParadigm(s->writer, 0, name, name, OTF2_IO_PARADIGM_CLASS_PARALLEL,
                                             OTF2_IO_PARADIGM_FLAG_NONE, 0, NULL, NULL, NULL);
    }
    const struct bsim_trace_channel **file = by_number(files), **window = by_number(windows);
    for (size_t i = 0; i < files->n; i++) {
        const struct bsim_trace_channel *f = file[i];
        if (f == NULL)
            continue;
        snprintf(text, sizeof text, "file %" PRId64, f->value - 1);
        OTF2_StringRef name = name_of(s, text);
        OTF2_GlobalDefWriter_WriteIoRegularFile(s->writer, (OTF2_IoFileRef)(f->value - 1), name,
                                                OTF2_UNDEFINED_SYSTEM_TREE_NODE);
        OTF2_GlobalDefWriter_WriteIoHandle(s->writer, (OTF2_IoHandleRef)(f->value - 1), name,
                                           (OTF2_IoFileRef)(f->value - 1), 0, OTF2_IO_HANDLE_FLAG_NONE,
                                           (OTF2_CommRef)f->key[0], OTF2_UNDEFINED_IO_HANDLE);
    }
    for (size_t i = 0; i < windows->n; i++) {
        const struct bsim_trace_channel *v = window[i];
        if (v == NULL)
            continue;
        snprintf(text, sizeof text, "window %" PRId64, v->value - 1);
        OTF2_GlobalDefWriter_WriteRmaWin(s->writer, (OTF2_RmaWinRef)(v->value - 1), name_of(s, text),
                                         (OTF2_CommRef)v->key[0], OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS);
    }
    bsim_free(file);
    bsim_free(window);
}

static bool write_definitions(struct export *x) {
    OTF2_Archive_OpenDefFiles(x->archive);
    for (int r = 0; r < x->trace->nrank; r++) {
        OTF2_DefWriter *local = OTF2_Archive_GetDefWriter(x->archive, (OTF2_LocationRef)r);
        if (local == NULL || OTF2_Archive_CloseDefWriter(x->archive, local) != OTF2_SUCCESS)
            return false;
    }
    OTF2_Archive_CloseDefFiles(x->archive);
    struct names s = {.writer = OTF2_Archive_GetGlobalDefWriter(x->archive)};
    if (s.writer == NULL)
        return false;
    define_places(x, &s);
    define_communicators(x, &s);
    define_objects(x, &s);
    return OTF2_Archive_CloseGlobalDefWriter(x->archive, s.writer) == OTF2_SUCCESS;
}

/* ---- the archive ---- */

static OTF2_FlushType flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool is_final) {
    (void)data, (void)type, (void)location, (void)caller, (void)is_final;
    return OTF2_FLUSH;
}

static OTF2_ErrorCode no_message(void *data, const char *file, uint64_t line, const char *function, OTF2_ErrorCode code,
                                 const char *format, va_list arguments) {
    (void)data, (void)file, (void)line, (void)function, (void)format, (void)arguments;
    return code;
}

static bool write_archive(struct export *x, const char *folder, struct bsim_error *err) {
    static const OTF2_FlushCallbacks callbacks = {.otf2_pre_flush = flush};
    OTF2_Error_RegisterCallback(no_message, NULL);
    x->archive = OTF2_Archive_Open(folder, "traces", OTF2_FILEMODE_WRITE, CHUNK_BYTES, DEF_CHUNK_BYTES,
                                   OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    bool ok = x->archive != NULL;
    if (ok) {
        OTF2_Archive_SetFlushCallbacks(x->archive, &callbacks, NULL);
        OTF2_Archive_SetSerialCollectiveCallbacks(x->archive);
        OTF2_Archive_SetCreator(x->archive, "bsim");
        OTF2_Archive_OpenEvtFiles(x->archive);
        for (int r = 0; ok && r < x->trace->nrank; r++)
            ok = write_rank(x, r, err);
        OTF2_Archive_CloseEvtFiles(x->archive);
        ok = ok && write_definitions(x);
        ok = OTF2_Archive_Close(x->archive) == OTF2_SUCCESS && ok;
    }
    OTF2_Error_RegisterCallback(NULL, NULL);
    return ok || bsim_error_set(err, folder, 0, NULL, "cannot be written: the library of OTF2 has failed");
}

/* The event of a send does not have its mode. An importer has it from the region, which is MPI_Start here. */
static void tell_lost_modes(const struct export *x) {
    if (x->nsynchronous > 0)
        fprintf(stderr,
                "bsim: warning: %s: otf2 does not tell that the messages of %" PRId64
                " requests of MPI_Ssend_init and MPI_Psend_init are synchronous: who reads the archive takes them for "
                "those of MPI_Isend, which do not wait for their receives\n",
                x->trace->folder, x->nsynchronous);
}

bool bsim_export_otf2(const struct bsim_trace *t, const char *output, struct bsim_error *err) {
    char aside[PATH_MAX];
    struct export x = {.trace = t};
    if (strcmp(t->clock, "none") == 0)
        return bsim_error_set(err, t->folder, 0, NULL, "has no times, which the format must have");
    if (access(output, F_OK) == 0)
        return bsim_error_set(err, output, 0, NULL, "is there: name another folder, or remove it");
    if (snprintf(aside, sizeof aside, "%s.part-%d", output, (int)getpid()) >= PATH_MAX)
        return bsim_error_set(err, output, 0, NULL, "is too long a path");
    bsim_trace_contexts_start(&x.contexts, t);
    x.nevent = bsim_alloc((size_t)t->nrank * sizeof *x.nevent);
    bool ok = bsim_trace_pairs_find(&x.pairs, t, &x.contexts, err);
    if (ok) {
        bsim_trace_pairs_tell(&x.pairs, t);
        if (x.pairs.n > 0)
            qsort(x.pairs.pair, x.pairs.n, sizeof *x.pairs.pair, by_receive);
        ok = write_archive(&x, aside, err);
        if (ok && rename(aside, output))
            ok = bsim_error_set(err, output, 0, NULL, "cannot be written: %s", strerror(errno));
        if (ok)
            tell_lost_modes(&x);
        if (!ok)
            bsim_output_remove_folder(aside);
    }
    bsim_trace_pairs_end(&x.pairs);
    bsim_trace_contexts_end(&x.contexts);
    bsim_free(x.nevent);
    return ok;
}
