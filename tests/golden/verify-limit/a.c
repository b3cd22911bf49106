#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (;;)
        argc |= 1;
    MPI_Finalize();
    return 0;
}
