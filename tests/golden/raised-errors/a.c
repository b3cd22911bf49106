/* Errors that the program itself raises: the default handler ends it, and another one lets it go on. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double sum(int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += i * 0.5;
    return s;
}

int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    if (argc > 2)
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (n > 1000)
        MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
    printf("%g\n", sum(n));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
