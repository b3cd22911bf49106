/* What is written to a stream of fmemopen() is in its memory. */
#include <mpi.h>
#include <stdio.h>

static int buf[1000];

int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char b[64];
    FILE *f = fmemopen(b, 64, "w");
    fprintf(f, "%d", argc + 4);
    fclose(f);
    n = atoi(b);
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
