/* Of writes the program reads what their requests and statuses say, and nothing of the file. */
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, n, data[400] = {0}, flag = 0;
    MPI_File file;
    MPI_Request request;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "later", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_iwrite_at(file, rank * 400, data, 100, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_iwrite_all(file, data, 50, MPI_INT, &request);
    while (!flag)
        MPI_Test(&request, &flag, &status);
    MPI_Get_count(&status, MPI_INT, &n);
    MPI_Bcast(data, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_File_write_at(file, rank * 400, data, 300, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &n);
    MPI_Bcast(data, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
