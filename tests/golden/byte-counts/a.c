/* What a helper receives by a constant number of bytes is that member, and nothing behind it. */
#include <mpi.h>
#include <stdlib.h>

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
    m->mass = 2.5;
    if (rank == 0) {
        m->pair.n = 100;
        m->pair.scale = 0.5;
    }
    broadcast(&m->pair.n, sizeof m->pair.n);
    m->pair.y = malloc(m->pair.n * sizeof(double));
    for (int i = 0; i < m->pair.n; i++)
        m->pair.y[i] = m->pair.scale * m->mass * i;
    for (int i = 0; i < m->rounds; i++)
        MPI_Bcast(m->pair.y, m->pair.n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(m->pair.y);
    free(m);
    MPI_Finalize();
    return 0;
}
