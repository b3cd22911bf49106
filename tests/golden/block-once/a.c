/* Preparations of a first call: a flag says whether they are done. What the
 * flag says is nothing that a block's time depends on in general. */
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>

static double *data;
static int rank;

static void prepare(double *table, int n) {
    for (int i = 0; i < n; i++)
        table[i] = i * 0.5;
}

/* A number, a truth value, a pointer, and a flag that begins with true. */
static double by_number(int n) {
    static int ready = 0;
    static double table[64];
    double s = 0;
    if (ready == 0) {
        prepare(table, 64);
        ready = 1;
    }
    for (int i = 0; i < n; i++)
        s += table[i % 64];
    return s;
}

static double by_truth(int n) {
    static bool ready;
    static double table[64];
    double s = 0;
    if (!ready) {
        prepare(table, 64);
        ready = true;
    }
    for (int i = 0; i < n; i++)
        s += table[i % 64];
    return s;
}

static double by_pointer(int n) {
    static double *table;
    double s = 0;
    if (table == NULL) {
        table = malloc(64 * sizeof *table);
        prepare(table, 64);
    }
    for (int i = 0; i < n; i++)
        s += table[i % 64];
    return s;
}

static double by_first(int n) {
    static int first = 1;
    static double table[64];
    double s = 0;
    if (first) {
        first = 0;
        prepare(table, 64);
    }
    for (int i = 0; i < n; i++)
        s += table[i % 64];
    return s;
}

/* Not once: the flag gets its first value again, is set elsewhere, or only
 * sometimes. */
static double again(int n) {
    static int ready = 0;
    static double table[64];
    double s = 0;
    if (ready == 0) {
        prepare(table, 64);
        ready = 1;
    }
    for (int i = 0; i < n; i++)
        s += table[i % 64];
    if (s > 1e9)
        ready = 0;
    return s;
}

static int state;
static double elsewhere(int n) {
    static double table[64];
    double s = 0;
    if (state == 0)
        prepare(table, 64);
    for (int i = 0; i < n; i++)
        s += table[i % 64];
    return s;
}

static double sometimes(int n) {
    static int ready = 0;
    static double table[64];
    double s = 0;
    if (ready == 0) {
        prepare(table, 64);
        if (table[n % 64] > 8)
            ready = 1;
    }
    for (int i = 0; i < n; i++)
        s += table[i % 64];
    return s;
}

static double counted(int n) {
    static int calls = 0;
    static double table[64];
    double s = 0;
    if (calls < 3) {
        prepare(table, 64);
        calls++;
    }
    for (int i = 0; i < n; i++)
        s += table[i % 64];
    return s;
}

static double whole(double s) {
    double all;
    MPI_Allreduce(&s, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

int main(int argc, char **argv) {
    int n;
    double s = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    n = argc > 1 ? atoi(argv[1]) : 100;
    data = calloc((size_t)n, sizeof *data);
    for (int round = 0; round < 3; round++) {
        s += whole(by_number(n));
        s += whole(by_truth(n));
        s += whole(by_pointer(n));
        s += whole(by_first(n));
        s += whole(again(n));
        s += whole(elsewhere(n));
        s += whole(sometimes(n));
        s += whole(counted(n));
        if (s > 1e12)
            state = 1;
    }
    data[0] = s;
    MPI_Finalize();
    return data[0] < 0;
}
