/* isendrecv_any.c - MPI_Isendrecv that receives from any source. MPICH 4.0.2 gives empty statuses, so that a recording
 * does not have the source. diff: ranks=1,3 record=run */
#include "isendrecv.h"

static void wait_for(MPI_Request *r, MPI_Status *status) {
    MPI_Wait(r, status);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ring(rank, size, 3, "waited", wait_for);
    ring(rank, size, 5000, "waited", wait_for);
    MPI_Finalize();
    return 0;
}
