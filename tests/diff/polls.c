/* polls.c - loops that poll for several things at once end, with the same answers: calls that need all of their
 * requests where one is there already, loops of calls that take what has come, probes beside them. diff: ranks=2,3,4,7
 * diff: record=no */
#include "diff.h"

enum { ROUNDS = 5, TAG = 10, NOTE = 20 };

static void wait_for(int peer) {
    int token;
    MPI_Recv(&token, 1, MPI_INT, peer, NOTE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Rank 0 takes a message of each other rank; the last rank sends when rank 0 has seen the first one's. */
static void collect(int round, int size) {
    int values[16], indices[16], n = size - 1, there = 0, done = 0, got = 0, sum = 0, told = 0;
    MPI_Request r[16];
    MPI_Status s[16];
    for (int i = 1; i < size; i++)
        MPI_Irecv(&values[i - 1], 1, MPI_INT, i, TAG + round, MPI_COMM_WORLD, &r[i - 1]);
    while (!there)
        MPI_Request_get_status(r[0], &there, MPI_STATUS_IGNORE);
    for (int i = 2; i < size; i++)
        MPI_Send(&round, 1, MPI_INT, i, NOTE, MPI_COMM_WORLD);
    for (there = 0; !done;) {
        int some = 0, flag = 0;
        switch (round) {
        case 0:
            MPI_Testall(n, r, &done, s);
            break;
        case 1:
            MPI_Testsome(n, r, &some, indices, s);
            break;
        case 2:
            MPI_Waitsome(n, r, &some, indices, s);
            break;
        case 3:
            MPI_Testany(n, r, &indices[0], &flag, s);
            some = flag;
            break;
        default: /* all of them, and a message that comes when they were looked at */
            MPI_Testall(n, r, &flag, s);
            if (!told++)
                MPI_Send(&round, 1, MPI_INT, 1, NOTE, MPI_COMM_WORLD);
            if (!there)
                MPI_Iprobe(1, NOTE, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
            done = flag && there;
        }
        for (int i = 0; i < some; i++)
            sum += indices[i] * indices[i];
        got += some;
        done |= got == n;
    }
    for (int i = 0; i < n; i++)
        sum += values[i];
    if (round == 4)
        wait_for(1);
    out("round %d: %d found, sum %d, %d left", round, got, sum, r[0] != MPI_REQUEST_NULL);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < ROUNDS; round++) {
        int value = 100 * round + rank;
        if (rank == 0) {
            collect(round, size);
            continue;
        }
        if (rank > 1)
            wait_for(0);
        MPI_Send(&value, 1, MPI_INT, 0, TAG + round, MPI_COMM_WORLD);
        if (round == 4 && rank == 1) {
            wait_for(0);
            MPI_Send(&value, 1, MPI_INT, 0, NOTE, MPI_COMM_WORLD);
        }
    }
    out("end");
    MPI_Finalize();
    return 0;
}
