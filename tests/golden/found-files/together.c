/* A skeleton by hand, whose rank 0 empties a file that is there, goes on for a while, and deletes another one. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

const int bsim_skeleton = 1;

int main(int argc, char **argv) {
    struct timespec host_time = {0, argc > 1 ? 700000000 : 0};
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        FILE *f = fopen("b.dat", "w");
        fprintf(f, "of a run\n");
        fclose(f);
        syscall(SYS_nanosleep, &host_time, NULL);
        unlink("a.lock");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
