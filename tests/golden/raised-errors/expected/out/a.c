/* Errors that the program itself raises: the default handler ends it, and another one lets it go on. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <bsim/bsim.h>

int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    if (argc > 2)
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (n > 1000)
        MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:20 */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
