/* The attribute that a delete function of keyvals reads when a communicator is freed. */
#include <mpi.h>

static int buf[1000];
static int c;
static int del(MPI_Comm m, int k, void *v, void *e) {
    c += *(int *)v;
    return MPI_SUCCESS;
}
int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int kv, v = argc + 4;
    MPI_Comm d;
    MPI_Comm_dup(MPI_COMM_WORLD, &d);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, del, &kv, 0);
    MPI_Comm_set_attr(d, kv, &v);
    c = 1;
    MPI_Comm_free(&d);
    n = c + 1;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
