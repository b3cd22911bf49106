/* neighbour_init_entry.c - the entry functions of persistent neighbourhood collectives. */
#include "lmpi/capture/capture.h"
#include "lmpi/lmpi.h"
#include "lmpi/coll/coll_entry.h"
#include "lmpi/comm/topo.h"
#define TRACE_OUT_DEGREE(comm) lmpi_out_degree_of(comm)
#include "lmpi/coll/coll_trace.h"

int MPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                                MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Neighbor_allgather_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Neighbor_allgather(
        LMPI_COLL_INITS(
            MPI_Neighbor_allgather_init, true,
            LINE_AT_START(Neighbor_allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))),
        sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int LMPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Neighbor_allgather_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Neighbor_allgather(
        LMPI_COLL_INITS(
            MPI_Neighbor_allgather_init, false,
            LINE_AT_START(Neighbor_allgather, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))),
        sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int MPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
                                 MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Neighbor_allgatherv_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Neighbor_allgatherv(
        LMPI_COLL_INITS(MPI_Neighbor_allgatherv_init, true,
                        LINE_AT_START(Neighbor_allgatherv,
                                      (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))),
        sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}

int LMPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                  const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
                                  MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Neighbor_allgatherv_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Neighbor_allgatherv(
        LMPI_COLL_INITS(MPI_Neighbor_allgatherv_init, false,
                        LINE_AT_START(Neighbor_allgatherv,
                                      (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))),
        sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}

int MPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                               MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Neighbor_alltoall_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Neighbor_alltoall(
        LMPI_COLL_INITS(
            MPI_Neighbor_alltoall_init, true,
            LINE_AT_START(Neighbor_alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))),
        sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int LMPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                                MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Neighbor_alltoall_init,
                 (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Neighbor_alltoall(
        LMPI_COLL_INITS(
            MPI_Neighbor_alltoall_init, false,
            LINE_AT_START(Neighbor_alltoall, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))),
        sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int MPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                                void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                                MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Neighbor_alltoallv_init,
                 (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Neighbor_alltoallv(
        LMPI_COLL_INITS(MPI_Neighbor_alltoallv_init, true,
                        LINE_AT_START(Neighbor_alltoallv, (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                                           rdispls, recvtype, comm))),
        sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}

int LMPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                 MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
                                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Neighbor_alltoallv_init,
                 (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Neighbor_alltoallv(
        LMPI_COLL_INITS(MPI_Neighbor_alltoallv_init, false,
                        LINE_AT_START(Neighbor_alltoallv, (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                                           rdispls, recvtype, comm))),
        sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}

int MPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                                const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                                const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                                MPI_Request *request) {
    LMPI_CAPTURE(MPI_Neighbor_alltoallw_init, (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                                               recvtypes, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Neighbor_alltoallw(
        LMPI_COLL_INITS(MPI_Neighbor_alltoallw_init, true,
                        LINE_AT_START(Neighbor_alltoallw, (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                                           rdispls, recvtypes, comm))),
        sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}

int LMPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                                 const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                                 const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Neighbor_alltoallw_init, (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                                                recvtypes, comm, info, request));
    BSIM_LOCKED;
    (void)info;
    return lmpi_coll_Neighbor_alltoallw(
        LMPI_COLL_INITS(MPI_Neighbor_alltoallw_init, false,
                        LINE_AT_START(Neighbor_alltoallw, (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                                           rdispls, recvtypes, comm))),
        sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
