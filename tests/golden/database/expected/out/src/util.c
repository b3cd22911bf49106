#include "util.h"
#include <bsim/bsim.h>
BSIM_PRIVATE static int calls;
void setup(int n)
{
    BSIM_G(calls) += n;
    MPI_Bcast(&BSIM_G(calls), 1, MPI_INT, 0, MPI_COMM_WORLD);
}
