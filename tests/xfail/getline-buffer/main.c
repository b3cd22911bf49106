/* What is stored in the memory that getline() has allocated. */
#include <mpi.h>
#include <stdio.h>

static int buf[1000];

int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    FILE *f = tmpfile();
    fprintf(f, "%d\n", 15);
    rewind(f);
    char *l = 0;
    size_t z = 0;
    getline(&l, &z, f);
    l[1] = '0' + argc;
    n = atoi(l);
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
