/* inter_split.c - inter-communicators made of others: by a split, of subsets.
 * diff: ranks=2,3,4,7 trace=no */
#include "inter.h"

static void parts(MPI_Comm comm) {
    MPI_Comm made;
    int rank, all[16];
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_split(comm, rank % 2, -rank, &made);
    if (made != MPI_COMM_NULL) {
        describe("split", made);
        MPI_Barrier(made);
        MPI_Comm_free(&made);
    } else {
        out("split: none");
    }
    MPI_Group group, first;
    MPI_Comm_group(comm, &group);
    int one = 0;
    MPI_Group_incl(group, 1, &one, &first);
    MPI_Comm_create(comm, first, &made);
    if (made != MPI_COMM_NULL) {
        describe("create", made);
        MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, made);
        MPI_Comm_free(&made);
    } else {
        out("create: none");
    }
    MPI_Group_free(&group);
    MPI_Group_free(&first);
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
    parts(comm);
    MPI_Comm_free(&comm);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
