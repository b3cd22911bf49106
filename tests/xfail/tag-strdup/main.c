/* Tags out of memory that strdup() has filled. */
#include <mpi.h>

static int buf[1000];

int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char *t = strdup("abc");
    t[1] = 7;
    if (rank == 0) {
        int v = size + argc + 2;
        for (int i = 1; i < size; i++)
            MPI_Send(&v, 1, MPI_INT, i, t[0], MPI_COMM_WORLD);
        n = v;
    } else {
        MPI_Recv(&n, 1, MPI_INT, 0, 'a', MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
