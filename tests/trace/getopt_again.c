/* Options that are read twice: the program says where getopt goes on.
 * trace: ranks=1,2,3 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void read_options(int argc, char **argv, int *n, int *m) {
    int c;
    while ((c = getopt(argc, argv, "a:b:")) != -1)
        if (c == 'a')
            *n += atoi(optarg);
        else
            *m += atoi(optarg);
}

int main(int argc, char **argv) {
    int n = 0, m = 0;
    double buffer[100] = {0};
    char *options[] = {"program", "-a", "3", "-b", "4", "-a", "7", "rest", NULL};
    MPI_Init(&argc, &argv);
    optind = 3; /* from -b on */
    read_options(5, options, &n, &m);
    MPI_Bcast(buffer, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(buffer, m, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    optind = 1;
    read_options(8, options, &n, &m);
    MPI_Bcast(buffer, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    optind = 0;
    read_options(5, options, &n, &m);
    MPI_Bcast(buffer, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(buffer, m, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    optind = 3;
    MPI_Barrier(MPI_COMM_WORLD);
    read_options(8, options, &n, &m);
    MPI_Bcast(buffer, m, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(buffer, optind, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
