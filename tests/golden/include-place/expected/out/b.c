#ifdef FAST
#include "h.h"
#include <bsim/bsim.h>

void work_more(int n)
{
    BSIM_Add_time(BSIM_cost(1, n)); /* work_more.1: b.c:7-8 */
    MPI_Barrier(MPI_COMM_WORLD);
}
#endif
