/* The number of messages comes from a loop that reads a file. It stays in the skeleton and takes no virtual time. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

static int messages(int n) {
    unsigned state = (unsigned)n, number;
    FILE *f = fopen(getenv("NUMBERS"), "r");
    while (fscanf(f, "%u", &number) == 1)
        state = state * 1103515245u + number;
    fclose(f);
    return 2 + (int)(state >> 31);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = 1;
    FILE *f = fopen("n.txt", "r");
    if (argc > 1)
        n = atoi(argv[1]);
    else if (f)
        fscanf(f, "%d", &n);
    BSIM_Add_time(BSIM_cost(0, 40000 * n)); /* main.1: a.c:30 */
    int count = messages(n);
    for (int i = 0; i < count; i++)
        LMPI_Sendrecv_replace(NULL, 1, MPI_DOUBLE, 0, 1, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
