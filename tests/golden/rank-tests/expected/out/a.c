// A master gives out rows, and workers compute them. Only the master sends jobs, and only rank 0 receives rows: what workers
// send is not received where they wait for jobs, whatever the tags.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <bsim/bsim.h>

enum { WORK, DONE, STOP };
static const int master_rank = 0;
typedef struct {
    int row, width;
    double at;
} job;

static void worker(void) {
    for (;;) {
        job j;
        MPI_Status status;
        MPI_Recv(&j, sizeof j, MPI_BYTE, master_rank, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP)
            break;
        double *row = malloc(j.width * sizeof *row);
        BSIM_Add_time(BSIM_cost(0, j.width)); /* worker.1: a.c:30 */
        MPI_Send(row, j.width * sizeof *row, MPI_BYTE, master_rank, DONE, MPI_COMM_WORLD);
        free(row);
    }
}

static double master(int height, int width, int size) {
    double *row = malloc(width * sizeof *row);
    int next = 0, busy = 0;
    for (int to = 1; to < size; to++, busy++) {
        job j = {next, width, 0.1 * next};
        MPI_Send(&j, sizeof j, MPI_BYTE, to, next < height ? WORK : STOP, MPI_COMM_WORLD);
        busy -= next++ >= height;
    }
    while (busy > 0) {
        MPI_Status status;
        MPI_Recv(row, width * sizeof *row, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        BSIM_Add_time(BSIM_cost(1, width)); /* master.1: a.c:47-48 */
        job j = {next, width, 0.1 * next};
        MPI_Send(&j, sizeof j, MPI_BYTE, status.MPI_SOURCE, next < height ? WORK : STOP, MPI_COMM_WORLD);
        busy -= next++ >= height;
    }
    free(row);
    return 0;
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int works = rank != master_rank;
    if (works)
        worker();
    else
        master(atoi(argv[1]), atoi(argv[2]), size);
    MPI_Finalize();
    return 0;
}
