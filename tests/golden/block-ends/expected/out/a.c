/* Functions that run when the process ends, functions that MPI calls back, a loop that stays and writes a file, and a function of which one call stands in what could be a block: its time counts
 * once for each call. A comparison of memory. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static int n;
BSIM_PRIVATE static double x[1000];

static void at_exit(void) {
    BSIM_Add_time(BSIM_cost(0, BSIM_G(n))); /* at_exit.1: a.c:12-13 */
}

__attribute__((destructor)) static void at_end(void) {
}

static int pass(double *y, int many, int result) {
    BSIM_Add_time(BSIM_cost(1, many)); /* pass.1: a.c:22-23 */
    for (int i = 0; i < many; i++)
        y[i] += 1.0;
    return result;
}

static int duplicate(MPI_Comm c, int key, void *extra, void *in, void *out, int *flag) {
    BSIM_Add_time(BSIM_cost(2, BSIM_G(n))); /* duplicate.1: a.c:28-29 */
    for (int i = 0; i < BSIM_G(n); i++)
        BSIM_G(x)[i % 1000] *= 1.1;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static void write_sizes(void) {
    FILE *f = fopen("sizes.txt", "w");
    for (int i = 0; i < BSIM_G(n); i++)
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
    BSIM_G(n) = atoi(argv[1]);
    atexit(at_exit);
    double *y = calloc((size_t)BSIM_G(n), sizeof *y);
    MPI_Bcast(y, pass(y, BSIM_G(n), 4), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, BSIM_G(n))); /* main.1: a.c:57 */
    BSIM_G(x)[1] = memcmp(BSIM_G(x), y, (size_t)BSIM_G(n) * sizeof *BSIM_G(x)); /* takes time by its bytes; a few take none */
    BSIM_G(x)[2] = memcmp(BSIM_G(x), y, 16);
    MPI_Barrier(MPI_COMM_WORLD);
    int from[2] = {pass(y, BSIM_G(n), 3), 4};
    BSIM_Add_time(BSIM_cost(4, BSIM_G(n))); /* main.2: a.c:62 */
    LMPI_Bcast(NULL, from[0] + (int)y[3], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Comm other;
    int key;
    MPI_Comm_create_keyval(duplicate, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, BSIM_G(x));
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (argc > 2)
        write_sizes();
    if (argc > 2)
        LMPI_Bcast(NULL, read_size(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
