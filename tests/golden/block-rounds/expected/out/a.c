#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

/* A part of a plane: rows and columns in numbers of the whole. */
struct part {
    unsigned first, last; /* of the rows: both are in it */
    long column[2];       /* the first, and the one behind the last */
    int step;
};

BSIM_PRIVATE static int istart, iend, jstart, jend;

int main(int argc, char **argv) {
    int rank, size, n = argc > 1 ? atoi(argv[1]) : 64;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_G(istart) = n * rank / size + 1;
    BSIM_G(iend) = n * (rank + 1) / size;
    BSIM_G(jstart) = 1;
    if (argc > 2)
        BSIM_G(jstart) = atoi(argv[2]);
    BSIM_G(jend) = n;
    struct part p = {(unsigned)BSIM_G(istart), (unsigned)BSIM_G(iend), {BSIM_G(jstart), BSIM_G(jend) + 1}, argc > 3 ? atoi(argv[3]) : 1};
    int width = n + 2;
    BSIM_Add_time(BSIM_cost(0, width)); /* main.1: a.c:58-59 */
    for (int step = 0; step < 4; step++) {
        BSIM_Add_time(BSIM_cost(1, BSIM_G(iend) - BSIM_G(istart) + 1, (long)p.last - (long)p.first + 1, BSIM_ROUNDS_BY(p.column[0], p.column[1], p.step), BSIM_G(jend) - BSIM_G(jstart) + 1, width, p.step)); /* main.2: a.c:61-63 */
        LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
