/* Non-blocking collectives: results that nobody needs take time only; a sum that decides when to stop is real. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv)
{
    int rank, size, n, left;
    MPI_Request norm, share, sizes, barrier;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 100;
    MPI_Ibcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD, &sizes);
    MPI_Wait(&sizes, MPI_STATUS_IGNORE);
    BSIM_Add_time(BSIM_cost(0, n, size)); /* main.1: a.c:26 */
    left = n;
    for (;;) {
        int mine = rank == 0 ? left : 0, sum;
        BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:30 */
        LMPI_Iallreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &norm);
        LMPI_Iallgather(NULL, n, MPI_DOUBLE, NULL, n, MPI_DOUBLE, MPI_COMM_WORLD, &share);
        MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &sizes);
        BSIM_Add_time(BSIM_cost(2, n)); /* main.3: a.c:34 */
        MPI_Wait(&norm, MPI_STATUS_IGNORE);
        MPI_Waitall(2, (MPI_Request[]){share, sizes}, MPI_STATUSES_IGNORE);
        if (sum < 10)
            break;
        left /= 2;
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
