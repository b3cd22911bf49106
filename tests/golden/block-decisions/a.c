/* Bounds that are constants by themselves: branches on which a block's time depends decide which ones. */
#include <mpi.h>
#include <stdlib.h>
#include "relax.h"

#define SKIP_SMALL(x)                                                                                                  \
    if ((x) < 0.5)                                                                                                     \
    continue
#define IF_DEEP if (mode > 4)

typedef int (*sizer)(int);

static double work[100000], *extra;
static int mode, counts[8];

static int twice(int n) { return 2 * n; }
static int square(int n) { return n * n; }
static const sizer sizers[] = {twice, square};

static void scale(int n) {
    for (int i = 0; i < n; i++)
        work[i] *= 0.5;
}

static void by_if(void) {
    int n = 10;
    if (mode == 3)
        n = 100000;
    scale(n);
}

static void by_switch(void) {
    int n = 1;
    switch (mode) {
    case 1:
        n = 10;
        break;
    case 2:
        n = 1000;
    }
    scale(n);
}

static void by_flag(int m) {
    int deep = m > 17 && mode != 2;
    if (deep)
        scale(10000);
}

static void by_result(void) {
    int n = mode ? twice(10) : 100000;
    scale(n);
}

/* data decide */
static void until(double limit) {
    int done = 0;
    while (!done) {
        scale(100);
        if (work[0] < limit)
            done = 1;
    }
}

static void select_large(int n) {
    int many = 0;
    for (int i = 0; i < n; i++)
        if (work[i] > 0.5)
            many++;
    for (int i = 0; i < many; i++)
        for (int j = 0; j < 100; j++)
            work[j] += i;
}

/* what is stored behind the loop is not read by it; a choice that ends the function is made when the loop runs */
static void shorten(int *n) {
    int kept = 0, step = 2;
    if (*n > 50000)
        return;
    for (int i = 0; i < *n; i += step)
        kept += work[i] > 0.5;
    *n = kept;
}

/* zero in the first round of the outer loop, but not in the others */
static void wedge(int width) {
    for (int i = 0; i < 10; i++) {
        int last = i * width;
        for (int j = 0; j < last; j++)
            work[j] += i;
    }
}

static void by_pointer(sizer size, int n) { scale(size(n)); }

static void in_macro(int n) {
    for (int i = 0; i < n; i++) {
        SKIP_SMALL(work[i]);
        scale(100);
    }
    IF_DEEP {
        scale(1000);
    }
}

/* which element it is */
static void local_table(int k) {
    int n[3] = {1, 100, 10000};
    scale(n[k]);
}

static void histogram(int n) {
    int many[4] = {0};
    for (int i = 0; i < n; i++)
        many[(int)work[i] & 3]++;
    scale(many[1]);
}

/* nothing stands in front of the array where there is no neighbour */
static void neighbour(int which) {
    if (which >= 0)
        scale(counts[which]);
}

static void with_test(void) {
    if (extra)
        extra[0] = 1;
    if (mode == 3)
        scale(1000);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 20, m = n, left = n - 30;
    mode = argc > 2 ? atoi(argv[2]) : 1;
    for (int i = 0; i < 8; i++)
        counts[i] = n;
    extra = argc > 3 ? work : NULL;
    by_if();
    MPI_Barrier(MPI_COMM_WORLD);
    by_switch();
    MPI_Barrier(MPI_COMM_WORLD);
    by_flag(n);
    MPI_Barrier(MPI_COMM_WORLD);
    by_result();
    MPI_Barrier(MPI_COMM_WORLD);
    until(0.1);
    MPI_Barrier(MPI_COMM_WORLD);
    select_large(n);
    MPI_Barrier(MPI_COMM_WORLD);
    shorten(&m);
    MPI_Barrier(MPI_COMM_WORLD);
    wedge(n);
    MPI_Barrier(MPI_COMM_WORLD);
    by_pointer(sizers[n % 2], n);
    MPI_Barrier(MPI_COMM_WORLD);
    in_macro(n);
    MPI_Barrier(MPI_COMM_WORLD);
    local_table(n % 3);
    MPI_Barrier(MPI_COMM_WORLD);
    histogram(n);
    MPI_Barrier(MPI_COMM_WORLD);
    neighbour(left);
    MPI_Barrier(MPI_COMM_WORLD);
    relax(work, n);
    MPI_Barrier(MPI_COMM_WORLD);
    with_test();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
