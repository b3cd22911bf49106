/* ends.c - runs that end otherwise than well, and what a run on several hosts refuses. usage: ends HOW */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

/* Mistakes that the last rank makes. */
static void mistake(const char *how, int rank, int size) {
    int value = 0, counts[64], displs[64];
    double data[4] = {0}, all[128];
    int last = rank == size - 1;
    if (is(how, "ring"))
        MPI_Recv(&value, 1, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (is(how, "absent") && last)
        MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (is(how, "absent"))
        MPI_Barrier(MPI_COMM_WORLD);
    if (is(how, "kinds") && last)
        MPI_Barrier(MPI_COMM_WORLD);
    else if (is(how, "kinds"))
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (is(how, "roots"))
        MPI_Bcast(&value, 1, MPI_INT, last, MPI_COMM_WORLD);
    if (is(how, "long") && rank == 0)
        MPI_Send(data, 4, MPI_DOUBLE, size - 1, 1, MPI_COMM_WORLD);
    if (is(how, "long") && last)
        MPI_Recv(data, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < size; i++) {
        counts[i] = 1 + (last && i == 0);
        displs[i] = 2 * i;
    }
    if (is(how, "counts"))
        MPI_Allgatherv(data, 1, MPI_DOUBLE, all, counts, displs, MPI_DOUBLE, MPI_COMM_WORLD);
}

/* A persistent collective that the last rank does not start. */
static void unstarted(int is_last) {
    MPI_Request request;
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (!is_last) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* Operators that fail, and reductions whose members do not agree. */
static void gives_up(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)in, (void)inout, (void)n, (void)type;
    MPI_Abort(MPI_COMM_WORLD, 11);
}

static void receives(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)in;
    MPI_Recv(inout, *n, *type, 0, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void first(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)in, (void)inout, (void)n, (void)type;
}

static void last(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)n, (void)type;
    memcpy(inout, in, sizeof(double));
}

static void operate(const char *how, int rank, int size) {
    double data[8] = {0}, result[8] = {0};
    MPI_Op op = MPI_SUM;
    MPI_Datatype type = MPI_DOUBLE;
    if (is(how, "gives-up"))
        MPI_Op_create(gives_up, 1, &op);
    if (is(how, "receives"))
        MPI_Op_create(receives, 1, &op);
    if (is(how, "operators"))
        MPI_Op_create(rank == size - 1 ? last : first, 0, &op);
    if (is(how, "commutes"))
        MPI_Op_create(first, rank != size - 1, &op);
    if (is(how, "layouts"))
        MPI_Op_create(first, 0, &op);
    if (is(how, "layouts") || is(how, "types")) {
        MPI_Type_vector(2, 1, 2 + (is(how, "layouts") && rank == size - 1),
                        is(how, "types") && rank == size - 1 ? MPI_FLOAT : MPI_DOUBLE, &type);
        MPI_Type_commit(&type);
    }
    if (is(how, "types"))
        MPI_Bcast(data, rank == size - 1 ? 2 : 1, type, 0, MPI_COMM_WORLD);
    else if (op != MPI_SUM)
        MPI_Allreduce(data, result, 1, type, op, MPI_COMM_WORLD);
}

static void sum(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *n; i++)
        ((double *)inout)[i] += ((double *)in)[i];
}

static void refused(const char *how) {
    double data[4] = {0}, result[4];
    MPI_Win window;
    MPI_Op op;
    MPI_Datatype type;
    MPI_Aint place;
    if (is(how, "window"))
        MPI_Win_create(data, sizeof data, sizeof *data, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    if (is(how, "bottom")) {
        MPI_Get_address(data, &place);
        MPI_Type_create_hindexed(1, (int[]){4}, &place, MPI_DOUBLE, &type);
        MPI_Type_commit(&type);
        MPI_Op_create(sum, 1, &op);
        MPI_Allreduce(MPI_IN_PLACE, MPI_BOTTOM, 1, type, op, MPI_COMM_WORLD);
    }
    if (is(how, "neighbours"))
        MPI_Neighbor_allgather(data, 1, MPI_DOUBLE, result, 1, MPI_DOUBLE, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    int rank, size;
    double data[4] = {0};
    const char *how = argc > 1 ? argv[1] : "";
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    mistake(how, rank, size);
    refused(how);
    operate(how, rank, size);
    if (is(how, "unstarted"))
        unstarted(rank == size - 1);
    if (is(how, "abort") && rank == size - 1)
        MPI_Abort(MPI_COMM_WORLD, 7);
    if (is(how, "crash") && rank == size - 1)
        *(volatile int *)8 = 3;
    if (is(how, "leak")) {
        MPI_Send(data, 4, MPI_DOUBLE, (rank + 1) % size, 1, MPI_COMM_WORLD);
        MPI_Irecv(data, 4, MPI_DOUBLE, (rank + 1) % size, 9, MPI_COMM_WORLD, &request);
    }
    if (!is(how, "leak"))
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return is(how, "code") ? rank % 3 : 0;
}
