/* mpi.c - the instrument library's use of MPI: the rank, the processes of the node, and calls that write the samples
 * before MPI_Finalize and MPI_Abort. No other file of the library knows MPI. */
#include "bsim/instrument/instrument.h"

#include <mpi.h>
#include <stdlib.h>

static int world_rank, world_size = 1;
static int on_node; /* processes of this program on this node; 0: not known */

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

static void count_processes_of_node(void) {
    MPI_Comm node;
    if (PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node) != MPI_SUCCESS)
        return;
    PMPI_Comm_size(node, &on_node);
    PMPI_Comm_free(&node);
}

int bsim_mpi_busy_cores(void) {
    const char *copies = getenv("BSIM_COPIES");
    int n = copies ? atoi(copies) : 1;
    return on_node * (n > 1 ? n : 1);
}

int MPI_Finalize(void) {
    count_processes_of_node();
    bsim_instrument_write();
    return PMPI_Finalize();
}

/* MPI_Abort does not run atexit handlers. */
int MPI_Abort(MPI_Comm comm, int code) {
    bsim_instrument_write();
    return PMPI_Abort(comm, code);
}
