/* A pointer that is copied as a member of floating point of a union. */
#include <mpi.h>

static int buf[1000];
union u {
    double d;
    int *p;
};
int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int x = 1;
    union u a, b;
    a.p = &x;
    b.d = a.d;
    *b.p = argc + 4;
    n = x;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
