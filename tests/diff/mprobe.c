/* mprobe.c - matched probes: the message that a probe took, and no other, is received, whatever else is in the queue.
 */
#include "diff.h"

enum { LONG = 5000 }; /* ints: above the eager limits of both sides */

/* From each rank to the next one: three messages of one tag, received in another order. */
static void reversed(int rank, int size) {
    int to = (rank + 1) % size, from = (rank + size - 1) % size, lengths[] = {1, LONG, 7};
    int *sent[3], *in[3];
    MPI_Request sends[3];
    for (int i = 0; i < 3; i++) {
        sent[i] = malloc(LONG * sizeof(int));
        in[i] = calloc(LONG, sizeof(int));
        for (int j = 0; j < LONG; j++)
            sent[i][j] = 1000 * rank + 10 * i + j;
        MPI_Isend(sent[i], lengths[i], MPI_INT, to, 4, MPI_COMM_WORLD, &sends[i]);
    }
    MPI_Message taken[3];
    MPI_Status status;
    for (int i = 0; i < 3; i++) {
        int count;
        MPI_Mprobe(from, 4, MPI_COMM_WORLD, &taken[i], &status);
        MPI_Get_count(&status, MPI_INT, &count);
        out("probed: %d", count);
        out("source: %d", status.MPI_SOURCE);
        out("is a handle: %d", taken[i] != MPI_MESSAGE_NULL && taken[i] != MPI_MESSAGE_NO_PROC);
    }
    MPI_Request receive;
    MPI_Imrecv(in[2], LONG, MPI_INT, &taken[2], &receive);
    out("null again: %d", taken[2] == MPI_MESSAGE_NULL);
    MPI_Mrecv(in[1], LONG, MPI_INT, &taken[1], &status);
    out("tag: %d", status.MPI_TAG);
    MPI_Mrecv(in[0], LONG, MPI_INT, &taken[0], MPI_STATUS_IGNORE);
    MPI_Wait(&receive, &status);
    int count;
    MPI_Get_count(&status, MPI_INT, &count);
    out("waited: %d", count);
    for (int i = 0; i < 3; i++) {
        out("first: %d", in[i][0]);
        out("last: %d", in[i][lengths[i] - 1]);
        out("behind: %d", in[i][lengths[i] % LONG]);
    }
    MPI_Waitall(3, sends, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 3; i++)
        free(sent[i]), free(in[i]);
}

static void nobody(void) {
    MPI_Message message;
    MPI_Status status;
    int flag, count, at = 7;
    MPI_Request receive;
    MPI_Mprobe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &message, &status);
    out("no process: %d", message == MPI_MESSAGE_NO_PROC);
    MPI_Mrecv(&at, 1, MPI_INT, &message, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    out("count: %d", count);
    out("source: %d", status.MPI_SOURCE == MPI_PROC_NULL);
    out("null: %d", message == MPI_MESSAGE_NULL);
    MPI_Improbe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &flag, &message, &status);
    out("flag: %d", flag);
    MPI_Imrecv(&at, 1, MPI_INT, &message, &receive);
    MPI_Wait(&receive, &status);
    out("source: %d", status.MPI_SOURCE == MPI_PROC_NULL);
    out("unchanged: %d", at);
}

/* A column of a matrix, and a row. */
static void types(int rank, int size) {
    int cut[4], matrix[4][4] = {{0}}, sent[4] = {rank, rank + 1, rank + 2, rank + 3}, to = (rank + 1) % size;
    MPI_Datatype column;
    MPI_Message message;
    MPI_Request send[2];
    MPI_Type_vector(4, 1, 4, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Isend(sent, 4, MPI_INT, to, 1, MPI_COMM_WORLD, &send[0]);
    MPI_Isend(sent, 4, MPI_INT, to, 2, MPI_COMM_WORLD, &send[1]);
    MPI_Mprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&matrix[0][1], 1, column, &message, MPI_STATUS_IGNORE);
    for (int i = 0; i < 4; i++)
        out("column: %d", matrix[i][1]), out("beside it: %d", matrix[i][2]);
    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(cut, 4, MPI_INT, &message, MPI_STATUS_IGNORE);
    out("last: %d", cut[3]);
    MPI_Waitall(2, send, MPI_STATUSES_IGNORE);
    MPI_Type_free(&column);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    reversed(rank, size);
    nobody();
    types(rank, size);
    MPI_Finalize();
    return 0;
}
