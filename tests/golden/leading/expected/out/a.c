#include <mpi.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <lmpi/lmpi.h>

/* Buffers arrive as parameters. */
static void swap(double *mine, double *theirs, int n, int partner) {
    MPI_Sendrecv(BSIM_Leading(mine, 32), n, MPI_DOUBLE, partner, 1, BSIM_Leading(theirs, 32), n, MPI_DOUBLE, partner, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The greatest value of all ranks, and a row that nobody reads: who has it decides a message. */
static void pivot(int n, int rank, int size) {
    double *work = malloc((4 + n) * sizeof *work);
    double *other = malloc((4 + n) * sizeof *other);

    for (int step = 0; step < 3; step++) {
        BSIM_Add_time(BSIM_cost(0, n)); /* pivot.1: a.c:22 */
        work[0] = (rank * 7 + step * 3) % 11;
        work[1] = rank;
        work[2] = step;
        work[3] = rank;
        BSIM_Add_time(BSIM_cost(1, n)); /* pivot.2: a.c:27-28 */
        for (int mask = 1; mask < size; mask *= 2) {
            swap(work, other, 4 + n, rank ^ mask);
            if (other[0] > work[0]) {
                BSIM_Add_time(BSIM_cost(2, n)); /* pivot.3: a.c:32 */
                memcpy(work, other, (4 + n) * sizeof *work);
            }
        }
        LMPI_Bcast(NULL, n, MPI_DOUBLE, (int)work[3], MPI_COMM_WORLD);
    }
    free(work);
    free(other);
}

/* A copying loop; arrays of the stack; requests. */
static int ring(int n, int rank, int size) {
    double here[64], there[64];
    MPI_Request r[2];

    BSIM_Add_time(BSIM_cost(3, n)); /* ring.1: a.c:45-46 */
    here[0] = rank;
    here[1] = rank + 1;
    MPI_Irecv(BSIM_Leading(there, 16), n, MPI_DOUBLE, (rank + size - 1) % size, 2, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(BSIM_Leading(here, 16), n, MPI_DOUBLE, (rank + 1) % size, 2, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    BSIM_Add_time(BSIM_cost(4, n)); /* ring.2: a.c:52-53 */
    for (int i = 0; i < n; i++)
        here[i] = there[i];
    return (int)here[1];
}

int main(int argc, char **argv) {
    int rank, size, n = 50;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(5, n)); /* main.1: a.c:64-65 */
    pivot(n, rank, size);
    if (ring(n, rank, size) > 1)
        LMPI_Send(NULL, n, MPI_DOUBLE, MPI_PROC_NULL, 3, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
