#include <mpi.h>
#include "constants.h"

void exchange_one(int n);
void exchange_two(int n);

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    exchange_one(0);
    exchange_two(limit - 3);
    MPI_Finalize();
    return 0;
}
