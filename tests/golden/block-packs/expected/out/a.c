/* MPI_Pack and MPI_Unpack copy memory, and MPI_Reduce_local combines it: they are blocks, kept or removed. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static double *a;

int main(int argc, char **argv) {
    int n, m, cap, pos = 0, rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 1000;
    m = argc > 2 ? atoi(argv[2]) : 4;
    MPI_Pack_size(n * m + 1, MPI_DOUBLE, MPI_COMM_WORLD, &cap);
    BSIM_G(a) = calloc(2 * (size_t)n * m, sizeof *BSIM_G(a));
    char *buf = malloc(cap);
    /* a header of one number takes none */
    MPI_Pack(&n, 1, MPI_INT, buf, cap, &pos, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(0, m, n)); /* main.1: a.c:19-20 */
    for (int i = 0; i < m; i++)
        MPI_Pack(BSIM_G(a) + i * n, n, MPI_DOUBLE, buf, cap, &pos, MPI_COMM_WORLD);
    LMPI_Sendrecv_replace(NULL, pos, MPI_PACKED, (rank + 1) % size, 1, (rank + size - 1) % size, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    BSIM_Add_time(BSIM_cost(1, n, m)); /* main.2: a.c:24 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, n, m)); /* main.3: a.c:26 */
    MPI_Barrier(MPI_COMM_WORLD);
    /* few elements take none, but often */
    int some[2] = {rank, size}, most[2] = {0, 0};
    MPI_Reduce_local(some, most, 2, MPI_INT, MPI_MAX);
    BSIM_Add_time(BSIM_cost(3, n)); /* main.4: a.c:31-32 */
    for (int i = 0; i < n; i++)
        MPI_Reduce_local(some, most, 2, MPI_INT, MPI_MAX);
    LMPI_Send(NULL, most[0], MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
