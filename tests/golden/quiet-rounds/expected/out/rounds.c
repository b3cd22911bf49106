#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

static uint64_t next(uint64_t x) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    x *= 0x2545F4914F6CDD1DULL;
    x ^= x >> 33;
    return x * 0xff51afd7ed558ccdULL;
}

/* Most calls return without a message: a few operations are what they do. */
static void step(int i, int every) {
    BSIM_Add_time(BSIM_cost(0)); /* step.1: rounds.c:29 */
    if (i % every)
        return;
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 4000, every = 1000, size;
    uint64_t decides = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(1)); /* main.1: rounds.c:42-43 */

    for (int i = 0; i < n; i++) { /* computation that leaves */
        BSIM_Add_time(BSIM_cost(2)); /* main.2: rounds.c:46-47 */
        if (i % every == 0) {
            BSIM_Add_time(BSIM_cost(3)); /* main.3: rounds.c:49 */
            LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        }
    }
    for (int i = 0; i < n; i++) { /* computation that stays: it decides */
        BSIM_Add_time(BSIM_cost(4)); /* main.4: rounds.c:54 */
        decides = next(next(next(next(next(decides)))));
        if (decides % 1000 == 0)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < n; i++) /* in a function */
        step(i, every);
    for (int i = 0; i < n / 1000; i++) { /* a message in each round: no block */
        if (i % 2)
            MPI_Barrier(MPI_COMM_WORLD);
        else
            LMPI_Bcast(NULL, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        for (int r = 0; r < size; r++)
            LMPI_Bcast(NULL, 1, MPI_DOUBLE, r, MPI_COMM_WORLD);
    }
    if (MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS) /* the test talks, the loop below has quiet rounds */
        for (int i = 0; i < n; i++) {
            BSIM_Add_time(BSIM_cost(5)); /* main.5: rounds.c:71 */
            if (i % every == 1)
                LMPI_Bcast(NULL, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        }
    MPI_Finalize();
    return 0;
}
