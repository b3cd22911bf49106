/* The first rank has much more of the work than the others, who wait for it. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), first = atoi(argv[2]), rank;
    double s = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int mine = rank == 0 ? first : n;
    for (int i = 0; i < mine; i++)
        s += sqrt(i);
    MPI_Allreduce(MPI_IN_PLACE, &s, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
