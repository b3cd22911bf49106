#include <mpi.h>
#include <stdio.h>

int one(void);

int main(int argc, char **argv)
{
    int rank, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&sum, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("linked %d\n", sum + one() + TAG);
    MPI_Finalize();
    return 0;
}
