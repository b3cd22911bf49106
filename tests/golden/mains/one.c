#include "lib.h"
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    hello();
    return MPI_Finalize();
}
