/* Pointers that qsort() moves from one member to the next. */
#include <mpi.h>

static int buf[1000];
struct s {
    int *a, *b;
};
static int cmp(const void *x, const void *y) {
    return **(int *const *)x - **(int *const *)y;
}
int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int x = 5, y = 2;
    struct s v = {&x, &y};
    qsort(&v, 2, sizeof(int *), cmp);
    *v.a = argc + 4;
    n = y;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
