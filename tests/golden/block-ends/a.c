/* Functions that run when the process ends, functions that MPI calls back, a loop that stays and writes a file, and a function of which one call stands in what could be a block: its time counts
 * once for each call. A comparison of memory. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n;
static double x[1000];

static void at_exit(void) {
    for (int i = 0; i < n; i++)
        x[i] *= 1.1;
}

__attribute__((destructor)) static void at_end(void) {
    for (int i = 0; i < 2 * n; i++)
        x[i % 10] += 1.5;
}

static int pass(double *y, int many, int result) {
    for (int i = 0; i < many; i++)
        y[i] += 1.0;
    return result;
}

static int duplicate(MPI_Comm c, int key, void *extra, void *in, void *out, int *flag) {
    for (int i = 0; i < n; i++)
        x[i % 1000] *= 1.1;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static void write_sizes(void) {
    FILE *f = fopen("sizes.txt", "w");
    for (int i = 0; i < n; i++)
        fprintf(f, "%d\n", i * i % 7);
    fclose(f);
}

static int read_size(void) {
    int size = 1;
    FILE *f = fopen("sizes.txt", "r");
    if (fscanf(f, "%d", &size) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fclose(f);
    return size;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    n = atoi(argv[1]);
    atexit(at_exit);
    double *y = calloc((size_t)n, sizeof *y);
    MPI_Bcast(y, pass(y, n, 4), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    x[1] = memcmp(x, y, (size_t)n * sizeof *x); /* takes time by its bytes; a few take none */
    x[2] = memcmp(x, y, 16);
    MPI_Barrier(MPI_COMM_WORLD);
    int from[2] = {pass(y, n, 3), 4};
    double same; /* printed, which leaves the skeleton */
    same = memcmp(x, y, (size_t)n * sizeof *x);
    printf("%g\n", same);
    MPI_Bcast(y, from[0] + (int)y[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Comm other;
    int key;
    MPI_Comm_create_keyval(duplicate, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, x);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (argc > 2)
        write_sizes();
    if (argc > 2)
        MPI_Bcast(y, read_size(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
