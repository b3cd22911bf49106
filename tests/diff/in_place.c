/* in_place.c - MPI_IN_PLACE where it is not allowed, and MPICH tells. Calls in error need no line in a trace. diff:
 * trace=no */
#include "diff.h"

static void show(const char *what, int code) {
    int error_class;
    MPI_Error_class(code, &error_class);
    out("%s: class %d", what, error_class);
}

#define SHOW(call) show(#call, call)
#define ALL MPI_COMM_WORLD

static int in[64], got[64], counts[16], places[16];
static void *const here = MPI_IN_PLACE;

/* At all ranks. */
static void receives(void) {
    MPI_Request r;
    SHOW(MPI_Allgather(in, 1, MPI_INT, here, 1, MPI_INT, ALL));
    SHOW(MPI_Allgather(here, 0, MPI_INT, here, 1, MPI_INT, ALL));
    SHOW(MPI_Allgatherv(in, 1, MPI_INT, here, counts, places, MPI_INT, ALL));
    SHOW(MPI_Alltoall(in, 1, MPI_INT, here, 1, MPI_INT, ALL));
    SHOW(MPI_Allreduce(in, here, 1, MPI_INT, MPI_SUM, ALL));
    SHOW(MPI_Scan(in, here, 1, MPI_INT, MPI_SUM, ALL));
    SHOW(MPI_Reduce_scatter_block(in, here, 1, MPI_INT, MPI_SUM, ALL));
    SHOW(MPI_Reduce_scatter(in, here, counts, MPI_INT, MPI_SUM, ALL));
    SHOW(MPI_Iallgather(in, 1, MPI_INT, here, 1, MPI_INT, ALL, &r));
    SHOW(MPI_Ialltoall(in, 1, MPI_INT, here, 1, MPI_INT, ALL, &r));
    SHOW(MPI_Iallreduce(in, here, 1, MPI_INT, MPI_SUM, ALL, &r));
    SHOW(MPI_Iscan(in, here, 1, MPI_INT, MPI_SUM, ALL, &r));
    SHOW(MPI_Allreduce_init(in, here, 1, MPI_INT, MPI_SUM, ALL, MPI_INFO_NULL, &r));
}

/* Without data it is no error. */
static void empty(void) {
    SHOW(MPI_Bcast(here, 0, MPI_INT, 0, ALL));
    SHOW(MPI_Allgather(in, 0, MPI_INT, here, 0, MPI_INT, ALL));
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(ALL, &rank);
    MPI_Comm_set_errhandler(ALL, MPI_ERRORS_RETURN);
    for (int i = 0; i < 16; i++) {
        counts[i] = 1;
        places[i] = i;
    }
    if (rank == 0)
        SHOW(MPI_Reduce(in, here, 1, MPI_INT, MPI_SUM, 0, ALL));
    receives();
    empty();
    MPI_Finalize();
    return 0;
}
