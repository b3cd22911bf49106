#include "lib.h"
void hello(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}
