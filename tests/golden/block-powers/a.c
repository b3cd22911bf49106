/* Numbers that a loop multiplies or divides, and tests of them. */
#include <mpi.h>
#include <stdlib.h>

static double work[4096];

static void scale(int n) {
    for (int i = 0; i < n; i++)
        work[i & 4095] *= 0.5;
}

static void at_power(int n, int k) {
    for (int p = 1; p < n; p *= 2)
        if (p == k)
            scale(1000);
}

static void behind_powers(int n, int k) {
    int p = 1, q = 1;
    while (p < n)
        p <<= 1;
    if (p == n)
        scale(1000);
    for (; q < k; q *= 3)
        ;
    if (q != 81)
        scale(1000);
}

static void in_halves(int n, int k) {
    for (; n > 1; n /= 2)
        if (n == k)
            scale(1000);
}

static void handed(int p, int k) {
    if (k == p)
        scale(1000);
}

static void hand_powers(int n, int k) {
    for (int p = 1; p < n; p *= 2)
        handed(p, k);
}

/* Whether n is larger decides. */
static void third_power(int n) {
    for (int p = 1; p < n; p *= 2)
        if (p == 8)
            scale(1000);
}

static void at_step(int n, int k) {
    for (int i = 0; i < n; i++)
        if (i == k)
            scale(1000);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), k = atoi(argv[2]);
    MPI_Barrier(MPI_COMM_WORLD);
    at_power(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    behind_powers(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    in_halves(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    hand_powers(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    third_power(n);
    MPI_Barrier(MPI_COMM_WORLD);
    at_step(n, k);
    return MPI_Finalize();
}
