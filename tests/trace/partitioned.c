/* partitioned.c - counts that arrive in partitions that get ready one by one, and through MPI_Isendrecv; partitions
 * whose data nobody needs. trace: ranks=2,3,5 args= */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { PARTS = 4, EACH = 3, SIZES = 1, RESULT = 2, FIELD = 3, SWAP = 4 };

static int wrap(int v) {
    return 1 + (v & 31);
}

/* The sizes go round in partitions, which are filled between the start and MPI_Pready. */
static int sizes(int rank, int size) {
    int out[PARTS], in[PARTS], sum = 0;
    MPI_Request r[2];
    MPI_Psend_init(out, PARTS, 1, MPI_INT, (rank + 1) % size, SIZES, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
    MPI_Precv_init(in, 2, 2, MPI_INT, (rank + size - 1) % size, SIZES, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
    for (int round = 0; round < 3; round++) {
        int arrived = 0;
        MPI_Startall(2, r);
        for (int i = 0; i < PARTS; i++) {
            out[i] = wrap(7 * rank + i + sum);
            MPI_Pready(i, r[0]);
        }
        while (!arrived)
            MPI_Parrived(r[1], 1, &arrived);
        sum += in[0] + in[PARTS - 1];
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    return wrap(sum);
}

/* Nobody needs this data. */
static double field(int rank, int size, int n) {
    double *out = malloc(PARTS * n * sizeof *out), *in = malloc(PARTS * n * sizeof *in), total = 0;
    MPI_Request r[2];
    MPI_Psend_init(out, PARTS, n, MPI_DOUBLE, (rank + 1) % size, FIELD, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
    MPI_Precv_init(in, PARTS, n, MPI_DOUBLE, (rank + size - 1) % size, FIELD, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
    MPI_Startall(2, r);
    for (int i = 0; i < PARTS * n; i++)
        out[i] = i * 0.5 + rank;
    MPI_Pready_range(0, PARTS - 1, r[0]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < PARTS * n; i++)
        total += in[i];
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    free(out);
    free(in);
    return total;
}

static int swapped(int rank, int size, int n) {
    int out = n + rank, in = 0;
    MPI_Request r;
    MPI_Isendrecv(&out, 1, MPI_INT, (rank + 1) % size, SWAP, &in, 1, MPI_INT, (rank + size - 1) % size, SWAP,
                  MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Isendrecv_replace(&in, 1, MPI_INT, (rank + 1) % size, SWAP, (rank + size - 1) % size, SWAP, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    return wrap(in);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = sizes(rank, size), m, local = swapped(rank, size, n);
    MPI_Allreduce(&local, &m, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    double total = field(rank, size, m), *v = calloc(64, sizeof *v);
    MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_SELF);
    if (rank == 0)
        printf("%g\n", total);
    free(v);
    MPI_Finalize();
    return 0;
}
