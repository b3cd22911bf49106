/* commtrace.c - libbsim-commtrace.so: the communication trace of any program under a real MPI, for LD_PRELOAD.
 *
 * Wraps the MPI functions and writes the file $BSIM_COMM_TRACE/rank-R.tsv of each process, in the format of
 * `bsim run --comm-trace` (trace_bytes.h). Without BSIM_COMM_TRACE every wrapper only calls its PMPI twin. If several
 * threads call MPI, their lines are in the order in which they get the lock. Must not know the simulator. */
#include <errno.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int type_size(MPI_Datatype datatype) {
    int size = 0;
    PMPI_Type_size(datatype, &size);
    return size;
}

static int comm_size(MPI_Comm comm) {
    int size = 0;
    PMPI_Comm_size(comm, &size);
    return size;
}

static int comm_rank(MPI_Comm comm) {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    return rank;
}

static int is_inter(MPI_Comm comm) {
    int flag = 0;
    PMPI_Comm_test_inter(comm, &flag);
    return flag;
}

/* Those with whom a process communicates: of an inter-communicator the remote group. */
static int comm_parts(MPI_Comm comm) {
    int size = 0;
    if (!is_inter(comm))
        return comm_size(comm);
    PMPI_Comm_remote_size(comm, &size);
    return size;
}

/* The number of destinations of this process in a topology. */
static int out_degree(MPI_Comm comm) {
    int kind = MPI_UNDEFINED, in, weighted, n = 0;
    PMPI_Topo_test(comm, &kind);
    if (kind == MPI_CART && PMPI_Cartdim_get(comm, &n) == MPI_SUCCESS)
        return 2 * n;
    if (kind == MPI_GRAPH)
        PMPI_Graph_neighbors_count(comm, comm_rank(comm), &n);
    else if (kind == MPI_DIST_GRAPH)
        PMPI_Dist_graph_neighbors_count(comm, &in, &n, &weighted);
    return n;
}

#define TRACE_TYPE_SIZE(datatype) type_size(datatype)
#define TRACE_COMM_SIZE(comm) comm_parts(comm)
#define TRACE_COMM_LOCAL(comm) comm_size(comm)
#define TRACE_COMM_RANK(comm) (is_inter(comm) ? MPI_ROOT : comm_rank(comm))
#define TRACE_OUT_DEGREE(comm) out_degree(comm)
#include "lmpi/trace/trace_bytes.h"

/* A communicator with a name that says how it was derived. If MPI reuses a handle, its entry is overwritten. */
typedef struct comm_record {
    MPI_Comm comm;
    char *name;
    int children; /* communicators that this process has made from it */
    int size;
    int *world_rank; /* null: ranks are those of MPI_COMM_WORLD */
} comm_record;

/* A persistent request, kept to write its line at each start; or with function NULL a matched message. */
typedef struct request_record {
    MPI_Request request;
    const char *function;
    int peer, tag;
    int64_t bytes;
    char *comm_name;
} request_record;

/* An open file, and the communicator with which it was opened. */
typedef struct file_record {
    MPI_File file;
    char *comm_name;
} file_record;

static FILE *out;
static file_record *files;
static int nfiles, files_room;
static comm_record *comms;
static int ncomms, comms_room;
static request_record *requests;
static int nrequests, requests_room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void fail(const char *what) {
    fprintf(stderr, "libbsim-commtrace: %s: %s\n", what, strerror(errno));
    PMPI_Abort(MPI_COMM_WORLD, 2);
}

static void *grow(void *array, int used, int *room, size_t each) {
    if (used < *room)
        return array;
    *room = *room ? 2 * *room : 16;
    void *bigger = realloc(array, (size_t)*room * each);
    if (!bigger)
        fail("out of memory");
    return bigger;
}

static comm_record *find_comm(MPI_Comm comm) {
    for (int i = 0; i < ncomms; i++)
        if (comms[i].comm == comm)
            return &comms[i];
    return NULL;
}

static void name_comm(MPI_Comm comm, char *name, int from_world) {
    comm_record *r = find_comm(comm);
    if (r) {
        free(r->name);
        free(r->world_rank);
    } else {
        comms = grow(comms, ncomms, &comms_room, sizeof *comms);
        r = &comms[ncomms++];
    }
    *r = (comm_record){.comm = comm, .name = name, .size = comm_parts(comm)};
    if (!name)
        fail("out of memory");
    if (from_world)
        return;
    MPI_Group group, world;
    int *local = malloc((size_t)r->size * sizeof *local);
    r->world_rank = malloc((size_t)r->size * sizeof *r->world_rank);
    if (!local || !r->world_rank)
        fail("out of memory");
    for (int i = 0; i < r->size; i++)
        local[i] = i;
    if (is_inter(comm))
        PMPI_Comm_remote_group(comm, &group);
    else
        PMPI_Comm_group(comm, &group);
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(group, r->size, local, world, r->world_rank);
    PMPI_Group_free(&group);
    PMPI_Group_free(&world);
    free(local);
}

static void derive_comm(MPI_Comm parent, MPI_Comm made) {
    if (!out || made == MPI_COMM_NULL)
        return;
    comm_record *p = find_comm(parent);
    if (!p)
        return;
    char *name;
    if (asprintf(&name, "%s.%d", p->name, p->children++) < 0)
        fail("out of memory");
    name_comm(made, name, 0);
}

static int world_peer(MPI_Comm comm, int peer) {
    if (peer == MPI_ANY_SOURCE)
        return TRACE_PEER_ANY;
    if (peer == MPI_PROC_NULL)
        return TRACE_PEER_NULL;
    if (peer == TRACE_PEER_NONE)
        return peer;
    if (peer == MPI_ROOT)
        return comm_rank(MPI_COMM_WORLD);
    const comm_record *r = find_comm(comm);
    return r && r->world_rank && peer >= 0 && peer < r->size ? r->world_rank[peer] : peer;
}

static void put(const char *function, int peer, int tag, int64_t bytes, const char *comm_name) {
    char line[TRACE_LINE_FIXED + 4096];
    if (strlen(comm_name) > 4000)
        comm_name = "?";
    fwrite(line, 1, trace_put_line(line, function, peer, tag, bytes, comm_name), out);
}

static const char *comm_name(MPI_Comm comm) {
    const comm_record *r = find_comm(comm);
    return r ? r->name : "?";
}

static void line(const char *function, int peer, int tag, int64_t bytes, MPI_Comm comm) {
    pthread_mutex_lock(&lock);
    put(function, world_peer(comm, peer), tag == MPI_ANY_TAG ? TRACE_TAG_ANY : tag, bytes, comm_name(comm));
    pthread_mutex_unlock(&lock);
}

static void file_line(const char *function, MPI_File file, int64_t bytes) {
    pthread_mutex_lock(&lock);
    const char *name = "?";
    for (int i = 0; i < nfiles; i++)
        if (files[i].file == file)
            name = files[i].comm_name;
    put(function, TRACE_PEER_NONE, TRACE_TAG_NONE, bytes, name);
    pthread_mutex_unlock(&lock);
}

static void remember_request(MPI_Request request, const char *function, int peer, int tag, int64_t bytes,
                             MPI_Comm comm) {
    pthread_mutex_lock(&lock);
    request_record *r = NULL;
    for (int i = 0; i < nrequests && !r; i++)
        if (requests[i].request == request)
            r = &requests[i];
    if (r) {
        free(r->comm_name);
    } else {
        requests = grow(requests, nrequests, &requests_room, sizeof *requests);
        r = &requests[nrequests++];
    }
    *r = (request_record){request,
                          function,
                          world_peer(comm, peer),
                          tag == MPI_ANY_TAG ? TRACE_TAG_ANY : tag,
                          bytes,
                          strdup(comm_name(comm))};
    pthread_mutex_unlock(&lock);
}

static void started(MPI_Request request) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < nrequests; i++)
        if (requests[i].request == request && requests[i].function)
            put(requests[i].function, requests[i].peer, requests[i].tag, requests[i].bytes, requests[i].comm_name);
    pthread_mutex_unlock(&lock);
}

static void open_trace(void) {
    const char *folder = getenv("BSIM_COMM_TRACE");
    if (!folder || !*folder || out)
        return;
    char path[4096];
    if (mkdir(folder, 0777) && errno != EEXIST)
        fail(folder);
    if (snprintf(path, sizeof path, "%s/rank-%d.tsv", folder, comm_rank(MPI_COMM_WORLD)) >= (int)sizeof path)
        errno = ENAMETOOLONG, fail(folder);
    out = fopen(path, "w");
    if (!out)
        fail(path);
    name_comm(MPI_COMM_WORLD, strdup("world"), 1);
    name_comm(MPI_COMM_SELF, strdup("self"), 0);
}

/* Wrappers of the functions that write a line, from mpi_calls.def, which also gives the names of the parameters. A
 * persistent request's line has the name of the function that made it, without _init. */
#define MPI_CALL_P2P_SEND(ret, name, params, args, roles)                                                              \
    int MPI_##name params {                                                                                            \
        if (out)                                                                                                       \
            line("MPI_" #name, dest, tag, (int64_t)count *type_size(datatype), comm);                                  \
        return PMPI_##name args;                                                                                       \
    }
#define MPI_CALL_P2P_RECV(ret, name, params, args, roles)                                                              \
    int MPI_##name params {                                                                                            \
        if (out)                                                                                                       \
            line("MPI_" #name, source, tag, (int64_t)count *type_size(datatype), comm);                                \
        return PMPI_##name args;                                                                                       \
    }
#define MPI_CALL_P2P_SENDRECV(ret, name, params, args, roles)                                                          \
    int MPI_##name params {                                                                                            \
        if (out)                                                                                                       \
            line("MPI_" #name, dest, sendtag, trace_bytes_##name args, comm);                                          \
        return PMPI_##name args;                                                                                       \
    }
#define MPI_CALL_COLL(ret, name, params, args, roles)                                                                  \
    int MPI_##name params {                                                                                            \
        if (out)                                                                                                       \
            line("MPI_" #name, TRACE_ROOT_##name, TRACE_TAG_NONE,                                                      \
                 TRACE_ROOT_##name == MPI_PROC_NULL ? 0 : trace_bytes_##name args, comm);                              \
        return PMPI_##name args;                                                                                       \
    }
#define MPI_CALL_P2P_ISENDRECV(ret, name, params, args, roles)                                                         \
    int MPI_##name params {                                                                                            \
        if (out)                                                                                                       \
            line("MPI_" #name, dest, sendtag, BYTES_##name, comm);                                                     \
        return PMPI_##name args;                                                                                       \
    }
#define BYTES_Isendrecv (int64_t)sendcount *type_size(sendtype)
#define BYTES_Isendrecv_replace (int64_t)count *type_size(datatype)
/* Of non-blocking collectives: as of the blocking ones. */
#define MPI_CALL_ICOLL(ret, name, params, args, roles)                                                                 \
    int MPI_##name params {                                                                                            \
        if (out)                                                                                                       \
            line("MPI_" #name, ROOT_##name, TRACE_TAG_NONE, ROOT_##name == MPI_PROC_NULL ? 0 : BYTES_##name, comm);    \
        return PMPI_##name args;                                                                                       \
    }
#define ROOT_Iallgather TRACE_ROOT_Allgather
#define ROOT_Iallgatherv TRACE_ROOT_Allgatherv
#define ROOT_Iallreduce TRACE_ROOT_Allreduce
#define ROOT_Ialltoall TRACE_ROOT_Alltoall
#define ROOT_Ialltoallv TRACE_ROOT_Alltoallv
#define ROOT_Ialltoallw TRACE_ROOT_Alltoallw
#define ROOT_Ibarrier TRACE_ROOT_Barrier
#define ROOT_Ibcast TRACE_ROOT_Bcast
#define ROOT_Iexscan TRACE_ROOT_Exscan
#define ROOT_Igather TRACE_ROOT_Gather
#define ROOT_Igatherv TRACE_ROOT_Gatherv
#define ROOT_Ireduce TRACE_ROOT_Reduce
#define ROOT_Ireduce_scatter TRACE_ROOT_Reduce_scatter
#define ROOT_Ireduce_scatter_block TRACE_ROOT_Reduce_scatter_block
#define ROOT_Iscan TRACE_ROOT_Scan
#define ROOT_Iscatter TRACE_ROOT_Scatter
#define ROOT_Iscatterv TRACE_ROOT_Scatterv
#define BYTES_Iallgather trace_bytes_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
#define BYTES_Iallgatherv                                                                                              \
    trace_bytes_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
#define BYTES_Iallreduce trace_bytes_Allreduce(sendbuf, recvbuf, count, datatype, op, comm)
#define BYTES_Ialltoall trace_bytes_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
#define BYTES_Ialltoallv                                                                                               \
    trace_bytes_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm)
#define BYTES_Ialltoallw                                                                                               \
    trace_bytes_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm)
#define BYTES_Ibarrier trace_bytes_Barrier(comm)
#define BYTES_Ibcast trace_bytes_Bcast(buffer, count, datatype, root, comm)
#define BYTES_Iexscan trace_bytes_Exscan(sendbuf, recvbuf, count, datatype, op, comm)
#define BYTES_Igather trace_bytes_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
#define BYTES_Igatherv                                                                                                 \
    trace_bytes_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm)
#define BYTES_Ireduce trace_bytes_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm)
#define BYTES_Ireduce_scatter trace_bytes_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm)
#define BYTES_Ireduce_scatter_block trace_bytes_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm)
#define BYTES_Iscan trace_bytes_Scan(sendbuf, recvbuf, count, datatype, op, comm)
#define BYTES_Iscatter trace_bytes_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
#define BYTES_Iscatterv                                                                                                \
    trace_bytes_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm)
#define ROOT_Ineighbor_allgather TRACE_PEER_NONE
#define BYTES_Ineighbor_allgather                                                                                      \
    trace_bytes_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
#define ROOT_Ineighbor_allgatherv TRACE_PEER_NONE
#define BYTES_Ineighbor_allgatherv                                                                                     \
    trace_bytes_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
#define ROOT_Ineighbor_alltoall TRACE_PEER_NONE
#define BYTES_Ineighbor_alltoall                                                                                       \
    trace_bytes_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
#define ROOT_Ineighbor_alltoallv TRACE_PEER_NONE
#define BYTES_Ineighbor_alltoallv                                                                                      \
    trace_bytes_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm)
#define ROOT_Ineighbor_alltoallw TRACE_PEER_NONE
#define BYTES_Ineighbor_alltoallw                                                                                      \
    trace_bytes_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,   \
                                   comm)
#define ROOT_Allgather_init TRACE_ROOT_Allgather
#define BYTES_Allgather_init trace_bytes_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
#define STARTED_Allgather_init "MPI_Allgather"
#define ROOT_Allgatherv_init TRACE_ROOT_Allgatherv
#define BYTES_Allgatherv_init                                                                                          \
    trace_bytes_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
#define STARTED_Allgatherv_init "MPI_Allgatherv"
#define ROOT_Allreduce_init TRACE_ROOT_Allreduce
#define BYTES_Allreduce_init trace_bytes_Allreduce(sendbuf, recvbuf, count, datatype, op, comm)
#define STARTED_Allreduce_init "MPI_Allreduce"
#define ROOT_Alltoall_init TRACE_ROOT_Alltoall
#define BYTES_Alltoall_init trace_bytes_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
#define STARTED_Alltoall_init "MPI_Alltoall"
#define ROOT_Alltoallv_init TRACE_ROOT_Alltoallv
#define BYTES_Alltoallv_init                                                                                           \
    trace_bytes_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm)
#define STARTED_Alltoallv_init "MPI_Alltoallv"
#define ROOT_Alltoallw_init TRACE_ROOT_Alltoallw
#define BYTES_Alltoallw_init                                                                                           \
    trace_bytes_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm)
#define STARTED_Alltoallw_init "MPI_Alltoallw"
#define ROOT_Barrier_init TRACE_ROOT_Barrier
#define BYTES_Barrier_init trace_bytes_Barrier(comm)
#define STARTED_Barrier_init "MPI_Barrier"
#define ROOT_Bcast_init TRACE_ROOT_Bcast
#define BYTES_Bcast_init trace_bytes_Bcast(buffer, count, datatype, root, comm)
#define STARTED_Bcast_init "MPI_Bcast"
#define ROOT_Exscan_init TRACE_ROOT_Exscan
#define BYTES_Exscan_init trace_bytes_Exscan(sendbuf, recvbuf, count, datatype, op, comm)
#define STARTED_Exscan_init "MPI_Exscan"
#define ROOT_Gather_init TRACE_ROOT_Gather
#define BYTES_Gather_init trace_bytes_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
#define STARTED_Gather_init "MPI_Gather"
#define ROOT_Gatherv_init TRACE_ROOT_Gatherv
#define BYTES_Gatherv_init                                                                                             \
    trace_bytes_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm)
#define STARTED_Gatherv_init "MPI_Gatherv"
#define ROOT_Neighbor_allgather_init TRACE_ROOT_Neighbor_allgather
#define BYTES_Neighbor_allgather_init                                                                                  \
    trace_bytes_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
#define STARTED_Neighbor_allgather_init "MPI_Neighbor_allgather"
#define ROOT_Neighbor_allgatherv_init TRACE_ROOT_Neighbor_allgatherv
#define BYTES_Neighbor_allgatherv_init                                                                                 \
    trace_bytes_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
#define STARTED_Neighbor_allgatherv_init "MPI_Neighbor_allgatherv"
#define ROOT_Neighbor_alltoall_init TRACE_ROOT_Neighbor_alltoall
#define BYTES_Neighbor_alltoall_init                                                                                   \
    trace_bytes_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
#define STARTED_Neighbor_alltoall_init "MPI_Neighbor_alltoall"
#define ROOT_Neighbor_alltoallv_init TRACE_ROOT_Neighbor_alltoallv
#define BYTES_Neighbor_alltoallv_init                                                                                  \
    trace_bytes_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm)
#define STARTED_Neighbor_alltoallv_init "MPI_Neighbor_alltoallv"
#define ROOT_Neighbor_alltoallw_init TRACE_ROOT_Neighbor_alltoallw
#define BYTES_Neighbor_alltoallw_init                                                                                  \
    trace_bytes_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,   \
                                   comm)
#define STARTED_Neighbor_alltoallw_init "MPI_Neighbor_alltoallw"
#define ROOT_Reduce_init TRACE_ROOT_Reduce
#define BYTES_Reduce_init trace_bytes_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm)
#define STARTED_Reduce_init "MPI_Reduce"
#define ROOT_Reduce_scatter_init TRACE_ROOT_Reduce_scatter
#define BYTES_Reduce_scatter_init trace_bytes_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm)
#define STARTED_Reduce_scatter_init "MPI_Reduce_scatter"
#define ROOT_Reduce_scatter_block_init TRACE_ROOT_Reduce_scatter_block
#define BYTES_Reduce_scatter_block_init                                                                                \
    trace_bytes_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm)
#define STARTED_Reduce_scatter_block_init "MPI_Reduce_scatter_block"
#define ROOT_Scan_init TRACE_ROOT_Scan
#define BYTES_Scan_init trace_bytes_Scan(sendbuf, recvbuf, count, datatype, op, comm)
#define STARTED_Scan_init "MPI_Scan"
#define ROOT_Scatter_init TRACE_ROOT_Scatter
#define BYTES_Scatter_init trace_bytes_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
#define STARTED_Scatter_init "MPI_Scatter"
#define ROOT_Scatterv_init TRACE_ROOT_Scatterv
#define BYTES_Scatterv_init                                                                                            \
    trace_bytes_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm)
#define STARTED_Scatterv_init "MPI_Scatterv"
/* Of persistent collectives: at each start, as of the blocking ones. */
#define MPI_CALL_COLL_INIT(ret, name, params, args, roles)                                                             \
    int MPI_##name params {                                                                                            \
        int code = PMPI_##name args;                                                                                   \
        if (out && code == MPI_SUCCESS)                                                                                \
            remember_request(*request, STARTED_##name, ROOT_##name, TRACE_TAG_NONE,                                    \
                             ROOT_##name == MPI_PROC_NULL ? 0 : BYTES_##name, comm);                                   \
        return code;                                                                                                   \
    }
#define PEER_Bsend_init dest
#define PEER_Rsend_init dest
#define PEER_Send_init dest
#define PEER_Ssend_init dest
#define PEER_Recv_init source
#define STARTED_Bsend_init "MPI_Bsend"
#define STARTED_Rsend_init "MPI_Rsend"
#define STARTED_Send_init "MPI_Send"
#define STARTED_Ssend_init "MPI_Ssend"
#define STARTED_Recv_init "MPI_Recv"
#define MPI_CALL_P2P_INIT(ret, name, params, args, roles)                                                              \
    int MPI_##name params {                                                                                            \
        int code = PMPI_##name args;                                                                                   \
        if (out && code == MPI_SUCCESS)                                                                                \
            remember_request(*request, STARTED_##name, PEER_##name, tag, (int64_t)count *type_size(datatype), comm);   \
        return code;                                                                                                   \
    }
#define PEER_Psend_init dest
#define PEER_Precv_init source
#define STARTED_Psend_init "MPI_Psend"
#define STARTED_Precv_init "MPI_Precv"
#define MPI_CALL_PART_INIT(ret, name, params, args, roles)                                                             \
    int MPI_##name params {                                                                                            \
        int code = PMPI_##name args;                                                                                   \
        if (out && code == MPI_SUCCESS)                                                                                \
            remember_request(*request, STARTED_##name, PEER_##name, tag,                                               \
                             (int64_t)count *partitions *type_size(datatype), comm);                                   \
        return code;                                                                                                   \
    }
#define MPI_CALL_IO_DATA(ret, name, params, args, roles)                                                               \
    int MPI_##name params {                                                                                            \
        if (out)                                                                                                       \
            file_line("MPI_" #name, fh, (int64_t)count *type_size(datatype));                                          \
        return PMPI_##name args;                                                                                       \
    }
#define MPI_CALL_COMM(ret, name, params, args, roles)                                                                  \
    int MPI_##name params {                                                                                            \
        int code = PMPI_##name args;                                                                                   \
        if (code == MPI_SUCCESS)                                                                                       \
            derive_comm(PARENT_##name, *CHILD_##name);                                                                 \
        return code;                                                                                                   \
    }
#define PARENT_Cart_create comm_old
#define PARENT_Cart_sub comm
#define PARENT_Comm_create comm
#define PARENT_Comm_create_group comm
#define PARENT_Comm_dup comm
#define PARENT_Comm_dup_with_info comm
#define PARENT_Comm_split comm
#define PARENT_Comm_split_type comm
#define PARENT_Dist_graph_create comm_old
#define PARENT_Dist_graph_create_adjacent comm_old
#define PARENT_Graph_create comm_old
#define CHILD_Cart_create comm_cart
#define CHILD_Cart_sub newcomm
#define CHILD_Comm_create newcomm
#define CHILD_Comm_create_group newcomm
#define CHILD_Comm_dup newcomm
#define CHILD_Comm_dup_with_info newcomm
#define CHILD_Comm_split newcomm
#define CHILD_Comm_split_type newcomm
#define CHILD_Dist_graph_create comm_dist_graph
#define CHILD_Dist_graph_create_adjacent comm_dist_graph
#define CHILD_Graph_create comm_graph
#include "lmpi/mpi_calls.def"

int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) {
    if (out)
        line("MPI_File_open", TRACE_PEER_NONE, TRACE_TAG_NONE, 0, comm);
    int code = PMPI_File_open(comm, filename, amode, info, fh);
    if (!out || code != MPI_SUCCESS)
        return code;
    pthread_mutex_lock(&lock);
    files = grow(files, nfiles, &files_room, sizeof *files);
    files[nfiles++] = (file_record){*fh, strdup(comm_name(comm))};
    pthread_mutex_unlock(&lock);
    return code;
}

int MPI_File_close(MPI_File *fh) {
    if (out)
        file_line("MPI_File_close", *fh, 0);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < nfiles; i++)
        if (files[i].file == *fh) {
            free(files[i].comm_name);
            files[i--] = files[--nfiles];
        }
    pthread_mutex_unlock(&lock);
    return PMPI_File_close(fh);
}

int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep,
                      MPI_Info info) {
    if (out)
        file_line("MPI_File_set_view", fh, 0);
    return PMPI_File_set_view(fh, disp, etype, filetype, datarep, info);
}

int MPI_File_set_size(MPI_File fh, MPI_Offset size) {
    if (out)
        file_line("MPI_File_set_size", fh, size);
    return PMPI_File_set_size(fh, size);
}

int MPI_File_preallocate(MPI_File fh, MPI_Offset size) {
    if (out)
        file_line("MPI_File_preallocate", fh, size);
    return PMPI_File_preallocate(fh, size);
}

int MPI_File_sync(MPI_File fh) {
    if (out)
        file_line("MPI_File_sync", fh, 0);
    return PMPI_File_sync(fh);
}

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
    int code = PMPI_Comm_idup(comm, newcomm, request);
    if (code == MPI_SUCCESS) /* MPICH's handle is there already */
        derive_comm(comm, *newcomm);
    return code;
}

int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request) {
    int code = PMPI_Comm_idup_with_info(comm, info, newcomm, request);
    if (code == MPI_SUCCESS)
        derive_comm(comm, *newcomm);
    return code;
}

int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
                         MPI_Comm *newintercomm) {
    int code = PMPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm);
    if (code == MPI_SUCCESS)
        derive_comm(local_comm, *newintercomm);
    return code;
}

int MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm) {
    int code = PMPI_Intercomm_merge(intercomm, high, newintracomm);
    if (code == MPI_SUCCESS)
        derive_comm(intercomm, *newintracomm);
    return code;
}

/* Matched probes: the line of the receive tells what the probe was asked for. */
static void matched(MPI_Message message, int source, int tag, MPI_Comm comm) {
    if (out && message != MPI_MESSAGE_NULL && message != MPI_MESSAGE_NO_PROC)
        remember_request((MPI_Request)message, NULL, source, tag, 0, comm);
}

static void received(const char *function, MPI_Message message, int64_t bytes) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < nrequests; i++)
        if (requests[i].request == (MPI_Request)message && !requests[i].function) {
            put(function, requests[i].peer, requests[i].tag, bytes, requests[i].comm_name);
            free(requests[i].comm_name);
            requests[i] = requests[--nrequests];
        }
    pthread_mutex_unlock(&lock);
}

int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
    int code = PMPI_Mprobe(source, tag, comm, message, status);
    matched(code == MPI_SUCCESS ? *message : MPI_MESSAGE_NULL, source, tag, comm);
    return code;
}

int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status) {
    int code = PMPI_Improbe(source, tag, comm, flag, message, status);
    matched(code == MPI_SUCCESS && *flag ? *message : MPI_MESSAGE_NULL, source, tag, comm);
    return code;
}

int MPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status) {
    if (out)
        received("MPI_Mrecv", *message, (int64_t)count * type_size(datatype));
    return PMPI_Mrecv(buf, count, datatype, message, status);
}

int MPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request) {
    if (out)
        received("MPI_Imrecv", *message, (int64_t)count * type_size(datatype));
    return PMPI_Imrecv(buf, count, datatype, message, request);
}

int MPI_Start(MPI_Request *request) {
    if (out)
        started(*request);
    return PMPI_Start(request);
}

int MPI_Startall(int count, MPI_Request array_of_requests[]) {
    for (int i = 0; out && i < count; i++)
        started(array_of_requests[i]);
    return PMPI_Startall(count, array_of_requests);
}

int MPI_Init(int *argc, char ***argv) {
    int code = PMPI_Init(argc, argv);
    if (code == MPI_SUCCESS)
        open_trace();
    return code;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    int code = PMPI_Init_thread(argc, argv, required, provided);
    if (code == MPI_SUCCESS)
        open_trace();
    return code;
}

/* Closes the file. Prints a message and returns false if the trace is incomplete. */
static int close_trace(void) {
    if (!out)
        return 1;
    errno = EIO;
    int failed = ferror(out);
    failed = fclose(out) || failed;
    out = NULL;
    if (failed)
        fprintf(stderr, "libbsim-commtrace: the trace could not be written: %s\n", strerror(errno));
    return !failed;
}

int MPI_Finalize(void) {
    if (!close_trace())
        PMPI_Abort(MPI_COMM_WORLD, 2);
    return PMPI_Finalize();
}

int MPI_Abort(MPI_Comm comm, int errorcode) {
    close_trace();
    return PMPI_Abort(comm, errorcode);
}
