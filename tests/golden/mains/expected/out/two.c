#include "lib.h"
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    goodbye();
    return MPI_Finalize();
}
