#include "part.h"
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

static int helper(int n, int unused)
{
    return n % 7 ? n / 7 : n;
}

int main(int argc, char **argv)
{
    int rank, size, n = argc > 1 ? atoi(argv[1]) : 100;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(0, (long)part_begin(rank + 1, size, n) - (long)part_begin(rank, size, n))); /* main.1: a.c:20-21 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, (long)part_begin(rank + 1, size, n) - (long)part_begin(rank, size, n))); /* main.2: a.c:23-24 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, at_least(n, 8))); /* main.3: a.c:26-27 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, helper(n, 3))); /* main.4: a.c:29-30 */
    MPI_Barrier(MPI_COMM_WORLD);
    /* Another variable has the function's name. */
    {
        int many = helper(n, 4), helper = 5;
        LMPI_Bcast(NULL, helper, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(4, many)); /* main.5: a.c:36-37 */
        LMPI_Bcast(NULL, helper, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
