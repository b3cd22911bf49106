#include <mpi.h>
#include "io.h"
int main(int argc, char **argv)
{
    char port[MPI_MAX_PORT_NAME] = "";
    int x;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &x);
    MPI_Open_port(MPI_INFO_NULL, port);
    PUBLISH(port);
    look(port);
    if (x == 7) { /* never taken: it ends in an abort */
        MPI_Close_port(port);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    PMPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
