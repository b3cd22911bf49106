/* coll_inter.h - collectives of inter-communicators (coll_inter*.c). All members of both groups join one operation, on
 * the communicator of both (lmpi_comm.all): the first group's members come first. */
#ifndef LMPI_COLL_INTER_H
#define LMPI_COLL_INTER_H

#include "lmpi/coll/coll_algorithm.h"
#include "lmpi/coll/coll_entry.h"

/* The functions behind the collectives of coll_entry.h where the communicator is an inter-communicator. */
int lmpi_inter_Allgather(const lmpi_coll_place *place, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                         void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int lmpi_inter_Allgatherv(const lmpi_coll_place *place, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                          void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                          MPI_Comm comm);
int lmpi_inter_Allreduce(const lmpi_coll_place *place, const void *sendbuf, void *recvbuf, int count,
                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int lmpi_inter_Alltoall(const lmpi_coll_place *place, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                        void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int lmpi_inter_Alltoallv(const lmpi_coll_place *place, const void *sendbuf, const int sendcounts[], const int sdispls[],
                         MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
                         MPI_Datatype recvtype, MPI_Comm comm);
int lmpi_inter_Alltoallw(const lmpi_coll_place *place, const void *sendbuf, const int sendcounts[], const int sdispls[],
                         const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
                         const MPI_Datatype recvtypes[], MPI_Comm comm);
int lmpi_inter_Barrier(const lmpi_coll_place *place, MPI_Comm comm);
int lmpi_inter_Bcast(const lmpi_coll_place *place, void *buffer, int count, MPI_Datatype datatype, int root,
                     MPI_Comm comm);
int lmpi_inter_Gather(const lmpi_coll_place *place, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                      void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int lmpi_inter_Gatherv(const lmpi_coll_place *place, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                       void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                       MPI_Comm comm);
int lmpi_inter_Reduce(const lmpi_coll_place *place, const void *sendbuf, void *recvbuf, int count,
                      MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm);
int lmpi_inter_Reduce_scatter(const lmpi_coll_place *place, const void *sendbuf, void *recvbuf, const int recvcounts[],
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int lmpi_inter_Reduce_scatter_block(const lmpi_coll_place *place, const void *sendbuf, void *recvbuf, int recvcount,
                                    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int lmpi_inter_Scatter(const lmpi_coll_place *place, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                       void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int lmpi_inter_Scatterv(const lmpi_coll_place *place, const void *sendbuf, const int sendcounts[], const int displs[],
                        MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                        MPI_Comm comm);

/* ---- inside of coll_inter*.c ---- */

/* The group of a member: 0 or 1. */
static inline int lmpi_inter_side(const lmpi_coll_run *run, int member) {
    return member >= run->comm->left;
}
static inline int lmpi_inter_first(const lmpi_coll_run *run, int side) {
    return side ? run->comm->left : 0;
}
static inline int lmpi_inter_size(const lmpi_coll_run *run, int side) {
    return side ? run->n - run->comm->left : run->comm->left;
}

/* The member that gave MPI_ROOT. The calls have been checked (lmpi_inter_check_root). */
int lmpi_inter_root(const lmpi_coll_run *run);
/* Ends the run unless one member gave MPI_ROOT, its group else MPI_PROC_NULL, and the other group the root's rank. */
void lmpi_inter_check_root(lmpi_coll_run *run);
/* Checks a root as an argument, and tells whether the data are significant at the calling rank. */
int lmpi_inter_check_root_argument(lmpi_coll_call *call, MPI_Comm comm, const lmpi_comm *object, int root);

/* Performs a collective within one group, whose first member is the root, as the platform's library would. */
void lmpi_inter_local(lmpi_coll_run *run, int side, enum bsim_collective collective, int64_t bytes, int64_t count,
                      int64_t each);
/* A broadcast from one member to the other group: a message to its first member, and a broadcast there. */
void lmpi_inter_bcast(lmpi_coll_run *run, int root, int64_t bytes);

#endif
