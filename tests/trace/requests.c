/* requests.c - counts that arrive through non-blocking, persistent, probed and any-source messages.
 * trace: ranks=2,3,5 args= */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZES = 3, WORK = 4, RESULT = 5, FIELD = 6 };

static int wrap(int v) {
    return 1 + (v & 31);
}

/* The size goes round by persistent requests; the buffer is filled anew before each start. */
static int persistent(int rank, int size) {
    int out = rank + 1, in = 0, sum = 0;
    MPI_Request r[2];

    MPI_Send_init(&out, 1, MPI_INT, (rank + 1) % size, SIZES, MPI_COMM_WORLD, &r[0]);
    MPI_Recv_init(&in, 1, MPI_INT, (rank + size - 1) % size, SIZES, MPI_COMM_WORLD, &r[1]);
    for (int i = 0; i < 3; i++) {
        MPI_Startall(2, r);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        sum += in;
        out = wrap(3 * in + rank + i);
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    return wrap(sum);
}

/* Rank 0 does not know how long the others' results are. */
static double probed(int rank, int size, int n) {
    double total = 0;

    if (rank != 0) {
        double *v = malloc(n * sizeof *v);
        for (int i = 0; i < n; i++)
            v[i] = i * 0.5;
        MPI_Send(v, n, MPI_DOUBLE, 0, RESULT, MPI_COMM_WORLD);
        free(v);
        return 0;
    }
    for (int p = 1; p < size; p++) {
        MPI_Status st;
        int count;
        MPI_Probe(p, RESULT, MPI_COMM_WORLD, &st);
        MPI_Get_count(&st, MPI_DOUBLE, &count);
        double *v = malloc(count * sizeof *v);
        MPI_Recv(v, count, MPI_DOUBLE, st.MPI_SOURCE, st.MPI_TAG, MPI_COMM_WORLD, &st);
        for (int i = 0; i < count; i++)
            total += v[i];
        free(v);
        /* The count decides another message's size. */
        MPI_Send(&total, count > 4 ? 1 : 0, MPI_DOUBLE, p, WORK, MPI_COMM_WORLD);
    }
    return total;
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int n = persistent(rank, size);
    double field[64] = {0}, halo[64], got = 0;
    double total = probed(rank, size, n);
    if (rank != 0)
        MPI_Recv(&got, 1, MPI_DOUBLE, 0, WORK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    /* Non-blocking: sizes from both neighbours, then fields of those sizes. */
    int left = (rank + size - 1) % size, right = (rank + 1) % size, from_left = 0, from_right = 0;
    MPI_Request r[4];
    MPI_Irecv(&from_left, 1, MPI_INT, left, SIZES, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(&from_right, 1, MPI_INT, right, SIZES + 10, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(&n, 1, MPI_INT, right, SIZES, MPI_COMM_WORLD, &r[2]);
    MPI_Isend(&n, 1, MPI_INT, left, SIZES + 10, MPI_COMM_WORLD, &r[3]);
    for (int done = 0; done < 4; done++) {
        int which;
        MPI_Waitany(4, r, &which, MPI_STATUS_IGNORE);
    }
    for (int step = 0; step < 3; step++) {
        MPI_Irecv(halo, from_left, MPI_DOUBLE, left, FIELD, MPI_COMM_WORLD, &r[0]);
        MPI_Isend(field, n, MPI_DOUBLE, right, FIELD, MPI_COMM_WORLD, &r[1]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        for (int i = 0; i < from_left; i++)
            field[i] = 0.25 * (field[i] + halo[i]) + total + got;
    }
    MPI_Sendrecv(field, n, MPI_DOUBLE, left, FIELD + 1, halo, from_right, MPI_DOUBLE, right, FIELD + 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("%g %g\n", field[0], halo[0]);
    MPI_Finalize();
    return 0;
}
