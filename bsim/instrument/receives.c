/* receives.c - the calls of MPI that receive data, and those that complete them: looks how much memory they are the
 * first to touch (untouched.h). Calls of the thread that initialised MPI only. Beside mpi.c and operators.c the
 * only file of the library that knows MPI. */
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/pages.h"
#include "bsim/instrument/instrument.h"
#include "bsim/instrument/untouched.h"

#define PLACE __builtin_return_address(0)

enum { PENDING = 256 };

/* Receives that have begun and touch new memory. A request that is not here is of no interest. */
static struct pending {
    MPI_Request request;
    struct bsim_receive receive; /* without a site: the entry is free */
    double bytes;                /* of a collective; below 0: the status tells them */
} pending[PENDING];
static int npending;

static _Thread_local bool watches;

void bsim_receives_watch(void) {
    watches = true;
}

static double size_of(MPI_Datatype type) {
    int size = 0;
    PMPI_Type_size(type, &size);
    return size > 0 ? size : 0;
}

/* Begins a receive of count elements; false if it is of no interest. */
static bool begin(struct bsim_receive *r, const void *site, const char *call, void *buffer, double count,
                  MPI_Datatype type) {
    MPI_Aint low, true_extent, unused, extent;
    if (!watches || buffer == NULL || buffer == MPI_IN_PLACE || count <= 0 || type == MPI_DATATYPE_NULL ||
        count * size_of(type) < BSIM_RECEIVES_LEAST)
        return false;
    PMPI_Type_get_true_extent(type, &low, &true_extent);
    PMPI_Type_get_extent(type, &unused, &extent);
    bsim_receive_begin(r, site, call, (char *)buffer + low,
                       (size_t)((count - 1) * (double)extent) + (size_t)true_extent);
    return true;
}

static void end_by_status(const struct bsim_receive *r, const MPI_Status *status) {
    MPI_Count bytes = 0;
    PMPI_Get_elements_x(status, MPI_BYTE, &bytes);
    bsim_receive_end(r, bytes > 0 ? (double)bytes : 0);
}

/* ---- point-to-point ---- */

int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status) {
    struct bsim_receive r;
    MPI_Status own;
    bool looks = begin(&r, PLACE, "MPI_Recv", buf, count, datatype);
    status = looks && status == MPI_STATUS_IGNORE ? &own : status;
    int code = PMPI_Recv(buf, count, datatype, source, tag, comm, status);
    if (looks && code == MPI_SUCCESS)
        end_by_status(&r, status);
    return code;
}

int MPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status) {
    struct bsim_receive r;
    MPI_Status own;
    bool looks = begin(&r, PLACE, "MPI_Mrecv", buf, count, datatype);
    status = looks && status == MPI_STATUS_IGNORE ? &own : status;
    int code = PMPI_Mrecv(buf, count, datatype, message, status);
    if (looks && code == MPI_SUCCESS)
        end_by_status(&r, status);
    return code;
}

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
    struct bsim_receive r;
    MPI_Status own;
    bool looks = begin(&r, PLACE, "MPI_Sendrecv", recvbuf, recvcount, recvtype);
    status = looks && status == MPI_STATUS_IGNORE ? &own : status;
    int code = PMPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag,
                             comm, status);
    if (looks && code == MPI_SUCCESS)
        end_by_status(&r, status);
    return code;
}

/* Keeps a receive that has begun until its request is complete. */
static void keep(const struct bsim_receive *r, MPI_Request request, double bytes) {
    for (int i = 0; i < PENDING && request != MPI_REQUEST_NULL; i++)
        if (pending[i].receive.site == NULL) {
            pending[i] = (struct pending){request, *r, bytes};
            npending++;
            return;
        }
}

/* A receive has begun without blocking. If there is nothing to touch, no more is to be known. */
static void begun(const struct bsim_receive *r, MPI_Request request, double bytes) {
    if (r->untouched > 0)
        keep(r, request, bytes);
    else
        bsim_receive_end(r, bytes >= 0 ? bytes : (double)r->span);
}

int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request) {
    struct bsim_receive r;
    bool looks = begin(&r, PLACE, "MPI_Irecv", buf, count, datatype);
    int code = PMPI_Irecv(buf, count, datatype, source, tag, comm, request);
    if (looks && code == MPI_SUCCESS)
        begun(&r, *request, -1);
    return code;
}

int MPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request) {
    struct bsim_receive r;
    bool looks = begin(&r, PLACE, "MPI_Imrecv", buf, count, datatype);
    int code = PMPI_Imrecv(buf, count, datatype, message, request);
    if (looks && code == MPI_SUCCESS)
        begun(&r, *request, -1);
    return code;
}

int MPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                  MPI_Request *request) {
    struct bsim_receive r;
    bool looks = begin(&r, PLACE, "MPI_Recv_init", buf, count, datatype);
    int code = PMPI_Recv_init(buf, count, datatype, source, tag, comm, request);
    if (looks && code == MPI_SUCCESS && r.untouched > 0)
        keep(&r, *request, -1);
    return code;
}

/* ---- completion ---- */

static struct pending *pending_of(MPI_Request request) {
    for (int i = 0; npending > 0 && request != MPI_REQUEST_NULL && i < PENDING; i++)
        if (pending[i].receive.site && pending[i].request == request)
            return &pending[i];
    return NULL;
}

static void complete(MPI_Request request, const MPI_Status *status) {
    struct pending *p = pending_of(request);
    if (p == NULL)
        return;
    if (p->bytes >= 0)
        bsim_receive_end(&p->receive, p->bytes);
    else
        end_by_status(&p->receive, status);
    *p = (struct pending){0};
    npending--;
}

/* What a call that completes requests is given: copies of the requests, and statuses of our own where the program wants
 * none. Without receives that are of interest, nothing. */
struct completion {
    int count;
    MPI_Request *request; /* NULL: of no interest */
    MPI_Status *status;
    bool own_status;
};

static struct completion prepare(int count, const MPI_Request *request, MPI_Status *status, bool ignored) {
    struct completion c = {.count = count, .status = status};
    bool any = false;
    for (int i = 0; watches && npending > 0 && i < count && !any; i++)
        any = pending_of(request[i]) != NULL;
    if (!any || (c.request = malloc((size_t)count * sizeof *request)) == NULL)
        return c;
    memcpy(c.request, request, (size_t)count * sizeof *request);
    if (!ignored)
        return c;
    MPI_Status *own = malloc((size_t)count * sizeof *own);
    if (own) {
        c.status = own;
        c.own_status = true;
    } else {
        free(c.request);
        c.request = NULL;
    }
    return c;
}

/* The request with this number is complete; its status has the number at. */
static void completed(const struct completion *c, int number, int at) {
    if (c->request && number >= 0 && number < c->count)
        complete(c->request[number], &c->status[at]);
}

static void end_completion(struct completion *c) {
    if (c->own_status)
        free(c->status);
    free(c->request);
}

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
    struct completion c = prepare(1, request, status, status == MPI_STATUS_IGNORE);
    int code = PMPI_Wait(request, c.status);
    if (code == MPI_SUCCESS)
        completed(&c, 0, 0);
    end_completion(&c);
    return code;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
    struct completion c = prepare(count, requests, statuses, statuses == MPI_STATUSES_IGNORE);
    int code = PMPI_Waitall(count, requests, c.status);
    for (int i = 0; c.request && code == MPI_SUCCESS && i < count; i++)
        completed(&c, i, i);
    end_completion(&c);
    return code;
}

int MPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status) {
    struct completion c = prepare(count, requests, status, status == MPI_STATUS_IGNORE);
    int code = PMPI_Waitany(count, requests, index, c.status);
    if (code == MPI_SUCCESS && *index != MPI_UNDEFINED)
        completed(&c, *index, 0);
    end_completion(&c);
    return code;
}

int MPI_Waitsome(int count, MPI_Request requests[], int *outcount, int indices[], MPI_Status statuses[]) {
    struct completion c = prepare(count, requests, statuses, statuses == MPI_STATUSES_IGNORE);
    int code = PMPI_Waitsome(count, requests, outcount, indices, c.status);
    for (int i = 0; c.request && code == MPI_SUCCESS && *outcount != MPI_UNDEFINED && i < *outcount; i++)
        completed(&c, indices[i], i);
    end_completion(&c);
    return code;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
    struct completion c = prepare(1, request, status, status == MPI_STATUS_IGNORE);
    int code = PMPI_Test(request, flag, c.status);
    if (code == MPI_SUCCESS && *flag)
        completed(&c, 0, 0);
    end_completion(&c);
    return code;
}

int MPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[]) {
    struct completion c = prepare(count, requests, statuses, statuses == MPI_STATUSES_IGNORE);
    int code = PMPI_Testall(count, requests, flag, c.status);
    for (int i = 0; c.request && code == MPI_SUCCESS && *flag && i < count; i++)
        completed(&c, i, i);
    end_completion(&c);
    return code;
}

int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status) {
    struct completion c = prepare(count, requests, status, status == MPI_STATUS_IGNORE);
    int code = PMPI_Testany(count, requests, index, flag, c.status);
    if (code == MPI_SUCCESS && *flag && *index != MPI_UNDEFINED)
        completed(&c, *index, 0);
    end_completion(&c);
    return code;
}

int MPI_Testsome(int count, MPI_Request requests[], int *outcount, int indices[], MPI_Status statuses[]) {
    struct completion c = prepare(count, requests, statuses, statuses == MPI_STATUSES_IGNORE);
    int code = PMPI_Testsome(count, requests, outcount, indices, c.status);
    for (int i = 0; c.request && code == MPI_SUCCESS && *outcount != MPI_UNDEFINED && i < *outcount; i++)
        completed(&c, indices[i], i);
    end_completion(&c);
    return code;
}

int MPI_Request_free(MPI_Request *request) {
    struct pending *p = watches && npending > 0 ? pending_of(*request) : NULL;
    if (p) {
        *p = (struct pending){0};
        npending--;
    }
    return PMPI_Request_free(request);
}

/* ---- collectives ---- */

/* Of how many members a collective receives. */
static int senders(MPI_Comm comm) {
    int n = 0, inter = 0;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter)
        PMPI_Comm_remote_size(comm, &n);
    else
        PMPI_Comm_size(comm, &n);
    return n;
}

static bool is_root(MPI_Comm comm, int root) {
    int rank = -1, inter = 0;
    PMPI_Comm_test_inter(comm, &inter);
    PMPI_Comm_rank(comm, &rank);
    return inter ? root == MPI_ROOT : root == rank;
}

/* Elements up to the end of the last part. */
static double parts(MPI_Comm comm, const int *counts, const int *displs) {
    double end = 0;
    for (int i = 0, n = senders(comm); i < n; i++)
        end = counts[i] > 0 && (double)displs[i] + counts[i] > end ? (double)displs[i] + counts[i] : end;
    return end;
}

static int own_part(MPI_Comm comm, const int *counts) {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    return counts[rank];
}

/* The name as MPI has it, behind the macros below. */
#define TEXT(name) TEXT_OF(name)
#define TEXT_OF(name) #name

/* A collective that leaves COUNT elements of TYPE in BUFFER, and its non-blocking form. */
#define COLLECTIVE(name, buffer, count, type, parameters, arguments)                                                   \
    int MPI_##name parameters {                                                                                        \
        struct bsim_receive r;                                                                                         \
        double n = watches ? (double)(count) : 0;                                                                      \
        bool looks = begin(&r, PLACE, TEXT(MPI_##name), buffer, n, type);                                              \
        int code = PMPI_##name arguments;                                                                              \
        if (looks && code == MPI_SUCCESS)                                                                              \
            bsim_receive_end(&r, n *size_of(type));                                                                    \
        return code;                                                                                                   \
    }
#define STARTED(name, buffer, count, type, parameters, arguments)                                                      \
    int MPI_##name parameters {                                                                                        \
        struct bsim_receive r;                                                                                         \
        double n = watches ? (double)(count) : 0;                                                                      \
        bool looks = begin(&r, PLACE, TEXT(MPI_##name), buffer, n, type);                                              \
        int code = PMPI_##name arguments;                                                                              \
        if (looks && code == MPI_SUCCESS)                                                                              \
            begun(&r, *request, n *size_of(type));                                                                     \
        return code;                                                                                                   \
    }
/* Parameters and arguments in parentheses; the non-blocking form has a request behind them. */
#define UNPACK(...) __VA_ARGS__
#define BOTH(name, buffer, count, type, parameters, arguments)                                                         \
    COLLECTIVE(name, buffer, count, type, (UNPACK parameters), (UNPACK arguments))                                     \
    STARTED(I##name, buffer, count, type, (UNPACK parameters, MPI_Request * request), (UNPACK arguments, request))

/* In lower case in MPI's names. */
#define MPI_IBcast MPI_Ibcast
#define PMPI_IBcast PMPI_Ibcast
#define MPI_IAllgather MPI_Iallgather
#define PMPI_IAllgather PMPI_Iallgather
#define MPI_IAllgatherv MPI_Iallgatherv
#define PMPI_IAllgatherv PMPI_Iallgatherv
#define MPI_IAlltoall MPI_Ialltoall
#define PMPI_IAlltoall PMPI_Ialltoall
#define MPI_IAlltoallv MPI_Ialltoallv
#define PMPI_IAlltoallv PMPI_Ialltoallv
#define MPI_IGather MPI_Igather
#define PMPI_IGather PMPI_Igather
#define MPI_IGatherv MPI_Igatherv
#define PMPI_IGatherv PMPI_Igatherv
#define MPI_IScatter MPI_Iscatter
#define PMPI_IScatter PMPI_Iscatter
#define MPI_IScatterv MPI_Iscatterv
#define PMPI_IScatterv PMPI_Iscatterv
#define MPI_IReduce MPI_Ireduce
#define PMPI_IReduce PMPI_Ireduce
#define MPI_IAllreduce MPI_Iallreduce
#define PMPI_IAllreduce PMPI_Iallreduce

BOTH(Bcast, buffer, is_root(comm, root) ? 0 : count, datatype,
     (void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm), (buffer, count, datatype, root, comm))
BOTH(Allgather, recvbuf, (double)recvcount *senders(comm), recvtype,
     (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
      MPI_Comm comm),
     (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
BOTH(Allgatherv, recvbuf, parts(comm, recvcounts, displs), recvtype,
     (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
      const int displs[], MPI_Datatype recvtype, MPI_Comm comm),
     (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))
BOTH(Alltoall, recvbuf, (double)recvcount *senders(comm), recvtype,
     (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
      MPI_Comm comm),
     (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
BOTH(Alltoallv, recvbuf, parts(comm, recvcounts, rdispls), recvtype,
     (const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
      const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
     (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
BOTH(Gather, recvbuf, is_root(comm, root) ? (double)recvcount *senders(comm) : 0, recvtype,
     (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
      int root, MPI_Comm comm),
     (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))
BOTH(Gatherv, recvbuf, is_root(comm, root) ? parts(comm, recvcounts, displs) : 0, recvtype,
     (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
      const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm),
     (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm))
BOTH(Scatter, recvbuf, recvcount, recvtype,
     (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
      int root, MPI_Comm comm),
     (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))
BOTH(Scatterv, recvbuf, recvcount, recvtype,
     (const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
      int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
     (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm))
BOTH(Reduce, recvbuf, is_root(comm, root) ? count : 0, datatype,
     (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm),
     (sendbuf, recvbuf, count, datatype, op, root, comm))
BOTH(Allreduce, recvbuf, count, datatype,
     (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
     (sendbuf, recvbuf, count, datatype, op, comm))
COLLECTIVE(Scan, recvbuf, count, datatype,
           (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
           (sendbuf, recvbuf, count, datatype, op, comm))
COLLECTIVE(Exscan, recvbuf, count, datatype,
           (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
           (sendbuf, recvbuf, count, datatype, op, comm))
COLLECTIVE(Reduce_scatter, recvbuf, own_part(comm, recvcounts), datatype,
           (const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
            MPI_Comm comm),
           (sendbuf, recvbuf, recvcounts, datatype, op, comm))
COLLECTIVE(Reduce_scatter_block, recvbuf, recvcount, datatype,
           (const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
           (sendbuf, recvbuf, recvcount, datatype, op, comm))
