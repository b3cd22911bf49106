/* Calls by the names of the profiling interface: they are those of MPI. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

#define SEND(buffer, n, to) LMPI_Send(buffer, n, MPI_DOUBLE, to, 0, MPI_COMM_WORLD)

static int (*const barrier)(MPI_Comm) = PMPI_Barrier;

int main(int argc, char **argv) {
    int rank, size, turns = argc > 1 ? atoi(argv[1]) : 2;
    double data[100];
    PMPI_Init(&argc, &argv);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    PMPI_Bcast(&turns, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < turns; i++) {
        BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:17-18 */
        if (rank == 0 && size > 1)
            SEND(data, 100, 1);
        if (rank == 1)
            LMPI_Recv(NULL, 100, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        LMPI_Allreduce(MPI_IN_PLACE, NULL, 100, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    barrier(MPI_COMM_WORLD);
    PMPI_Finalize();
    return 0;
}
