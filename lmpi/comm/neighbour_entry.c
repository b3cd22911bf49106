/* neighbour_entry.c - the entry functions of the neighbourhood collectives, MPI_Neighbor_X and MPI_Ineighbor_X with
 * their LMPI_ twins: each writes the trace line and calls the function of the collective with its place. */
#include "lmpi/capture/capture.h"
#include "lmpi/lmpi.h"
#include "lmpi/coll/coll_entry.h"
#include "lmpi/comm/topo.h"
#define TRACE_OUT_DEGREE(comm) lmpi_out_degree_of(comm)
#include "lmpi/coll/coll_trace.h"

int MPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Neighbor_allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Neighbor_allgather, Neighbor_allgather,
               (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Neighbor_allgather(LMPI_COLL_BLOCKS(MPI_Neighbor_allgather, true), sendbuf, sendcount, sendtype,
                                        recvbuf, recvcount, recvtype, comm);
}

int LMPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Neighbor_allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Neighbor_allgather, Neighbor_allgather,
               (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Neighbor_allgather(LMPI_COLL_BLOCKS(MPI_Neighbor_allgather, false), sendbuf, sendcount, sendtype,
                                        recvbuf, recvcount, recvtype, comm);
}

int MPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                            const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Neighbor_allgatherv, (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Neighbor_allgatherv, Neighbor_allgatherv,
               (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm));
    return lmpi_coll_Neighbor_allgatherv(LMPI_COLL_BLOCKS(MPI_Neighbor_allgatherv, true), sendbuf, sendcount, sendtype,
                                         recvbuf, recvcounts, displs, recvtype, comm);
}

int LMPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                             const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Neighbor_allgatherv, (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Neighbor_allgatherv, Neighbor_allgatherv,
               (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm));
    return lmpi_coll_Neighbor_allgatherv(LMPI_COLL_BLOCKS(MPI_Neighbor_allgatherv, false), sendbuf, sendcount, sendtype,
                                         recvbuf, recvcounts, displs, recvtype, comm);
}

int MPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                          MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Neighbor_alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Neighbor_alltoall, Neighbor_alltoall,
               (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Neighbor_alltoall(LMPI_COLL_BLOCKS(MPI_Neighbor_alltoall, true), sendbuf, sendcount, sendtype,
                                       recvbuf, recvcount, recvtype, comm);
}

int LMPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Neighbor_alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Neighbor_alltoall, Neighbor_alltoall,
               (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Neighbor_alltoall(LMPI_COLL_BLOCKS(MPI_Neighbor_alltoall, false), sendbuf, sendcount, sendtype,
                                       recvbuf, recvcount, recvtype, comm);
}

int MPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                           void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                           MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Neighbor_alltoallv,
                 (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Neighbor_alltoallv, Neighbor_alltoallv,
               (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm));
    return lmpi_coll_Neighbor_alltoallv(LMPI_COLL_BLOCKS(MPI_Neighbor_alltoallv, true), sendbuf, sendcounts, sdispls,
                                        sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}

int LMPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                            void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                            MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Neighbor_alltoallv,
                 (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Neighbor_alltoallv, Neighbor_alltoallv,
               (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm));
    return lmpi_coll_Neighbor_alltoallv(LMPI_COLL_BLOCKS(MPI_Neighbor_alltoallv, false), sendbuf, sendcounts, sdispls,
                                        sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}

int MPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                           const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                           const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    LMPI_CAPTURE(MPI_Neighbor_alltoallw,
                 (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Neighbor_alltoallw, Neighbor_alltoallw,
               (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm));
    return lmpi_coll_Neighbor_alltoallw(LMPI_COLL_BLOCKS(MPI_Neighbor_alltoallw, true), sendbuf, sendcounts, sdispls,
                                        sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}

int LMPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                            const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                            const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    LMPI_CAPTURE(LMPI_Neighbor_alltoallw,
                 (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Neighbor_alltoallw, Neighbor_alltoallw,
               (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm));
    return lmpi_coll_Neighbor_alltoallw(LMPI_COLL_BLOCKS(MPI_Neighbor_alltoallw, false), sendbuf, sendcounts, sdispls,
                                        sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}

int MPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ineighbor_allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ineighbor_allgather, Neighbor_allgather,
               (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Neighbor_allgather(LMPI_COLL_STARTS(MPI_Ineighbor_allgather, true), sendbuf, sendcount, sendtype,
                                        recvbuf, recvcount, recvtype, comm);
}

int LMPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                             MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ineighbor_allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ineighbor_allgather, Neighbor_allgather,
               (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Neighbor_allgather(LMPI_COLL_STARTS(MPI_Ineighbor_allgather, false), sendbuf, sendcount, sendtype,
                                        recvbuf, recvcount, recvtype, comm);
}

int MPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                             const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
                             MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ineighbor_allgatherv,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ineighbor_allgatherv, Neighbor_allgatherv,
               (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm));
    return lmpi_coll_Neighbor_allgatherv(LMPI_COLL_STARTS(MPI_Ineighbor_allgatherv, true), sendbuf, sendcount, sendtype,
                                         recvbuf, recvcounts, displs, recvtype, comm);
}

int LMPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                              const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
                              MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ineighbor_allgatherv,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ineighbor_allgatherv, Neighbor_allgatherv,
               (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm));
    return lmpi_coll_Neighbor_allgatherv(LMPI_COLL_STARTS(MPI_Ineighbor_allgatherv, false), sendbuf, sendcount,
                                         sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}

int MPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ineighbor_alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ineighbor_alltoall, Neighbor_alltoall,
               (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Neighbor_alltoall(LMPI_COLL_STARTS(MPI_Ineighbor_alltoall, true), sendbuf, sendcount, sendtype,
                                       recvbuf, recvcount, recvtype, comm);
}

int LMPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ineighbor_alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ineighbor_alltoall, Neighbor_alltoall,
               (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return lmpi_coll_Neighbor_alltoall(LMPI_COLL_STARTS(MPI_Ineighbor_alltoall, false), sendbuf, sendcount, sendtype,
                                       recvbuf, recvcount, recvtype, comm);
}

int MPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                            void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                            MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ineighbor_alltoallv,
                 (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ineighbor_alltoallv, Neighbor_alltoallv,
               (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm));
    return lmpi_coll_Neighbor_alltoallv(LMPI_COLL_STARTS(MPI_Ineighbor_alltoallv, true), sendbuf, sendcounts, sdispls,
                                        sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}

int LMPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                             void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                             MPI_Comm comm, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ineighbor_alltoallv,
                 (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ineighbor_alltoallv, Neighbor_alltoallv,
               (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm));
    return lmpi_coll_Neighbor_alltoallv(LMPI_COLL_STARTS(MPI_Ineighbor_alltoallv, false), sendbuf, sendcounts, sdispls,
                                        sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}

int MPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                            const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                            const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                            MPI_Request *request) {
    LMPI_CAPTURE(MPI_Ineighbor_alltoallw,
                 (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ineighbor_alltoallw, Neighbor_alltoallw,
               (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm));
    return lmpi_coll_Neighbor_alltoallw(LMPI_COLL_STARTS(MPI_Ineighbor_alltoallw, true), sendbuf, sendcounts, sdispls,
                                        sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}

int LMPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                             const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                             const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                             MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Ineighbor_alltoallw,
                 (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request));
    BSIM_LOCKED;
    TRACE_LINE(MPI_Ineighbor_alltoallw, Neighbor_alltoallw,
               (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm));
    return lmpi_coll_Neighbor_alltoallw(LMPI_COLL_STARTS(MPI_Ineighbor_alltoallw, false), sendbuf, sendcounts, sdispls,
                                        sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
