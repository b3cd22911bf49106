/* coll_init_entry.c - the entry functions MPI_X_init and LMPI_X_init of persistent collectives: each calls the function
 * of its blocking form with a place that makes a request. */
#include "lmpi/capture/capture.h"
#include "lmpi/lmpi.h"
#include "lmpi/coll/coll_entry.h"
#include "lmpi/coll/coll_trace.h"

int MPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                       MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Allgather_init, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Allgather(
        LMPI_COLL_INITS(MPI_Allgather_init, true,
                        LINE_AT_START(Allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))),
        sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int LMPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Allgather_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Allgather(
        LMPI_COLL_INITS(MPI_Allgather_init, false,
                        LINE_AT_START(Allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))),
        sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int MPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                        MPI_Request *request) {
    LMPI_CAPTURE(MPI_Allgatherv_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Allgatherv(LMPI_COLL_INITS(MPI_Allgatherv_init, true,
                                                LINE_AT_START(Allgatherv, (sendbuf, sendcount, sendtype, recvbuf,
                                                                           recvcounts, displs, recvtype, comm))),
                                sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}

int LMPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
                         MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Allgatherv_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Allgatherv(LMPI_COLL_INITS(MPI_Allgatherv_init, false,
                                                LINE_AT_START(Allgatherv, (sendbuf, sendcount, sendtype, recvbuf,
                                                                           recvcounts, displs, recvtype, comm))),
                                sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}

int MPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                       MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Allreduce_init, (sendbuf, recvbuf, count, datatype, op, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Allreduce(LMPI_COLL_INITS(MPI_Allreduce_init, true,
                                               LINE_AT_START(Allreduce, (sendbuf, recvbuf, count, datatype, op, comm))),
                               sendbuf, recvbuf, count, datatype, op, comm);
}

int LMPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                        MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Allreduce_init, (sendbuf, recvbuf, count, datatype, op, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Allreduce(LMPI_COLL_INITS(MPI_Allreduce_init, false,
                                               LINE_AT_START(Allreduce, (sendbuf, recvbuf, count, datatype, op, comm))),
                               sendbuf, recvbuf, count, datatype, op, comm);
}

int MPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                      MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Alltoall_init, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Alltoall(
        LMPI_COLL_INITS(MPI_Alltoall_init, true,
                        LINE_AT_START(Alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))),
        sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int LMPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                       MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Alltoall_init, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Alltoall(
        LMPI_COLL_INITS(MPI_Alltoall_init, false,
                        LINE_AT_START(Alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))),
        sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int MPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                       void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                       MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Alltoallv_init,
                 (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Alltoallv(
        LMPI_COLL_INITS(MPI_Alltoallv_init, true,
                        LINE_AT_START(Alltoallv, (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                                                  recvtype, comm))),
        sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}

int LMPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                        void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                        MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Alltoallv_init,
                 (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Alltoallv(
        LMPI_COLL_INITS(MPI_Alltoallv_init, false,
                        LINE_AT_START(Alltoallv, (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                                                  recvtype, comm))),
        sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}

int MPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
                       void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
                       MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Alltoallw_init, (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
                                      comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Alltoallw(
        LMPI_COLL_INITS(MPI_Alltoallw_init, true,
                        LINE_AT_START(Alltoallw, (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                                                  recvtypes, comm))),
        sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}

int LMPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                        const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
                        const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Alltoallw_init, (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
                                       comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Alltoallw(
        LMPI_COLL_INITS(MPI_Alltoallw_init, false,
                        LINE_AT_START(Alltoallw, (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                                                  recvtypes, comm))),
        sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}

int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Barrier_init, (comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Barrier(LMPI_COLL_INITS(MPI_Barrier_init, true, LINE_AT_START(Barrier, (comm))), comm);
}

int LMPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Barrier_init, (comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Barrier(LMPI_COLL_INITS(MPI_Barrier_init, false, LINE_AT_START(Barrier, (comm))), comm);
}

int MPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
                   MPI_Request *request) {
    LMPI_CAPTURE(MPI_Bcast_init, (buffer, count, datatype, root, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Bcast(
        LMPI_COLL_INITS(MPI_Bcast_init, true, LINE_AT_START(Bcast, (buffer, count, datatype, root, comm))), buffer,
        count, datatype, root, comm);
}

int LMPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
                    MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Bcast_init, (buffer, count, datatype, root, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Bcast(
        LMPI_COLL_INITS(MPI_Bcast_init, false, LINE_AT_START(Bcast, (buffer, count, datatype, root, comm))), buffer,
        count, datatype, root, comm);
}

int MPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                    MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Exscan_init, (sendbuf, recvbuf, count, datatype, op, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Exscan(
        LMPI_COLL_INITS(MPI_Exscan_init, true, LINE_AT_START(Exscan, (sendbuf, recvbuf, count, datatype, op, comm))),
        sendbuf, recvbuf, count, datatype, op, comm);
}

int LMPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                     MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Exscan_init, (sendbuf, recvbuf, count, datatype, op, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Exscan(
        LMPI_COLL_INITS(MPI_Exscan_init, false, LINE_AT_START(Exscan, (sendbuf, recvbuf, count, datatype, op, comm))),
        sendbuf, recvbuf, count, datatype, op, comm);
}

int MPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Gather_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Gather(LMPI_COLL_INITS(MPI_Gather_init, true,
                                            LINE_AT_START(Gather, (sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                                                   recvtype, root, comm))),
                            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}

int LMPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                     MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Gather_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Gather(LMPI_COLL_INITS(MPI_Gather_init, false,
                                            LINE_AT_START(Gather, (sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                                                   recvtype, root, comm))),
                            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}

int MPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                     const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                     MPI_Request *request) {
    LMPI_CAPTURE(MPI_Gatherv_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Gatherv(LMPI_COLL_INITS(MPI_Gatherv_init, true,
                                             LINE_AT_START(Gatherv, (sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                                                     displs, recvtype, root, comm))),
                             sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}

int LMPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                      const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Gatherv_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Gatherv(LMPI_COLL_INITS(MPI_Gatherv_init, false,
                                             LINE_AT_START(Gatherv, (sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                                                     displs, recvtype, root, comm))),
                             sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}

int MPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Reduce_init, (sendbuf, recvbuf, count, datatype, op, root, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Reduce(LMPI_COLL_INITS(MPI_Reduce_init, true,
                                            LINE_AT_START(Reduce, (sendbuf, recvbuf, count, datatype, op, root, comm))),
                            sendbuf, recvbuf, count, datatype, op, root, comm);
}

int LMPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                     MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Reduce_init, (sendbuf, recvbuf, count, datatype, op, root, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Reduce(LMPI_COLL_INITS(MPI_Reduce_init, false,
                                            LINE_AT_START(Reduce, (sendbuf, recvbuf, count, datatype, op, root, comm))),
                            sendbuf, recvbuf, count, datatype, op, root, comm);
}

int MPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype,
                            MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Reduce_scatter_init, (sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Reduce_scatter(
        LMPI_COLL_INITS(MPI_Reduce_scatter_init, true,
                        LINE_AT_START(Reduce_scatter, (sendbuf, recvbuf, recvcounts, datatype, op, comm))),
        sendbuf, recvbuf, recvcounts, datatype, op, comm);
}

int LMPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype,
                             MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Reduce_scatter_init, (sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Reduce_scatter(
        LMPI_COLL_INITS(MPI_Reduce_scatter_init, false,
                        LINE_AT_START(Reduce_scatter, (sendbuf, recvbuf, recvcounts, datatype, op, comm))),
        sendbuf, recvbuf, recvcounts, datatype, op, comm);
}

int MPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                                  MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Reduce_scatter_block_init, (sendbuf, recvbuf, recvcount, datatype, op, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Reduce_scatter_block(
        LMPI_COLL_INITS(MPI_Reduce_scatter_block_init, true,
                        LINE_AT_START(Reduce_scatter_block, (sendbuf, recvbuf, recvcount, datatype, op, comm))),
        sendbuf, recvbuf, recvcount, datatype, op, comm);
}

int LMPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                                   MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Reduce_scatter_block_init, (sendbuf, recvbuf, recvcount, datatype, op, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Reduce_scatter_block(
        LMPI_COLL_INITS(MPI_Reduce_scatter_block_init, false,
                        LINE_AT_START(Reduce_scatter_block, (sendbuf, recvbuf, recvcount, datatype, op, comm))),
        sendbuf, recvbuf, recvcount, datatype, op, comm);
}

int MPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                  MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Scan_init, (sendbuf, recvbuf, count, datatype, op, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Scan(
        LMPI_COLL_INITS(MPI_Scan_init, true, LINE_AT_START(Scan, (sendbuf, recvbuf, count, datatype, op, comm))),
        sendbuf, recvbuf, count, datatype, op, comm);
}

int LMPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                   MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Scan_init, (sendbuf, recvbuf, count, datatype, op, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Scan(
        LMPI_COLL_INITS(MPI_Scan_init, false, LINE_AT_START(Scan, (sendbuf, recvbuf, count, datatype, op, comm))),
        sendbuf, recvbuf, count, datatype, op, comm);
}

int MPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                     MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Scatter_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Scatter(LMPI_COLL_INITS(MPI_Scatter_init, true,
                                             LINE_AT_START(Scatter, (sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                                                     recvtype, root, comm))),
                             sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}

int LMPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                      MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Scatter_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Scatter(LMPI_COLL_INITS(MPI_Scatter_init, false,
                                             LINE_AT_START(Scatter, (sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                                                     recvtype, root, comm))),
                             sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}

int MPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                      void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request) {
    LMPI_CAPTURE(MPI_Scatterv_init,
                 (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Scatterv(LMPI_COLL_INITS(MPI_Scatterv_init, true,
                                              LINE_AT_START(Scatterv, (sendbuf, sendcounts, displs, sendtype, recvbuf,
                                                                       recvcount, recvtype, root, comm))),
                              sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}

int LMPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                       void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Scatterv_init,
                 (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Scatterv(LMPI_COLL_INITS(MPI_Scatterv_init, false,
                                              LINE_AT_START(Scatterv, (sendbuf, sendcounts, displs, sendtype, recvbuf,
                                                                       recvcount, recvtype, root, comm))),
                              sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
