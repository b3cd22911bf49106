/* Macros that one compiler defines here and another there: what gives the others a meaning must stay. */
#include <mpi.h>
#include <lmpi/lmpi.h>
#if __GNUC__ >= 5
# define BEGIN
#else
# define INITIAL(Value) Value
#endif
#ifndef BEGIN
# define BEGIN
#endif
#ifndef INITIAL
# define INITIAL(Value) /* Nothing. */
#endif

int main(int argc, char **argv) {
    INITIAL(BSIM_PRIVATE static int n_default;)
    int n INITIAL(= BSIM_G(n_default));
    MPI_Init(&argc, &argv);
    BEGIN
    n = argc;
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
