#include "kernel.h"
#include <mpi.h>
#include <bsim/bsim.h>
#ifndef TAG
#error "TAG is missing"
#endif
BSIM_PRIVATE static int calls;
void kernel(void)
{
    BSIM_G(calls)++;
    MPI_Sendrecv_replace(&BSIM_G(calls), 1, MPI_INT, 0, TAG, 0, TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}
