#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("argc = %d", argc); /* without the end of a line */
    MPI_Finalize();
    return 1; /* all is well */
}
