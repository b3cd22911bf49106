#include "types.h"
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

int main(int argc, char **argv)
{
    int rank, size;
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
    b->steps = size;
    b->to = (rank + 1) % size;
    b->next = NULL;
    BSIM_Add_time(BSIM_cost(0, b->steps)); /* main.1: a.c:37 */
    AGE(l) = 3;
    h.version = 1;
    h.length = size;
    MPI_Bcast(&h, sizeof h, MPI_BYTE, 0, MPI_COMM_WORLD);
    w.h.low = (short)h.length;
    BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:46 */
    d.steps = last(b);
    t.n = 1;
    for (int i = 0; i < ((struct base *)&d)->steps + p.second + t.n + AGE(l) + w.h.low; i++)
        LMPI_Sendrecv(NULL, (int)sizeof(struct packet), MPI_BYTE, b->to, 0, NULL, 64, MPI_BYTE, MPI_ANY_SOURCE, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(l);
    free(b);
    MPI_Finalize();
    return 0;
}
