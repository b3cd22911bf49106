/* What on_exit was given communicates, and gets its argument. */
#define _GNU_SOURCE
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

static volatile double sink;
static int n = 50;

static void end(int code, void *length) {
    double s = 0;
    MPI_Bcast(&n, *(int *)length, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < n * 100; i++)
        s += sin(i);
    sink += s + code;
    MPI_Finalize();
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    if (argc > 1)
        n = atoi(argv[1]);
    int *length = malloc(sizeof *length);
    *length = argc > 1;
    on_exit(end, length);
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}
