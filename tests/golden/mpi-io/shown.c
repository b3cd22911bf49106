/* What MPI has written is read by other functions, and decides what is sent. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, n = 7, data[10] = {0};
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "shown", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 4 * rank, &n, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    FILE *in = fopen("shown", "rb");
    if (!in || fread(&n, sizeof n, 1, in) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fclose(in);
    MPI_Bcast(data, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
