/* coll_start_entry.c - the entry functions MPI_IX and LMPI_IX of all non-blocking collectives: each writes the trace
 * line and calls the function of its blocking form with a place that starts the operation. */
#include "lmpi/capture/capture.h"
#include "lmpi/lmpi.h"
#include "lmpi/coll/coll_entry.h"
#include "lmpi/coll/coll_trace.h"

int MPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Iallgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iallgather, Allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Allgather(LMPI_COLL_STARTS(MPI_Iallgather, true), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                               recvtype, comm);
}

int LMPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Iallgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iallgather, Allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Allgather(LMPI_COLL_STARTS(MPI_Iallgather, false), sendbuf, sendcount, sendtype, recvbuf,
                               recvcount, recvtype, comm);
}

int MPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                    const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Iallgatherv, (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iallgatherv, Allgatherv,
               (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm));
    return lmpi_coll_Allgatherv(LMPI_COLL_STARTS(MPI_Iallgatherv, true), sendbuf, sendcount, sendtype, recvbuf,
                                recvcounts, displs, recvtype, comm);
}

int LMPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                     const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Iallgatherv,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iallgatherv, Allgatherv,
               (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm));
    return lmpi_coll_Allgatherv(LMPI_COLL_STARTS(MPI_Iallgatherv, false), sendbuf, sendcount, sendtype, recvbuf,
                                recvcounts, displs, recvtype, comm);
}

int MPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                   MPI_Request *request) {
    LMPI_CAPTURE(MPI_Iallreduce, (sendbuf, recvbuf, count, datatype, op, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iallreduce, Allreduce, (sendbuf, recvbuf, count, datatype, op, comm));
    return lmpi_coll_Allreduce(LMPI_COLL_STARTS(MPI_Iallreduce, true), sendbuf, recvbuf, count, datatype, op, comm);
}

int LMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                    MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Iallreduce, (sendbuf, recvbuf, count, datatype, op, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iallreduce, Allreduce, (sendbuf, recvbuf, count, datatype, op, comm));
    return lmpi_coll_Allreduce(LMPI_COLL_STARTS(MPI_Iallreduce, false), sendbuf, recvbuf, count, datatype, op, comm);
}

int MPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                  MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ialltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ialltoall, Alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Alltoall(LMPI_COLL_STARTS(MPI_Ialltoall, true), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                              recvtype, comm);
}

int LMPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ialltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ialltoall, Alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Alltoall(LMPI_COLL_STARTS(MPI_Ialltoall, false), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                              recvtype, comm);
}

int MPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                   void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                   MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ialltoallv,
                 (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ialltoallv, Alltoallv,
               (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm));
    return lmpi_coll_Alltoallv(LMPI_COLL_STARTS(MPI_Ialltoallv, true), sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                               recvcounts, rdispls, recvtype, comm);
}

int LMPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                    void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                    MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ialltoallv,
                 (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ialltoallv, Alltoallv,
               (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm));
    return lmpi_coll_Alltoallv(LMPI_COLL_STARTS(MPI_Ialltoallv, false), sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                               recvcounts, rdispls, recvtype, comm);
}

int MPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
                   void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
                   MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ialltoallw,
                 (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ialltoallw, Alltoallw,
               (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm));
    return lmpi_coll_Alltoallw(LMPI_COLL_STARTS(MPI_Ialltoallw, true), sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                               recvcounts, rdispls, recvtypes, comm);
}

int LMPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
                    void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
                    MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ialltoallw,
                 (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ialltoallw, Alltoallw,
               (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm));
    return lmpi_coll_Alltoallw(LMPI_COLL_STARTS(MPI_Ialltoallw, false), sendbuf, sendcounts, sdispls, sendtypes,
                               recvbuf, recvcounts, rdispls, recvtypes, comm);
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ibarrier, (comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ibarrier, Barrier, (comm));
    return lmpi_coll_Barrier(LMPI_COLL_STARTS(MPI_Ibarrier, true), comm);
}

int LMPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ibarrier, (comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ibarrier, Barrier, (comm));
    return lmpi_coll_Barrier(LMPI_COLL_STARTS(MPI_Ibarrier, false), comm);
}

int MPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ibcast, (buffer, count, datatype, root, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ibcast, Bcast, (buffer, count, datatype, root, comm));
    return lmpi_coll_Bcast(LMPI_COLL_STARTS(MPI_Ibcast, true), buffer, count, datatype, root, comm);
}

int LMPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ibcast, (buffer, count, datatype, root, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ibcast, Bcast, (buffer, count, datatype, root, comm));
    return lmpi_coll_Bcast(LMPI_COLL_STARTS(MPI_Ibcast, false), buffer, count, datatype, root, comm);
}

int MPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                MPI_Request *request) {
    LMPI_CAPTURE(MPI_Iexscan, (sendbuf, recvbuf, count, datatype, op, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iexscan, Exscan, (sendbuf, recvbuf, count, datatype, op, comm));
    return lmpi_coll_Exscan(LMPI_COLL_STARTS(MPI_Iexscan, true), sendbuf, recvbuf, count, datatype, op, comm);
}

int LMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                 MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Iexscan, (sendbuf, recvbuf, count, datatype, op, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iexscan, Exscan, (sendbuf, recvbuf, count, datatype, op, comm));
    return lmpi_coll_Exscan(LMPI_COLL_STARTS(MPI_Iexscan, false), sendbuf, recvbuf, count, datatype, op, comm);
}

int MPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Igather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Igather, Gather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return lmpi_coll_Gather(LMPI_COLL_STARTS(MPI_Igather, true), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                            recvtype, root, comm);
}

int LMPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Igather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Igather, Gather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return lmpi_coll_Gather(LMPI_COLL_STARTS(MPI_Igather, false), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                            recvtype, root, comm);
}

int MPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                 const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Igatherv,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Igatherv, Gatherv,
               (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm));
    return lmpi_coll_Gatherv(LMPI_COLL_STARTS(MPI_Igatherv, true), sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                             displs, recvtype, root, comm);
}

int LMPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                  const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Igatherv,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Igatherv, Gatherv,
               (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm));
    return lmpi_coll_Gatherv(LMPI_COLL_STARTS(MPI_Igatherv, false), sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                             displs, recvtype, root, comm);
}

int MPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ireduce, (sendbuf, recvbuf, count, datatype, op, root, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ireduce, Reduce, (sendbuf, recvbuf, count, datatype, op, root, comm));
    return lmpi_coll_Reduce(LMPI_COLL_STARTS(MPI_Ireduce, true), sendbuf, recvbuf, count, datatype, op, root, comm);
}

int LMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                 MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ireduce, (sendbuf, recvbuf, count, datatype, op, root, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ireduce, Reduce, (sendbuf, recvbuf, count, datatype, op, root, comm));
    return lmpi_coll_Reduce(LMPI_COLL_STARTS(MPI_Ireduce, false), sendbuf, recvbuf, count, datatype, op, root, comm);
}

int MPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
                        MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ireduce_scatter, (sendbuf, recvbuf, recvcounts, datatype, op, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ireduce_scatter, Reduce_scatter, (sendbuf, recvbuf, recvcounts, datatype, op, comm));
    return lmpi_coll_Reduce_scatter(LMPI_COLL_STARTS(MPI_Ireduce_scatter, true), sendbuf, recvbuf, recvcounts, datatype,
                                    op, comm);
}

int LMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
                         MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ireduce_scatter, (sendbuf, recvbuf, recvcounts, datatype, op, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ireduce_scatter, Reduce_scatter, (sendbuf, recvbuf, recvcounts, datatype, op, comm));
    return lmpi_coll_Reduce_scatter(LMPI_COLL_STARTS(MPI_Ireduce_scatter, false), sendbuf, recvbuf, recvcounts,
                                    datatype, op, comm);
}

int MPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                              MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ireduce_scatter_block, (sendbuf, recvbuf, recvcount, datatype, op, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ireduce_scatter_block, Reduce_scatter_block, (sendbuf, recvbuf, recvcount, datatype, op, comm));
    return lmpi_coll_Reduce_scatter_block(LMPI_COLL_STARTS(MPI_Ireduce_scatter_block, true), sendbuf, recvbuf,
                                          recvcount, datatype, op, comm);
}

int LMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                               MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ireduce_scatter_block, (sendbuf, recvbuf, recvcount, datatype, op, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ireduce_scatter_block, Reduce_scatter_block, (sendbuf, recvbuf, recvcount, datatype, op, comm));
    return lmpi_coll_Reduce_scatter_block(LMPI_COLL_STARTS(MPI_Ireduce_scatter_block, false), sendbuf, recvbuf,
                                          recvcount, datatype, op, comm);
}

int MPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
              MPI_Request *request) {
    LMPI_CAPTURE(MPI_Iscan, (sendbuf, recvbuf, count, datatype, op, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iscan, Scan, (sendbuf, recvbuf, count, datatype, op, comm));
    return lmpi_coll_Scan(LMPI_COLL_STARTS(MPI_Iscan, true), sendbuf, recvbuf, count, datatype, op, comm);
}

int LMPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
               MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Iscan, (sendbuf, recvbuf, count, datatype, op, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iscan, Scan, (sendbuf, recvbuf, count, datatype, op, comm));
    return lmpi_coll_Scan(LMPI_COLL_STARTS(MPI_Iscan, false), sendbuf, recvbuf, count, datatype, op, comm);
}

int MPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Iscatter, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iscatter, Scatter, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return lmpi_coll_Scatter(LMPI_COLL_STARTS(MPI_Iscatter, true), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                             recvtype, root, comm);
}

int LMPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                  MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Iscatter, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iscatter, Scatter, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return lmpi_coll_Scatter(LMPI_COLL_STARTS(MPI_Iscatter, false), sendbuf, sendcount, sendtype, recvbuf, recvcount,
                             recvtype, root, comm);
}

int MPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Iscatterv,
                 (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iscatterv, Scatterv,
               (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return lmpi_coll_Scatterv(LMPI_COLL_STARTS(MPI_Iscatterv, true), sendbuf, sendcounts, displs, sendtype, recvbuf,
                              recvcount, recvtype, root, comm);
}

int LMPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                   void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Iscatterv,
                 (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Iscatterv, Scatterv,
               (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return lmpi_coll_Scatterv(LMPI_COLL_STARTS(MPI_Iscatterv, false), sendbuf, sendcounts, displs, sendtype, recvbuf,
                              recvcount, recvtype, root, comm);
}
