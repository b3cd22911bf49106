/* longjump.c - what is written before a longjmp, in functions far below, decides counts behind the setjmp.
 * trace: ranks=1,2,4 args= */
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf home;
static int depth, worst;
static double work[100];

static void compute(int n) {
    for (int i = 0; i < n; i++)
        work[i % 100] += i * 0.5;
}

static void fail(int code) {
    worst = depth * code;
    compute(10);
    longjmp(home, code);
}

static int dive(int n) {
    depth++;
    compute(n);
    if (n == 0)
        fail(7);
    return dive(n - 1) + 1;
}

static void attempt(int n) {
    int code = setjmp(home);
    if (code == 0) {
        dive(n);
        MPI_Bcast(work, 50, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    } else {
        MPI_Bcast(work, code + worst % 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    attempt(4);
    attempt(6);
    MPI_Bcast(work, depth, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%g\n", work[3]);
    MPI_Finalize();
    exit(0);
}
