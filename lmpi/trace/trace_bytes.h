/* trace_bytes.h - the lines of the communication trace. Shared by the runtime (lmpi/trace/trace.c) and the library that
 * traces a program under a real MPI (lmpi/commtrace/).
 *
 * A line holds, separated by tabs: function, peer or root, tag, bytes, communicator. The bytes are those of the calling
 * rank's send buffer, or for a pure receive of its receive buffer. If the buffer has a part for each rank, the parts
 * are added up. With MPI_IN_PLACE, the bytes are those that the rank contributes from its receive buffer. Arguments
 * that MPI declares not significant at the calling rank are not read.
 *
 * Define before the include, for the MPI in use: TRACE_TYPE_SIZE(datatype), the bytes of a datatype;
 * TRACE_COMM_SIZE(comm), of an inter-communicator the size of the remote group; TRACE_COMM_LOCAL(comm), of its local
 * group; TRACE_COMM_RANK(comm), of an inter-communicator MPI_ROOT, which is the root that its root gives; for
 * neighbourhood collectives TRACE_OUT_DEGREE(comm), the number of destinations. */
#ifndef LMPI_TRACE_BYTES_H
#define LMPI_TRACE_BYTES_H

#include <mpi.h>
#include <stdint.h>
#include <string.h>

enum { TRACE_PEER_NONE = -1000000001, TRACE_PEER_ANY = -1000000002, TRACE_PEER_NULL = -1000000003 };
enum { TRACE_TAG_NONE = -1000000001, TRACE_TAG_ANY = -1000000002 };
/* Longest line without the communicator's name. */
enum { TRACE_LINE_FIXED = 128 };

/* Roots of the collectives, as an expression over the MPI function's own parameter names. */
#define TRACE_ROOT_Allgather TRACE_PEER_NONE
#define TRACE_ROOT_Allgatherv TRACE_PEER_NONE
#define TRACE_ROOT_Allreduce TRACE_PEER_NONE
#define TRACE_ROOT_Alltoall TRACE_PEER_NONE
#define TRACE_ROOT_Alltoallv TRACE_PEER_NONE
#define TRACE_ROOT_Alltoallw TRACE_PEER_NONE
#define TRACE_ROOT_Barrier TRACE_PEER_NONE
#define TRACE_ROOT_Bcast root
#define TRACE_ROOT_Exscan TRACE_PEER_NONE
#define TRACE_ROOT_Gather root
#define TRACE_ROOT_Gatherv root
#define TRACE_ROOT_Reduce root
#define TRACE_ROOT_Reduce_scatter TRACE_PEER_NONE
#define TRACE_ROOT_Reduce_scatter_block TRACE_PEER_NONE
#define TRACE_ROOT_Scan TRACE_PEER_NONE
#define TRACE_ROOT_Scatter root
#define TRACE_ROOT_Scatterv root
#define TRACE_ROOT_Neighbor_allgather TRACE_PEER_NONE
#define TRACE_ROOT_Neighbor_allgatherv TRACE_PEER_NONE
#define TRACE_ROOT_Neighbor_alltoall TRACE_PEER_NONE
#define TRACE_ROOT_Neighbor_alltoallv TRACE_PEER_NONE
#define TRACE_ROOT_Neighbor_alltoallw TRACE_PEER_NONE

#define TRACE_UNUSED __attribute__((unused))
#define TRACE_BYTES(name, params) TRACE_UNUSED static inline int64_t trace_bytes_##name params

static inline int64_t trace_sum(const int counts[], int n) {
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += counts[i];
    return sum;
}

/* The functions have the parameters of their MPI twins, most of them unused. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

TRACE_BYTES(Sendrecv,
            (const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
             int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)) {
    return (int64_t)sendcount * TRACE_TYPE_SIZE(sendtype);
}

TRACE_BYTES(Sendrecv_replace, (void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
                               int recvtag, MPI_Comm comm, MPI_Status *status)) {
    return (int64_t)count * TRACE_TYPE_SIZE(datatype);
}

TRACE_BYTES(Barrier, (MPI_Comm comm)) {
    return 0;
}

TRACE_BYTES(Bcast, (void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)) {
    return (int64_t)count * TRACE_TYPE_SIZE(datatype);
}

TRACE_BYTES(Gather, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                     MPI_Datatype recvtype, int root, MPI_Comm comm)) {
    if (sendbuf == MPI_IN_PLACE && TRACE_COMM_RANK(comm) == root)
        return (int64_t)recvcount * TRACE_TYPE_SIZE(recvtype);
    return (int64_t)sendcount * TRACE_TYPE_SIZE(sendtype);
}

TRACE_BYTES(Gatherv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                      const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)) {
    if (sendbuf == MPI_IN_PLACE && TRACE_COMM_RANK(comm) == root)
        return (int64_t)recvcounts[root] * TRACE_TYPE_SIZE(recvtype);
    return (int64_t)sendcount * TRACE_TYPE_SIZE(sendtype);
}

TRACE_BYTES(Scatter, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                      MPI_Datatype recvtype, int root, MPI_Comm comm)) {
    if (TRACE_COMM_RANK(comm) == root)
        return (int64_t)sendcount * TRACE_TYPE_SIZE(sendtype) * TRACE_COMM_SIZE(comm);
    return (int64_t)recvcount * TRACE_TYPE_SIZE(recvtype);
}

TRACE_BYTES(Scatterv, (const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                       void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)) {
    if (TRACE_COMM_RANK(comm) == root)
        return trace_sum(sendcounts, TRACE_COMM_SIZE(comm)) * TRACE_TYPE_SIZE(sendtype);
    return (int64_t)recvcount * TRACE_TYPE_SIZE(recvtype);
}

TRACE_BYTES(Allgather, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                        MPI_Datatype recvtype, MPI_Comm comm)) {
    if (sendbuf == MPI_IN_PLACE)
        return (int64_t)recvcount * TRACE_TYPE_SIZE(recvtype);
    return (int64_t)sendcount * TRACE_TYPE_SIZE(sendtype);
}

TRACE_BYTES(Allgatherv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)) {
    if (sendbuf == MPI_IN_PLACE)
        return (int64_t)recvcounts[TRACE_COMM_RANK(comm)] * TRACE_TYPE_SIZE(recvtype);
    return (int64_t)sendcount * TRACE_TYPE_SIZE(sendtype);
}

TRACE_BYTES(Alltoall, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                       MPI_Datatype recvtype, MPI_Comm comm)) {
    if (sendbuf == MPI_IN_PLACE)
        return (int64_t)recvcount * TRACE_TYPE_SIZE(recvtype) * TRACE_COMM_SIZE(comm);
    return (int64_t)sendcount * TRACE_TYPE_SIZE(sendtype) * TRACE_COMM_SIZE(comm);
}

TRACE_BYTES(Alltoallv,
            (const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
             const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)) {
    if (sendbuf == MPI_IN_PLACE)
        return trace_sum(recvcounts, TRACE_COMM_SIZE(comm)) * TRACE_TYPE_SIZE(recvtype);
    return trace_sum(sendcounts, TRACE_COMM_SIZE(comm)) * TRACE_TYPE_SIZE(sendtype);
}

TRACE_BYTES(Alltoallw, (const void *sendbuf, const int sendcounts[], const int sdispls[],
                        const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
                        const MPI_Datatype recvtypes[], MPI_Comm comm)) {
    const int *counts = sendbuf == MPI_IN_PLACE ? recvcounts : sendcounts;
    const MPI_Datatype *types = sendbuf == MPI_IN_PLACE ? recvtypes : sendtypes;
    int64_t sum = 0;
    for (int i = 0, n = TRACE_COMM_SIZE(comm); i < n; i++)
        if (counts[i])
            sum += (int64_t)counts[i] * TRACE_TYPE_SIZE(types[i]);
    return sum;
}

TRACE_BYTES(Reduce, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                     MPI_Comm comm)) {
    return (int64_t)count * TRACE_TYPE_SIZE(datatype);
}

TRACE_BYTES(Allreduce,
            (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)) {
    return (int64_t)count * TRACE_TYPE_SIZE(datatype);
}

TRACE_BYTES(Scan, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)) {
    return (int64_t)count * TRACE_TYPE_SIZE(datatype);
}

TRACE_BYTES(Exscan, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)) {
    return (int64_t)count * TRACE_TYPE_SIZE(datatype);
}

TRACE_BYTES(Reduce_scatter, (const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype,
                             MPI_Op op, MPI_Comm comm)) {
    return trace_sum(recvcounts, TRACE_COMM_LOCAL(comm)) * TRACE_TYPE_SIZE(datatype);
}

TRACE_BYTES(Reduce_scatter_block,
            (const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)) {
    return (int64_t)recvcount * TRACE_TYPE_SIZE(datatype) * TRACE_COMM_LOCAL(comm);
}

/* Neighbourhood collectives: the blocks for all destinations. */
TRACE_BYTES(Neighbor_allgather, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm)) {
    return (int64_t)sendcount * TRACE_TYPE_SIZE(sendtype);
}

TRACE_BYTES(Neighbor_allgatherv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                  const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)) {
    return (int64_t)sendcount * TRACE_TYPE_SIZE(sendtype);
}

#ifdef TRACE_OUT_DEGREE
TRACE_BYTES(Neighbor_alltoall, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                                MPI_Datatype recvtype, MPI_Comm comm)) {
    return (int64_t)sendcount * TRACE_TYPE_SIZE(sendtype) * TRACE_OUT_DEGREE(comm);
}

TRACE_BYTES(Neighbor_alltoallv,
            (const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
             const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)) {
    return trace_sum(sendcounts, TRACE_OUT_DEGREE(comm)) * TRACE_TYPE_SIZE(sendtype);
}

TRACE_BYTES(Neighbor_alltoallw, (const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                                 const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                                 const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)) {
    int64_t sum = 0;
    for (int i = 0, n = TRACE_OUT_DEGREE(comm); i < n; i++)
        if (sendcounts[i])
            sum += (int64_t)sendcounts[i] * TRACE_TYPE_SIZE(sendtypes[i]);
    return sum;
}
#endif

#pragma GCC diagnostic pop

static inline char *trace_put_int(char *at, int64_t value) {
    char digits[24];
    int n = 0;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        *at++ = '-';
    while (n)
        *at++ = digits[--n];
    return at;
}

static inline char *trace_put_text(char *at, const char *text) {
    size_t n = strlen(text);
    memcpy(at, text, n);
    return at + n;
}

/* Writes a line with its newline to `at`, which has room for TRACE_LINE_FIXED bytes and the communicator's name. peer:
 * a rank of MPI_COMM_WORLD or TRACE_PEER_*; tag: a tag or TRACE_TAG_*. Returns the length. */
TRACE_UNUSED static inline size_t trace_put_line(char *at, const char *function, int peer, int tag, int64_t bytes,
                                                 const char *comm_name) {
    char *const start = at;
    at = trace_put_text(at, function);
    *at++ = '\t';
    if (peer == TRACE_PEER_NONE)
        *at++ = '-';
    else if (peer == TRACE_PEER_ANY)
        at = trace_put_text(at, "any");
    else if (peer == TRACE_PEER_NULL)
        at = trace_put_text(at, "null");
    else
        at = trace_put_int(at, peer);
    *at++ = '\t';
    if (tag == TRACE_TAG_NONE)
        *at++ = '-';
    else if (tag == TRACE_TAG_ANY)
        at = trace_put_text(at, "any");
    else
        at = trace_put_int(at, tag);
    *at++ = '\t';
    at = trace_put_int(at, bytes);
    *at++ = '\t';
    at = trace_put_text(at, comm_name);
    *at++ = '\n';
    return (size_t)(at - start);
}

#endif
