/* Functions with large counts are treated as those without: data that nobody needs is not sent, lists of counts and what
 * decides them stay, and a broadcast may be made by either form. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Count n = 0, *counts = malloc(size * sizeof *counts);
    MPI_Aint *displs = malloc(size * sizeof *displs);
    if (rank == 0) {
        n = argc > 1 ? atoi(argv[1]) : 5;
        MPI_Bcast_c(&n, 1, MPI_COUNT, 0, MPI_COMM_WORLD);
    } else {
        MPI_Bcast(&n, 1, MPI_COUNT, 0, MPI_COMM_WORLD);
    }
    BSIM_Add_time(BSIM_cost(0, size)); /* main.1: a.c:20-23 */
    for (int i = 0; i < size; i++) {
        counts[i] = n;
        displs[i] = i * n;
    }
    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:24-25 */
    LMPI_Allgatherv_c(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, NULL, counts, displs, MPI_DOUBLE, MPI_COMM_WORLD);
    LMPI_Sendrecv_replace_c(NULL, n, MPI_DOUBLE, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
    free(counts);
    free(displs);
    MPI_Finalize();
    return 0;
}
