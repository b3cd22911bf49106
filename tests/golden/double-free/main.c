#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char *block = malloc(20000), *other = malloc(20000);
    free(block);
    free(other);
    if (rank == 1)
        free(block);
    MPI_Finalize();
    return 0;
}
