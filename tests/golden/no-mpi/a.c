/* MPI is in the program only with -DPARALLEL. */
#include <stdio.h>
#ifdef PARALLEL
#include <mpi.h>
#endif
int main(int argc, char **argv) {
#ifdef PARALLEL
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
#endif
    printf("%d of %s\n", argc, argv[0]);
    return 0;
}
