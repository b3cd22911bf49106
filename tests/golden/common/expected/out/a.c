/* For -fcommon: both sources define the variables, and they are one. */
#include <mpi.h>
#include <bsim/bsim.h>
BSIM_PRIVATE __attribute__((weak)) int level, sums[2], *last = &level;
void show(int rank);

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    BSIM_G(level) = 10 * rank;
    BSIM_G(sums)[1] = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    show(rank);
    MPI_Finalize();
    return 0;
}
