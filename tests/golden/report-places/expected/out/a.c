/* One result of a call decides in four places; sizes are made in a wrapper. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

static int count(int n) {
    BSIM_Add_time(BSIM_cost(0, n)); /* count.1: a.c:28-29 */
    return 0;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 1000, rank, size, left;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(1, n)); /* main.1: a.c:39-41 */
    double s = (0);
    if (s > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    if (s > 10 && rank == 0)
        LMPI_Send(NULL, 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD);
    if (s > 10 && rank == size - 1)
        LMPI_Recv(NULL, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (s > 100)
        MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, n)); /* main.2: a.c:50 */
    left = (0);
    BSIM_Add_time(BSIM_cost(3, left)); /* main.3: a.c:52-53 */
    LMPI_Bcast(NULL, left, MPI_INT, 0, MPI_COMM_WORLD);
    while ((left = ((void)(count(n)), (0))) > 0) {
        BSIM_Add_time(BSIM_cost(4, n)); /* main.4: a.c:56-57 */
        LMPI_Bcast(NULL, left, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
