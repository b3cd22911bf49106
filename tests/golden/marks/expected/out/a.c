#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

enum { SIZE = 1, FIELD = 2, OTHER = 3 };

int main(int argc, char **argv)
{
    int rank, size, n = 0, here;
    MPI_Comm half;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    here = 10 + rank;
    if (rank == 0) {
        for (int p = 1; p < size; p++)
            MPI_Send(&here, 1, MPI_INT, p, SIZE, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&n, 1, MPI_INT, 0, SIZE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    /* The same tag in another communicator is another message. */
    LMPI_Sendrecv(NULL, 1, MPI_INT, 0, SIZE, NULL, 1, MPI_INT, MPI_ANY_SOURCE, SIZE, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
    for (int step = 0; step < 3; step++) {
        BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:35 */
        if (rank != 0)
            LMPI_Send(NULL, n, MPI_DOUBLE, 0, FIELD, MPI_COMM_WORLD);
        else
            for (int p = 1; p < size; p++)
                LMPI_Recv(NULL, 1000, MPI_DOUBLE, p, FIELD, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, half);
    }
    /* The largest count decides; the sum above and the sum below do not. */
    MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
