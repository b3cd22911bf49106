#include "f.h"
#include <mpi.h>
#include <stdio.h>

static int calls;

static int counted(int n)
{
    return n + ++calls;
}

/* What its argument does stays. */
static void local(double *v, int n, int k)
{
    v[0] = k;
    MPI_Bcast(v, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    double v[8] = {0};
    int index[2] = {1, 2};

    MPI_Init(&argc, &argv);
    share(v, 4, "first");
    all_gone(v, argc);
    v[0] = old_style(v, 4, index);
    visit(2, v);
    each(3, v, visit);
    TRACED(2, v);
#ifdef __clang__
    portable(3, v);
#else
    portable(1 + 2, v);
#endif
    many(v, 2, 3, 4);
    local(v, 3, calls);
    local(v, 3, counted(2));
    MPI_Bcast(v, calls + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    printf("%g\n", v[0]);
    MPI_Finalize();
    return 0;
}
