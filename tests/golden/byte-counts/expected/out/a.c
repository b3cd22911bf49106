/* What a helper receives by a constant number of bytes is that member, and nothing behind it. */
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct table {
    int n;
    double scale;
    double *y;
};

struct model {
    int rounds;
    struct table pair;
    double mass;
};

static void broadcast(void *data, size_t bytes)
{
    MPI_Bcast(data, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    struct model *m = calloc(1, sizeof *m);
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    m->rounds = 3;
    if (rank == 0)
        m->pair.n = 100;
    broadcast(&m->pair.n, sizeof m->pair.n);
    BSIM_Add_time(BSIM_cost(0, m->pair.n)); /* main.1: a.c:37-38 */
    for (int i = 0; i < m->rounds; i++)
        LMPI_Bcast(NULL, m->pair.n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(m);
    MPI_Finalize();
    return 0;
}
