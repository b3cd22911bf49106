#include <mpi.h>

void write_all(MPI_Comm comm, const char *name) {
    char port[MPI_MAX_PORT_NAME];
    MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Close_port(port);
}
