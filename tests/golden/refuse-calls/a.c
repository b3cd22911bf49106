#include <mpi.h>
#include "io.h"
int main(int argc, char **argv)
{
    int x;
    char *port = (char *)&x;
    MPI_Init(&argc, &argv);
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
