/* Functions with large counts are treated as those without: data that nobody needs is not sent, lists of counts and what
 * decides them stay, and a broadcast may be made by either form. */
#include <mpi.h>
#include <stdlib.h>

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
    double *v = malloc(n * size * sizeof *v);
    for (int i = 0; i < size; i++) {
        counts[i] = n;
        displs[i] = i * n;
    }
    for (MPI_Count i = 0; i < n; i++)
        v[rank * n + i] = i * 0.5;
    MPI_Allgatherv_c(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, v, counts, displs, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Sendrecv_replace_c(v, n, MPI_DOUBLE, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
    free(v);
    free(counts);
    free(displs);
    MPI_Finalize();
    return 0;
}
