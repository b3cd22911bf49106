/* Loops whose end a message decides: by a break, by a flag that a function sets,
   by a received word; and others, whose bounds came by a message before. */
#include <math.h>
#include <mpi.h>

#define TAG_WORD 2

static double work(double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] *= 0.5;
    return sum;
}

static int converged(double mine) {
    double all;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all < 1e-6;
}

int main(int argc, char **argv) {
    double x[64], all, mine;
    int rank, n = argc, done = 0, word;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 64; i++)
        x[i] = i;
    for (int step = 0; step < n; step++) /* not one */
        MPI_Barrier(MPI_COMM_WORLD);
    for (int step = 0; step < n; step++) { /* by a break */
        mine = work(x, 64);
        MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (sqrt(all) < 1e-3)
            break;
    }
    while (!done) { /* by a function's result */
        mine = work(x, 64);
        if (converged(mine))
            done = 1;
    }
    if (rank == 0) {
        word = 0;
        MPI_Send(&word, 1, MPI_INT, 1, TAG_WORD, MPI_COMM_WORLD);
    } else if (rank == 1) {
        do /* by a received word */
            MPI_Recv(&word, 1, MPI_INT, 0, TAG_WORD, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        while (word);
    }
    MPI_Finalize();
    return 0;
}
