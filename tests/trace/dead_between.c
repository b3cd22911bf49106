/* Code that never runs stands between a jump and code that runs: without the dead code, the jump is what keeps the rest
 * from running. trace: ranks=1,2 args=3 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rounds;

static void read_rounds(const char *text) {
    char *end;
    double *room = malloc(100 * sizeof *room);
    if (!room)
        goto no_memory;
    rounds = (int)strtol(text, &end, 10);
    if (*end != '\0')
        goto no_number;
    free(room);
    return;
no_memory: /* never: allocations succeed */
    fprintf(stderr, "no memory\n");
    exit(1);
no_number:
    fprintf(stderr, "no number\n");
    exit(2);
}

static int pick(int n) {
    void *p = malloc(8);
    if (!p)
        goto none;
    free(p);
    if (n > 2)
        goto many;
    return 1;
none:
    return -1;
many:
    return n;
}

int main(int argc, char **argv) {
    double x = 1;

    MPI_Init(&argc, &argv);
    read_rounds(argc > 1 ? argv[1] : "2");
    for (int i = 0; i < rounds; i++)
        MPI_Bcast(&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < pick(rounds); i++)
        MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
