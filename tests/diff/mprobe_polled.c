/* mprobe_polled.c - matched probes that poll for messages of all ranks. diff: record=run */
#include "diff.h"

/* All send to rank 0, which polls; the order is that of arrival, so only sums are told. */
static void polled(int rank, int size) {
    double value[2] = {rank + 0.5, rank}, sum = 0;
    MPI_Request send;
    MPI_Isend(value, 2, MPI_DOUBLE, 0, rank, MPI_COMM_WORLD, &send);
    for (int i = 0; rank == 0 && i < size; i++) {
        int flag = 0;
        MPI_Message message;
        MPI_Status status;
        double got[2];
        while (!flag)
            MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &status);
        out("source is tag: %d", status.MPI_SOURCE == status.MPI_TAG);
        MPI_Mrecv(got, 2, MPI_DOUBLE, &message, &status);
        out("it is of the source: %d", got[1] == status.MPI_SOURCE);
        sum += got[0];
    }
    if (rank == 0)
        out("sum: %.17g", sum);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    int flag;
    MPI_Message none;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &none, MPI_STATUS_IGNORE);
    out("nothing: %d", flag);
    MPI_Barrier(MPI_COMM_WORLD); /* what follows is not to be probed */
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    polled(rank, size);
    MPI_Finalize();
    return 0;
}
