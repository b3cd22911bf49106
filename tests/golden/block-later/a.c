/* Bounds of loops in a loop whose own bound is one of two values; elements that the block reads and then writes. */
#include <mpi.h>
#include <stdlib.h>

static double work[100000];

static void scale(int n) {
    for (int i = 0; i < n; i++)
        work[i] = 2 * work[i] + 1;
}

/* ---- the larger one of two bounds, and what stands in the loop ---- */
static void rows_and_columns(int n, int m) {
    for (int i = 0; i < (n > 3 ? n : 3); i++)
        for (int k = 0; k < m; k++)
            work[k] += work[i];
}

static void two_choices(int n, int m, int k, int l) {
    for (int i = 0; i < (n > m ? n : m); i++)
        for (int j = 0; j < (k < l ? k : l); j++)
            work[j] += work[i];
}

static void with_while(int n, int m) {
    int i = 0;
    while (i < (n > 3 ? n : 3)) {
        i++;
        for (int k = 0; k < m; k++)
            work[k] += work[i];
    }
}

static void three_deep(int n, int m, int k) {
    if (k > 2 && (n > m ? n : m) > 2)
        for (int h = 0; h < 9; h++)
            for (int i = 0; i < (n > m ? n : m); i++)
                for (int j = 0; j < k; j++)
                    work[j] += work[i];
}

/* ---- elements that are written behind ---- */
static void set_behind(int *at, int k) {
    for (int i = 0; i < at[k]; i++)
        work[i] += 1;
    at[k] = 3;
}

static void counted_up(int *at, int k) {
    scale(at[k]);
    at[k]++;
}

static void another_one(int *at, int k, int l) {
    scale(at[k]);
    at[l] = at[k] + 1;
}

static void bump(int *at, int k) {
    at[k] += 2;
}

static void by_call(int *at, int k) {
    scale(at[k]);
    bump(at, k);
}

static void in_each_round(int *at, int k) {
    for (int r = 0; r < 3; r++) {
        scale(at[k]);
        at[k] = (at[k] + 1) % 6;
    }
}

/* filled in front of what reads it: n alone */
static void filled(int n) {
    int at[4];
    for (int k = 0; k < 4; k++)
        at[k] = n + k;
    for (int k = 0; k < 4; k++)
        scale(at[k]);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), m = atoi(argv[2]), k = atoi(argv[3]), l = atoi(argv[4]);
    int at[6] = {n, m, k, l, n + m, k + l};
    for (int r = 0; r < 4; r++) {
        rows_and_columns(n, m);
        MPI_Barrier(MPI_COMM_WORLD);
        two_choices(n, m, k, l);
        MPI_Barrier(MPI_COMM_WORLD);
        with_while(n, m);
        MPI_Barrier(MPI_COMM_WORLD);
        three_deep(n, m, k);
        MPI_Barrier(MPI_COMM_WORLD);
        set_behind(at, r);
        MPI_Barrier(MPI_COMM_WORLD);
        counted_up(at, r);
        MPI_Barrier(MPI_COMM_WORLD);
        another_one(at, r, k);
        MPI_Barrier(MPI_COMM_WORLD);
        by_call(at, r);
        MPI_Barrier(MPI_COMM_WORLD);
        in_each_round(at, r);
        MPI_Barrier(MPI_COMM_WORLD);
        filled(n);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
