/* icoll_sparse.c - a barrier that is polled for, among messages of which the receivers do not know. diff: trace=no,
 * diff: record=no, because the order of the messages is that of their arrival. */
#include "diff.h"

/* A sparse exchange: each rank sends to some others, which do not know of it; all messages have come when the barrier
 * is over, which each rank enters when its synchronous sends are. A rank that is over may send for the next round: tag.
 */
static void sparse_exchange(int tag) {
    int rank, size, sum = 0, n = 0, over = 0, entered = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Request barrier, send[2];
    int value[2] = {rank * 10 + 1, rank * 10 + 2};
    MPI_Issend(&value[0], 1, MPI_INT, (rank + 1) % size, tag, MPI_COMM_WORLD, &send[0]);
    MPI_Issend(&value[1], 1, MPI_INT, rank * rank % size, tag, MPI_COMM_WORLD, &send[1]);
    while (!over) {
        int there, sent, x;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status);
        if (there) {
            MPI_Recv(&x, 1, MPI_INT, status.MPI_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum += x;
            n++;
        }
        if (entered) {
            MPI_Test(&barrier, &over, MPI_STATUS_IGNORE);
        } else {
            MPI_Testall(2, send, &sent, MPI_STATUSES_IGNORE);
            if (sent) {
                MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
                entered = 1;
            }
        }
    }
    out("sparse exchange: %d messages, sum %d", n, sum);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int round = 0; round < 3; round++)
        sparse_exchange(round);
    MPI_Finalize();
    return 0;
}
