/* MPI_Pack and MPI_Unpack copy memory, and MPI_Reduce_local combines it: they are blocks, kept or removed. */
#include <mpi.h>
#include <stdlib.h>

static double *a;

int main(int argc, char **argv) {
    int n, m, cap, pos = 0, rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = argc > 1 ? atoi(argv[1]) : 1000;
    m = argc > 2 ? atoi(argv[2]) : 4;
    MPI_Pack_size(2 * n * m + 1, MPI_DOUBLE, MPI_COMM_WORLD, &cap);
    a = calloc(2 * (size_t)n * m, sizeof *a);
    char *buf = malloc(cap);
    /* a header of one number takes none */
    MPI_Pack(&n, 1, MPI_INT, buf, cap, &pos, MPI_COMM_WORLD);
    for (int i = 0; i < m; i++)
        MPI_Pack(a + i * n, n, MPI_DOUBLE, buf, cap, &pos, MPI_COMM_WORLD);
    /* one element of a datatype may be large */
    MPI_Datatype column;
    MPI_Type_vector(n / 2, 1, 2, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Pack(a, 1, column, buf, cap, &pos, MPI_COMM_WORLD);
    MPI_Sendrecv_replace(buf, pos, MPI_PACKED, (rank + 1) % size, 1, (rank + size - 1) % size, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    pos = 0;
    MPI_Unpack(buf, cap, &pos, a, n * m, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Reduce_local(a, a + n * m, n * m, MPI_DOUBLE, MPI_SUM);
    MPI_Barrier(MPI_COMM_WORLD);
    /* few elements take none, but often */
    int some[2] = {rank, size}, most[2] = {0, 0};
    MPI_Reduce_local(some, most, 2, MPI_INT, MPI_MAX);
    for (int i = 0; i < n; i++)
        MPI_Reduce_local(some, most, 2, MPI_INT, MPI_MAX);
    MPI_Send(a, most[0], MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
