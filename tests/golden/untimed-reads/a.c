#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int count, sizes[100];

static void read_sizes(const char *path) {
    char line[128];
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        char *p = line;
        while (*p == ' ')
            p++;
        if (*p == '#')
            continue;
        sizes[count++] = atoi(p);
    }
    if (f)
        fclose(f);
}

int main(int argc, char **argv) {
    int rank;
    double sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        read_sizes(argv[1]);
    MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(sizes, count, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < sizes[i]; k++)
            sum += 1.0 / (k + 1);
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
