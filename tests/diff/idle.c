/* idle.c - all ranks poll, and send only after work of their own between polls: nobody waits for ever. diff: record=no
 */
#include "diff.h"

int main(int argc, char **argv) {
    int rank, size, token = -1, done = 0, polls = 0;
    MPI_Request request;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Irecv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &request);
    while (!done) {
        MPI_Test(&request, &done, &status);
        if (++polls == 40 + 7 * rank || (done && polls < 40 + 7 * rank)) {
            polls = 1000;
            MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD);
        }
    }
    out("token %d from %d", token, status.MPI_SOURCE);
    MPI_Finalize();
    return 0;
}
