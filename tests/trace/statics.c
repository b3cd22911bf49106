/* statics.c - counts come out of values that a function keeps in static locals between its calls.
 * trace: ranks=1,2,5 args=40 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* A generator that makes its constants at the first call, and keeps the seed where the caller said. */
static double next(double *seed, const double *a) {
    static int ready = 0;
    static double scale, modulus;
    if (ready == 0) {
        scale = 1.0;
        for (int i = 0; i < 10; i++)
            scale = 0.5 * scale;
        modulus = 1.0 / scale;
        ready = 1;
    }
    double t = *seed * *a + 7.0;
    int whole = t * scale;
    *seed = t - whole * modulus;
    return scale * *seed;
}

int main(int argc, char **argv) {
    int rank, size, buffer[100] = {0};
    double seed = 11.0, a = 37.0, sum = 0.0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int steps = argc > 1 ? atoi(argv[1]) : 10;
    for (int step = 0; step < steps; step++) {
        int count = (int)(100 * next(&seed, &a));
        MPI_Bcast(buffer, count, MPI_INT, step % size, MPI_COMM_WORLD);
        for (int i = 0; i < count; i++)
            sum += buffer[i];
    }
    if (rank == 0)
        printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
