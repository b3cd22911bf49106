#include "lib.h"
void goodbye(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}
