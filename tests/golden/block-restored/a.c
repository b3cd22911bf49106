/* Text that the skeleton leaves out in front of a statement, and that the instrumented program has. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int *first, *second, *third, *fourth;
static int debug;

static void fill(int *a, int n) {
    for (int i = 0; i < n; i++)
        a[i] = i;
}

static void print(int *a, int n) {
    for (int i = 0; i < n; i++)
        printf("%d\n", a[i]);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 10, rank, verbose = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if ((first = calloc(n, sizeof(int))) == NULL) {
        printf("no memory\n");
        exit(1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (!(second =
              calloc(n, sizeof(int))))
        exit(1);
    MPI_Barrier(MPI_COMM_WORLD);
    if (n < 5)
        MPI_Barrier(MPI_COMM_WORLD);
    else if ((third = calloc(n, sizeof(int))) == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Barrier(MPI_COMM_WORLD); if (!(fourth = calloc(n, sizeof(int)))) exit(1); MPI_Barrier(MPI_COMM_WORLD);
    verbose ? print(first, n) : fill(first, n);
    MPI_Barrier(MPI_COMM_WORLD);
    fill(second, n);
    MPI_Finalize();
    return 0;
}
