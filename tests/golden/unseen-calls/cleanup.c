/* The cleanup functions of variables, where scopes end: by their ends, return, break, continue. One communicates, one
 * decides a message. The scope of q ends where computation decides, and that of leaving leaves as a whole. */
#include <mpi.h>
#include <math.h>
#include <stdlib.h>

static volatile double sink;
static double x[1000];
static int length = 1;

static void work(int *p) {
    double s = 0;
    for (int i = 0; i < *p * 100; i++)
        s += sin(i);
    sink += s;
}

static void work_and_free(int **p) {
    double s = 0;
    for (int i = 0; i < **p * 1000; i++)
        s += cos(i);
    sink += s;
    free(*p);
}

static void wait_for_all(MPI_Comm *c) {
    double s = 0;
    for (int i = 0; i < 1000; i++)
        s += cos(i);
    sink += s;
    MPI_Barrier(*c);
}

static void lengthen(int *by) {
    length += *by;
}

static int early(int n) {
    int p __attribute__((cleanup(work))) = n;
    MPI_Barrier(MPI_COMM_WORLD);
    if (n > 3000)
        return 1;
    MPI_Barrier(MPI_COMM_WORLD);
    return 2;
}

static void leaving(int n) {
    int p __attribute__((cleanup(work))) = n;
    x[1] += sqrt(n);
}

int main(int argc, char **argv) {
    int n = 50;
    MPI_Init(&argc, &argv);
    if (argc > 1)
        n = atoi(argv[1]);
    {
        int *p __attribute__((cleanup(work_and_free))) = malloc(sizeof *p);
        *p = n;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    {
        MPI_Comm c __attribute__((cleanup(wait_for_all))) = MPI_COMM_WORLD;
        int by __attribute__((cleanup(lengthen))) = n;
    }
    MPI_Bcast(x, length, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 3; i++) {
        int r __attribute__((cleanup(work))) = n + i;
        MPI_Barrier(MPI_COMM_WORLD);
        if (i == early(n))
            break;
        if (i == 5)
            continue;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    leaving(n);
    for (int k = 0; k < 3; k++) {
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < n; i++)
            x[i] = sin(i);
        if (x[3] > 4)
            continue;
        int q __attribute__((cleanup(work))) = n;
        x[0] = q;
    }
    MPI_Finalize();
    return 0;
}
