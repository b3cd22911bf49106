#include <mpi.h>

struct cells {
    int own;
    double v[100];
};

struct box {
    double energy;
    struct cells *cells;
};

static void kick(struct box *b)
{
    struct cells *c = b->cells;

    for (int k = 0; k < c->own; k++)
        c->v[k] += 2;
}

/* Not the same cells at each time: no parameter. */
static void sweep(struct box *b)
{
    struct cells *c = b->cells;

    for (int i = 0; i < 2; i++, c++)
        for (int k = 0; k < c->own; k++)
            c->v[k] += 2;
}

int main(int argc, char **argv)
{
    struct cells two[2];
    struct box box = {0, two}, *b = &box;

    MPI_Init(&argc, &argv);
    two[0].own = 40 + argc;
    two[1].own = 60 + argc;
    MPI_Bcast(&two[0].own, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int n = 0; n < two[0].own; n++) {
        kick(b);
        MPI_Barrier(MPI_COMM_WORLD);
        sweep(b);
        MPI_Barrier(MPI_COMM_WORLD);
        struct cells *mine = b->cells;
        for (int k = 0; k < mine->own; k++)
            mine->v[k] *= 0.5;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
