/* A stencil on a ring: the borders go by a neighbourhood collective, whose data decide nothing; the number of steps does. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv) {
    int size, periodic = 1, steps = argc > 1 ? atoi(argv[1]) : 5;
    MPI_Comm ring;
    MPI_Request wait;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:22-23 */
    for (int step = 0; step < steps; step++) {
        if (step % 2) {
            LMPI_Neighbor_alltoall(NULL, 1, MPI_DOUBLE, NULL, 1, MPI_DOUBLE, ring);
        } else {
            LMPI_Ineighbor_alltoall(NULL, 1, MPI_DOUBLE, NULL, 1, MPI_DOUBLE, ring, &wait);
            MPI_Wait(&wait, MPI_STATUS_IGNORE);
        }
        BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:35-37 */
    }
    BSIM_Add_time(BSIM_cost(2)); /* main.3: a.c:39-40 */
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
