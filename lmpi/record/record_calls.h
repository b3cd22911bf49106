/* record_calls.h - what is recorded of a call when it returns. Included once by what records (record_args.h), which
 * defines before, besides the functions of record_args.h,
 *
 *   inside(call)                  nanoseconds that the call has taken, at its end
 *   end(call)                     the call is over, whether it was recorded or not
 *   write_call(call, took, open)  records the call with its list of numbers; returns its number in the queue
 *   record_comm_new(in, comm)     numbers a new communicator
 *   RECORD_ISENDRECV_TELLS        whether the statuses of MPI_Isendrecv are right; those of MPICH 4.0 are empty
 *   record_members(in, parent, made, n)  puts the members of a communicator into the list, by add_members or add_runs
 */
#ifndef LMPI_RECORD_CALLS_H
#define LMPI_RECORD_CALLS_H

#include "lmpi/record/record_args.h"

static void record_members(struct record_state *in, MPI_Comm parent, MPI_Comm made, int n);

/* ---- calls that failed ---- */

static int class_of(int code) {
    int class = code;
    if (code != MPI_SUCCESS)
        RECORD_REAL(Error_class)(code, &class);
    return class;
}

/* Whether a call with this class of error may have communicated. Errors of other classes are those of its arguments,
 * which MPI finds before. */
static bool has_begun(int class) {
    return class == MPI_ERR_TRUNCATE || class == MPI_ERR_OTHER || class == MPI_ERR_INTERN || class == MPI_ERR_UNKNOWN ||
           class == MPI_ERR_IN_STATUS || class == MPI_ERR_IO || class == MPI_ERR_NO_SPACE || class == MPI_ERR_QUOTA ||
           class > MPI_ERR_LASTCODE;
}

/* Whether a call has done what it is for, and is recorded. Tells of one that failed when it may have communicated. */
static bool succeeded(const struct record_call *call, int code) {
    if (call->in && code != MPI_SUCCESS && has_begun(class_of(code)))
        record_lacks(call->in, call->name, " failed, and may have communicated before");
    return call->in && code == MPI_SUCCESS;
}

/* The same for calls that receive. One that failed since its message was too long has taken it. A collective that may
 * have communicated is recorded: else the next one would take its place. */
static bool received_all(const struct record_call *call, int code) {
    bool starts = strchr(call->roles, 'R') != NULL && strcmp(call->name, "Mrecv") != 0;
    if (call->in == NULL || code == MPI_SUCCESS || starts)
        return succeeded(call, code);
    int class = class_of(code);
    bool is_collective = trace_is_collective(call->roles) && !trace_has_own_arguments(call->name);
    return class == MPI_ERR_TRUNCATE && !is_collective ? true
                                                       : succeeded(call, code) || (is_collective && has_begun(class));
}

/* ---- sends, receives, collectives ---- */

/* The source of a status, relative to a rank of the communicator. */
static int64_t source_of(const MPI_Status *status, int rank) {
    return status->MPI_SOURCE == MPI_PROC_NULL ? TRACE_PROC_NULL : status->MPI_SOURCE - rank;
}

/* The trace has no topologies, so each call tells its neighbours. */
static void add_neighbours(struct record_state *in, const struct record_comm *comm) {
    for (int side = 0; side < 2; side++) {
        const int *list;
        int n = record_neighbours(in, comm->handle, side == 0, &list);
        record_number(in, n);
        for (int i = 0; i < n; i++)
            record_number(in, list[i] == MPI_PROC_NULL ? TRACE_PROC_NULL : list[i] - comm->rank);
    }
}

static void communicated(struct record_call *call, int code, const MPI_Status *status, bool is_persistent) {
    struct record_state *in = call->in;
    if (received_all(call, code)) {
        int source_at, tag_at;
        int64_t took = inside(call);
        record_encode(call, &source_at, &tag_at);
        const char *at_request = strchr(call->roles, 'R'), *at_comm = strchr(call->roles, 'c');
        const struct record_comm *comm =
            lmpi_record_comm_find(&call->in->handles, (MPI_Comm)call->arg[at_comm - call->roles]);
        bool takes_any = source_at >= 0 || tag_at >= 0;
        if (trace_is_of_neighbours(call->name) && comm)
            add_neighbours(in, comm);
        if (at_request) {
            struct record_request *r = lmpi_record_request_add(
                &call->in->handles, *(MPI_Request *)(uintptr_t)call->arg[at_request - call->roles]);
            r->rank = comm ? comm->rank : 0;
            r->is_persistent = is_persistent;
            r->takes_any = takes_any;
            record_number(call->in, r->number);
            bool is_told = RECORD_ISENDRECV_TELLS || strncmp(call->name, "Isendrecv", 9) != 0;
            bool is_open = takes_any && !is_persistent && is_told;
            if (takes_any && !is_told)
                record_lacks(in, call->name, " does not tell which message it took, from any source or with any tag");
            int64_t event = write_call(call, took, is_open);
            if (is_open) {
                r->event = event;
                r->source_at = source_at;
                r->tag_at = tag_at;
            }
        } else {
            if (takes_any && source_at >= 0)
                in->numbers[source_at] = source_of(status, comm ? comm->rank : 0);
            if (takes_any && tag_at >= 0)
                in->numbers[tag_at] = status->MPI_TAG;
            write_call(call, took, 0);
        }
    }
    end(call);
}

/* message: of a matched probe; NULL: of another one. */
static void probed(struct record_call *call, int code, bool found, const MPI_Message *message,
                   const MPI_Status *status) {
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        const struct record_comm *comm = lmpi_record_comm_find(&call->in->handles, (MPI_Comm)call->arg[2]);
        call->in->nnumbers = 0;
        record_number(call->in, found);
        record_number(call->in, found ? source_of(status, comm ? comm->rank : 0) : TRACE_NONE);
        record_number(call->in, found ? status->MPI_TAG : TRACE_NONE);
        record_number(call->in, comm ? comm->number : TRACE_NONE);
        if (message)
            record_number(call->in, found && *message != MPI_MESSAGE_NO_PROC
                                        ? lmpi_record_message_add(&call->in->handles, *message)
                                        : TRACE_NONE);
        write_call(call, took, 0);
    }
    end(call);
}

/* A receive of a message that a matched probe took. request: NULL if the call waits. */
static void received(struct record_call *call, int code, MPI_Count count, MPI_Datatype type, MPI_Message message,
                     const MPI_Request *request) {
    struct record_state *in = call->in;
    if (received_all(call, code)) {
        int64_t took = inside(call);
        int number = message == MPI_MESSAGE_NO_PROC ? -1 : lmpi_record_message_remove(&in->handles, message);
        MPI_Count size = 0;
        RECORD_REAL(Type_size_x)(type, &size);
        if (number < 0 && message != MPI_MESSAGE_NO_PROC)
            record_lacks(in, call->name, " of a message whose probe is not recorded");
        in->nnumbers = 0;
        record_number(in, count * size);
        record_number(in, number < 0 ? TRACE_NONE : number);
        if (request)
            record_number(in, lmpi_record_request_add(&in->handles, *request)->number);
        write_call(call, took, 0);
    }
    end(call);
}

/* ---- requests ---- */

static void started(struct record_call *call, int code, const MPI_Request *requests, int n) {
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        for (int i = 0; i < n; i++) {
            struct record_request *r = lmpi_record_request_find(&call->in->handles, requests[i]);
            if (r == NULL) {
                record_lacks(call->in, call->name, " of a request whose call is not recorded");
                continue;
            }
            call->in->nnumbers = 0;
            record_number(call->in, r->number);
            record_number(call->in, TRACE_NONE);
            record_number(call->in, TRACE_NONE);
            r->event = write_call(call, took, r->takes_any);
            if (!r->takes_any)
                r->event = -1;
            r->source_at = 1;
            r->tag_at = 2;
            call->gap = took = 0; /* those of the first one stand for all */
        }
    }
    end(call);
}

/* Keeps the requests of a call before it, since it frees some of them. */
static const MPI_Request *keep_requests(struct record_state *in, const MPI_Request *requests, int n) {
    while (in && in->before_room < (size_t)n)
        in->before = lmpi_record_grow(in->before, in->before_room, &in->before_room, sizeof *in->before);
    if (in && n > 0)
        memcpy(in->before, requests, (size_t)n * sizeof *in->before);
    return in ? in->before : NULL;
}

static int64_t bytes_of(const MPI_Status *status) {
    MPI_Count n = 0;
    RECORD_REAL(Get_elements_x)(status, MPI_BYTE, &n);
    return n > 0 ? n : 0;
}

/* A request is complete. */
static void completed(const struct record_call *call, MPI_Request handle, const MPI_Status *status) {
    if (handle == MPI_REQUEST_NULL)
        return;
    struct record_request *r = lmpi_record_request_find(&call->in->handles, handle);
    if (r == NULL) {
        record_lacks(call->in, call->name, " of a request whose call is not recorded");
        return;
    }
    record_number(call->in, r->number);
    if (r->event >= 0 && r->bytes_at > 0) {
        lmpi_record_queue_fix(&call->in->queue, r->event, r->bytes_at, bytes_of(status), 1);
        r->event = -1;
    } else if (r->event >= 0) {
        lmpi_record_queue_fix(&call->in->queue, r->event, r->source_at, source_of(status, r->rank), 0);
        lmpi_record_queue_fix(&call->in->queue, r->event, r->tag_at, status->MPI_TAG, 1);
        r->event = -1;
    }
    if (!r->is_persistent)
        lmpi_record_request_remove(&call->in->handles, handle);
}

/* Whether a call that looks at requests has an answer: it succeeded, or failed since a request did. */
static bool answered(int code) {
    return code == MPI_SUCCESS || has_begun(class_of(code));
}

/* Whether a request that failed, or is in a list with one that did, is complete. now: the request behind the call. */
static bool is_over(const struct record_call *call, MPI_Request before, MPI_Request now, const MPI_Status *status) {
    if (before == MPI_REQUEST_NULL || now == MPI_REQUEST_NULL)
        return true;
    const struct record_request *r = lmpi_record_request_find(&call->in->handles, before);
    return r && r->is_persistent && class_of(status->MPI_ERROR) != MPI_ERR_PENDING;
}

/* which: indexes of the complete requests, or NULL for the first n. statuses: in the order of `which`. Of requests that
 * failed only those are named that did not take a message. */
static void waited(struct record_call *call, int code, const MPI_Request *requests, int n, const int *which,
                   const MPI_Status *statuses) {
    if (call->in && answered(code)) {
        int64_t took = inside(call);
        const char *list = strchr(call->roles, 'A');
        const MPI_Request *now = record_argument(call, list ? (int)(list - call->roles) : 0);
        call->in->nnumbers = 0;
        for (int i = 0; i < n; i++) {
            int at = which ? which[i] : i, error = class_of(code);
            if (code != MPI_SUCCESS && !is_over(call, requests[at], now[at], &statuses[i]))
                continue;
            if (error == MPI_ERR_IN_STATUS)
                error = class_of(statuses[i].MPI_ERROR);
            if (error != MPI_SUCCESS && error != MPI_ERR_TRUNCATE && error != MPI_ERR_PENDING)
                record_lacks(call->in, call->name, " completed a request that failed");
            completed(call, requests[at], &statuses[i]);
        }
        write_call(call, took, 0);
    }
    end(call);
}

static void freed(struct record_call *call, int code, MPI_Request handle) {
    struct record_request *r = succeeded(call, code) ? lmpi_record_request_find(&call->in->handles, handle) : NULL;
    if (r) {
        call->in->nnumbers = 0;
        record_number(call->in, r->number);
        if (r->event >= 0)
            lmpi_record_queue_fix(&call->in->queue, r->event, -1, 0, 1);
        write_call(call, inside(call), 0);
        lmpi_record_request_remove(&call->in->handles, handle);
    }
    end(call);
}

/* MPI_Request_get_status, which leaves the request as it is. */
static void looked(struct record_call *call, int code, MPI_Request handle, bool found) {
    struct record_state *in = call->in;
    if (call->in && answered(code)) {
        int64_t took = inside(call);
        const struct record_request *r =
            handle == MPI_REQUEST_NULL ? NULL : lmpi_record_request_find(&in->handles, handle);
        if (r == NULL && handle != MPI_REQUEST_NULL)
            record_lacks(in, call->name, " of a request whose call is not recorded");
        in->nnumbers = 0;
        record_number(in, r ? r->number : TRACE_NONE);
        record_number(in, found);
        write_call(call, took, 0);
    }
    end(call);
}

/* Whoever ignores statuses gets some that he does not see, since they tell what receives have matched. */
static MPI_Status *own_statuses(struct record_state *in, int n) {
    if (in == NULL)
        return MPI_STATUSES_IGNORE;
    while (in->statuses_room < (size_t)n)
        in->statuses = lmpi_record_grow(in->statuses, in->statuses_room, &in->statuses_room, sizeof *in->statuses);
    return in->statuses;
}

/* ---- communicators ---- */

static void add_members(struct record_state *in, int first, int stride, int n) {
    record_number(in, first);
    record_number(in, stride);
    record_number(in, n);
}

/* Runs of members: first rank in the parent, stride, number. rank: of each of n members in the parent. */
static void add_runs(struct record_state *in, const int *rank, int n) {
    for (int i = 0, next; i < n; i = next) {
        int stride = i + 1 < n ? rank[i + 1] - rank[i] : 1;
        next = i + 1;
        while (next < n && rank[next] - rank[next - 1] == stride)
            next++;
        add_members(in, rank[i], stride, next - i);
    }
}

static const char of_unknown[] = " of a communicator that was made by a call that is not recorded";

/* Numbers a communicator with a remote group. */
static const struct record_comm *inter_new(struct record_state *in, MPI_Comm made) {
    int remote = 0;
    RECORD_REAL(Comm_remote_size)(made, &remote);
    record_comm_new(in, made);
    lmpi_record_comm_set_remote(&in->handles, made, remote);
    return lmpi_record_comm_find(&in->handles, made);
}

/* MPI_Intercomm_create. */
static void joined(struct record_call *call, int code, const MPI_Comm *made) {
    struct record_state *in = call->in;
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        const struct record_comm *local = lmpi_record_comm_find(&in->handles, (MPI_Comm)call->arg[0]), *peer = NULL;
        bool leads = local && local->rank == call->arg[1];
        int64_t local_number = local ? local->number : TRACE_NONE, peer_number = TRACE_NONE;
        if (leads && (peer = lmpi_record_comm_find(&in->handles, (MPI_Comm)call->arg[2])) != NULL)
            peer_number = peer->number;
        if (!local || (leads && !peer))
            record_lacks(in, call->name, of_unknown);
        const struct record_comm *to = inter_new(in, *made);
        in->nnumbers = 0;
        record_number(in, local_number);
        record_number(in, to->number);
        record_number(in, to->rank);
        record_number(in, call->arg[1]);
        record_number(in, peer_number);
        record_number(in, leads ? call->arg[3] : TRACE_NONE);
        record_number(in, leads ? call->arg[4] : TRACE_NONE);
        write_call(call, took, 0);
    }
    end(call);
}

/* MPI_Intercomm_merge. */
static void merged(struct record_call *call, int code, const MPI_Comm *made) {
    struct record_state *in = call->in;
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        const struct record_comm *from = lmpi_record_comm_find(&in->handles, (MPI_Comm)call->arg[0]);
        int64_t number = from ? from->number : TRACE_NONE;
        if (!from)
            record_lacks(in, call->name, of_unknown);
        const struct record_comm *to = record_comm_new(in, *made);
        in->nnumbers = 0;
        record_number(in, number);
        record_number(in, to->number);
        record_number(in, to->rank);
        record_number(in, call->arg[1] != 0);
        write_call(call, took, 0);
    }
    end(call);
}

/* The ranks of a group, as runs of ranks of the local group of a communicator. */
static void add_group(struct record_state *in, MPI_Group group, MPI_Comm comm) {
    MPI_Group all;
    int n = 0, *rank;
    RECORD_REAL(Group_size)(group, &n);
    RECORD_REAL(Comm_group)(comm, &all);
    rank = room_for(in, n);
    for (int i = 0; i < n; i++)
        RECORD_REAL(Group_translate_ranks)(group, 1, &i, all, &rank[i]);
    RECORD_REAL(Group_free)(&all);
    add_runs(in, rank, n);
}

/* A communicator made of one with a remote group: duplicates, splits, and of groups. */
static void derived_from_inter(struct record_call *call, int number, const MPI_Comm *made) {
    struct record_state *in = call->in;
    int64_t took = inside(call);
    bool splits = call->function == RECORD_Comm_split, is_of_group = call->function == RECORD_Comm_create;
    if (!splits && !is_of_group && strncmp(call->name, "Comm_dup", 8) != 0) {
        record_lacks(in, call->name, " of an inter-communicator is not recorded");
        return;
    }
    const struct record_comm *to = *made != MPI_COMM_NULL ? inter_new(in, *made) : NULL;
    in->nnumbers = 0;
    record_number(in, number);
    record_number(in, to ? to->number : TRACE_NONE);
    record_number(in, to ? to->rank : TRACE_NONE);
    if (splits) {
        record_number(in, call->arg[1]);
        record_number(in, call->arg[2]);
    } else if (is_of_group) {
        add_group(in, (MPI_Group)call->arg[1], (MPI_Comm)call->arg[0]);
    }
    write_call(call, took, 0);
}

/* Puts how a constructor communicates (trace_calls.h), unless it is the way of its function. */
static void add_way(struct record_call *call) {
    bool is_grid = call->function == RECORD_Cart_create, is_graph = call->function == RECORD_Graph_create;
    bool is_empty = (is_grid || is_graph) && call->arg[1] == 0;
    if (call->function == RECORD_Cart_sub) {
        const int *remain = (const int *)call->arg[1];
        int n = 0;
        RECORD_REAL(Cartdim_get)((MPI_Comm)call->arg[0], &n);
        is_empty = true;
        for (int i = 0; i < n; i++)
            is_empty = is_empty && !remain[i];
    }
    if (is_empty)
        record_number(call->in, TRACE_MADE_ALONE);
    else if ((is_grid || is_graph) && call->arg[4])
        record_number(call->in, TRACE_MADE_REORDERED);
}

/* The edges that the rank gives to MPI_Dist_graph_create: source, destination, and no members. */
static void add_edges(struct record_call *call) {
    const int *source = (const int *)call->arg[2], *degree = (const int *)call->arg[3], *to = (const int *)call->arg[4];
    for (int s = 0; s < (int)call->arg[1]; s++)
        for (int d = 0; d < degree[s]; d++)
            add_members(call->in, source[s], *to++, 0);
}

static void derived(struct record_call *call, int code, MPI_Comm parent, const MPI_Comm *made) {
    const struct record_comm *inter = succeeded(call, code) ? lmpi_record_comm_find(&call->in->handles, parent) : NULL;
    if (inter && inter->remote > 0) {
        derived_from_inter(call, inter->number, made);
    } else if (succeeded(call, code)) {
        int64_t took = inside(call);
        const struct record_comm *from = lmpi_record_comm_find(&call->in->handles, parent), *to = NULL;
        int number = from ? from->number : -1;
        call->in->nnumbers = 0;
        record_number(call->in, from ? number : TRACE_NONE);
        if (from && *made != MPI_COMM_NULL)
            to = record_comm_new(call->in, *made);
        else if (!from)
            record_lacks(call->in, call->name, of_unknown);
        record_number(call->in, to ? to->number : TRACE_NONE);
        record_number(call->in, to ? to->rank : TRACE_NONE);
        if (to)
            record_members(call->in, parent, *made, to->size);
        if (to && call->function == RECORD_Dist_graph_create)
            add_edges(call);
        add_way(call);
        write_call(call, took, 0);
    }
    end(call);
}

/* MPI_Comm_idup. The new communicator is numbered as its parent is placed: MPI may not be asked about it yet. */
static void duplicates(struct record_call *call, int code, const MPI_Comm *made, const MPI_Request *request) {
    struct record_state *in = call->in;
    if (succeeded(call, code)) {
        int64_t took = inside(call);
        const struct record_comm *found = lmpi_record_comm_find(&in->handles, (MPI_Comm)call->arg[0]);
        in->nnumbers = 0;
        if (found) {
            const struct record_comm from = *found;
            const struct record_comm *to = lmpi_record_comm_add(&in->handles, *made, from.rank, from.size);
            record_number(in, from.number);
            record_number(in, to->number);
            record_number(in, to->rank);
            if (from.remote > 0)
                lmpi_record_comm_set_remote(&in->handles, *made, from.remote);
            else
                add_members(in, 0, 1, from.size);
        } else {
            record_lacks(in, call->name, of_unknown);
            for (int i = 0; i < 3; i++)
                record_number(in, TRACE_NONE);
        }
        record_number(in, lmpi_record_request_add(&in->handles, *request)->number);
        write_call(call, took, 0);
    }
    end(call);
}

static void comm_freed(struct record_call *call, int code, MPI_Comm comm) {
    if (succeeded(call, code)) {
        call->in->nnumbers = 0;
        record_number(call->in, lmpi_record_comm_remove(&call->in->handles, comm));
        write_call(call, inside(call), 0);
    }
    end(call);
}

#endif
