/* What is computed from the bits of a number does not go with it. */
#include <mpi.h>
#include <stdlib.h>
#include <strings.h>

union word {
    int whole;
    unsigned char byte[4];
};

static double work[1000];

static void scale(int n) {
    for (int i = 0; i < n; i++)
        work[i % 1000] += 0.5 * work[0] + i;
}

static void ones(int n) {
    for (int i = 0; i < __builtin_popcount(n); i++)
        scale(1000);
}

static void ones_of_long(long n) {
    scale(1000 * __builtin_popcountl(n));
}

static void parity(int n) {
    scale(1000 * __builtin_parity(n));
}

static void level(int n) {
    scale(32 - __builtin_clz(n));
}

static void first_one(int n) {
    scale(__builtin_ctz(n));
}

static void swapped(int n) {
    scale((int)__builtin_bswap32(n));
}

static void by_library(int n) {
    scale(ffs(n));
}

static void byte(int n) {
    union word w;
    w.whole = n;
    scale(w.byte[0]);
}

/* goes with the number */
static void absolute(int n) {
    scale(abs(n));
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 12;
    long many = n;
    ones(n);
    MPI_Barrier(MPI_COMM_WORLD);
    ones_of_long(many);
    MPI_Barrier(MPI_COMM_WORLD);
    parity(n);
    MPI_Barrier(MPI_COMM_WORLD);
    level(n);
    MPI_Barrier(MPI_COMM_WORLD);
    first_one(n);
    MPI_Barrier(MPI_COMM_WORLD);
    swapped(n);
    MPI_Barrier(MPI_COMM_WORLD);
    by_library(n);
    MPI_Barrier(MPI_COMM_WORLD);
    byte(n);
    MPI_Barrier(MPI_COMM_WORLD);
    absolute(n);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
