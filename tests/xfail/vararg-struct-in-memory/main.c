/* A structure of more than 16 bytes that is given in place of the dots: what va_arg() reads of it is not followed. */
#include <mpi.h>
#include <stdarg.h>

static int buf[1000];
struct s {
    long k, d, e;
};
static int st(int k, ...) {
    va_list a;
    va_start(a, k);
    struct s s = va_arg(a, struct s);
    va_end(a);
    return s.k;
}
int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    struct s s = {argc + 4, 1, 2};
    n = st(1, s);
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
