/* Which of many pieces of code runs: a switch with more cases than a block has room for as comparisons, a chain of
 * comparisons with many constants, a large table of functions, and values that a number chooses. */
#include <mpi.h>
#include <stdlib.h>

static double x[1000];

static void work(int n, int times) {
    for (int k = 0; k < times; k++)
        for (int i = 0; i < n; i++)
            x[i % 1000] += i;
}

static void by_switch(int mode, int n) {
    switch (mode) {
    case 0: work(n, 1); break;
    case 1: work(n, 9); break;
    case 2: work(n, 2); break;
    case 3: work(n, 8); break;
    case 4: work(n, 3); break;
    case 5: work(n, 7); break;
    case 6: work(n, 4); break;
    case 7: work(n, 6); break;
    case 8: work(n, 5); break;
    case 11: work(n, 11); break;
    default: work(n, 30);
    }
}

static void by_chain(int mode, int n) {
    if (mode == 0) work(n, 1);
    else if (mode == 1) work(n, 9);
    else if (mode == 2) work(n, 2);
    else if (mode == 3) work(n, 8);
    else if (mode == 4) work(n, 3);
    else if (mode == 5) work(n, 7);
    else if (mode == 6) work(n, 4);
    else if (mode == 7) work(n, 6);
    else if (mode == 8) work(n, 5);
    else if (mode == 11) work(n, 11);
    else work(n, 30);
}

static void f0(int n) { work(n, 3); }
static void f1(int n) { work(n, 1); }
static void f2(int n) { work(n, 4); }
static void (*const table[])(int) = {f0, f1, f2, f1, f0, f2, f2, f1, f0, f1, f2};

static void by_table(int mode, int n) {
    table[mode](n);
}

static void by_value(int mode, int n) {
    int times;
    switch (mode) {
    case 2: times = 7; break;
    case 3: times = 1; break;
    case 5: times = 40; break;
    default: times = 3;
    }
    for (int k = 0; k < times; k++)
        for (int i = 0; i < n; i++)
            x[i % 1000] += i;
}

static void by_value_of(int mode, int n) {
    int bound = n;
    if (mode == 2)
        bound = 7 * n;
    else if (mode == 3)
        bound = 50 * n;
    for (int i = 0; i < bound; i++)
        x[i % 1000] += i;
}

static const int rounds[] = {3, 100, 7, 2, 30};

static void by_number(int mode, int n) {
    for (int k = 0; k < rounds[mode % 5]; k++)
        for (int i = 0; i < n; i++)
            x[i % 1000] += i;
}

int main(int argc, char **argv) {
    int in[2] = {argc > 1 ? atoi(argv[1]) : 2, argc > 2 ? atoi(argv[2]) : 1000};
    MPI_Init(&argc, &argv);
    MPI_Bcast(in, 2, MPI_INT, 0, MPI_COMM_WORLD);
    by_switch(in[0], in[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    by_chain(in[0], in[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    by_table(in[0], in[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    by_value(in[0], in[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    by_value_of(in[0], in[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    by_number(in[0], in[1]);
    return MPI_Finalize();
}
