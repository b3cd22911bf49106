/* Loops that a function returns out of, and one that a goto makes: how many
   rounds they have decides what follows. */
#include <mpi.h>
#define N 64
static double x[N], tol = 1e-6;
static double work(void) {
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i] *= 0.5;
    return sum;
}
static double all(double mine) {
    double sum;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}
static int converged(double *r) {
    *r = all(work()) / N;
    return *r < tol;
}
static int one(void) {
    double r;
    for (int it = 0; it < 1000; it++) {
        if (converged(&r))
            return it;
    }
    return -1;
}
static int two(void) {
    double r;
    int it = 0;
    do {
        r = all(work()) / N;
        if (r > tol)
            it++;
        else
            return it;
    } while (1);
}
static int three(int max) {
    double r;
    int it = 0;
    while (1) {
        r = all(work()) / N;
        if (r < tol || ++it >= max)
            return it;
    }
}
static int four(int max) {
    double r;
    int it = 0;
again:
    r = all(work()) / N;
    it++;
    if (r > tol && it < max)
        goto again;
    return it;
}
static void reset(void) {
    for (int i = 0; i < N; i++)
        x[i] = i;
}
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    reset();
    int n = one();
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    reset();
    n = two();
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    reset();
    n = three(100);
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    reset();
    n = four(100);
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
