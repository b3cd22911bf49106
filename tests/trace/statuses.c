/* Return codes of MPI calls in variables: what they guard, what they leave out, and one that is not success at first.
 */
#include <mpi.h>
#include <stdlib.h>

static double *field;

static int describe(int n, MPI_Datatype *type) {
    int ierr = MPI_SUCCESS, lengths[3];
    MPI_Aint places[3];
    for (int i = 0; i < 3; ++i) {
        lengths[i] = n + i;
        if (ierr == MPI_SUCCESS)
            ierr = MPI_Get_address(field + i * n, &places[i]);
    }
    for (int i = 2; i >= 0; --i)
        places[i] -= places[0];
    if (ierr == MPI_SUCCESS)
        ierr = MPI_Type_create_hindexed(3, lengths, places, MPI_DOUBLE, type);
    if (ierr == MPI_SUCCESS)
        ierr = MPI_Type_commit(type);
    return ierr;
}

/* Unknown at first: the call decides. */
static int late(int to, int from) {
    int code, value = 3, other = 0;
    if (to > from)
        code = MPI_Get_address(&value, &(MPI_Aint){0});
    else
        code = to - from + MPI_ERR_OTHER;
    if (code == MPI_SUCCESS)
        return 2;
    code = MPI_Sendrecv(&value, 1, MPI_INT, to, 4, &other, 1, MPI_INT, from, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return code == MPI_SUCCESS ? other : 0;
}

int main(int argc, char **argv) {
    int rank, size, ierr = 0, n = 50;
    MPI_Datatype type;
    MPI_Init(&argc, &argv);
    ierr = MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!ierr)
        ierr = MPI_Comm_size(MPI_COMM_WORLD, &size);
    field = calloc(8 * n, sizeof *field);
    if (describe(n, &type) == MPI_SUCCESS) {
        int to = (rank + 1) % size, from = (rank + size - 1) % size;
        if (ierr == 0)
            ierr = MPI_Sendrecv(field, 1, type, to, 1, field + 4 * n, 4 * n, MPI_DOUBLE, from, 2 - 1, MPI_COMM_WORLD,
                                MPI_STATUS_IGNORE);
        MPI_Type_free(&type);
    }
    for (int i = 0; i < late(rank, rank); ++i)
        ierr = MPI_Barrier(MPI_COMM_WORLD);
    if (ierr)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
