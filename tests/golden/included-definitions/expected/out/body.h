#include <mpi.h>
#include <lmpi/lmpi.h>

void NAME(int n)
{
    LMPI_Bcast(0, n, MPI_BYTE, 0, MPI_COMM_WORLD);
}
