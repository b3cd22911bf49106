/* sscanf() sets errno. */
#include <errno.h>
#include <errno.h>
#include <mpi.h>

static int buf[1000];

int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int x;
    errno = 0;
    char b[40];
    sprintf(b, "9999999999999999999%d", argc);
    sscanf(b, "%d", &x);
    n = errno == ERANGE ? 5 : 2;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
