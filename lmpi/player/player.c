/* player.c - bsim-player TRACE [TIMES]: a program that makes the calls of a trace on simulated ranks (bsim simulate).
 *
 * bsimcc builds it like any program, so that all of bsim run works for it. Each rank walks through its calls, and has
 * no stack while it waits in the most frequent ones (bsim/kernel/cursor.h). The calculation before a call is
 * BSIM_Add_time, a call is its LMPI_* twin without data. Whatever depended on the order of events when the program was
 * recorded is as it was then: a receive from anybody receives from the recorded source, a wait for any request waits
 * for the one that was complete. Polls that found nothing take no time. A message that is longer than the buffer of its
 * receive is received, as the program went on behind the error. */
#include <lmpi/lmpi.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/warn.h"
#include "bsim/base/context.h"
#include "bsim/kernel/cursor.h"
#include "bsim/platform/platform.h"
#include "bsim/process/crash.h"
#include "bsim/stat/stat.h"
#include "bsim/trace/trace.h"
#include "bsim/trace/trace_calls.h"
#include "bsim/trace/trace_stream.h"
#include "lmpi/comm/topo.h"
#include "lmpi/core/datatype.h"
#include "lmpi/datatype/op.h"
#include "lmpi/p2p/plain.h"
#include "lmpi/p2p/stackless.h"
#include "lmpi/p2p/too_long.h"
#include "lmpi/player/objects.h"
#include "lmpi/player/plan.h"
#include "lmpi/player/play.h"

/* ---- what all ranks share ---- */

static struct bsim_trace trace;
static struct bsim_trace times; /* whose calculation is taken, if there is one; its ranks make equal calls */
static bool has_times;
static const struct play_function **function; /* by the trace's number */
static char *places;                          /* function f at place s has the address places + s * nfunction + f */
static struct plan_call **plan;               /* the calls of each structure */

static _Noreturn void stop(const char *text) {
    const char *folder = trace.folder ? trace.folder : "trace";
    if (!bsim_self)
        bsim_fatal(BSIM_EXIT_USAGE, "%s: %s", folder, text);
    bsim_fatal_of(bsim_self->id, bsim_self->clock[0], BSIM_EXIT_USAGE, "%s: rank %d: %s", folder, bsim_self->id, text);
}

static void open_trace(int argc, char **argv) {
    struct bsim_error err = {0};
    has_times = argc == 3;
    if (argc != 2 && !has_times)
        bsim_error_set(&err, NULL, 0, NULL, "usage: bsim-player TRACE [TIMES]");
    else if (bsim_trace_open(&trace, argv[1], &err) && has_times)
        bsim_trace_open(&times, argv[2], &err);
    if (err.set) {
        bsim_error_print(&err, stderr);
        bsim_leave(BSIM_EXIT_USAGE);
    }
    play_name(trace.program);
    function = calloc((size_t)trace.nfunction + 1, sizeof *function);
    places = calloc((size_t)trace.nfunction * (size_t)trace.nsite + 1, 1);
    plan = calloc((size_t)trace.nstructure, sizeof *plan);
    if (function == NULL || places == NULL || plan == NULL)
        stop("out of memory");
    for (int i = 0; i < trace.nfunction; i++)
        function[i] = play_find(trace.function[i], trace.roles[i]);
    for (int i = 0; i < trace.nstructure; i++)
        if ((plan[i] = plan_structure(&trace, i, function, places)) == NULL)
            stop("out of memory");
}

const char *bsim_site_text(const void *address) {
    const char *at = address;
    size_t room = (size_t)trace.nfunction * (size_t)trace.nsite;
    bool is_place = places && at >= places + trace.nfunction && at < places + room; /* site 0 is not known */
    return is_place ? trace.site[(at - places) / trace.nfunction] : NULL;
}

/* ---- a rank ---- */

enum { FEW_COMMS = 4, FEW_REQUESTS = 16 };

struct comm {
    MPI_Comm handle;
    int rank, size, remote; /* remote: the size of the remote group; 0: it has none */
    bool has_neighbours;    /* lmpi_topology_give was called */
};

/* What traces with a window, and those that take their calculation from another trace, need besides. */
struct apart {
    struct bsim_trace_cursor times;      /* in the trace `times`, if there is one */
    int64_t at;                          /* calls so far */
    struct bsim_trace_window_rank where; /* the window */
};

/* The cursor of a rank (bsim/kernel/cursor.h). What every call needs stands together and in front, for with many ranks
 * nothing of it is in a cache. */
struct player {
    /* Beside `waiting`, whose first members stand in the same line of a cache, and its request in the next one. */
    _Alignas(64) const struct plan_call *plan;
    MPI_Request *request;
    int nrequest;
    bool waits;   /* a call has begun, which is `waiting` */
    uint8_t ways; /* PLAN_WAYS; or PLAN_CALL + 1: no call may be stackless */
    struct lmpi_waiting waiting;
    _Alignas(64) struct bsim_trace_cursor cursor;
    MPI_Request few_requests[FEW_REQUESTS];
    struct comm *comm;
    int ncomm;
    int rank, structure;
    struct comm few_comms[FEW_COMMS];
    struct apart *apart; /* NULL: the calculation is that of `cursor`, and the trace has no window; owned */
    MPI_Request *persistent;
    struct bsim_trace_event *init; /* the call that made a persistent request */
    int npersistent;
    MPI_Message *message; /* that matched probes took */
    int nmessage;
    MPI_Datatype *type;    /* NULL: no datatype of the program was used */
    MPI_Op op, ordered;    /* stand for operators of the program, ordered for those that do not commute */
    int **lists;           /* counts and datatypes of a call, which stay while it is under way; NULL: not made yet */
    int *zeros, *no_types; /* lists that are not significant */
    struct play_objects objects;
};
enum { PLAYER_REQUEST = offsetof(struct player, waiting) + offsetof(struct lmpi_waiting, request) };
_Static_assert(PLAYER_REQUEST == 64, "the request begins a line");

/* Room for `need` elements of `each` bytes, of which *room are there. few: the first ones, which are no memory of
 * malloc. */
static void *grow(void *array, size_t *room, size_t need, size_t each, void *few) {
    if (need <= *room)
        return array;
    size_t had = *room;
    *room = 2 * need;
    void *more = realloc(array == few ? NULL : array, *room * each);
    if (more == NULL)
        stop("out of memory");
    return array == few && few ? memcpy(more, few, had * each) : more;
}

static struct comm *comm_at(struct player *p, int64_t number) {
    if (number < 0 || number >= p->ncomm || p->comm[number].handle == MPI_COMM_NULL)
        stop("a call has a communicator that no call before it made: the trace lacks what made it (bsim trace info)");
    return &p->comm[number];
}

static void set_comm(struct player *p, int64_t number, MPI_Comm handle) {
    if (number < 0 || number > 1 << 24)
        stop("is damaged: a communicator has an impossible number");
    if (number >= p->ncomm) {
        size_t room = (size_t)p->ncomm;
        p->comm = grow(p->comm, &room, (size_t)number + 1, sizeof *p->comm, p->few_comms);
        for (; (size_t)p->ncomm < room; p->ncomm++)
            p->comm[p->ncomm] = (struct comm){.handle = MPI_COMM_NULL};
    }
    p->comm[number] = (struct comm){.handle = handle};
    if (handle == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(handle, &p->comm[number].rank);
    MPI_Comm_size(handle, &p->comm[number].size);
    int is_inter;
    MPI_Comm_test_inter(handle, &is_inter);
    if (is_inter)
        MPI_Comm_remote_size(handle, &p->comm[number].remote);
}

static void __attribute__((noinline)) more_requests(struct player *p, int64_t number) {
    size_t room = (size_t)p->nrequest;
    if (number < 0 || number > 1 << 28)
        stop("is damaged: a request has an impossible number");
    p->request = grow(p->request, &room, (size_t)number + 1, sizeof *p->request, p->few_requests);
    for (; (size_t)p->nrequest < room; p->nrequest++)
        p->request[p->nrequest] = MPI_REQUEST_NULL;
}

static int request_at(struct player *p, int64_t number) {
    if (number < 0 || number >= p->nrequest)
        more_requests(p, number);
    return (int)number;
}

/* The request with a number; room is made for it, where the array may move. */
static MPI_Request *request_of(struct player *p, int64_t number) {
    int at = request_at(p, number);
    return &p->request[at];
}

/* The persistent request that stands behind a request; room is made for it. */
static MPI_Request *persistent_at(struct player *p, int64_t number) {
    int at = request_at(p, number);
    if (at >= p->npersistent) {
        size_t room = (size_t)p->npersistent, same = room;
        p->persistent = grow(p->persistent, &room, (size_t)at + 1, sizeof *p->persistent, NULL);
        p->init = grow(p->init, &same, (size_t)at + 1, sizeof *p->init, NULL);
        for (; (size_t)p->npersistent < room; p->npersistent++)
            p->persistent[p->npersistent] = MPI_REQUEST_NULL;
    }
    return &p->persistent[at];
}

static MPI_Message *message_at(struct player *p, int64_t number) {
    if (number < 0 || number > 1 << 28)
        stop("is damaged: a message has an impossible number");
    if (number >= p->nmessage) {
        size_t room = (size_t)p->nmessage;
        p->message = grow(p->message, &room, (size_t)number + 1, sizeof *p->message, NULL);
        for (; (size_t)p->nmessage < room; p->nmessage++)
            p->message[p->nmessage] = MPI_MESSAGE_NULL;
    }
    return &p->message[number];
}

/* A datatype of so many bytes. */
static MPI_Datatype bytes_type(int64_t bytes) {
    MPI_Datatype type;
    if (bytes > INT32_MAX)
        return lmpi_type_large(bytes, MPI_BYTE);
    MPI_Type_contiguous((int)bytes, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    return type;
}

static MPI_Datatype type_at(struct player *p, int64_t number) {
    if (number == TRACE_NONE) /* not significant, but checked */
        return MPI_BYTE;
    if (number < 0 || number >= trace.ntype)
        stop("is damaged: a call has an unknown datatype");
    const struct bsim_trace_type *t = &trace.type[number];
    if (t->builtin)
        return (MPI_Datatype)t->builtin;
    if (p->type == NULL) {
        if ((p->type = malloc((size_t)trace.ntype * sizeof *p->type)) == NULL)
            stop("out of memory");
        for (int i = 0; i < trace.ntype; i++)
            p->type[i] = MPI_DATATYPE_NULL;
    }
    if (p->type[number] == MPI_DATATYPE_NULL)
        p->type[number] = bytes_type(t->size_bytes);
    return p->type[number];
}

void lmpi_op_stand_in(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)in, (void)inout, (void)n, (void)type;
}

static MPI_Op op_of(struct player *p, int64_t value) {
    if (value != TRACE_USER_OP && value != TRACE_ORDERED_OP)
        return (MPI_Op)value;
    MPI_Op *op = value == TRACE_USER_OP ? &p->op : &p->ordered;
    if (*op == MPI_OP_NULL) {
        bsim_warn(
            "reductions of the trace call functions of the program (MPI_Op_create): what these take is left out of "
            "the predicted time, but for the platform's \"reduction\"");
        MPI_Op_create(lmpi_op_stand_in, value == TRACE_USER_OP, op);
    }
    return *op;
}

static int peer_of(int64_t value, int rank) {
    return value == TRACE_ANY ? MPI_ANY_SOURCE : value == TRACE_PROC_NULL ? MPI_PROC_NULL : (int)value + rank;
}

/* ---- calls ---- */

/* Where the arguments of a call lie while it is decoded. */
struct decoder {
    const int64_t *at, *end;
};

static int64_t next(struct decoder *d) {
    if (d->at == d->end)
        stop("is damaged: a call has too few arguments");
    return *d->at++;
}

/* The number of the communicator, which stands behind the peers in a call. */
static int64_t comm_number(const struct bsim_trace_event *e, const char *roles, bool is_coll) {
    struct decoder d = {e->args, e->args + e->nargs};
    for (const char *role = roles; *role; role++) {
        if (!trace_has_number(*role, is_coll))
            continue;
        int64_t value = next(&d);
        if (*role == 'c')
            return value;
        if (*role == 'v' || *role == 'w')
            for (; value > 0; value--)
                next(&d);
    }
    return 0;
}

/* A list of n numbers that is not significant; MPI looks at datatypes all the same. */
static int *no_list(struct player *p, bool of_types) {
    int **list = of_types ? &p->no_types : &p->zeros;
    if (*list == NULL) {
        *list = calloc((size_t)trace.nrank, sizeof **list);
        for (int i = 0; of_types && *list && i < trace.nrank; i++)
            (*list)[i] = MPI_BYTE;
    }
    if (*list == NULL)
        stop("out of memory");
    return *list;
}

/* As a number of ints, even. */
static size_t room_of_lists(const struct bsim_trace_event *e) {
    return ((size_t)e->nargs + 2) / 2 * 2;
}

static int count_of(int64_t value) {
    if (value > INT32_MAX)
        stop("a reduction, or a list of counts, has more than 2147483647 elements, which is not supported");
    if (value < 0)
        stop("is damaged: a call has a negative count");
    return (int)value;
}

/* The lists of a call, one behind the other: counts, and datatypes, which are numbers in MPICH. */
static const int *lists_of(struct player *p, const struct bsim_trace_event *e, const char *roles, bool is_coll) {
    if (p->lists == NULL && (p->lists = calloc((size_t)bsim_trace_ncall(&trace, p->rank), sizeof *p->lists)) == NULL)
        stop("out of memory");
    int **kept = &p->lists[e->call];
    struct decoder d = {e->args, e->args + e->nargs};
    if (*kept)
        return *kept;
    size_t room = room_of_lists(e); /* behind it are displacements of neighbours, which may be addresses */
    int *list = *kept = calloc(3 * room, sizeof *list);
    if (list == NULL)
        stop("out of memory");
    for (const char *role = roles; *role; role++) {
        int64_t n = trace_has_number(*role, is_coll) ? next(&d) : 0;
        for (; (*role == 'v' || *role == 'w') && n > 0; n--)
            *list++ = *role == 'v' ? count_of(next(&d)) : (int)type_at(p, next(&d));
    }
    return *kept;
}

/* The neighbours that a call tells. */
static void give_neighbours(struct comm *comm, struct decoder *d) {
    int n[2], *list[2];
    for (int side = 0; side < 2; side++) {
        int64_t count = next(d);
        if (count < 0 || count > d->end - d->at || (list[side] = malloc(((size_t)count + 1) * sizeof(int))) == NULL)
            stop("is damaged: a call has an impossible number of neighbours");
        n[side] = (int)count;
        for (int i = 0; i < n[side]; i++)
            list[side][i] = peer_of(next(d), comm->rank);
    }
    lmpi_topology_give(comm->handle, n[0], list[0], n[1], list[1]);
    free(list[0]), free(list[1]);
    comm->has_neighbours = true;
}

/* Makes a send, a receive or a collective, or a persistent request. source, tag: what a receive takes instead of what
 * the call says; TRACE_NONE: nothing else. request: where its request goes. */
static void communicate(struct player *p, const struct bsim_trace_event *e, const struct play_function *f,
                        int64_t source, int64_t tag, MPI_Request *request) {
    const char *roles = f->roles;
    bool is_coll = trace_is_collective(roles), of_neighbours = trace_is_of_neighbours(f->name);
    struct decoder d = {e->args, e->args + e->nargs};
    struct comm *comm = comm_at(p, comm_number(e, roles, is_coll));
    intptr_t arg[PLAY_MOST_ARGS] = {0};
    const int *list = strpbrk(roles, "vw") ? lists_of(p, e, roles, is_coll) : NULL;
    for (int i = 0; roles[i]; i++) {
        char role = roles[i];
        bool is_behind = of_neighbours && role == 'R'; /* neighbours stand before it */
        int64_t value = trace_has_number(role, is_coll) && !is_behind ? next(&d) : 0;
        switch (role) {
        case 'n':
            arg[i] = value == TRACE_NONE ? 0 : count_of(value);
            break;
        case 'k':
            arg[i] = value == TRACE_NONE ? 0 : value;
            break;
        case 'g':
            value = tag != TRACE_NONE ? tag : value;
            arg[i] = value == TRACE_ANY ? MPI_ANY_TAG : value;
            break;
        case 'p':
            arg[i] = peer_of(source != TRACE_NONE ? source : value, comm->rank);
            break;
        case 't':
            arg[i] = type_at(p, value);
            break;
        case 'c':
            arg[i] = comm->handle;
            break;
        case 'o':
            arg[i] = op_of(p, value);
            break;
        case 'v':
        case 'w':
            if (value != 0 && value != comm->size && value != comm->remote && !of_neighbours)
                stop("is damaged: a call has counts for another number of ranks");
            arg[i] = (intptr_t)(value ? list : no_list(p, role == 'w'));
            list += value;
            for (; value > 0; value--)
                next(&d);
            break;
        case 'd': /* any displacements that are there */
            arg[i] = (intptr_t)(of_neighbours ? p->lists[e->call] + room_of_lists(e) : no_list(p, false));
            break;
        case 'R':
            arg[i] = (intptr_t)request;
            break;
        case 'b':
        case 'r':
        case 'x':
            arg[i] = value == TRACE_IN_PLACE ? (intptr_t)MPI_IN_PLACE : 0;
            break;
        case 'S':
            arg[i] = (intptr_t)MPI_STATUS_IGNORE;
            break;
        default:
            break;
        }
    }
    if (of_neighbours && !comm->has_neighbours)
        give_neighbours(comm, &d);
    f->call(arg);
}

static int64_t last_argument(const struct bsim_trace_event *e) {
    return e->nargs > 0 ? e->args[e->nargs - 1] : -1;
}

static int64_t argument(const struct bsim_trace_event *e, int i) {
    if (i >= e->nargs)
        stop("is damaged: a call has too few arguments");
    return e->args[i];
}

static void start(struct player *p, const struct bsim_trace_event *e) {
    int number = request_at(p, argument(e, 0));
    int64_t source = argument(e, 1), tag = argument(e, 2);
    MPI_Request persistent = *persistent_at(p, number);
    if (persistent == MPI_REQUEST_NULL)
        stop("a persistent request is started that no call before it made (bsim trace info)");
    if (source == TRACE_NONE && tag == TRACE_NONE) {
        p->request[number] = persistent;
        MPI_Start(&p->request[number]);
        return;
    }
    if (p->init[number].nargs == 0) /* its number may be that of another one now */
        stop("a persistent receive of any source or tag is started behind MPI_Comm_free of its communicator, which "
             "bsim simulate cannot do");
    const struct play_function *irecv = play_find("Irecv", NULL);
    communicate(p, &p->init[number], irecv, source, tag, &p->request[number]);
}

/* A Waitall of the requests that the call completed, which are no range (plan.c). */
static void complete(struct player *p, const struct bsim_trace_event *e) {
    MPI_Request *list = malloc((size_t)e->nargs * sizeof *list);
    if (list == NULL)
        stop("out of memory");
    for (int i = 0; i < e->nargs; i++)
        list[i] = *request_of(p, e->args[i]);
    MPI_Waitall(e->nargs, list, MPI_STATUSES_IGNORE);
    for (int i = 0; i < e->nargs; i++)
        p->request[e->args[i]] = list[i];
    free(list);
}

/* MPI_Request_get_status: one that found the request complete waits until it is. */
static void look_at(struct player *p, const struct bsim_trace_event *e) {
    int is_complete = !argument(e, 1) || argument(e, 0) == TRACE_NONE;
    while (!is_complete) {
        bsim_site_played = p->plan[e->call].site; /* other ranks may have run since the last one */
        MPI_Request_get_status(*request_of(p, argument(e, 0)), &is_complete, MPI_STATUS_IGNORE);
    }
}

static void probe(struct player *p, const struct bsim_trace_event *e) {
    if (!argument(e, 0))
        return;
    const struct comm *comm = comm_at(p, argument(e, 3));
    int source = peer_of(argument(e, 1), comm->rank), tag = (int)argument(e, 2);
    if (e->nargs == 4)
        MPI_Probe(source, tag, comm->handle, MPI_STATUS_IGNORE);
    else if (argument(e, 4) != TRACE_NONE)
        MPI_Mprobe(source, tag, comm->handle, message_at(p, argument(e, 4)), MPI_STATUS_IGNORE);
}

static void receive_message(struct player *p, const struct bsim_trace_event *e) {
    MPI_Message nobody = MPI_MESSAGE_NO_PROC;
    int64_t bytes = argument(e, 0), number = argument(e, 1);
    MPI_Message *message = number == TRACE_NONE ? &nobody : message_at(p, number);
    if (bytes < 0)
        stop("is damaged: a receive has a negative number of bytes");
    MPI_Datatype type = bytes > INT32_MAX ? bytes_type(bytes) : MPI_BYTE;
    int n = bytes > INT32_MAX ? 1 : (int)bytes;
    if (e->nargs > 2)
        LMPI_Imrecv(NULL, n, type, message, request_of(p, e->args[2]));
    else
        LMPI_Mrecv(NULL, n, type, message, MPI_STATUS_IGNORE);
}

/* The group of a new communicator; empty on ranks that are no members. */
static MPI_Group members_of(const struct bsim_trace_event *e, MPI_Comm parent) {
    MPI_Group all, some = MPI_GROUP_EMPTY;
    int n = (e->nargs - 3) / 3, (*range)[3] = malloc(((size_t)n + 1) * sizeof *range);
    if (range == NULL)
        stop("out of memory");
    for (int i = 0; i < n; i++) {
        const int64_t *run = e->args + 3 + 3 * i;
        range[i][0] = (int)run[0];
        range[i][1] = (int)(run[0] + run[1] * (run[2] - 1));
        range[i][2] = (int)run[1];
    }
    MPI_Comm_group(parent, &all);
    if (n > 0)
        MPI_Group_range_incl(all, n, range, &some);
    MPI_Group_free(&all);
    free(range);
    return some;
}

/* How a constructor communicates, if not in the way of its function (trace_calls.h); else 0. */
static int64_t way_of(const struct bsim_trace_event *e) {
    return e->nargs % 3 == 1 ? last_argument(e) : 0;
}

static void make_typed(const struct bsim_trace_event *e, MPI_Comm parent, MPI_Comm *made) {
    bool is_member = argument(e, 1) != TRACE_NONE;
    const lmpi_split wish = {is_member ? (int)argument(e, 3) : MPI_UNDEFINED, (int)argument(e, 2)};
    lmpi_comm_split_type("MPI_Comm_split_type", LMPI_SITE, parent, &wish, made);
}

/* MPI_Dist_graph_create, of the edges that the rank gave. Its neighbours come with the first call that needs them. */
static void make_of_edges(const struct bsim_trace_event *e, MPI_Comm parent, MPI_Comm *made) {
    int most = (e->nargs - 3) / 3, n = 0, size;
    int *list = malloc(3 * ((size_t)most + 1) * sizeof *list);
    if (list == NULL)
        stop("out of memory");
    MPI_Comm_size(parent, &size);
    for (const int64_t *at = e->args + 3; at < e->args + 3 + 3 * (int64_t)most; at += 3) {
        if (at[2] != 0)
            continue;
        if (at[0] < 0 || at[0] >= size || at[1] < 0 || at[1] >= size)
            stop("is damaged: an edge of a graph has an impossible rank");
        list[n] = (int)at[0];
        list[most + n] = 1;
        list[2 * most + n++] = (int)at[1];
    }
    const lmpi_edges edges = {n, list, list + most, list + 2 * (size_t)most, NULL};
    lmpi_comm_make_of_edges("MPI_Dist_graph_create", LMPI_SITE, parent, &edges, made);
    free(list);
}

/* Each constructor by one that takes as long: a split, or one that agrees on a context only. */
static void make_comm(struct player *p, const struct bsim_trace_event *e, const char *name) {
    MPI_Comm parent = comm_at(p, argument(e, 0))->handle, made;
    int64_t number = argument(e, 1), rank = argument(e, 2);
    if (strncmp(name, "Comm_dup", 8) == 0) {
        MPI_Comm_dup(parent, &made);
    } else if (strncmp(name, "Comm_idup", 9) == 0) {
        MPI_Comm_idup(parent, &made, request_of(p, last_argument(e)));
    } else if (strcmp(name, "Intercomm_create") == 0) {
        int64_t peer = argument(e, 4); /* of the leader; others do not use it */
        MPI_Intercomm_create(parent, (int)argument(e, 3), peer == TRACE_NONE ? parent : comm_at(p, peer)->handle,
                             peer == TRACE_NONE ? 0 : (int)argument(e, 5), peer == TRACE_NONE ? 0 : (int)argument(e, 6),
                             &made);
    } else if (strcmp(name, "Intercomm_merge") == 0) {
        MPI_Intercomm_merge(parent, (int)argument(e, 3), &made);
    } else if (comm_at(p, argument(e, 0))->remote > 0 && strcmp(name, "Comm_split") == 0) {
        MPI_Comm_split(parent, (int)argument(e, 3), (int)argument(e, 4), &made);
    } else if (way_of(e) == TRACE_MADE_ALONE) {
        lmpi_comm_make_alone("MPI_Comm_split", LMPI_SITE, parent, number != TRACE_NONE, &made);
    } else if (strcmp(name, "Dist_graph_create") == 0) {
        make_of_edges(e, parent, &made);
    } else if (strcmp(name, "Comm_split_type") == 0) {
        make_typed(e, parent, &made);
    } else if (strcmp(name, "Comm_split") == 0 || strcmp(name, "Cart_sub") == 0 || way_of(e) == TRACE_MADE_REORDERED) {
        MPI_Comm_split(parent, number == TRACE_NONE ? MPI_UNDEFINED : (int)argument(e, 3), (int)rank, &made);
    } else {
        MPI_Group members = members_of(e, parent);
        if (strcmp(name, "Comm_create_group") == 0)
            MPI_Comm_create_group(parent, members, 0, &made);
        else
            MPI_Comm_create(parent, members, &made);
        if (members != MPI_GROUP_EMPTY)
            MPI_Group_free(&members);
    }
    if (number != TRACE_NONE)
        set_comm(p, number, made);
}

static void free_comm(struct player *p, const struct bsim_trace_event *e) {
    struct comm *comm = comm_at(p, argument(e, 0));
    enum { INIT_ARGS = 6, INIT_COMM = 4 }; /* of MPI_Recv_init */
    for (int i = 0; i < p->npersistent; i++)
        if (p->persistent[i] != MPI_REQUEST_NULL && p->init[i].nargs == INIT_ARGS &&
            p->init[i].args[INIT_COMM] == argument(e, 0))
            p->init[i].nargs = 0; /* see start */
    MPI_Comm_free(&comm->handle);
}

static void use_object(struct player *p, const struct bsim_trace_event *e, const struct play_function *f) {
    MPI_Request *request = NULL;
    if (strchr(f->roles, 'R'))
        request = request_of(p, last_argument(e));
    const char *wrong = f->kind == PLAY_OBJECT
                            ? play_object(&p->objects, f, e->args, e->nargs, request)
                            : play_object_new(&p->objects, f, comm_at(p, argument(e, 0))->handle, argument(e, 1));
    if (wrong)
        stop(wrong);
}

/* communicator, peer, tag, partitions, bytes of each, request */
static void make_partitioned(struct player *p, const struct bsim_trace_event *e, const struct play_function *f) {
    const struct comm *comm = comm_at(p, argument(e, 0));
    int64_t partitions = argument(e, 3), bytes = argument(e, 4);
    if (partitions < 1 || partitions > INT32_MAX || bytes < 0 || bytes > INT64_MAX / 4 / partitions)
        stop("is damaged: a call has impossible partitions");
    MPI_Datatype each = lmpi_type_large(bytes, MPI_BYTE);
    MPI_Request *persistent = persistent_at(p, argument(e, 5));
    p->init[persistent - p->persistent] = *e;
    f->call((const intptr_t[]){0, partitions, 1, each, peer_of(argument(e, 1), comm->rank), argument(e, 2),
                               comm->handle, MPI_INFO_NULL, (intptr_t)persistent});
}

static void use_partitions(struct player *p, const struct bsim_trace_event *e, const char *name) {
    MPI_Request request = *persistent_at(p, argument(e, 0));
    int is_there = 0;
    for (int i = 1; i < e->nargs; i++)
        if (e->args[i] < 0 || e->args[i] > INT32_MAX)
            stop("is damaged: a call has impossible partitions");
    if (strcmp(name, "Parrived") == 0) { /* one that found nothing takes no time */
        while (argument(e, 2) && !is_there) {
            bsim_site_played = p->plan[e->call].site; /* other ranks may have run since the last one */
            MPI_Parrived(request, (int)argument(e, 1), &is_there);
        }
    } else if (strcmp(name, "Pready_range") == 0) {
        MPI_Pready_range((int)argument(e, 1), (int)argument(e, 2), request);
    } else {
        for (int i = 1; i < e->nargs; i++)
            MPI_Pready((int)e->args[i], request);
    }
}

static void calculate(int namounts, const int64_t *amounts, int64_t gap_ns) {
    if (namounts == 0 && gap_ns > 0)
        BSIM_Add_time(1e-9 * (double)gap_ns);
    for (int i = 0; i < namounts; i++) {
        double seconds;
        memcpy(&seconds, &amounts[2 * i], sizeof seconds);
        for (int64_t n = amounts[2 * i + 1]; n > 0; n--)
            BSIM_Add_time(seconds);
    }
}

/* Makes a call that its plan does not hold. */
static void __attribute__((noinline)) decode(struct player *p, int call) {
    struct bsim_trace_event event, *e = &event;
    const struct play_function *f = p->plan[call].function;
    bsim_site_played = p->plan[call].site;
    bsim_trace_call(&trace, p->structure, call, e);
    if (f == NULL)
        stop("has a call that this version of bsim does not know: record the program again");
    switch (f->kind) {
    case PLAY_COMMUNICATE: {
        const char *has_request = strchr(f->roles, 'R');
        int number = has_request ? request_at(p, last_argument(e)) : 0;
        communicate(p, e, f, TRACE_NONE, TRACE_NONE, has_request ? &p->request[number] : NULL);
        break;
    }
    case PLAY_INIT: {
        MPI_Request *persistent = persistent_at(p, last_argument(e));
        p->init[persistent - p->persistent] = *e;
        communicate(p, e, f, TRACE_NONE, TRACE_NONE, persistent);
        break;
    }
    case PLAY_START:
        start(p, e);
        break;
    case PLAY_COMPLETE:
        complete(p, e);
        break;
    case PLAY_CANCEL:
        MPI_Cancel(request_of(p, argument(e, 0)));
        break;
    case PLAY_REQUEST_FREE: {
        int number = request_at(p, argument(e, 0));
        bool is_persistent = number < p->npersistent && p->persistent[number] != MPI_REQUEST_NULL;
        MPI_Request_free(is_persistent ? &p->persistent[number] : &p->request[number]);
        p->request[number] = MPI_REQUEST_NULL;
        break;
    }
    case PLAY_LOOK:
        look_at(p, e);
        break;
    case PLAY_PROBE:
        probe(p, e);
        break;
    case PLAY_MRECV:
        receive_message(p, e);
        break;
    case PLAY_COMM:
        make_comm(p, e, trace.function[e->function]);
        break;
    case PLAY_COMM_FREE:
        free_comm(p, e);
        break;
    case PLAY_OBJECT_NEW:
    case PLAY_OBJECT:
        use_object(p, e, f);
        break;
    case PLAY_PARTITIONED:
        make_partitioned(p, e, f);
        break;
    case PLAY_PARTITIONS:
        use_partitions(p, e, f->name);
        break;
    case PLAY_NOTHING:
        break;
    }
}

static inline void make(struct player *p, const struct plan_call *c) {
    intptr_t arg[PLAN_ROOM];
    const struct comm *comm = comm_at(p, c->comm);
    for (int i = 0; i < PLAN_ARGS; i++)
        arg[i] = c->arg[i];
    for (int i = 0; i < PLAN_TYPES && c->type[i] >= 0; i++)
        arg[c->at_type[i]] = type_at(p, c->type[i]);
    arg[c->at_comm] = comm->handle;
    for (int i = 0; i < PLAN_PEERS; i++)
        arg[c->at_peer[i]] += comm->rank;
    if (c->at_request != PLAN_SPARE)
        arg[c->at_request] = (intptr_t)request_of(p, c->request);
    c->function->call(arg);
}

/* Makes a call by its function. */
static void __attribute__((noinline)) call_function(struct player *p, const struct plan_call *c) {
    bsim_site_played = c->site;
    if (c->function->kind == PLAY_COMMUNICATE) {
        make(p, c);
    } else if (c->nrequest == 1 && !c->waits_all) {
        MPI_Wait(request_of(p, c->request), MPI_STATUS_IGNORE);
    } else if (c->nrequest > 0) {
        request_at(p, c->request + c->nrequest - 1);
        MPI_Waitall(c->nrequest, &p->request[c->request], MPI_STATUSES_IGNORE);
    }
}

/* ---- stackless calls ---- */

static struct player *players; /* by rank */

static const lmpi_comm *comm_of(struct player *p, int64_t number, int *rank) {
    if (number == 0) {
        *rank = bsim_self->id;
        return lmpi_comms[LMPI_COMM_ID_WORLD];
    }
    const struct comm *comm = comm_at(p, number);
    *rank = comm->rank;
    return lmpi_comm_of(comm->handle);
}

/* False: the call's function must say what is wrong. */
static inline bool side_of(lmpi_side *side, struct player *p, const struct plan_side *s, const lmpi_comm *comm,
                           int rank, bool receives) {
    int peer = s->is_relative ? s->peer + rank : s->peer;
    MPI_Datatype type = s->own_type < 0 ? s->type : type_at(p, s->own_type);
    int64_t size = lmpi_type_size_committed(type);
    bool is_rank = (unsigned)peer < (unsigned)comm->peers->size;
    if (size < 0 || (!is_rank && peer != MPI_PROC_NULL && !(receives && peer == MPI_ANY_SOURCE)))
        return false;
    *side = (lmpi_side){.count = s->count,
                        .type = type,
                        .layout = type,
                        .bytes = size * s->count,
                        .peer = is_rank ? lmpi_comm_world(comm->peers, peer) : peer,
                        .local = peer,
                        .tag = s->tag,
                        .comm = receives ? comm : comm->peers,
                        .real = LMPI_TIMING};
    return true;
}

/* Prefetches what a send will touch of its receiver, a rank of MPI_COMM_WORLD. */
static inline void fetch_receiver(int world) {
    const bsim_rank *dest = bsim_rank_of(world);
    __builtin_prefetch(dest->layer);
    __builtin_prefetch(dest);
}

/* And what the receiver will touch if it waits for the message, and so goes on soon. */
static inline void fetch_player(int world) {
    const struct player *p = &players[world];
    __builtin_prefetch(p);
    __builtin_prefetch(p->waiting.request);
    __builtin_prefetch(&p->cursor);
}

/* Prefetches for a call that may be the next one. */
static inline void fetch_for(const struct plan_call *c) {
    bool sends = c->way == PLAN_ISEND || c->way == PLAN_SEND;
    if (!sends || c->comm != 0)
        return;
    int peer = c->out.is_relative ? c->out.peer + bsim_self->id : c->out.peer;
    if ((unsigned)peer < (unsigned)trace.nrank)
        fetch_receiver(peer);
}

/* The running rank in a communicator, and the other side of a message. */
struct place {
    const lmpi_comm *comm;
    int rank, peer; /* of the communicator */
    int world;      /* rank; -1: the message is not plain */
};

static inline struct place place_of(struct player *p, const struct plan_call *c, const struct plan_side *side) {
    struct place at;
    if (__builtin_expect(c->comm == 0, 1)) {
        at.comm = lmpi_comms[LMPI_COMM_ID_WORLD];
        at.rank = bsim_self->id;
        at.peer = side->is_relative ? side->peer + at.rank : side->peer;
        at.world = (unsigned)at.peer < (unsigned)bsim_context.np ? at.peer : -1;
        return at;
    }
    at.comm = comm_of(p, c->comm, &at.rank);
    at.peer = side->is_relative ? side->peer + at.rank : side->peer;
    bool is_rank = (unsigned)at.peer < (unsigned)at.comm->size && at.comm->peers == at.comm;
    at.world = is_rank ? lmpi_comm_world(at.comm, at.peer) : -1;
    return at;
}

/* Makes a call that is plain, as far as its plan tells. */
static inline enum lmpi_plainly call_plain(struct player *p, const struct plan_call *c) {
    lmpi_call call = {c->name, c->site};
    if (c->way == PLAN_WAIT) {
        request_at(p, c->request + c->nrequest - 1);
        return lmpi_plain_wait(&p->waiting, c->nrequest, &p->request[c->request], &call);
    }
    if (c->way == PLAN_RECV || c->way == PLAN_IRECV) {
        struct place from = place_of(p, c, &c->in);
        if (__builtin_expect(from.world < 0, 0))
            return LMPI_NOT_PLAIN;
        if (c->way == PLAN_RECV)
            return lmpi_plain_recv(&p->waiting, &c->in.plain, from.world, from.comm->id, &call);
        MPI_Request request = lmpi_plain_irecv(&c->in.plain, from.world, from.peer, from.comm->id, &call);
        if (__builtin_expect(request == MPI_REQUEST_NULL, 0))
            return LMPI_NOT_PLAIN;
        *request_of(p, c->request) = request;
        return LMPI_PLAIN_OVER;
    }
    struct place to = place_of(p, c, &c->out);
    if (__builtin_expect(to.world < 0, 0))
        return LMPI_NOT_PLAIN;
    fetch_receiver(to.world);
    fetch_player(to.world);
    if (c->way == PLAN_SEND)
        return lmpi_plain_send(&c->out.plain, to.world, to.comm->id, &call);
    if (c->way == PLAN_SENDRECV) {
        struct place from = place_of(p, c, &c->in);
        if (__builtin_expect(from.world < 0, 0))
            return LMPI_NOT_PLAIN;
        return lmpi_plain_sendrecv(&p->waiting, &c->out.plain, to.world, &c->in.plain, from.world, to.comm->id, &call);
    }
    MPI_Request request = lmpi_plain_isend(&c->out.plain, to.world, to.comm->id, &call);
    if (__builtin_expect(request == MPI_REQUEST_NULL, 0))
        return LMPI_NOT_PLAIN;
    *request_of(p, c->request) = request;
    return LMPI_PLAIN_OVER;
}

/* Makes a stackless call; false if it waits. */
static bool __attribute__((noinline)) call_stackless(struct player *p, const struct plan_call *c) {
    lmpi_side out, in;
    lmpi_call call = {c->name, c->site};
    if (c->way == PLAN_WAIT) {
        if (c->nrequest == 0)
            return true;
        request_at(p, c->request + c->nrequest - 1);
        return lmpi_stackless_wait(&p->waiting, c->nrequest, &p->request[c->request], &call);
    }
    int rank;
    const lmpi_comm *comm = comm_of(p, c->comm, &rank);
    bool sends = c->way == PLAN_SEND || c->way == PLAN_ISEND || c->way == PLAN_SENDRECV;
    bool receives = c->way == PLAN_RECV || c->way == PLAN_IRECV || c->way == PLAN_SENDRECV;
    if ((sends && !side_of(&out, p, &c->out, comm, rank, false)) ||
        (receives && !side_of(&in, p, &c->in, comm, rank, true))) {
        call_function(p, c);
        return true;
    }
    if (sends) {
        out.path = c->path;
        if (out.peer >= 0) {
            fetch_receiver(out.peer);
            fetch_player(out.peer);
        }
    }
    switch (c->way) {
    case PLAN_SEND:
        return lmpi_stackless_send(&p->waiting, &out, &call);
    case PLAN_RECV:
        return lmpi_stackless_recv(&p->waiting, &in, &call);
    case PLAN_SENDRECV:
        return lmpi_stackless_sendrecv(&p->waiting, &out, &in, &call);
    case PLAN_ISEND:
        *request_of(p, c->request) = lmpi_isend(&out, &call);
        return true;
    default:
        *request_of(p, c->request) = lmpi_irecv(&in, &call);
        return true;
    }
}

/* ---- a rank from its begin to its end ---- */

static struct player *player_here(void) {
    return &players[bsim_self->id];
}

/* Tells what the platform says of the calculation and the data of programs, and has no effect on those of a trace. */
static void warn_of_platform(void) {
    const struct bsim_platform *on = bsim_run.platform;
    bool calculates = has_times ? times.calculation_s > 0 : trace.calculation_s > 0, shares = false;
    for (int kind = -1; kind < on->nkind; kind++)
        for (int k = 0; k < on->nscen; k++)
            shares |= on->cores_per_node > 1 &&
                      (on->memory.core_bandwidth[k] > 0 || bsim_platform_sharing(on, kind, k).busy_speed > 0);
    if (calculates && shares && !getenv("BSIM_MODEL_TIMES"))
        bsim_warn("the calculation of the trace stays as it was measured, whatever the platform's \"memory\" and "
                  "\"busy_speed\" say of cores that are busy together");
    if (calculates && on->cores_per_node > 1 && on->memory.with_messages)
        bsim_warn(
            "the calculation of a trace takes nothing of the memory that messages share (\"with_messages\" in the "
            "platform): messages within a node do not slow down while ranks calculate");
    for (int i = 0; bsim_context.work->packs && i < trace.ntype; i++) {
        if (!trace.type[i].is_contiguous && trace.type[i].size_bytes > 0) {
            bsim_warn("the trace does not tell of how many pieces its datatypes consist: the platform's \"packing\" is "
                      "left out of the predicted time");
            break;
        }
    }
}

/* Completes the plans, when the first rank begins. */
static void ready_plans(void) {
    static bool are_ready;
    BSIM_LOCKED;
    if (!are_ready) {
        const struct bsim_trace_window *window = has_times ? &times.window : &trace.window;
        bsim_run.window =
            (struct bsim_window_stat){.what = window->what, .calls = window->calls, .from_s = HUGE_VAL, .to_s = -1};
        warn_of_platform();
    }
    for (int i = 0; !are_ready && i < trace.nstructure; i++)
        plan_ready(plan[i], bsim_trace_structure_ncall(&trace, i));
    are_ready = true;
}

static void begin(struct player *p) {
    ready_plans();
    *p = (struct player){.comm = p->few_comms,
                         .request = p->few_requests,
                         .ncomm = FEW_COMMS,
                         .nrequest = FEW_REQUESTS,
                         .ways = lmpi_stackless_suffices() ? PLAN_WAYS : PLAN_CALL + 1,
                         .rank = bsim_self->id,
                         .op = MPI_OP_NULL,
                         .ordered = MPI_OP_NULL};
    for (int i = 0; i < FEW_COMMS; i++)
        p->comm[i].handle = MPI_COMM_NULL;
    for (int i = 0; i < FEW_REQUESTS; i++)
        p->request[i] = MPI_REQUEST_NULL;
    p->structure = trace.structure_of[p->rank];
    p->plan = plan[p->structure];
    set_comm(p, 0, MPI_COMM_WORLD);
    set_comm(p, 1, MPI_COMM_SELF);
    bsim_trace_cursor_start(&p->cursor, &trace, p->rank);
    const struct bsim_trace_window *window = has_times ? &times.window : &trace.window;
    if (!has_times && window->what == NULL)
        return;
    if ((p->apart = malloc(sizeof *p->apart)) == NULL)
        stop("out of memory");
    p->apart->at = 0;
    p->apart->where = window->what ? window->rank[p->rank] : (struct bsim_trace_window_rank){-1, -1};
    if (has_times)
        bsim_trace_cursor_start(&p->apart->times, &times, p->rank);
}

static void end(struct player *p) {
    play_objects_end(&p->objects);
    bsim_trace_cursor_end(&p->cursor);
    if (p->apart && has_times)
        bsim_trace_cursor_end(&p->apart->times);
    if (p->comm != p->few_comms)
        free(p->comm);
    if (p->request != p->few_requests)
        free(p->request);
    for (int i = 0; p->lists && i < bsim_trace_ncall(&trace, p->rank); i++)
        free(p->lists[i]);
    free(p->persistent), free(p->init), free(p->message), free(p->type), free(p->zeros), free(p->no_types),
        free(p->lists), free(p->apart);
}

static void enter_window(void) {
    BSIM_LOCKED;
    if (bsim_self->clock[0] < bsim_run.window.from_s)
        bsim_run.window.from_s = bsim_self->clock[0];
}

static void leave_window(void) {
    BSIM_LOCKED;
    if (bsim_self->clock[0] > bsim_run.window.to_s)
        bsim_run.window.to_s = bsim_self->clock[0];
}

/* The calculation before a call, NULL at the end, and where the window is. What was calculated behind its last call
 * stands before the next one. False at the end of the other trace, of which each rank makes as many calls. */
static __attribute__((noinline)) bool calculate_apart(struct apart *a, const struct plan_call *c, int64_t gap_ns) {
    struct bsim_trace_event timed = {.gap_ns = gap_ns};
    if (c && !has_times)
        timed.namounts = c->namounts, timed.amounts = c->amounts;
    if (c && has_times && !bsim_trace_next(&a->times, &timed))
        return false;
    if (a->at == a->where.first)
        enter_window();
    if (c)
        calculate(timed.namounts, timed.amounts, timed.gap_ns);
    if (a->at++ == a->where.behind)
        leave_window();
    return c != NULL;
}

/* The next call, after the calculation before it; NULL at the end. */
static inline const struct plan_call *next_call(struct player *p) {
    int64_t gap_ns;
    int call = bsim_trace_step(&p->cursor, &gap_ns);
    const struct plan_call *c = call < 0 ? NULL : &p->plan[call];
    if (p->apart)
        return calculate_apart(p->apart, c, gap_ns) ? c : NULL;
    if (c && (c->namounts || gap_ns > 0))
        calculate(c->namounts, c->amounts, gap_ns);
    return c;
}

static enum bsim_pause play(void) {
    struct player *p = player_here();
    if (p->waits)
        lmpi_stackless_end(&p->waiting);
    p->waits = false;
    for (const struct plan_call *c; (c = next_call(p)) != NULL;) {
        if (c->way == PLAN_DECODE) {
            decode(p, (int)(c - p->plan));
        } else if (c->way == PLAN_CALL || c->way >= p->ways) {
            call_function(p, c);
        } else {
            fetch_for(c + 1); /* calls are numbered in the order of their first use */
            enum lmpi_plainly plainly = c->is_plain ? call_plain(p, c) : LMPI_NOT_PLAIN;
            if (plainly == LMPI_PLAIN_WAITS || (plainly == LMPI_NOT_PLAIN && !call_stackless(p, c))) {
                p->waits = true;
                bsim_yield_wanted.to = NULL;
                return BSIM_PAUSE_WAITS;
            }
        }
        if (bsim_yield_wanted.to)
            return BSIM_PAUSE_YIELDS;
    }
    return BSIM_PAUSE_ENDS;
}

static int end_here(void) {
    MPI_Finalize();
    end(player_here());
    return 0;
}

static struct bsim_wait wait_of(const bsim_rank *rank) {
    return lmpi_stackless_reason(&players[rank->id].waiting);
}

static struct bsim_cursors cursors = {.play = play, .end = end_here, .wait = wait_of, .stride = sizeof *players};

/* Before the ranks start. */
__attribute__((constructor)) static void prepare(int argc, char **argv) {
    enum { HUGE_PAGE = 2 << 20 };
    open_trace(argc, argv);
    size_t bytes = (size_t)trace.nrank * sizeof *players;
    players = bsim_reserve(bytes);
    if (bytes >= HUGE_PAGE)
        bsim_reserve_dense(players, bytes);
    cursors.states = (char *)players;
    lmpi_too_long_counts = true;
    bsim_cursors = &cursors;
}

int main(int argc, char **argv) {
    static char buffer;
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != trace.nrank || (has_times && size != times.nrank))
        stop("was recorded with another number of ranks");
    begin(player_here());
    MPI_Buffer_attach(&buffer, INT32_MAX); /* for buffered sends, which have no data */
    bsim_cursors_run();
    return end_here();
}
