/* What the function of an operator changes outside of its arguments changes where values are reduced. */
#include <mpi.h>

static int buf[1000];
static int cnt;
static void op(void *a, void *b, int *l, MPI_Datatype *t) {
    cnt++;
    *(int *)b += *(int *)a;
}
int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Op o;
    MPI_Op_create(op, 1, &o);
    cnt = 0;
    int a = 1, b;
    MPI_Allreduce(&a, &b, 1, MPI_INT, o, MPI_COMM_WORLD);
    MPI_Reduce_local(&a, &b, 1, MPI_INT, o);
    int m;
    MPI_Allreduce(&cnt, &m, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    n = m + 1;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
