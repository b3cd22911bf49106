/* What the program makes itself after MPI has deleted it, or deletes after MPI has made it, is not known. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    MPI_File file;
    int mode = MPI_MODE_RDWR, failed, data[4] = {0};
    MPI_Init(&argc, &argv);
    if (argc > 1 && strcmp(argv[1], "deleted") == 0) {
        fclose(fopen("anew", "w"));
        MPI_File_delete("anew", MPI_INFO_NULL);
        fclose(fopen("anew", "w"));
    } else {
        MPI_File_open(MPI_COMM_SELF, "anew", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
        MPI_File_close(&file);
        remove("anew");
        mode |= MPI_MODE_CREATE | MPI_MODE_EXCL;
    }
    failed = MPI_File_open(MPI_COMM_SELF, "anew", mode, MPI_INFO_NULL, &file) != MPI_SUCCESS;
    MPI_Bcast(data, failed ? 1 : 4, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
