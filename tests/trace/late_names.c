/* late_names.c - trace: ranks=1,2 args=
 *
 * What a block costs depends on variables that are declared below it: they cannot be its parameters. */
#include <mpi.h>
#include <stdio.h>

static int work(int n);

static void block(int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += work(i);
    printf("%g\n", sum);
    MPI_Barrier(MPI_COMM_WORLD);
}

static int (*step)(int), known;

static int work(int n) {
    int sum = n;
    for (int i = 0; i < known; i++)
        sum += step(i);
    return sum;
}

static int twice(int n) {
    return 2 * n;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    step = twice;
    known = argc + 3;
    block(argc + 5);
    known++;
    block(known);
    MPI_Bcast(&known, known, MPI_BYTE, 0, MPI_COMM_SELF);
    MPI_Finalize();
    return 0;
}
