/* forward.c - a value goes through several ranks before it decides a count: each receive and its sends must be real.
 * trace: ranks=2,3,6 args= */
#include <mpi.h>
#include <stdlib.h>

struct packet {
    int length;
    double weight[7];
};

int main(int argc, char **argv) {
    int rank, size;
    struct packet p = {0};
    double check;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        p.length = 9;
    else
        MPI_Recv(&p, sizeof p, MPI_BYTE, rank - 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    p.length += 2;
    if (rank + 1 < size)
        MPI_Send(&p, sizeof p, MPI_BYTE, rank + 1, 3, MPI_COMM_WORLD);
    double *data = calloc(p.length, sizeof(double));
    for (int i = 0; i < p.length; i++)
        data[i] = rank + i;
    /* Rank 0 reports the checksums of all, which decide nothing. */
    check = data[p.length - 1];
    if (rank > 0)
        MPI_Send(&check, 1, MPI_DOUBLE, 0, 100 + rank, MPI_COMM_WORLD);
    else
        for (int r = 1; r < size; r++)
            MPI_Recv(&check, 1, MPI_DOUBLE, r, 100 + r, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(MPI_IN_PLACE, data, 9, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    free(data);
    MPI_Finalize();
    return 0;
}
