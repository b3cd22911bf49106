/* comm_freed.c - communicators that are freed while operations are under way, persistent requests are there, or
 * messages have been matched. diff: trace=no ranks=2,3,4,7 */
#include "diff.h"

enum { ROUNDS = 40 };

static void pending(int rank, int size, int wild) {
    int in = -1, to = (rank + 1) % size, from = (rank + size - 1) % size, n;
    MPI_Comm comm;
    MPI_Request r[2];
    MPI_Status s[2];
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
    MPI_Irecv(&in, 1, MPI_INT, wild ? MPI_ANY_SOURCE : size - 1 - from, wild ? MPI_ANY_TAG : 3, comm, &r[0]);
    MPI_Isend(&rank, 1, MPI_INT, size - 1 - to, 3, comm, &r[1]);
    MPI_Comm_free(&comm);
    MPI_Barrier(MPI_COMM_WORLD); /* all have freed it */
    MPI_Waitall(2, r, s);
    MPI_Get_count(&s[0], MPI_INT, &n);
    out("pending %d: %d from %d tag %d count %d", wild, in, s[0].MPI_SOURCE, s[0].MPI_TAG, n);
}

static void persistent(int rank, int size) {
    int in = -1, given, to = (rank + 1) % size, from = (rank + size - 1) % size;
    MPI_Comm comm;
    MPI_Request r[3];
    MPI_Status s[3];
    char part[2];
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    /* Of the largest number of ranks a recording is simulated, which cannot start those of any source. */
    MPI_Recv_init(&in, 1, MPI_INT, rank % 2 || size > 4 ? from : MPI_ANY_SOURCE, 4, comm, &r[0]);
    MPI_Send_init(&given, 1, MPI_INT, to, 4, comm, &r[1]);
    MPI_Comm_free(&comm);
    for (int i = 0; i < 3; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        given = 100 * i + rank;
        MPI_Startall(2, r);
        MPI_Waitall(2, r, s);
        out("persistent: %d from %d", in, s[0].MPI_SOURCE);
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
}

static void matched(int rank, int size) {
    int in = -1, to = (rank + 1) % size;
    MPI_Comm comm;
    MPI_Request r, receive;
    MPI_Message message[2];
    MPI_Status s;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < 2; i++) {
        int value = 10 * rank + i;
        MPI_Isend(&value, 1, MPI_INT, to, 5, comm, &r);
        MPI_Mprobe(MPI_ANY_SOURCE, 5, comm, &message[i], &s);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&comm);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Mrecv(&in, 1, MPI_INT, &message[0], &s);
    out("matched: %d from %d tag %d", in, s.MPI_SOURCE, s.MPI_TAG);
    MPI_Imrecv(&in, 1, MPI_INT, &message[1], &receive);
    MPI_Wait(&receive, &s);
    out("matched: %d from %d tag %d", in, s.MPI_SOURCE, s.MPI_TAG);
}

/* Of two groups: even and odd ranks. */
static void between(int rank, int size) {
    int in = -1, n, me;
    MPI_Comm half, inter;
    MPI_Request r[2];
    MPI_Status s[2];
    if (size % 2 || size < 2)
        return;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 6, &inter);
    MPI_Comm_rank(half, &me);
    MPI_Comm_remote_size(inter, &n);
    MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 6, inter, &r[0]);
    MPI_Isend(&rank, 1, MPI_INT, (me + 1) % n, 6, inter, &r[1]);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Waitall(2, r, s);
    out("between: %d from %d", in, s[0].MPI_SOURCE);
}

/* Many, of which some are needed while others are made and freed. */
static void many(int rank, int size) {
    int in[ROUNDS], to = (rank + 1) % size, sum = 0;
    MPI_Request r[2 * ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Comm comm, other;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, i, &other);
        in[i] = -1;
        MPI_Irecv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, i, comm, &r[2 * i]);
        MPI_Isend(&rank, 1, MPI_INT, to, i, comm, &r[2 * i + 1]);
        MPI_Comm_free(&comm);
        MPI_Comm_free(&other);
        if (i % 3 == 0)
            MPI_Waitall(2, &r[2 * i], MPI_STATUSES_IGNORE);
    }
    MPI_Waitall(2 * ROUNDS, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < ROUNDS; i++)
        sum += in[i];
    out("many: %d", sum);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    pending(rank, size, 0);
    pending(rank, size, 1);
    persistent(rank, size);
    matched(rank, size);
    between(rank, size);
    many(rank, size);
    MPI_Finalize();
    return 0;
}
