/* The function that deletes an attribute is no operator, though the program frees one. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

static volatile double sink;
static int n = 50;

static void largest(void *in, void *inout, int *count, MPI_Datatype *type) {
    double *a = in, *b = inout;
    for (int i = 0; i < *count; i++)
        b[i] = fmax(a[i], b[i]);
}

static int forget(MPI_Comm c, int key, void *value, void *extra) {
    double s = 0;
    for (int i = 0; i < n * 1000; i++)
        s += cos(i);
    sink += s;
    return MPI_SUCCESS;
}

int main(int argc, char **argv) {
    int key;
    double in[50] = {1}, out[50];
    MPI_Comm twin;
    MPI_Op op;
    MPI_Init(&argc, &argv);
    if (argc > 1)
        n = atoi(argv[1]);
    MPI_Op_create(largest, 1, &op);
    MPI_Allreduce(in, out, 50, MPI_DOUBLE, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &key, NULL);
    MPI_Comm_set_attr(twin, key, &n);
    MPI_Comm_free(&twin);
    MPI_Finalize();
    return 0;
}
