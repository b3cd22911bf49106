#include <mpi.h>
#include "io.h"
int main(int argc, char **argv)
{
    MPI_Win win;
    int x;
    MPI_Init(&argc, &argv);
    MPI_Win_create(&x, sizeof x, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    FENCE(win);
    lock(win);
    if (x == 7) { /* never taken: it ends in an abort */
        MPI_Win_free(&win);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    PMPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
