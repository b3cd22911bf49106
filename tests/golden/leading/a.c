#include <mpi.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void update(double *row, int n, int step) {
    for (int i = 0; i < n; i++)
        row[i] = 0.5 * row[i] + sin(row[i] + step);
}

/* Buffers arrive as parameters. */
static void swap(double *mine, double *theirs, int n, int partner) {
    MPI_Sendrecv(mine, n, MPI_DOUBLE, partner, 1, theirs, n, MPI_DOUBLE, partner, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The greatest value of all ranks, and a row that nobody reads: who has it decides a message. */
static void pivot(double *row, int n, int rank, int size) {
    double *work = malloc((4 + n) * sizeof *work);
    double *other = malloc((4 + n) * sizeof *other);

    for (int step = 0; step < 3; step++) {
        update(row, n, step);
        work[0] = (rank * 7 + step * 3) % 11;
        work[1] = rank;
        work[2] = step;
        work[3] = rank;
        for (int i = 0; i < n; i++)
            work[4 + i] = row[i];
        for (int mask = 1; mask < size; mask *= 2) {
            swap(work, other, 4 + n, rank ^ mask);
            if (other[0] > work[0])
                memcpy(work, other, (4 + n) * sizeof *work);
        }
        MPI_Bcast(row, n, MPI_DOUBLE, (int)work[3], MPI_COMM_WORLD);
    }
    free(work);
    free(other);
}

/* A copying loop; arrays of the stack; requests. */
static int ring(double *row, int n, int rank, int size) {
    double here[64], there[64];
    MPI_Request r[2];

    for (int i = n - 1; i >= 2; i--)
        here[i] = row[i];
    here[0] = rank;
    here[1] = rank + 1;
    MPI_Irecv(there, n, MPI_DOUBLE, (rank + size - 1) % size, 2, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(here, n, MPI_DOUBLE, (rank + 1) % size, 2, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < n; i++)
        here[i] = there[i];
    return (int)here[1];
}

int main(int argc, char **argv) {
    int rank, size, n = 50;
    double *row = malloc(n * sizeof *row);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < n; i++)
        row[i] = i + rank;
    pivot(row, n, rank, size);
    if (ring(row, n, rank, size) > 1)
        MPI_Send(row, n, MPI_DOUBLE, MPI_PROC_NULL, 3, MPI_COMM_WORLD);
    free(row);
    MPI_Finalize();
    return 0;
}
