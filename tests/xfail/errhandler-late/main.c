/* A function of error handlers runs where an error is, not where it is made one. */
#include <mpi.h>

static int buf[1000];
static int c, k;
static void eh(MPI_Comm *m, int *e, ...) {
    c = k;
}
int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Errhandler h;
    k = 0;
    MPI_Comm_create_errhandler(eh, &h);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, h);
    k = argc + 3;
    MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
    n = c + 1;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
