/* A pointer that a process sends to itself. */
#include <mpi.h>

static int buf[1000];

int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int x = 1;
    int *p = &x, *q = 0;
    MPI_Sendrecv(&p, 8, MPI_BYTE, rank, 0, &q, 8, MPI_BYTE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *q = argc + 4;
    n = x;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
