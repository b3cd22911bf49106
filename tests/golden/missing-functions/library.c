#include <mpi.h>
void sync_all(void) { MPI_Barrier(MPI_COMM_WORLD); }
