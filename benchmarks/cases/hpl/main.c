/* main.c - runs HPL alone: hpcc's copy of HPL has no main of its own, hpcc calls HPL_main.
 *
 * The parameters stand in hpccinf.txt, results are appended to hpccoutf.txt, both in the working folder. Exit code 1
 * when a residual check failed or a test was skipped. */
#include "hpl.h"

int HPL_main(int argc, char **argv, HPL_RuntimeData *rdata, int *failure);

/* Called by HPL_pdinfo on all ranks when the parameter file cannot be read; hpcc falls back to a small test there. */
int HPCC_Defaults(HPL_T_test *test, int *ns, int *n, int *nbs, int *nb, HPL_T_ORDER *pmappin, int *npqs, int *p, int *q,
                  int *npfs, HPL_T_FACT *pf, int *nbms, int *nbm, int *ndvs, int *ndv, int *nrfs, HPL_T_FACT *rf,
                  int *ntps, HPL_T_TOP *tp, int *ndhs, int *dh, HPL_T_SWAP *fswap, int *tswap, int *l1notran,
                  int *unotran, int *equil, int *align, MPI_Comm comm);
int HPCC_Defaults(HPL_T_test *test, int *ns, int *n, int *nbs, int *nb, HPL_T_ORDER *pmappin, int *npqs, int *p, int *q,
                  int *npfs, HPL_T_FACT *pf, int *nbms, int *nbm, int *ndvs, int *ndv, int *nrfs, HPL_T_FACT *rf,
                  int *ntps, HPL_T_TOP *tp, int *ndhs, int *dh, HPL_T_SWAP *fswap, int *tswap, int *l1notran,
                  int *unotran, int *equil, int *align, MPI_Comm comm) {
    fprintf(stderr, "HPL: hpccinf.txt is missing or not valid\n");
    MPI_Abort(comm, 2);
    return 1;
}

int main(int argc, char **argv) {
    HPL_RuntimeData rdata;
    int rank, failure = 0;

    memset(&rdata, 0, sizeof rdata);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    HPL_main(argc, argv, &rdata, &failure);
    if (rank == 0)
        printf("HPL N %d NB %d P %d Q %d %s\n", rdata.N, rdata.NB, rdata.nprow, rdata.npcol,
               failure ? "FAILED" : "PASSED");
    MPI_Finalize();
    return rank == 0 && failure;
}
