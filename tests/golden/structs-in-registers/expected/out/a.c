/* A structure that is passed in registers: its second half holds the end of an array and the member behind it. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct part {
    int from[3];
    int n;
};

static void send(struct part p) {
    LMPI_Bcast(NULL, p.n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    struct part p = {{0}};
    p.n = 10 * atoi(argv[1]);
    send(p);
    BSIM_Add_time(BSIM_cost(0, argc)); /* main.1: a.c:31 */
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
