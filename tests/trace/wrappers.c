/* wrappers.c - trace: ranks=1,2,3,4,7
 *
 * Helpers that send, receive and combine what they are given, integers and numbers: only the integers decide
 * communication, through the same lines of code. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum kind { INTEGER, NUMBER };
typedef void (*combine)(int n, const void *in, void *inout, enum kind kind);

static void largest(int n, const void *in, void *inout, enum kind kind) {
    if (kind == INTEGER) {
        const int *a = in;
        int *b = inout;
        for (int i = 0; i < n; i++)
            b[i] = a[i] > b[i] ? a[i] : b[i];
    } else {
        const double *a = in;
        double *b = inout;
        for (int i = 0; i < n; i++)
            b[i] = a[i] > b[i] ? a[i] : b[i];
    }
}

static void spread(void *data, int n, enum kind kind, MPI_Comm comm) {
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank > 0)
        MPI_Recv(data, n, kind == INTEGER ? MPI_INT : MPI_DOUBLE, rank - 1, 7, comm, MPI_STATUS_IGNORE);
    if (rank + 1 < size)
        MPI_Send(data, n, kind == INTEGER ? MPI_INT : MPI_DOUBLE, rank + 1, 7, comm);
}

static void reduce(void *data, int n, enum kind kind, combine op, MPI_Comm comm) {
    int rank, size;
    void *buffer = malloc(n * sizeof(double));
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank + 1 < size) {
        MPI_Recv(buffer, n, kind == INTEGER ? MPI_INT : MPI_DOUBLE, rank + 1, 7, comm, MPI_STATUS_IGNORE);
        op(n, buffer, data, kind);
    }
    if (rank > 0)
        MPI_Send(data, n, kind == INTEGER ? MPI_INT : MPI_DOUBLE, rank - 1, 7, comm);
    free(buffer);
}

static void reduce_all(void *data, int n, enum kind kind, combine op, MPI_Comm comm) {
    reduce(data, n, kind, op, comm);
    spread(data, n, kind, comm);
}

int main(int argc, char **argv) {
    int rank, size, counts[3], next = 100;
    double norm = 0, *field, v[4] = {1, 2, 3, 4};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 3; i++)
        counts[i] = rank == 0 ? 5 + i : 0;
    spread(counts, 3, INTEGER, MPI_COMM_WORLD);
    field = malloc(1000 * counts[2] * sizeof *field);
    for (int step = 0; step < counts[0]; step++) {
        for (int i = 0; i < 1000 * counts[2]; i++)
            field[i] = i * 0.5 + step;
        norm = field[10 * step];
        reduce_all(&norm, 1, NUMBER, largest, MPI_COMM_WORLD);
        for (int i = 0; i < 4; i++)
            v[i] += norm;
        spread(v, 4, NUMBER, MPI_COMM_WORLD);
        int most = rank % 3 + counts[1];
        reduce_all(&most, 1, INTEGER, largest, MPI_COMM_WORLD);
        MPI_Bcast(field, most, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        /* tags in a range of their own */
        if (size > 1 && rank < 2) {
            double out = norm, in;
            MPI_Sendrecv(&out, 1, MPI_DOUBLE, 1 - rank, next, &in, 1, MPI_DOUBLE, 1 - rank, next, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            norm += in;
        }
        next = next + 1 > 102 ? 100 : next + 1;
    }
    printf("%g %g\n", norm, v[0]);
    free(field);
    MPI_Finalize();
    return 0;
}
