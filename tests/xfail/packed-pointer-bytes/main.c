/* A packed structure with pointers that is copied byte by byte. */
#include <mpi.h>

static int buf[1000];
struct __attribute__((packed)) s {
    char c;
    int *p;
    short h;
    int *q;
};
int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int x = 1, y = 2;
    struct s a = {1, &x, 2, &y}, b;
    for (int i = 0; i < (int)sizeof a; i++)
        ((char *)&b)[i] = ((char *)&a)[i];
    *b.q = argc + 5;
    n = y;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
