/* The size that MPI has given a file decides what is sent. That of another file decides nothing. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int rank, n = 40;
    MPI_File f, g;
    struct stat s = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1) n = atoi(argv[1]);
    MPI_File_open(MPI_COMM_WORLD, "sized.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    MPI_File_set_size(f, n);
    MPI_File_close(&f);
    MPI_File_open(MPI_COMM_WORLD, "other.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &g);
    MPI_File_set_size(g, n);
    MPI_File_close(&g);
    stat("sized.bin", &s);
    char *b = calloc(s.st_size + 1, 1);
    MPI_Bcast(b, s.st_size, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
