#include <mpi.h>
#include <string.h>

static int nx = 3;

#define IS(v, s) ((v) > 2 && strcmp(#v, s) == 0)

int main(int argc, char **argv)
{
    int local = argc + 1;

    MPI_Init(&argc, &argv);
    nx += argc;
    if (IS(nx, "nx"))
        MPI_Barrier(MPI_COMM_WORLD);
    if (IS(local, "local"))
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
