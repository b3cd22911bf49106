/* partitioned.c - partitioned communication: partitions that get ready in any order, other numbers of partitions on
 * both sides, pairs that are started in another order than they were made, and no peer. Beside plain messages of the
 * same tag, which must not meet them. diff: ranks=2,3 trace=no */
#include "diff.h"

enum { PARTS = 6, EACH = 500, ROUNDS = 3 };

static void fill(int *data, int rank, int round) {
    for (int i = 0; i < PARTS * EACH; i++)
        data[i] = 100000 * rank + 1000 * round + i % 977;
}

/* A ring; what each rank has got, in each round. */
static void ring(int rank, int size, int count, int receives) {
    int to = (rank + 1) % size, from = (rank + size - 1) % size;
    int *sent = malloc(PARTS * EACH * sizeof(int)), *got = calloc(PARTS * EACH, sizeof(int));
    MPI_Request r[2];
    MPI_Psend_init(sent, PARTS, count, MPI_INT, to, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
    MPI_Precv_init(got, receives, (MPI_Count)count * PARTS / receives, MPI_INT, from, 5, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &r[1]);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Status status[2];
        int n, flag, order[] = {4, 0, 2};
        MPI_Startall(2, r);
        fill(sent, rank, round);
        MPI_Pready(1, r[0]);
        MPI_Parrived(r[1], 0, &flag);
        out("arrived early: %d", size > 1 && flag);
        MPI_Pready_list(3, order, r[0]);
        MPI_Pready_range(5, 5, r[0]);
        MPI_Pready(3, r[0]);
        while (round == 1 && !flag)
            MPI_Parrived(r[1], receives - 1, &flag);
        MPI_Waitall(2, r, status);
        MPI_Get_count(&status[1], MPI_INT, &n);
        out("%d %d %d %d: %08x", round, status[1].MPI_SOURCE, status[1].MPI_TAG, n,
            sum_of(got, PARTS * EACH * sizeof(int)));
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    out("freed: %d", r[0] == MPI_REQUEST_NULL && r[1] == MPI_REQUEST_NULL);
    free(sent);
    free(got);
}

/* Two pairs of one tag belong together in the order of the calls that made them, though they start in another one. */
static void pairs(int rank, int size) {
    int to = (rank + 1) % size, from = (rank + size - 1) % size, a[2] = {rank, rank + 1}, b[2] = {-rank, -rank - 1};
    int in[4] = {0}, plain = 7, heard = 0;
    MPI_Request r[4];
    MPI_Psend_init(a, 2, 1, MPI_INT, to, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
    MPI_Psend_init(b, 1, 2, MPI_INT, to, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
    MPI_Precv_init(in, 1, 2, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &r[2]);
    MPI_Precv_init(in + 2, 2, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &r[3]);
    MPI_Start(&r[3]);
    MPI_Start(&r[1]);
    MPI_Pready(0, r[1]);
    MPI_Start(&r[0]);
    MPI_Pready_range(0, 1, r[0]);
    MPI_Sendrecv(&plain, 1, MPI_INT, to, 1, &heard, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Start(&r[2]);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    out("pairs: %d %d %d %d, plain %d", in[0], in[1], in[2], in[3], heard);
    for (int i = 0; i < 4; i++)
        MPI_Request_free(&r[i]);
}

/* A strided type, and a communicator of its own. */
static void strided(int rank, int size) {
    MPI_Comm comm;
    MPI_Datatype type;
    int in[24], sent[24];
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Type_vector(3, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < 24; i++) {
        sent[i] = 100 * rank + i;
        in[i] = -1;
    }
    MPI_Request r[2];
    MPI_Psend_init(sent, 4, 1, type, (rank + 1) % size, 0, comm, MPI_INFO_NULL, &r[0]);
    MPI_Precv_init(in, 2, 2, type, (rank + size - 1) % size, 0, comm, MPI_INFO_NULL, &r[1]);
    MPI_Type_free(&type);
    MPI_Startall(2, r);
    MPI_Pready_range(0, 3, r[0]);
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    out("strided: %08x", sum_of(in, sizeof in));
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 1) {
        ring(rank, size, EACH, PARTS);
        ring(rank, size, 1, 2);
        pairs(rank, size);
    }
    strided(rank, size);
    out("done");
    MPI_Finalize();
    return 0;
}
