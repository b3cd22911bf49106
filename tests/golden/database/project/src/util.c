#include "util.h"
static int calls;
void setup(int n)
{
    calls += n;
    MPI_Bcast(&calls, 1, MPI_INT, 0, MPI_COMM_WORLD);
}
