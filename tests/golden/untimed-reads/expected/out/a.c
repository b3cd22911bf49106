#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static int count, sizes[100];

static void read_sizes(const char *path) {
    char line[128];
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        char *p = line;
        BSIM_Add_time(BSIM_cost(0)); /* read_sizes.1: a.c:12-13 */
        while (*p == ' ')
            p++;
        if (*p == '#')
            continue;
        BSIM_G(sizes)[BSIM_G(count)++] = atoi(p);
    }
    if (f)
        fclose(f);
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        read_sizes(argv[1]);
    MPI_Bcast(&BSIM_G(count), 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(BSIM_G(sizes), BSIM_G(count), MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < BSIM_G(count); i++) {
        BSIM_Add_time(BSIM_cost(1, BSIM_G(sizes)[i])); /* main.1: a.c:32-33 */
        LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
