/* null_types.c - trace: ranks=1,2,3,4,7
 *
 * A helper that exchanges what it is given: an integer that decides how often it is called again, and columns of a
 * matrix, by a derived datatype, which nobody needs. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 40, COLUMNS = 30 };

static void exchange(void *out, void *in, int count, MPI_Datatype type, int tag) {
    int rank, size;
    MPI_Request requests[2];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Irecv(in, count, type, (rank + size - 1) % size, tag, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, count, type, (rank + 1) % size, tag, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
    int size, steps, more = 0;
    double *matrix = malloc(ROWS * COLUMNS * sizeof *matrix), sum = 0;
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    steps = 2 * size + 1;
    exchange(&steps, &more, 1, MPI_INT, 1);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        matrix[i] = i % 17;
    for (int step = 0; step < more; step++) {
        exchange(matrix + COLUMNS - 2, matrix, 1, column, 2);
        for (int i = 0; i < ROWS * COLUMNS; i++)
            sum += matrix[i] * step;
    }
    printf("%g\n", sum);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
