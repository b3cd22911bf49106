#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void die(const char *what, int code)
{
    fprintf(stderr, "%s\n", what);
    if (code > 1)
        MPI_Abort(MPI_COMM_WORLD, code);
    exit(code);
}

static int check(double x)
{
    for (int i = 0; i < 10; i++)
        x *= 0.5;
    return x > 1e6;
}

static void finish(int code)
{
    MPI_Finalize();
    exit(code);
}

int main(int argc, char **argv)
{
    int rank, n = 4;
    double x = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 5) {
        fprintf(stderr, "too many arguments\n");
        exit(2);
    }
    if (check(x))
        die("diverged", 3);
    assert(x > 0);
    /* Not an error: it communicates before it ends. */
    if (argc > 3)
        finish(0);
    if (n < 0 || check(x + 1)) {
        if (rank == 0)
            printf("no\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    } else {
        MPI_Bcast(&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    finish(0);
}
