#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int step = 0; step < 4; step++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 1;
}
