/* Files that MPI makes are deleted before they are made anew, which decides nothing. Whether gone.bin is there does. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 3; i++) {
        MPI_File f;
        char name[40];
        double x = i;
        sprintf(name, "out-%d.bin", i % 2);
        if (rank == 0)
            unlink(name);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &f);
        MPI_File_write_at(f, rank * 8, &x, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
        MPI_File_close(&f);
    }
    if (access("gone.bin", F_OK) == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_delete("gone.bin", MPI_INFO_NULL);
    FILE *t = fopen("gone.bin", "r");
    if (!t)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
