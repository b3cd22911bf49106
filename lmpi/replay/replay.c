/* replay.c - libbsim-replay.so: one rank of a recorded program runs alone, and MPI is answered from the log (bsim
 * replay). The recorder stands above it, as it did above MPI, and takes the times.
 *
 * Each call must be that of the log, with the same arguments; a program that makes another one is ended before the call
 * does anything. Sends are dropped. Datatypes, operators, attributes and the like are MPICH's, which runs with this
 * process alone. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bsim/trace/trace_stream.h"
#include "lmpi/record/content_args.h"
#include "lmpi/record/content_blocks.h"
#include "lmpi/record/content_windows.h"
#include "lmpi/replay/replay_answer.h"
#include "lmpi/replay/replay_beside.h"

static int answer(struct record_call *call);
#define CONTENT_ANSWER(name, arguments) return answer(&call);
#include "lmpi/record/content_wrap.h"

enum { FIRST_REQUEST = 0x7a000000, FIRST_MESSAGE = 0x7b000000 }; /* no handles of MPICH */

struct record_state replay_state;
const char *replay_parts;
static struct content_blocks present; /* of a blocking call */
static int64_t received_bytes;

/* What is under way, by slot; handles are FIRST_REQUEST + slot. */
static struct slot {
    struct content_blocks blocks; /* received, or of a persistent send */
    bool is_used, is_receive, is_send;
    bool is_within; /* a persistent send to a rank that is replayed beside this one */
    bool is_there;  /* the message has been received, and the program does not know it yet */
    int64_t each;   /* elements of a partition */
    MPI_Comm comm;
    int peer, tag;
    struct replay_ticket ticket; /* of a receive */
    int next_free;               /* -1: none */
} *slots;
static size_t nslots, slots_room;
static int free_slot = -1;
static int *slot_of; /* by the number of the request */
static size_t slot_of_room;

/* ---- start and end ---- */

void content_start(const char *folder) {
    replay_log_open(replay_beside_start(folder));
    replay_parts = strdup(folder);
    replay_comms_start();
    lmpi_record_comm_add(&replay_state.handles, MPI_COMM_WORLD, replay_head.rank, replay_head.size);
    lmpi_record_comm_add(&replay_state.handles, MPI_COMM_SELF, 0, 1);
}

/* How much this process has received, for bsim replay. */
static void write_received(void) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/" TRACE_RECEIVED_FILE, replay_parts, replay_head.rank);
    FILE *file = fopen(path, "w");
    bool ok = file && fprintf(file, "%lld\n", (long long)received_bytes) > 0;
    if (file && fclose(file))
        ok = false;
    if (!ok)
        replay_stop("%s cannot be written", path);
}

/* The next call in the log. A log that a partial recording left ends the program: what came before was replayed. */
static int next_function(const char **name) {
    int function = replay_log_function(name);
    if (function != REPLAY_LEFT)
        return function;
    record_leave();
    write_received();
    fflush(NULL);
    _exit(0);
}

void content_finalize(void) {
    const char *name;
    replay_call++;
    replay_name = "Finalize";
    if (next_function(&name) != RECORD_Finalize)
        replay_stop("the program leaves the log: it calls MPI_Finalize, where the log has MPI_%s", name);
    replay_name = NULL;
    replay_beside_end();
    write_received();
}

void content_abort(void) {}
void content_leave(void) {}

void content_place(MPI_Comm comm, int *rank, int *size) {
    const struct replay_comm *c = replay_comm_find(comm);
    *rank = c ? c->rank : 0;
    *size = c ? c->size : 1;
}

void content_members(MPI_Comm parent, MPI_Comm made, int n, int *rank) {
    const struct replay_comm *p = replay_comm_find(parent), *m = replay_comm_find(made);
    for (int i = 0; i < n; i++) {
        rank[i] = MPI_UNDEFINED;
        for (int j = 0; p && m && rank[i] == MPI_UNDEFINED && j < p->size; j++)
            if (p->world[j] == m->world[i])
                rank[i] = j;
    }
}

void content_other(const char *name) {
    replay_name = name;
    replay_call++;
    replay_stop("cannot be replayed, since it is not logged");
}

/* ---- the call and the log ---- */

/* The numbers of the call in the log; their room is kept. */
static const int64_t *logged_numbers(size_t *n) {
    static int64_t *number;
    static size_t room;
    *n = (size_t)replay_log_get(0, 1 << 28);
    for (size_t i = 0; i < *n; i++) {
        number = lmpi_record_grow(number, i, &room, sizeof *number);
        number[i] = replay_log_get(INT64_MIN, INT64_MAX);
    }
    return number;
}

static const struct record_comm *comm_of(const struct record_call *call) {
    const char *at = strchr(call->roles, 'c');
    return at ? lmpi_record_comm_find(&replay_state.handles, (MPI_Comm)call->arg[at - call->roles]) : NULL;
}

static const char *roles_of(int function) {
    static const char *const roles[] = {
#define MPI_CALL(ret, name, params, args, family, roles) roles,
#include "lmpi/mpi_calls.def"
    };
    return roles[function];
}

static void compare(const struct record_call *call) {
    char own[512], logged[512];
    const char *name;
    size_t n;
    const struct record_comm *comm = comm_of(call);
    int function = next_function(&name), rank = comm ? comm->rank : -1;
    const int64_t *number = logged_numbers(&n);
    content_encode(call);
    if (function == call->function && n == replay_state.nnumbers &&
        (n == 0 || memcmp(number, replay_state.numbers, n * sizeof *number) == 0))
        return;
    content_text(own, sizeof own, call->name, call->roles, replay_state.numbers, replay_state.nnumbers, rank);
    content_text(logged, sizeof logged, name, function < 0 ? "" : roles_of(function), number, n, rank);
    if (strcmp(own, logged) == 0)
        replay_stop(
            "the program leaves the log: %s differs from the recorded call in its lists of counts, datatypes or "
            "requests",
            own);
    replay_stop("the program leaves the log: it calls %s, where the log has %s", own, logged);
}

void replay_get_payload(const struct content_blocks *blocks) {
    int64_t n = replay_log_get(0, content_blocks_bytes(blocks));
    content_unpack(blocks, n, replay_log_bytes);
    received_bytes += n;
}

/* The payload of a message. If its sender is replayed beside this rank, only its length is taken from the log.
 * is_there: it has been received before. */
static void get_message(const struct content_blocks *blocks, const struct replay_ticket *ticket, bool is_there) {
    static char unused[1 << 16];
    if (!ticket->is_real) {
        replay_get_payload(blocks);
        return;
    }
    int64_t n = replay_log_get(0, content_blocks_bytes(blocks));
    for (int64_t left = n; left > 0; left -= (int64_t)sizeof unused)
        replay_log_bytes(unused, left < (int64_t)sizeof unused ? (size_t)left : sizeof unused);
    if (is_there)
        return;
    replay_beside_receive(ticket, blocks, n);
    received_bytes += n;
}

void replay_get_status(MPI_Status *status) {
    int64_t source = replay_log_get(INT_MIN, INT_MAX), tag = replay_log_get(INT_MIN, INT_MAX);
    int64_t error = replay_log_get(INT_MIN, INT_MAX), cancelled = replay_log_get(0, 1),
            n = replay_log_get(0, INT64_MAX);
    status->MPI_SOURCE = (int)source;
    status->MPI_TAG = (int)tag;
    status->MPI_ERROR = (int)error;
    if (n == INT64_MAX) /* MPI leaves the status of a send as it was, with any bits; these cannot be set */
        return;
    PMPI_Status_set_elements_x(status, MPI_BYTE, n);
    PMPI_Status_set_cancelled(status, (int)cancelled);
}

void replay_get_text(char *text, size_t room) {
    size_t n = (size_t)replay_log_get(0, (int64_t)room - 1);
    replay_log_bytes(text, n);
    text[n] = '\0';
}

void replay_get_info(MPI_Info *info) {
    char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];
    PMPI_Info_create(info);
    for (int64_t n = replay_log_get(0, 1 << 16); n > 0; n--) {
        replay_get_text(key, sizeof key);
        replay_get_text(value, sizeof value);
        PMPI_Info_set(*info, key, value);
    }
}

static void set_empty(MPI_Status *status) {
    status->MPI_SOURCE = MPI_ANY_SOURCE;
    status->MPI_TAG = MPI_ANY_TAG;
    PMPI_Status_set_elements_x(status, MPI_BYTE, 0);
    PMPI_Status_set_cancelled(status, 0);
}

/* ---- requests ---- */

static int take_slot(void) {
    int slot = free_slot;
    if (slot >= 0) {
        free_slot = slots[slot].next_free;
    } else {
        slots = lmpi_record_grow(slots, nslots, &slots_room, sizeof *slots);
        slot = (int)nslots++;
    }
    slots[slot] = (struct slot){.is_used = true};
    return slot;
}

static void bind_number(int number, int slot) {
    while ((size_t)number >= slot_of_room)
        slot_of = lmpi_record_grow(slot_of, slot_of_room, &slot_of_room, sizeof *slot_of);
    slot_of[number] = slot;
}

/* A send to a rank that is replayed beside this one. request: NULL of a blocking one; one that is persistent is sent
 * when it is started. */
static void post_send(const struct record_call *call, struct slot *request) {
    const char *peer = strchr(call->roles, 'p'), *at_comm = strchr(call->roles, 'c');
    const struct replay_comm *comm = replay_comm_find((MPI_Comm)call->arg[at_comm - call->roles]);
    int dest = (int)call->arg[peer - call->roles], tag = (int)call->arg[peer - call->roles + 1];
    if (comm == NULL || dest < 0 || dest >= comm->size || !replay_beside_has(comm->world[dest]))
        return;
    bool is_persistent = strstr(call->name, "_init") != NULL;
    struct content_blocks *blocks = is_persistent ? &request->blocks : &present;
    content_blocks_find_sent(blocks, call);
    if (!is_persistent) {
        replay_beside_send(comm, dest, tag, blocks);
        return;
    }
    request->is_within = true;
}

static void start_requests(const struct record_call *call) {
    MPI_Request *list;
    int n = content_requests(call, &list);
    for (int i = 0; i < n; i++) {
        const struct record_request *r = lmpi_record_request_find(&replay_state.handles, list[i]);
        struct slot *s = r ? &slots[slot_of[r->number]] : NULL;
        bool is_receive = s && s->is_receive;
        const struct replay_ticket ticket = replay_beside_post_next(
            is_receive ? replay_comm_find(s->comm) : NULL, is_receive ? s->peer : -1, is_receive ? s->tag : -1);
        if (is_receive)
            s->ticket = ticket;
        if (s && s->is_within)
            replay_beside_send(replay_comm_find(s->comm), s->peer, s->tag, &s->blocks);
    }
}

/* A peer that sends this rank what it sends now would need the length of its message, which the log does not have. */
static void refuse_beside(const struct record_call *call, const struct record_comm *comm) {
    const struct replay_comm *c = comm ? replay_comm_find(comm->handle) : NULL;
    for (int i = 0; c && call->roles[i]; i++) {
        int64_t peer = call->roles[i] == 'p' ? call->arg[i] : -1;
        bool is_beside = peer >= 0 && peer < c->size && replay_beside_has(c->world[peer]);
        if (is_beside || (call->roles[i] == 'p' && peer == MPI_ANY_SOURCE && replay_beside_is_group()))
            replay_stop("with a rank that is replayed beside it, or from any source, cannot be replayed; --rank can");
    }
}

/* ---- messages of matched probes ---- */

static struct replay_ticket *tickets; /* by the number of the message */
static size_t tickets_room;

static void make_message(const struct record_call *call, const MPI_Status *status) {
    MPI_Message *message = content_message(call);
    const struct record_comm *comm = comm_of(call);
    int64_t number = replay_log_get(0, TRACE_NONE);
    *message = MPI_MESSAGE_NO_PROC;
    if (number == TRACE_NONE)
        return;
    if (number > 1 << 20)
        replay_damaged();
    *message = (MPI_Message)(FIRST_MESSAGE + number);
    if (lmpi_record_message_add(&replay_state.handles, *message) != number)
        replay_damaged();
    while ((size_t)number >= tickets_room)
        tickets = lmpi_record_grow(tickets, tickets_room, &tickets_room, sizeof *tickets);
    tickets[number] =
        replay_beside_post(comm ? replay_comm_find(comm->handle) : NULL, status->MPI_SOURCE, status->MPI_TAG);
}

/* Its receive. */
static struct replay_ticket take_message(const struct record_call *call) {
    MPI_Message *message = content_message(call);
    int64_t number = (int64_t)*message - FIRST_MESSAGE;
    bool is_of_probe = *message != MPI_MESSAGE_NO_PROC && number >= 0 && (size_t)number < tickets_room;
    *message = MPI_MESSAGE_NULL;
    return is_of_probe ? tickets[number] : (struct replay_ticket){0};
}

static void make_request(const struct record_call *call) {
    MPI_Request *request = record_argument(call, (int)strlen(call->roles) - 1);
    const struct record_comm *comm = comm_of(call);
    int slot = take_slot();
    struct slot *s = &slots[slot];
    bool is_collective = content_is_collective(call), exchanges = content_exchanges(call);
    bool is_message = !is_collective && !exchanges && !content_makes_partitions(call) && !content_is_of_window(call);
    const char *peer = strchr(call->roles, 'p');
    if (exchanges)
        refuse_beside(call, comm);
    if (content_is_of_file(call) || content_is_of_window(call) ||
        ((comm || content_takes_message(call)) && (call->roles[0] == 'r' || is_collective || exchanges)))
        content_blocks_find(&s->blocks, call, comm, content_sources(call, comm));
    s->comm = comm ? comm->handle : MPI_COMM_NULL;
    s->is_receive = call->roles[0] == 'r' && is_message;
    s->is_send = call->roles[0] == 'b' && is_message;
    s->each = content_makes_partitions(call) ? call->arg[2] : 0;
    if (content_takes_message(call))
        s->ticket = take_message(call);
    if (peer) {
        s->peer = (int)call->arg[peer - call->roles];
        s->tag = (int)call->arg[peer - call->roles + 1];
    }
    if (call->function == RECORD_Irecv)
        s->ticket = replay_beside_post_next(replay_comm_find(s->comm), s->peer, s->tag);
    if (s->is_send)
        post_send(call, s);
    content_blocks_keep(&s->blocks);
    *request = (MPI_Request)(FIRST_REQUEST + slot);
    struct record_request *r = lmpi_record_request_add(&replay_state.handles, *request);
    r->is_persistent = strstr(call->name, "_init") != NULL;
    bind_number(r->number, slot);
    if (replay_log_get(0, INT_MAX) != r->number)
        replay_damaged();
    if (replay_log_get(0, 1)) {
        replay_get_payload(&s->blocks);
        content_blocks_empty(&s->blocks);
    }
    if (content_is_of_window(call))
        replay_window(call, r->number);
}

struct content_blocks *replay_request_blocks(int number) {
    return &slots[slot_of[number]].blocks;
}

/* MPI_Parrived: a partition that has come is in the log. */
static void answer_arrived(const struct record_call *call) {
    const struct record_request *r = lmpi_record_request_find(&replay_state.handles, (MPI_Request)call->arg[0]);
    int *flag = record_argument(call, 2);
    *flag = (int)replay_log_get(0, 1);
    if (!*flag)
        return;
    present.n = 0;
    if (r)
        content_blocks_part(&present, &slots[slot_of[r->number]].blocks, call->arg[1] * slots[slot_of[r->number]].each,
                            slots[slot_of[r->number]].each);
    replay_get_payload(&present);
}

/* MPI_Request_get_status: what a request has received is in the log once. */
static void answer_looked_at(const struct record_call *call) {
    static const struct content_blocks none;
    int *flag = record_argument(call, 1);
    *flag = (int)replay_log_get(0, 1);
    if (!*flag)
        return;
    const struct record_request *r = lmpi_record_request_find(&replay_state.handles, (MPI_Request)call->arg[0]);
    struct slot *s = r ? &slots[slot_of[r->number]] : NULL;
    replay_get_status(record_argument(call, 2));
    if (s && s->is_receive)
        get_message(&s->blocks, &s->ticket, s->is_there);
    else
        replay_get_payload(s ? &s->blocks : &none);
    if (s)
        s->is_there = true;
}

static void free_request(MPI_Request *request) {
    int slot = (int)*request - FIRST_REQUEST;
    content_blocks_empty(&slots[slot].blocks);
    slots[slot].is_used = false;
    slots[slot].next_free = free_slot;
    free_slot = slot;
    lmpi_record_request_remove(&replay_state.handles, *request);
    *request = MPI_REQUEST_NULL;
}

/* The request with a handle gets the number that the log says, where MPICH had one handle for several requests. All of
 * those are complete, and their data are there. */
static void exchange_numbers(struct record_request *r, int slot, int number) {
    int other = (size_t)number < slot_of_room && number >= 0 ? slot_of[number] : -1;
    if (other < 0 || (size_t)other >= nslots || !slots[other].is_used)
        replay_damaged();
    struct record_request *o = lmpi_record_request_find(&replay_state.handles, (MPI_Request)(FIRST_REQUEST + other));
    if (o == NULL || o->number != number)
        replay_damaged();
    if (slots[slot].blocks.n > 0 || r->is_persistent || o->is_persistent)
        replay_stop("the program leaves the log: it waits for another request than the one that was complete");
    struct slot exchanged = slots[other];
    slots[other] = slots[slot];
    slots[slot] = exchanged;
    bind_number(r->number, other);
    bind_number(number, slot);
    o->number = r->number;
    r->number = number;
}

static void complete_one(MPI_Request *request, MPI_Status *status, int number) {
    struct record_request *r =
        *request == MPI_REQUEST_NULL ? NULL : lmpi_record_request_find(&replay_state.handles, *request);
    if (r == NULL)
        replay_stop("the program leaves the log: it waits for another request than the one that was complete");
    int slot = (int)*request - FIRST_REQUEST;
    if (r->number != number)
        exchange_numbers(r, slot, number);
    replay_get_status(status);
    if (slots[slot].is_send)
        replay_log_get(0, 0);
    else if (slots[slot].is_receive)
        get_message(&slots[slot].blocks, &slots[slot].ticket, slots[slot].is_there);
    else
        replay_get_payload(&slots[slot].blocks);
    slots[slot].is_there = false;
    content_gets_forget(number);
    if (!r->is_persistent)
        free_request(request);
}

/* Of a list in which there is an error: what is not in the log was not complete, or is no request. */
static void set_pending(const MPI_Request *list, const struct content_outcome *o) {
    for (int i = 0; i < o->count; i++)
        o->status[i].MPI_ERROR = list[i] == MPI_REQUEST_NULL ? MPI_SUCCESS : MPI_ERR_PENDING;
}

static void complete(const struct record_call *call, int64_t class) {
    const struct content_outcome o = content_outcome_of(call);
    MPI_Request *list;
    content_requests(call, &list);
    bool flag = replay_log_get(0, 1), is_undefined = replay_log_get(0, 1);
    int n = (int)replay_log_get(0, o.count);
    if (o.flag)
        *o.flag = flag;
    if (o.index)
        *o.index = MPI_UNDEFINED;
    if (o.outcount)
        *o.outcount = is_undefined ? MPI_UNDEFINED : n;
    if (flag && !o.outcount)
        for (int i = 0; i < (o.is_of_all ? o.count : 1); i++)
            set_empty(&o.status[i]);
    if (flag && o.is_of_all && class == MPI_ERR_IN_STATUS)
        set_pending(list, &o);
    for (int i = 0; i < n; i++) {
        int place = (int)replay_log_get(0, o.count - 1), number = (int)replay_log_get(0, INT_MAX);
        int at = o.is_of_all ? place : i;
        if (o.index)
            *o.index = place;
        if (o.indices)
            o.indices[i] = place;
        if (!o.is_of_all && !o.indices && i > 0)
            replay_damaged();
        complete_one(&list[place], &o.status[at], number);
    }
}

static void free_before_end(MPI_Request *request) {
    if (replay_log_get(0, 1))
        replay_stop(
            "frees a request that still receives: what it received is not in the log, so it cannot be replayed");
    if (lmpi_record_request_find(&replay_state.handles, *request))
        free_request(request);
    else
        PMPI_Request_free(request);
}

/* ---- communicators ---- */

static bool duplicates(int function) {
    return function == RECORD_Comm_dup || function == RECORD_Comm_dup_with_info;
}

/* The log's number of the communicator is that of the recording. */
static void keep_handle(const struct replay_comm *c, int64_t number) {
    if (lmpi_record_comm_add(&replay_state.handles, c->handle, c->rank, c->size)->number != number)
        replay_damaged();
    if (c->remote > 0)
        lmpi_record_comm_set_remote(&replay_state.handles, c->handle, c->remote);
}

/* The new communicator has this process alone. Only duplicates get the attributes of their parents. */
static void make_comm(const struct record_call *call) {
    MPI_Comm parent = (MPI_Comm)call->arg[0], *made = record_argument(call, (int)strlen(call->roles) - 1);
    MPI_Errhandler errhandler;
    *made = MPI_COMM_NULL;
    if (!replay_log_get(0, 1))
        return;
    if (call->function == RECORD_Comm_dup_with_info) {
        PMPI_Comm_dup_with_info(parent, (MPI_Info)call->arg[1], made);
    } else if (duplicates(call->function)) {
        PMPI_Comm_dup(parent, made);
    } else {
        PMPI_Comm_split(MPI_COMM_SELF, 0, 0, made);
        PMPI_Comm_get_errhandler(parent, &errhandler);
        PMPI_Comm_set_errhandler(*made, errhandler);
        PMPI_Errhandler_free(&errhandler);
    }
    int64_t number = replay_log_get(0, INT_MAX);
    const struct replay_comm *c = replay_comm_add(*made, parent);
    if (c->remote > 0 && replay_beside_is_group())
        replay_stop("makes an inter-communicator, which cannot be replayed with --group; --rank can");
    keep_handle(c, number);
}

/* MPI_Comm_idup. As in MPICH the handle and the attributes are there at once. */
static void duplicate_later(const struct record_call *call) {
    MPI_Comm parent = (MPI_Comm)call->arg[0], *made = record_argument(call, (int)strlen(call->roles) - 2);
    int64_t number = replay_log_get(0, TRACE_NONE);
    if (number == TRACE_NONE || replay_comm_find(parent) == NULL)
        replay_stop("duplicates a communicator that was made by a call that is not logged");
    PMPI_Comm_dup(parent, made);
    const struct replay_comm *c = replay_comm_copy(*made, parent);
    keep_handle(c, number);
}

static int free_comm(const struct record_call *call) {
    MPI_Comm *comm = record_argument(call, 0);
    lmpi_record_comm_remove(&replay_state.handles, *comm);
    replay_comm_remove(*comm);
    return PMPI_Comm_free(comm);
}

/* ---- an answer ---- */

static void answer_probe(const struct record_call *call) {
    const char *flag = strchr(call->roles, 'O');
    MPI_Status *status = record_argument(call, (int)strlen(call->roles) - 1);
    bool found = replay_log_get(0, 1);
    if (flag)
        *(int *)record_argument(call, (int)(flag - call->roles)) = found;
    if (!found)
        return;
    replay_get_status(status);
    if (content_message(call))
        make_message(call, status);
}

static void answer_success(const struct record_call *call) {
    int last = (int)strlen(call->roles) - 1;
    const struct record_comm *comm = comm_of(call);
    if (content_makes_request(call)) {
        if (content_duplicates_later(call))
            duplicate_later(call);
        make_request(call);
    } else if (content_constructs(call->function)) {
        make_comm(call);
    } else if (call->function == RECORD_Start || call->function == RECORD_Startall) {
        start_requests(call);
    } else if (call->function == RECORD_Cancel) {
        const struct record_request *r =
            lmpi_record_request_find(&replay_state.handles, *(MPI_Request *)record_argument(call, 0));
        if (r && slots[slot_of[r->number]].ticket.is_real)
            replay_stop(
                "cancels a receive from a rank that is replayed beside it, which cannot be replayed; --rank can");
    } else if (call->function == RECORD_Request_free) {
        free_before_end(record_argument(call, 0));
    } else if (content_probes(call->function)) {
        answer_probe(call);
    } else if (call->function == RECORD_Parrived) {
        answer_arrived(call);
    } else if (call->function == RECORD_Request_get_status) {
        answer_looked_at(call);
    } else if (content_is_of_file(call)) {
        replay_file(call);
    } else if (content_is_of_window(call)) {
        replay_window(call, -1);
    } else if (call->roles[last] == 'S') {
        if (strpbrk(call->roles, "bx"))
            post_send(call, NULL);
        replay_get_status(record_argument(call, last));
        content_blocks_find(&present, call, comm, content_sources(call, comm));
        const MPI_Status *status = record_argument(call, last);
        const struct replay_ticket ticket =
            content_takes_message(call)
                ? take_message(call)
                : replay_beside_post(comm ? replay_comm_find(comm->handle) : NULL, status->MPI_SOURCE, status->MPI_TAG);
        get_message(&present, &ticket, false);
    } else if (call->roles[0] == 'b' && strpbrk(call->roles, "gp")) {
        post_send(call, NULL);
    } else if (strpbrk(call->roles, "gp") == NULL && comm) {
        if (content_waits_for_all(call))
            replay_beside_meet(replay_comm_find(comm->handle));
        content_blocks_find(&present, call, comm, content_sources(call, comm));
        replay_get_payload(&present);
    }
}

/* Calls the error handler. Returns what the call returns. */
static int answer_failure(const struct record_call *call, int class) {
    const char *at_comm = strchr(call->roles, 'c');
    if (call->function == RECORD_Comm_dup) /* a function of the program that copies attributes has failed */
        return PMPI_Comm_dup((MPI_Comm)call->arg[0], record_argument(call, 1));
    if (content_is_of_file(call))
        replay_file_error(call, class);
    else if (at_comm)
        PMPI_Comm_call_errhandler((MPI_Comm)call->arg[at_comm - call->roles], class);
    else if (content_is_of_window(call))
        replay_window_error(call, class);
    return class;
}

static int answer(struct record_call *call) {
    replay_name = call->name;
    if (!record_is_under_way())
        replay_stop(
            "cannot be replayed: it is called before MPI_Init, in another thread or in a function that MPI calls, "
            "where calls are not logged");
    if (content_is_not_logged(call))
        content_other(call->name);
    replay_call++;
    call->in = &replay_state;
    compare(call);
    replay_memory(true);
    if (content_is_of_window(call))
        replay_window_begin(call);
    int64_t class = replay_log_get(0, INT_MAX);
    if (content_completes(call->function))
        complete(call, class);
    else if (class == MPI_SUCCESS && (call->function == RECORD_Comm_free || call->function == RECORD_Comm_disconnect))
        class = free_comm(call);
    else if (class == MPI_SUCCESS)
        answer_success(call);
    replay_memory(false);
    if (class == MPI_SUCCESS && content_is_of_window(call))
        replay_window_end(call);
    else if (class != MPI_SUCCESS && !content_completes(call->function))
        class = answer_failure(call, (int)class);
    return (int)class;
}
