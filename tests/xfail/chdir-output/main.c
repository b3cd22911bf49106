/* getcwd() tells what chdir() has changed. */
#include <mpi.h>

static int buf[1000];

int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char b[300];
    getcwd(b, 300);
    chdir("/");
    char c[300];
    getcwd(c, 300);
    n = strlen(c) + argc;
    chdir(b);
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
