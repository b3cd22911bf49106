#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, ierr;
    double x = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    ierr = MPI_Send(&x, 1, MPI_DOUBLE, size + 1, 0, MPI_COMM_WORLD);
    if (ierr != MPI_SUCCESS)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
