/* inter_parts.c - inter-communicators that are duplicated without waiting.
 * diff: ranks=2,3,4,7 record=no replay=no trace=no */
#include "inter.h"

static void duplicate(MPI_Comm comm) {
    MPI_Comm made;
    MPI_Request request;
    int remote;
    MPI_Comm_idup(comm, &made, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_remote_size(made, &remote); /* MPICH 4.0.2 does not know the remote group itself */
    out("idup: remote %d", remote);
    MPI_Barrier(made);
    MPI_Comm_free(&made);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Comm half, comm;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = rank < (size + 1) / 2, other = left ? (size + 1) / 2 : 0;
    MPI_Comm_split(MPI_COMM_WORLD, left, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, other, 12, &comm);
    duplicate(comm);
    MPI_Comm_free(&comm);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
