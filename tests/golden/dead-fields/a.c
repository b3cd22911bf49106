#include "types.h"
#include <mpi.h>
#include <stdlib.h>

static double move(body *b)
{
    double e = 0;

    for (int i = 0; i < b->steps; i++) {
        b->r[0] += b->v[0];
        e += b->mass * b->r[0];
    }
    b->id = (int)e;
    return e;
}

int main(int argc, char **argv)
{
    int rank, size;
    char in[64], out[64] = "";
    struct pair p = {1, 2};
    struct header h;
    union whole w;
    struct derived d;
    struct tight t;
    look *l = malloc(sizeof *l);
    body *b = (body *)malloc(sizeof(body));

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    b->mass = 1;
    b->v[0] = b->r[0] = rank;
    b->steps = size;
    b->to = (rank + 1) % size;
    b->next = NULL;
    move(b);
    AGE(l) = 3;
    l->color = 0.5f;
    h.version = 1;
    h.length = size;
    MPI_Bcast(&h, sizeof h, MPI_BYTE, 0, MPI_COMM_WORLD);
    w.h.low = (short)h.length;
    w.h.high = 0;
    d.kind = 1;
    d.steps = last(b);
    d.extra = 2;
    t.c = 'c';
    t.n = 1;
    for (int i = 0; i < ((struct base *)&d)->steps + p.second + t.n + AGE(l) + w.h.low; i++)
        MPI_Sendrecv(out, (int)sizeof(struct packet), MPI_BYTE, b->to, 0, in, 64, MPI_BYTE, MPI_ANY_SOURCE, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(l);
    free(b);
    MPI_Finalize();
    return 0;
}
