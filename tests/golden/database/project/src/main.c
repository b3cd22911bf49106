#include "util.h"
#ifdef FAST
#include "fast/kernel.h"
#endif
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    setup(VALUE);
    kernel();
    return MPI_Finalize();
}
