/* Functions that run behind the end of main: of atexit, before and behind the first block, and a destructor. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

static volatile double sink;
static int n = 50;

static void end(void) {
    double s = 0;
    for (int i = 0; i < n * 1000; i++)
        s += cos(i);
    sink += s;
}

static void end_late(void) {
    double s = 0;
    for (int i = 0; i < n * 100; i++)
        s += sin(i);
    sink += s;
}

__attribute__((destructor)) static void last(void) {
    double s = 0;
    for (int i = 0; i < 100000; i++)
        s += tan(i);
    sink += s;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    if (argc > 1)
        n = atoi(argv[1]);
    atexit(end);
    for (int i = 0; i < n * 10; i++)
        sink += i;
    atexit(end_late);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    for (int i = 0; i < n * 20; i++)
        sink += i;
    return 0;
}
