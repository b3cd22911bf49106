#include "f.h"
#include <mpi.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static int calls;

static int counted(int n)
{
    return n + ++BSIM_G(calls);
}

/* What its argument does stays. */
static void local(int n, int k)
{
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    double v[8];

    MPI_Init(&argc, &argv);
    share(4);
    all_gone();
    old_style(4);
    visit(2, NULL);
    each(3, visit);
    TRACED(2, v);
#ifdef __clang__
    portable(3, NULL);
#else
    portable(1 + 2, v);
#endif
    many(NULL, 2, 3, 4);
    local(3, 0);
    local(3, counted(2));
    LMPI_Bcast(NULL, BSIM_G(calls) + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
