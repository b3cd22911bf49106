/* The function that deletes an attribute is no operator, though the program frees one. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static volatile double sink;
BSIM_PRIVATE static int n = 50;

static void largest(void *in, void *inout, int *count, MPI_Datatype *type) {
}

static int forget(MPI_Comm c, int key, void *value, void *extra) {
    double s = 0;
    BSIM_Add_time(BSIM_cost(0, 1000 * BSIM_G(n))); /* forget.1: a.c:17-18 */
    for (int i = 0; i < BSIM_G(n) * 1000; i++)
        s += cos(i);
    BSIM_G(sink) += s;
    return MPI_SUCCESS;
}

int main(int argc, char **argv) {
    int key;
    MPI_Comm twin;
    MPI_Op op;
    MPI_Init(&argc, &argv);
    if (argc > 1)
        BSIM_G(n) = atoi(argv[1]);
    MPI_Op_create(largest, 1, &op);
    LMPI_Allreduce(NULL, NULL, 50, MPI_DOUBLE, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &key, NULL);
    MPI_Comm_set_attr(twin, key, &BSIM_G(n));
    MPI_Comm_free(&twin);
    MPI_Finalize();
    return 0;
}
