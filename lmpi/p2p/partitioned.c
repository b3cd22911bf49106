/* partitioned.c - partitioned communication: MPI_Psend_init, MPI_Precv_init, MPI_Pready and its like.
 *
 * A start of the send begins nothing. The message, with all partitions, leaves as a synchronous one when the last
 * partition is ready. The receive is posted when it is started.
 *
 * The n-th send that a rank makes to another one with a communicator and tag belongs to the n-th such receive there, in
 * whatever order they are started. So each pair of requests has a number, which is the tag of its messages. */
#include "lmpi/p2p/partitioned.h"

#include <limits.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/capture/capture.h"
#include "lmpi/lmpi.h"
#include "lmpi/p2p/poll.h"

struct lmpi_partitioned {
    int64_t bytes;
    int comm, pair; /* comm: id of the program's communicator */
    int partitions, left;
    bool ready[]; /* of a send */
};

/* ---- pairs ---- */

/* All requests of one sender, receiver, communicator and tag. The side that is ahead has numbered pairs[0] and on,
 * which the other one takes. */
struct edge {
    struct edge *next;
    int comm, source, dest, tag;
    bool sends_are_ahead;
    int count, room;
    int *pairs; /* owned */
};
enum { BUCKETS = 1 << 12 };
static struct edge *edges[BUCKETS];
static int *tags, npairs, tags_room; /* the program's tag of each pair */

static struct edge *edge_of(int comm, int source, int dest, int tag) {
    uint64_t hash = (uint32_t)comm;
    const int rest[] = {source, dest, tag};
    for (int i = 0; i < 3; i++)
        hash = (hash * 0x9e3779b97f4a7c15u ^ (hash >> 29)) + (uint32_t)rest[i];
    struct edge **bucket = &edges[(hash * 0x9e3779b97f4a7c15u) >> 52];
    for (struct edge *e = *bucket; e; e = e->next)
        if (e->comm == comm && e->source == source && e->dest == dest && e->tag == tag)
            return e;
    struct edge *e = bsim_alloc(sizeof *e);
    *e = (struct edge){.next = *bucket, .comm = comm, .source = source, .dest = dest, .tag = tag};
    return *bucket = e;
}

/* The number of the pair to which the next request of one side belongs. Under the short lock. */
static int pair_of(struct edge *e, bool sends) {
    if (e->count && e->sends_are_ahead != sends) {
        int pair = e->pairs[0];
        memmove(e->pairs, e->pairs + 1, (size_t)--e->count * sizeof *e->pairs);
        return pair;
    }
    if (e->count == e->room) {
        e->room = e->room ? 2 * e->room : 4;
        e->pairs = bsim_realloc(e->pairs, (size_t)e->room * sizeof *e->pairs);
    }
    if (npairs == tags_room) {
        tags_room = tags_room ? 2 * tags_room : 64;
        tags = bsim_realloc(tags, (size_t)tags_room * sizeof *tags);
    }
    e->sends_are_ahead = sends;
    tags[npairs] = e->tag;
    return e->pairs[e->count++] = npairs++;
}

int lmpi_partitioned_tag(int comm, int tag) {
    BSIM_LOCKED;
    return comm == LMPI_COMM_ID_PARTITIONED ? tags[tag] : tag;
}

/* ---- requests ---- */

static int check_partitions(const lmpi_call *call, int partitions, MPI_Count count, MPI_Comm comm) {
    if (partitions <= 0)
        return lmpi_error(comm, call->name, call->ret, MPI_ERR_ARG, "there are %d partitions", partitions);
    if (count < 0)
        return lmpi_error(comm, call->name, call->ret, MPI_ERR_COUNT, "count is %lld", (long long)count);
    if (count > INT_MAX / partitions)
        return lmpi_error(comm, call->name, call->ret, MPI_ERR_COUNT,
                          "the %d partitions have %lld elements each: more than %d in all are not supported",
                          partitions, (long long)count, INT_MAX);
    return MPI_SUCCESS;
}

static int make(const lmpi_call *call, const void *buf, int partitions, MPI_Count count, MPI_Datatype type, int peer,
                int tag, MPI_Comm comm, MPI_Request *request, bool real, enum lmpi_mode mode) {
    bool recv = mode == LMPI_MODE_PRECV;
    int error = check_partitions(call, partitions, count, comm), self = bsim_self->id;
    if (!error && recv && (peer == MPI_ANY_SOURCE || tag == MPI_ANY_TAG))
        error = lmpi_error(comm, call->name, call->ret, peer == MPI_ANY_SOURCE ? MPI_ERR_RANK : MPI_ERR_TAG,
                           "a partitioned receive has no wildcards");
    if (error)
        return error;
    lmpi_side side;
    error =
        lmpi_side_check(&side, call, buf, (int)count * partitions, type, peer, tag, comm, real, LMPI_PATH_SYNC, recv);
    if (error)
        return error;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    site->calls++;
    struct lmpi_partitioned *p = bsim_alloc(sizeof *p + (recv ? 0 : (size_t)partitions * sizeof *p->ready));
    *p = (struct lmpi_partitioned){.bytes = side.bytes, .comm = side.comm->id, .partitions = partitions, .pair = -1};
    if (side.peer != MPI_PROC_NULL)
        p->pair =
            pair_of(recv ? edge_of(p->comm, side.peer, self, tag) : edge_of(p->comm, self, side.peer, tag), !recv);
    lmpi_request *r = lmpi_request_new();
    r->kind = recv ? LMPI_REQ_RECV : LMPI_REQ_SEND;
    r->state = LMPI_REQ_INACTIVE;
    r->flags = LMPI_REQ_PERSISTENT;
    r->mode = mode;
    r->owner = self;
    r->comm = LMPI_COMM_ID_PARTITIONED;
    r->real = side.real;
    r->path = side.path;
    r->count = side.count;
    r->type = side.type;
    r->buffer = side.buffer;
    r->site = site;
    r->local = side.local;
    r->want_peer = side.peer;
    r->want_tag = tag;
    r->partitioned = p;
    lmpi_request_hold_type(r);
    *request = lmpi_request_handle(r);
    return MPI_SUCCESS;
}

static const lmpi_comm context = {.handle = MPI_COMM_NULL, .id = LMPI_COMM_ID_PARTITIONED};

static lmpi_side side_of(const lmpi_request *r) {
    return (lmpi_side){.buffer = r->buffer,
                       .count = r->count,
                       .type = r->type,
                       .layout = r->type,
                       .bytes = r->partitioned->bytes,
                       .peer = r->want_peer,
                       .local = r->local,
                       .tag = r->partitioned->pair,
                       .comm = &context,
                       .real = r->real,
                       .path = r->path};
}

int lmpi_partitioned_comm(const lmpi_request *r) {
    return r->partitioned->comm;
}

void lmpi_partitioned_start(const lmpi_call *call, lmpi_request *r, struct bsim_site *site) {
    bool recv = r->mode == LMPI_MODE_PRECV;
    struct lmpi_partitioned *p = r->partitioned;
    lmpi_side side = side_of(r), line = side;
    line.comm = lmpi_comms[p->comm];
    line.tag = r->want_tag;
    lmpi_trace_side(&(lmpi_call){recv ? "MPI_Precv" : "MPI_Psend", call->ret}, &line);
    r->path = LMPI_PATH_SYNC; /* a receive has that of its message */
    if (recv) {
        lmpi_recv_start(&side, r, site);
        return;
    }
    p->left = p->partitions;
    memset(p->ready, 0, (size_t)p->partitions * sizeof *p->ready);
    r->site = site;
    r->peer = r->want_peer;
    r->tag = p->pair;
    r->parked = 0;
    r->bytes = p->bytes;
    r->protocol = BSIM_RENDEZVOUS; /* its completion may take time */
    r->state = LMPI_REQ_PENDING;
    bsim_clock_copy(r->times, bsim_self->clock);
    if (r->peer == MPI_PROC_NULL)
        lmpi_send_start(&side, r, site); /* complete at once */
}

/* The request is complete; without its peer if that is MPI_PROC_NULL. */
void lmpi_partitioned_status(const lmpi_request *r, MPI_Status *status) {
    if (r->kind != LMPI_REQ_RECV)
        lmpi_status_empty(status);
    else if (r->local == MPI_PROC_NULL)
        lmpi_status_null(status);
    else
        lmpi_status_set(status, r->local, r->want_tag, r->bytes);
}

int lmpi_partitioned_end(const lmpi_request *r, const lmpi_call *call, MPI_Status *status) {
    lmpi_partitioned_status(r, status);
    if (r->kind != LMPI_REQ_RECV || r->local == MPI_PROC_NULL || r->bytes == r->partitioned->bytes)
        return MPI_SUCCESS;
    const lmpi_comm *comm = lmpi_comms[r->partitioned->comm];
    return lmpi_error(comm ? comm->handle : MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_NOT_SAME,
                      "the partitions of the send of rank %d with tag %d have %lld bytes, those of the receive %lld",
                      r->peer, r->want_tag, (long long)r->bytes, (long long)r->partitioned->bytes);
}

int lmpi_partitioned_free(const lmpi_call *call, MPI_Request *request) {
    lmpi_request *r = lmpi_request_of(*request);
    if (r->state != LMPI_REQ_INACTIVE)
        return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_REQUEST,
                          "the request is of partitioned communication that is under way");
    bsim_site_at(call->ret, call->name)->calls++;
    bsim_free(r->partitioned);
    lmpi_request_recycle(r);
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

int lmpi_partitioned_check(const lmpi_call *call, MPI_Request request, enum lmpi_mode mode, int partition) {
    const lmpi_request *r = request == MPI_REQUEST_NULL ? NULL : lmpi_request_of(request);
    if (!r || !lmpi_is_partitioned(r) || r->mode != (int)mode)
        return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_REQUEST,
                          "the request (%#x) is none that %s gave", (unsigned)request,
                          mode == LMPI_MODE_PSEND ? "MPI_Psend_init" : "MPI_Precv_init");
    /* Where the send has more partitions than the receive, the program may ask for any of its own. */
    if (partition < 0 || partition >= r->partitioned->partitions)
        return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_ARG,
                          "there is no partition %d; the request has %d", partition, r->partitioned->partitions);
    return MPI_SUCCESS;
}

/* ---- partitions that are ready ---- */

/* The n-th of several partitions: from a list, or one after the other. */
struct several {
    int count, first;
    const int *list;
};

static int mark_ready(const lmpi_call *call, MPI_Request request, int partition) {
    int error = lmpi_partitioned_check(call, request, LMPI_MODE_PSEND, partition);
    if (error)
        return error;
    const lmpi_request *r = lmpi_request_of(request);
    struct lmpi_partitioned *p = r->partitioned;
    if (r->state == LMPI_REQ_INACTIVE)
        return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_REQUEST, "the request is not active");
    if (p->ready[partition])
        return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_ARG, "partition %d is ready already",
                          partition);
    p->ready[partition] = true;
    p->left--;
    return MPI_SUCCESS;
}

static int ready(const lmpi_call *call, struct several which, MPI_Request request) {
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = bsim_self->clock[0];
    site->calls++;
    for (int i = 0; i < which.count; i++) {
        int error = mark_ready(call, request, which.list ? which.list[i] : which.first + i);
        if (error)
            return error;
    }
    if (which.count == 0)
        return MPI_SUCCESS;
    lmpi_poll_interrupted();
    lmpi_request *r = lmpi_request_of(request);
    if (r->partitioned->left == 0 && r->state == LMPI_REQ_PENDING) {
        lmpi_side side = side_of(r);
        lmpi_send_start(&side, r, site);
        lmpi_charge(site, start_s, 0);
    }
    return MPI_SUCCESS;
}

int MPI_Pready(int partition, MPI_Request request) {
    LMPI_CAPTURE(MPI_Pready, (partition, request));
    return ready(LMPI_CALL(MPI_Pready), (struct several){1, partition, NULL}, request);
}

int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request) {
    LMPI_CAPTURE(MPI_Pready_range, (partition_low, partition_high, request));
    lmpi_call call = {"MPI_Pready_range", LMPI_SITE};
    if (partition_low > partition_high)
        return lmpi_error(MPI_COMM_WORLD, call.name, call.ret, MPI_ERR_ARG, "the range is from %d to %d", partition_low,
                          partition_high);
    return ready(&call, (struct several){partition_high - partition_low + 1, partition_low, NULL}, request);
}

int MPI_Pready_list(int length, int array_of_partitions[], MPI_Request request) {
    LMPI_CAPTURE(MPI_Pready_list, (length, array_of_partitions, request));
    lmpi_call call = {"MPI_Pready_list", LMPI_SITE};
    if (length < 0)
        return lmpi_error(MPI_COMM_WORLD, call.name, call.ret, MPI_ERR_COUNT, "length is %d", length);
    return ready(&call, (struct several){length, 0, array_of_partitions}, request);
}

/* ---- entry functions ---- */

int MPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Psend_init, (buf, partitions, count, datatype, dest, tag, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return make(LMPI_CALL(MPI_Psend_init), buf, partitions, count, datatype, dest, tag, comm, request, true,
                LMPI_MODE_PSEND);
}

int LMPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Psend_init, (buf, partitions, count, datatype, dest, tag, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return make(LMPI_CALL(MPI_Psend_init), buf, partitions, count, datatype, dest, tag, comm, request, false,
                LMPI_MODE_PSEND);
}

int MPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                   MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Precv_init, (buf, partitions, count, datatype, source, tag, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return make(LMPI_CALL(MPI_Precv_init), buf, partitions, count, datatype, source, tag, comm, request, true,
                LMPI_MODE_PRECV);
}

int LMPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Precv_init, (buf, partitions, count, datatype, source, tag, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return make(LMPI_CALL(MPI_Precv_init), buf, partitions, count, datatype, source, tag, comm, request, false,
                LMPI_MODE_PRECV);
}
