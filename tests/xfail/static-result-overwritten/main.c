/* A second call of gmtime() overwrites what the first has given. */
#include <mpi.h>
#include <time.h>

static int buf[1000];

int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    time_t t = 86400L * (argc + 3), u = 0;
    struct tm *p = gmtime(&u);
    gmtime(&t);
    n = p->tm_mday;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
