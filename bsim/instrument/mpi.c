/* mpi.c - the instrument library's use of MPI: the rank, and calls that write the samples before MPI_Finalize and
 * MPI_Abort. No other file of the library knows MPI. */
#include "bsim/instrument/instrument.h"

#include <mpi.h>

static int world_rank, world_size = 1;

void bsim_mpi_world(int *rank, int *size) {
    int started = 0, ended = 0;
    PMPI_Initialized(&started);
    PMPI_Finalized(&ended);
    if (started && !ended) {
        PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
        PMPI_Comm_size(MPI_COMM_WORLD, &world_size);
    }
    *rank = world_rank;
    *size = world_size;
}

int MPI_Finalize(void) {
    bsim_instrument_write();
    return PMPI_Finalize();
}

/* MPI_Abort does not run atexit handlers. */
int MPI_Abort(MPI_Comm comm, int code) {
    bsim_instrument_write();
    return PMPI_Abort(comm, code);
}
