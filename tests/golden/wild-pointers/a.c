#include <mpi.h>
#include <stdlib.h>

static double data[10];

int main(int argc, char **argv) {
    int rank, how = atoi(argv[1]);
    double *wild = (double *)((char *)data + 0x100000000 * argc), x[100] = {0};
    MPI_Request request;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (how == 0 && rank == 0)
        MPI_Recv(wild, 100, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (how == 0 && rank == 1)
        MPI_Send(x, 100, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    if (how == 1)
        MPI_Allreduce(x, wild, 100, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (how == 2)
        MPI_Bcast(wild, 100, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (how == 3) {
        MPI_Iallreduce(x, wild, 100, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (how == 4) {
        MPI_Win_create(wild, 800, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Win_fence(0, win);
        if (rank == 0)
            MPI_Put(x, 100, MPI_DOUBLE, 1, 0, 100, MPI_DOUBLE, win);
        MPI_Win_fence(0, win);
    }
    MPI_Finalize();
    return 0;
}
