/* Functions that call each other make a name behind the beginning of its text. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static char name[32];

static void second(char *to, int left);

static void first(char *to, int left) {
    strcpy(to, "none.txt");
    if (left > 1)
        second(to, left - 1);
}

static void second(char *to, int left) {
    strcpy(to, "sizes.txt");
    if (left > 5)
        first(to, left - 1);
}

int main(int argc, char **argv) {
    double values[64] = {0};
    int rank, size, n = 3;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        FILE *out = fopen("xsizes.txt", "w");
        fprintf(out, "17\n");
        fclose(out);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    strcpy(name, "x");
    first(name + 1, 2);
    FILE *in = fopen(name, "r");
    if (in) {
        fscanf(in, "%d", &n);
        fclose(in);
    }
    MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
