/* borders.c - conditional compilation that begins in one statement and ends in another: halves of ifs, loops, calls,
 * switches, initialisers. trace: ranks=1,2,3 flags=-DTREE,-DCHECKED args= */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double work[64];

static void compute(int n) {
    for (int i = 0; i < n; i++)
        work[i % 64] += 0.5 * i;
}

#ifdef TREE
static int parts(int n) {
#else
static int pieces(int n, int unused) {
    (void)unused;
#endif
    compute(n);
    return n / 2 + 1;
}

#ifdef TREE
#define SPLIT(n) parts(n)
#else
#define SPLIT(n) pieces(n, 0)
#endif

static int walk(int rank, int n) {
    int count = 0;
#ifdef TREE
    for (int d = 1; d < n; d *= 2) {
        if (rank & d)
#else
    for (int d = 0; d < n; d++) {
        if (rank == d)
#endif
            count += d;
#ifdef CHECKED
        else if (d > 4) {
            compute(d);
            count++;
#else
        else {
#endif
            compute(3);
        }
    }
    switch (n) {
#ifdef TREE
    case 7:
        compute(7);
        count++;
#endif
    case 9:
        count += 2;
#ifndef TREE
        break;
    case 10:
#endif
        compute(10);
        break;
#ifdef CHECKED
    default:
        count += 3;
#endif
    }
    return count;
}

int main(int argc, char **argv) {
    int rank, size,
        n = 9
#ifdef TREE
            + 2
#endif
        ,
        list[] = {1, 2,
#ifdef CHECKED
                  3,
#else
                  4, 5,
#endif
                  6};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#ifdef TREE
    if (size > 1) {
        compute(100);
        MPI_Bcast(work, SPLIT(n), MPI_DOUBLE,
#else
    {
        MPI_Reduce(work, work, n, MPI_DOUBLE, MPI_SUM,
#endif
                  size - 1, MPI_COMM_WORLD);
#ifdef CHECKED
        compute(50);
    }
    if (rank >= 0)
#else
    }
    if (rank < 0)
#endif
    {
        compute(20);
        n += walk(3, 7);
    }
    do {
        compute(n);
#ifdef CHECKED
        if (n % 2)
            n -= 3;
        else
#endif
            n--;
        MPI_Barrier(MPI_COMM_WORLD);
    } while (n > 4
#ifdef TREE
             && n != 6
#endif
    );
#if defined(TREE) && !defined(CHECKED)
    if (n) {
#else
    if (n > 0) {
#endif
        MPI_Allreduce(MPI_IN_PLACE, work, n + (int)(sizeof list / sizeof list[0]), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#ifdef CHECKED
        printf("%g\n", work[1]);
    } else
        abort();
#else
    }
#endif
    MPI_Finalize();
    return 0;
}
