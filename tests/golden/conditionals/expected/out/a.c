#include <mpi.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

#define N 10

static int all(int *count) {
    MPI_Allreduce(MPI_IN_PLACE, count, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return 0;
}

int main(int argc, char **argv)
{
    int count = N;

    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:42-47 */
    count = count - 1;
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:59-60 */
    LMPI_Bcast(NULL, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    
all(&count);
    all(&count);
        ;
    if (count > 3)
        MPI_Barrier(MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
