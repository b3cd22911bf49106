/* ptrans.c - runs hpcc's PTRANS alone. The parameters stand in hpccinf.txt, results in hpccoutf.txt, in the working
 * folder. */
#include <hpcc.h>

int main(int argc, char **argv) {
    HPCC_Params params;

    MPI_Init(&argc, &argv);
    if (HPCC_Init(&params))
        MPI_Abort(MPI_COMM_WORLD, 1);
    PTRANS(&params);
    HPCC_Finalize(&params);
    MPI_Finalize();
    return 0;
}
