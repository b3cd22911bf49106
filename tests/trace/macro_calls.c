/* macro_calls.c - one macro stands for a message that decides and for messages that do not: its text has one name.
 * trace: ranks=1,2,3 args= */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define SHIFT(out, in, n, type, tag)                                                                                   \
    MPI_Sendrecv(out, n, type, (rank + 1) % size, tag, in, n, type, (rank + size - 1) % size, tag, MPI_COMM_WORLD,     \
                 MPI_STATUS_IGNORE)
#define SUM(v, n) MPI_Allreduce(MPI_IN_PLACE, v, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD)

int main(int argc, char **argv) {
    int rank, size, n, left = 0, most = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    n = 5 + rank;
    SHIFT(&n, &left, 1, MPI_INT, 1);
    double *field = malloc(1000 * sizeof *field), *halo = malloc(1000 * sizeof *halo), norm = 0, weight[2] = {2.5, 1};
    for (int i = 0; i < 1000; i++)
        field[i] = i * 0.5;
    SHIFT(field, halo, 10, MPI_DOUBLE, 2);
    for (int i = 0; i < 10; i++)
        norm += halo[i] * field[i];
    SUM(&norm, 1);
    SUM(weight, 2);
    MPI_Allreduce(&left, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Bcast(field, most + (int)weight[0], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", norm + field[3]);
    free(field);
    free(halo);
    MPI_Finalize();
    return 0;
}
