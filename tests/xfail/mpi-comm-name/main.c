/* MPI_Comm_set_name() changes what MPI_Comm_get_name() tells. */
#include <mpi.h>

static int buf[1000];

int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char b[MPI_MAX_OBJECT_NAME];
    int l;
    sprintf(b, "%*d", argc + 4, 1);
    MPI_Comm_set_name(MPI_COMM_WORLD, b);
    MPI_Comm_get_name(MPI_COMM_WORLD, b, &l);
    n = l;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
