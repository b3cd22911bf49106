/* What is stored in the memory that scanf("%ms") has allocated. */
#include <mpi.h>

static int buf[1000];

int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char *l = 0;
    sscanf("15", "%ms", &l);
    l[1] = '0' + argc;
    n = atoi(l);
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
