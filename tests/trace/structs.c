/* structs.c - messages described by struct types whose lengths, places and member types are made in loops.
 * trace: ranks=1,2,4 args=6 */
#include <mpi.h>
#include <stdlib.h>

/* A type of n columns of a matrix, each a different length; as HPL's panels are described. */
static void columns(double *a, int rows, int n, MPI_Datatype *made) {
    int *length = malloc(n * sizeof(int)), used = 0;
    MPI_Aint *place = malloc(n * sizeof(MPI_Aint));
    MPI_Datatype *type = malloc(n * sizeof(MPI_Datatype));

    for (int j = 0; j < n; j++) {
        type[used] = j % 2 ? MPI_FLOAT : MPI_DOUBLE;
        length[used] = rows - j;
        MPI_Get_address(a + j * rows, &place[used]);
        used++;
    }
    for (int i = 1; i < used; i++)
        place[i] -= place[0];
    place[0] = 0;
    MPI_Type_create_struct(used, length, place, type, made);
    MPI_Type_commit(made);
    free(type);
    free(place);
    free(length);
}

int main(int argc, char **argv) {
    int rank, size, n, sizes[2] = {8, 8}, part[2], start[2] = {1, 1};
    MPI_Datatype panel, inner, old;

    MPI_Init(&argc, &argv);
    n = argc > 1 ? atoi(argv[1]) : 4;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *a = calloc(20 * n + 64, sizeof(double));
    columns(a, 20, n, &panel);
    part[0] = n;
    part[1] = n / 2 + 1;
    MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_DOUBLE, &inner);
    MPI_Type_commit(&inner);
    for (int step = 0; step < 3; step++) {
        for (int i = 0; i < 20 * n; i++)
            a[i] += step * rank;
        MPI_Bcast(a, 1, panel, step % size, MPI_COMM_WORLD);
        MPI_Sendrecv_replace(a, 1, inner, (rank + 1) % size, 5, (rank + size - 1) % size, 5, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
    }
    old = panel;
    MPI_Type_free(&old);
    MPI_Type_free(&inner);
    free(a);
    MPI_Finalize();
    return 0;
}
