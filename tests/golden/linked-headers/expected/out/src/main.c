#include "count.h"
#include <mpi.h>
#include <bsim/bsim.h>

int main(int argc, char **argv)
{
    struct range r = {1, argc + 3};

    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: src/main.c:10-11 */
    for (int i = count(&r); i > 0; i--)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
