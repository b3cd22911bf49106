#include "count.h"
#include <mpi.h>

int main(int argc, char **argv)
{
    struct range r = {1, argc + 3};
    double sum = 0;

    MPI_Init(&argc, &argv);
    for (int i = 0; i < 100; i++)
        sum += i * 0.5;
    for (int i = count(sum, &r); i > 0; i--)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
