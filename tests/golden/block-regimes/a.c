/* Loops that do not run at all, loops with two bounds, and flags that are the same in all rounds. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static double x[100000];
static int at[100000], indirect, scaled;

/* Below `first` no round runs. */
static void behind(int first, int n) {
    for (int i = first; i < n; i++)
        for (int j = first; j < n; j++)
            x[i] += j;
}

static void both(int n, int most) {
    for (int i = 0; i < n && i < most; i++)
        x[i] *= 1.5;
}

static double total(int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (indirect)
            sum += x[at[i]];
        else
            sum += x[i];
    return sum;
}

/* Half of the branches only move a value. */
static void divide(int n, double by) {
    int odd = 0;
    for (int i = 0; i < n; i++) {
        if (scaled)
            x[i] = x[i] / by / (by + 1);
        if (indirect)
            odd = i;
    }
    at[0] = odd;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), first = atoi(argv[2]), most = atoi(argv[3]);
    indirect = strcmp(argv[4], "indirect") == 0;
    scaled = strcmp(argv[4], "scaled") == 0;
    behind(first, n);
    MPI_Barrier(MPI_COMM_WORLD);
    both(n, most);
    MPI_Barrier(MPI_COMM_WORLD);
    x[0] = total(n);
    MPI_Barrier(MPI_COMM_WORLD);
    divide(n, x[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
