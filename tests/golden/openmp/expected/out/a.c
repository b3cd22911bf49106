/* Regions of OpenMP and other pragmas of statements go with what they belong to; those that stay keep theirs. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>
#include <lmpi/lmpi.h>

#define N 1000

/* A state: stays whatever goes. */
#pragma pack(push, 1)
struct packed {
    char c;
    double d;
};
#pragma pack(pop)

/* The counts are made in parallel, and decide. */
static int count(int n) {
    int most = 0;
#pragma omp parallel for reduction(max : most)
    for (int i = 0; i < n; i++)
        if ((i * 7919) % 101 > most)
            most = (i * 7919) % 101;
    return most;
}

int main(int argc, char **argv) {
    int rank, size, provided, threads = 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    threads = omp_get_max_threads();
    for (int step = 0; step < 3; step++) {
        BSIM_Add_time(BSIM_cost(0, BSIM_THREADS(), step == 0, step == 1)); /* main.1: a.c:75-93 */
#pragma omp parallel
        {
            BSIM_Add_time(BSIM_cost(1, BSIM_THREADS())); /* main.2: a.c:97-98 */
#pragma omp barrier
#pragma omp master
            LMPI_Sendrecv(NULL, 1, MPI_DOUBLE, (rank + 1) % size, 1, NULL, 1, MPI_DOUBLE, (rank + size - 1) % size, 1,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp barrier
#pragma omp single
            {
                LMPI_Bcast(NULL, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
            }
            BSIM_Add_time(BSIM_cost(2, BSIM_THREADS())); /* main.3: a.c:109-110 */
        }
    }
    BSIM_Add_time(BSIM_cost(3, BSIM_THREADS())); /* main.4: a.c:113 */
    int n = count(N);
    LMPI_Bcast(NULL, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, (int)sizeof(struct packed) * threads, MPI_BYTE, 0, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, BSIM_THREADS())); /* main.5: a.c:116 */
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
