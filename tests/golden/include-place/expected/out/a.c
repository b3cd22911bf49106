#include "h.h"
#include <lmpi/lmpi.h>

#include <stdlib.h>
static void work(int n)
{
    BSIM_Add_time(BSIM_cost(0, n)); /* work.1: a.c:14-15 */
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int n = 1000;
    MPI_Init(&argc, &argv);
    work(n);
    work_more(n);
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
