/* fesetround() changes what arithmetic gives. */
#include <fenv.h>
#include <mpi.h>

static int buf[1000];

int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    fesetround(FE_UPWARD);
    n = (int)rint(argc + 0.2);
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
