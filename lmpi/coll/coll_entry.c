/* coll_entry.c - the entry functions MPI_X and LMPI_X of all collectives: each writes the trace line and calls the
 * function of the collective with its place. */
#include "lmpi/capture/capture.h"
#include "lmpi/coll/coll_entry.h"

#include "bsim/base/warn.h"
#include "bsim/platform/platform.h"
#include "lmpi/lmpi.h"
#include "lmpi/coll/coll_trace.h"
#include "lmpi/datatype/op.h"
#include "lmpi/datatype/packing.h"

static int check_buffer(const lmpi_coll_call *call, MPI_Comm comm, const void *buffer, MPI_Datatype type) {
    if (lmpi_is_skeleton() || !call->real || lmpi_type_size(type) == 0 || lmpi_type_has_memory(buffer, type))
        return MPI_SUCCESS;
    return lmpi_coll_error(call, comm, MPI_ERR_BUFFER, "the buffer is null");
}

/* A call with one buffer has it as `recv` alone. */
static const char *place_of(const lmpi_coll_call *call) {
    return !call->send ? "the buffer" : call->recv == MPI_IN_PLACE ? "recvbuf" : "sendbuf";
}

int lmpi_coll_check_data(lmpi_coll_call *call, MPI_Comm comm, const void *buffer, int64_t count, MPI_Datatype type) {
    if (count < 0)
        return lmpi_coll_error(call, comm, MPI_ERR_COUNT, "count is %lld", (long long)count);
    if (buffer == MPI_IN_PLACE && count > 0)
        return lmpi_coll_error(call, comm, MPI_ERR_BUFFER, "%s cannot be MPI_IN_PLACE", place_of(call));
    if (count > 0 && type != call->type[0])
        call->type[call->type[0] != 0] = type;
    bool is_null = lmpi_is_null(buffer) && count > 0;
    if (LMPI_TYPE_IS_BUILTIN(type))
        return is_null ? check_buffer(call, comm, buffer, type) : MPI_SUCCESS;
    const lmpi_type *t = lmpi_type_of(type);
    if (!t)
        return lmpi_coll_error(call, comm, MPI_ERR_TYPE, "datatype handle 0x%x is not valid", (unsigned)type);
    if (!t->committed)
        return lmpi_coll_error(call, comm, MPI_ERR_TYPE, "the datatype is not committed");
    if (bsim_context.work->packs && lmpi_packing_s(type, count * t->size, 0) > 0)
        bsim_warn("%s has data that are not contiguous; the platform's \"packing\" is for sends and receives, not for "
                  "collectives",
                  call->site->call);
    return is_null ? check_buffer(call, comm, buffer, type) : MPI_SUCCESS;
}

int lmpi_coll_check_vectors(lmpi_coll_call *call, MPI_Comm comm, int64_t count, bool receives) {
    const void *input = call->send == MPI_IN_PLACE ? call->recv : call->send;
    LMPI_COLL_TRY(lmpi_coll_check_data(call, comm, input, count, call->recv_type));
    return receives ? lmpi_coll_check_data(call, comm, call->recv, count, call->recv_type) : MPI_SUCCESS;
}

int lmpi_coll_check_root(const lmpi_coll_call *call, MPI_Comm comm, const lmpi_comm *object, int root) {
    if (root >= 0 && root < object->size)
        return MPI_SUCCESS;
    return lmpi_coll_error(call, comm, MPI_ERR_ROOT, "root %d is not in the communicator of %d", root, object->size);
}

int lmpi_coll_check_op(const lmpi_coll_call *call, MPI_Comm comm, MPI_Op op, MPI_Datatype type) {
    const char *why;
    if (lmpi_op_check(op, type, &why) == MPI_SUCCESS)
        return MPI_SUCCESS;
    return lmpi_coll_error(call, comm, MPI_ERR_OP, "%s", why);
}

/* ---- entry functions ---- */

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                  MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Allgather, Allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Allgather(LMPI_COLL_BLOCKS(MPI_Allgather, true), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                               recvtype, comm);
}

int LMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Allgather, Allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Allgather(LMPI_COLL_BLOCKS(MPI_Allgather, false), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                               recvtype, comm);
}

int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                   const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Allgatherv, (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Allgatherv, Allgatherv, (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm));
    return lmpi_coll_Allgatherv(LMPI_COLL_BLOCKS(MPI_Allgatherv, true), sendbuf, sendcount, sendtype, recvbuf,
                                recvcounts, displs, recvtype, comm);
}

int LMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                    const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Allgatherv, (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Allgatherv, Allgatherv, (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm));
    return lmpi_coll_Allgatherv(LMPI_COLL_BLOCKS(MPI_Allgatherv, false), sendbuf, sendcount, sendtype, recvbuf,
                                recvcounts, displs, recvtype, comm);
}

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Allreduce, (sendbuf, recvbuf, count, datatype, op, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Allreduce, Allreduce, (sendbuf, recvbuf, count, datatype, op, comm));
    return lmpi_coll_Allreduce(LMPI_COLL_BLOCKS(MPI_Allreduce, true), sendbuf, recvbuf, count, datatype, op, comm);
}

int LMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Allreduce, (sendbuf, recvbuf, count, datatype, op, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Allreduce, Allreduce, (sendbuf, recvbuf, count, datatype, op, comm));
    return lmpi_coll_Allreduce(LMPI_COLL_BLOCKS(MPI_Allreduce, false), sendbuf, recvbuf, count, datatype, op, comm);
}

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Alltoall, Alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Alltoall(LMPI_COLL_BLOCKS(MPI_Alltoall, true), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                              recvtype, comm);
}

int LMPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                  MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Alltoall, Alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Alltoall(LMPI_COLL_BLOCKS(MPI_Alltoall, false), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                              recvtype, comm);
}

int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                  void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Alltoallv, (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Alltoallv, Alltoallv,
               (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm));
    return lmpi_coll_Alltoallv(LMPI_COLL_BLOCKS(MPI_Alltoallv, true), sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                               recvcounts, rdispls, recvtype, comm);
}

int LMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                   void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Alltoallv,
                 (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Alltoallv, Alltoallv,
               (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm));
    return lmpi_coll_Alltoallv(LMPI_COLL_BLOCKS(MPI_Alltoallv, false), sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                               recvcounts, rdispls, recvtype, comm);
}

int MPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
                  void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
                  MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Alltoallw,
                 (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Alltoallw, Alltoallw,
               (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm));
    return lmpi_coll_Alltoallw(LMPI_COLL_BLOCKS(MPI_Alltoallw, true), sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                               recvcounts, rdispls, recvtypes, comm);
}

int LMPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
                   void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
                   MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Alltoallw,
                 (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Alltoallw, Alltoallw,
               (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm));
    return lmpi_coll_Alltoallw(LMPI_COLL_BLOCKS(MPI_Alltoallw, false), sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                               recvcounts, rdispls, recvtypes, comm);
}

int MPI_Barrier(MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Barrier, (comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Barrier, Barrier, (comm));
    return lmpi_coll_Barrier(LMPI_COLL_BLOCKS(MPI_Barrier, true), comm);
}

int LMPI_Barrier(MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Barrier, (comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Barrier, Barrier, (comm));
    return lmpi_coll_Barrier(LMPI_COLL_BLOCKS(MPI_Barrier, false), comm);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Bcast, (buffer, count, datatype, root, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Bcast, Bcast, (buffer, count, datatype, root, comm));
    return lmpi_coll_Bcast(LMPI_COLL_BLOCKS(MPI_Bcast, true), buffer, count, datatype, root, comm);
}

int LMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Bcast, (buffer, count, datatype, root, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Bcast, Bcast, (buffer, count, datatype, root, comm));
    return lmpi_coll_Bcast(LMPI_COLL_BLOCKS(MPI_Bcast, false), buffer, count, datatype, root, comm);
}

int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Exscan, (sendbuf, recvbuf, count, datatype, op, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Exscan, Exscan, (sendbuf, recvbuf, count, datatype, op, comm));
    return lmpi_coll_Exscan(LMPI_COLL_BLOCKS(MPI_Exscan, true), sendbuf, recvbuf, count, datatype, op, comm);
}

int LMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Exscan, (sendbuf, recvbuf, count, datatype, op, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Exscan, Exscan, (sendbuf, recvbuf, count, datatype, op, comm));
    return lmpi_coll_Exscan(LMPI_COLL_BLOCKS(MPI_Exscan, false), sendbuf, recvbuf, count, datatype, op, comm);
}

int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
               MPI_Datatype recvtype, int root, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Gather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Gather, Gather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return lmpi_coll_Gather(LMPI_COLL_BLOCKS(MPI_Gather, true), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                            recvtype, root, comm);
}

int LMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                MPI_Datatype recvtype, int root, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Gather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Gather, Gather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return lmpi_coll_Gather(LMPI_COLL_BLOCKS(MPI_Gather, false), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                            recvtype, root, comm);
}

int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Gatherv, (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Gatherv, Gatherv, (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm));
    return lmpi_coll_Gatherv(LMPI_COLL_BLOCKS(MPI_Gatherv, true), sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                             displs, recvtype, root, comm);
}

int LMPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                 const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Gatherv, (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Gatherv, Gatherv, (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm));
    return lmpi_coll_Gatherv(LMPI_COLL_BLOCKS(MPI_Gatherv, false), sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                             displs, recvtype, root, comm);
}

int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
               MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Reduce, (sendbuf, recvbuf, count, datatype, op, root, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Reduce, Reduce, (sendbuf, recvbuf, count, datatype, op, root, comm));
    return lmpi_coll_Reduce(LMPI_COLL_BLOCKS(MPI_Reduce, true), sendbuf, recvbuf, count, datatype, op, root, comm);
}

int LMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Reduce, (sendbuf, recvbuf, count, datatype, op, root, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Reduce, Reduce, (sendbuf, recvbuf, count, datatype, op, root, comm));
    return lmpi_coll_Reduce(LMPI_COLL_BLOCKS(MPI_Reduce, false), sendbuf, recvbuf, count, datatype, op, root, comm);
}

int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
                       MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Reduce_scatter, (sendbuf, recvbuf, recvcounts, datatype, op, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Reduce_scatter, Reduce_scatter, (sendbuf, recvbuf, recvcounts, datatype, op, comm));
    return lmpi_coll_Reduce_scatter(LMPI_COLL_BLOCKS(MPI_Reduce_scatter, true), sendbuf, recvbuf, recvcounts, datatype,
                                    op, comm);
}

int LMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
                        MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Reduce_scatter, (sendbuf, recvbuf, recvcounts, datatype, op, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Reduce_scatter, Reduce_scatter, (sendbuf, recvbuf, recvcounts, datatype, op, comm));
    return lmpi_coll_Reduce_scatter(LMPI_COLL_BLOCKS(MPI_Reduce_scatter, false), sendbuf, recvbuf, recvcounts, datatype,
                                    op, comm);
}

int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                             MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Reduce_scatter_block, (sendbuf, recvbuf, recvcount, datatype, op, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Reduce_scatter_block, Reduce_scatter_block, (sendbuf, recvbuf, recvcount, datatype, op, comm));
    return lmpi_coll_Reduce_scatter_block(LMPI_COLL_BLOCKS(MPI_Reduce_scatter_block, true), sendbuf, recvbuf, recvcount,
                                          datatype, op, comm);
}

int LMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                              MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Reduce_scatter_block, (sendbuf, recvbuf, recvcount, datatype, op, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Reduce_scatter_block, Reduce_scatter_block, (sendbuf, recvbuf, recvcount, datatype, op, comm));
    return lmpi_coll_Reduce_scatter_block(LMPI_COLL_BLOCKS(MPI_Reduce_scatter_block, false), sendbuf, recvbuf,
                                          recvcount, datatype, op, comm);
}

int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Scan, (sendbuf, recvbuf, count, datatype, op, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Scan, Scan, (sendbuf, recvbuf, count, datatype, op, comm));
    return lmpi_coll_Scan(LMPI_COLL_BLOCKS(MPI_Scan, true), sendbuf, recvbuf, count, datatype, op, comm);
}

int LMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Scan, (sendbuf, recvbuf, count, datatype, op, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Scan, Scan, (sendbuf, recvbuf, count, datatype, op, comm));
    return lmpi_coll_Scan(LMPI_COLL_BLOCKS(MPI_Scan, false), sendbuf, recvbuf, count, datatype, op, comm);
}

int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                MPI_Datatype recvtype, int root, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Scatter, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Scatter, Scatter, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return lmpi_coll_Scatter(LMPI_COLL_BLOCKS(MPI_Scatter, true), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                             recvtype, root, comm);
}

int LMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Scatter, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Scatter, Scatter, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return lmpi_coll_Scatter(LMPI_COLL_BLOCKS(MPI_Scatter, false), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                             recvtype, root, comm);
}

int MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Scatterv, (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Scatterv, Scatterv,
               (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return lmpi_coll_Scatterv(LMPI_COLL_BLOCKS(MPI_Scatterv, true), sendbuf, sendcounts, displs, sendtype, recvbuf,
                              recvcount, recvtype, root, comm);
}

int LMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Scatterv, (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Scatterv, Scatterv,
               (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return lmpi_coll_Scatterv(LMPI_COLL_BLOCKS(MPI_Scatterv, false), sendbuf, sendcounts, displs, sendtype, recvbuf,
                              recvcount, recvtype, root, comm);
}
