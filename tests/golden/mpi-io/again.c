/* What it has written itself decides what it sends. */
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, n;
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "written", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    n = 3 + rank;
    MPI_File_write_at(file, 4 * rank, &n, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(file, 4, &n, 1, MPI_INT, MPI_STATUS_IGNORE);
    int data[10] = {0};
    MPI_Bcast(data, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
