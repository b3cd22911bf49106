#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static int size = 100;

static void usage(void) {
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static int read_steps(const char *name) {
    int steps = 1, value;
    FILE *f = fopen(name, "r");
    while (f && fscanf(f, "%d", &value) == 1)
        steps = value;
    if (f)
        fclose(f);
    return steps;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--size") == 0 && i + 1 < argc)
            BSIM_G(size) = atoi(argv[++i]);
        else
            usage();
    }
    int steps = read_steps("steps.txt");
    BSIM_Add_time(BSIM_cost(0, steps, BSIM_G(size))); /* main.1: a.c:42 */
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, BSIM_G(size))); /* main.2: a.c:45-50 */
    sleep(1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
