#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Rank 1 leaves it to rank 0 to end the run. */
int main(int argc, char **argv) {
    int rank, how = atoi(argv[1]), value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (how < 2)
            MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        while (how == 0)
            sleep(1);
        pause();
    }
    MPI_Finalize();
    return 0;
}
