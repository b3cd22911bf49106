/* Calls of the C library whose result nobody reads, but for errno; types that a macro of a header makes.
 * trace: ranks=1,2 */
#include "made_types.h"
#include <errno.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int a[4] = {1, 2, 3, 4};
    double buffer[100] = {0};
    char *end;
    MPI_Init(&argc, &argv);
    struct ints v = {a, 2};
    struct doubles w = {NULL, 0};
    w.n = argc;
    errno = 0;
    strtol(argc > 0 ? "99999999999999999999999" : "12", &end, 10);
    MPI_Bcast(buffer, errno == ERANGE ? 17 : 3, MPI_CHAR, 0, MPI_COMM_WORLD);
    errno = 0;
    fopen(argc ? "/nowhere/file" : "/dev/null", "r");
    MPI_Bcast(buffer, errno == ENOENT ? 18 : 3, MPI_CHAR, 0, MPI_COMM_WORLD);
    errno = 0;
    volatile double zero = argc - argc;
    w.n += (int)(log(zero) < 0);
    MPI_Bcast(buffer, errno ? 19 : 4, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Bcast(buffer, v.at[1] + v.n + w.n, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
