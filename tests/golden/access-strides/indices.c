/* Distances of accesses whose index comes from a function, a shift, an array of several dimensions, or is in a function
 * that the loop calls. */
#include <mpi.h>
#include <stdlib.h>

static double *a, s;

static inline int at(int i, int j, int ld) {
    return i * ld + j;
}

typedef struct { double *data; int rows, columns; } matrix;

static inline double get(const matrix *m, int i, int j) {
    return m->data[(size_t)i * m->columns + j];
}

static void by_function(int n, int ld) {
    for (int i = 0; i < n; i++)
        s += a[at(i, 3, ld)];
}

static void by_shift(int n, int bits) {
    for (int i = 0; i < n; i++)
        s += a[i << bits];
}

static void by_vla_3(int n, int ny, int nz, double (*m)[ny][nz]) {
    for (int i = 0; i < n; i++)
        s += m[i][3][2];
}

static void by_get(const matrix *m, int n) {
    for (int i = 0; i < n; i++)
        s += get(m, i, 3);
}

static void by_helper(int i, int ld) {
    s += a[i * ld];
}

static void calls_helper(int n, int ld) {
    for (int i = 0; i < n; i++)
        by_helper(i, ld);
}

int main(int argc, char **argv) {
    int in[3] = {argc > 1 ? atoi(argv[1]) : 20, argc > 2 ? atoi(argv[2]) : 30, argc > 3 ? atoi(argv[3]) : 3};
    MPI_Init(&argc, &argv);
    MPI_Bcast(in, 3, MPI_INT, 0, MPI_COMM_WORLD);
    a = calloc(1000000, sizeof *a);
    matrix m = {a, in[0], in[1]};
#define STEP(call) call; MPI_Barrier(MPI_COMM_WORLD)
    STEP(by_function(in[0], in[1]));
    STEP(by_shift(in[0], in[2]));
    STEP(by_vla_3(in[0], in[1], in[2], (void *)a));
    STEP(by_get(&m, in[0]));
    STEP(calls_helper(in[0], in[1]));
    return MPI_Finalize();
}
