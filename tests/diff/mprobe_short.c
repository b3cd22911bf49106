/* mprobe_short.c - a receive of a probed message whose buffer is too short. diff: replay=no ranks=1,2 */
#include "diff.h"

int main(int argc, char **argv) {
    int rank, size, cut[2], sent[4] = {1, 2, 3, 4}, error_class;
    MPI_Message message;
    MPI_Request send;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Isend(sent, 4, MPI_INT, (rank + 1) % size, 2, MPI_COMM_WORLD, &send);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Mprobe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    int code = MPI_Mrecv(cut, 2, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Error_class(code, &error_class);
    out("truncated: %d", error_class == MPI_ERR_TRUNCATE);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
