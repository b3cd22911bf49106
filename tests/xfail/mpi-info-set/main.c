/* MPI_Info_set() changes what later calls tell of the info object. */
#include <mpi.h>

static int buf[1000];

int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char b[40];
    int l, f;
    MPI_Info i;
    MPI_Info_create(&i);
    sprintf(b, "%*d", argc + 4, 1);
    MPI_Info_set(i, "k", b);
    MPI_Info_get_valuelen(i, "k", &l, &f);
    n = l;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
