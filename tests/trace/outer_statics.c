/* Static data of a header outside of the root is one for all ranks: the original on simulated ranks is no measure then,
 * and the skeleton no less wrong; MPICH tells. trace: ranks=2 flags=-isystem,../golden/outer-statics/outside differs */
#include <counter.h>
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    double v[100] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i <= rank; i++)
        count();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(v, count(), MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
