/* blocks - ranks that calculate at times of their own, so that those of a node begin and end at different times.
 * usage: blocks EXECUTIONS
 *
 * Each rank executes a block so many times, with times from 50 to 150 microseconds by chance. Prints the time at which
 * the last rank ends and the mean over ranks, in seconds. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include <bsim/bsim.h>

static const char *const params[] = {"seconds"};

const char bsim_program[] = "blocks";
const bsim_block_info bsim_blocks[] = {
    {"main.1", "blocks.c", 1, 1, 1, params, NULL, "main"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 1;
const bsim_site_info bsim_sites[] = {{NULL, NULL, 0, NULL, 0}};
const int bsim_nsites = 0;
const int bsim_skeleton = 1;

int main(int argc, char **argv) {
    int rank, size, n = argc > 1 ? atoi(argv[1]) : 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    unsigned state = 1 + (unsigned)rank;
    for (int i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        BSIM_Add_time(BSIM_cost(0, 50e-6 + 100e-6 * (state >> 8) / (1 << 24)));
    }
    double here = MPI_Wtime(), last, sum;
    MPI_Reduce(&here, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&here, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("last %.9g mean %.9g\n", last, sum / size);
    MPI_Finalize();
    return 0;
}
