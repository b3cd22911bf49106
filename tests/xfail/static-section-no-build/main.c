/* A static variable with a section attribute: the skeleton does not compile. */
#include <mpi.h>

static int buf[1000];
static int x;
static int y __attribute__((section("foo"))) = 0;
int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *p = argc ? &y : &x;
    (*p)++;
    if (y)
        n = 5;
    else
        n = 2;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
