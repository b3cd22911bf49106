/* neighbours.c - neighbourhood collectives, blocking, non-blocking and persistent, on grids (also two and one ranks
 * wide, with and without borders), graphs and distributed graphs (with an edge twice). */
#include "diff.h"

enum { MOST = 16, COUNT = 3, LONG = 700 };

/* Fills a block for destination k. */
static void fill(int *block, int n, int rank, int k) {
    for (int i = 0; i < n; i++)
        block[i] = 10000 * rank + 100 * k + i;
}

static void tell(const char *what, const int *got, int n) {
    out("%s %08x %d %d", what, sum_of(got, (size_t)n * sizeof *got), got[0], got[n - 1]);
}

enum form { BLOCKING, NONBLOCKING, PERSISTENT };

static void finish(enum form form, MPI_Request *request) {
    if (form == PERSISTENT) {
        for (int i = 0; i < 2; i++) {
            MPI_Start(request);
            MPI_Wait(request, MPI_STATUS_IGNORE);
        }
        MPI_Request_free(request);
    } else if (form == NONBLOCKING) {
        MPI_Wait(request, MPI_STATUS_IGNORE);
    }
}

#define CALL(name, ...)                                                                                                \
    do {                                                                                                               \
        MPI_Request request;                                                                                           \
        memset(in, -1, sizeof in);                                                                                     \
        if (form == BLOCKING)                                                                                          \
            MPI_Neighbor_##name(__VA_ARGS__, comm);                                                                    \
        else if (form == NONBLOCKING)                                                                                  \
            MPI_Ineighbor_##name(__VA_ARGS__, comm, &request);                                                         \
        else                                                                                                           \
            MPI_Neighbor_##name##_init(__VA_ARGS__, comm, MPI_INFO_NULL, &request);                                    \
        finish(form, &request);                                                                                        \
        tell(#name, in, MOST *LONG);                                                                                   \
    } while (0)

/* Counts that both ends of an edge know: by the ranks of both. */
static int between(int from, int to) {
    return (from + 2 * to) % 4 + (from == to);
}

static void all_forms(MPI_Comm comm, int indegree, int outdegree, const int *sources, const int *destinations,
                      int twice) {
    static const int lengths[] = {COUNT, LONG};
    int rank, *send = malloc(MOST * LONG * sizeof(int)), in[MOST * LONG], sendcounts[MOST], recvcounts[MOST],
              sdispls[MOST], rdispls[MOST];
    MPI_Aint soffsets[MOST], roffsets[MOST];
    MPI_Datatype types[MOST];
    MPI_Comm_rank(comm, &rank);
    for (int k = 0; k < MOST; k++)
        fill(send + k * LONG, LONG, rank, k);
    for (int k = 0; k < outdegree; k++) {
        sendcounts[k] = destinations[k] == MPI_PROC_NULL ? 1 : between(rank, destinations[k]);
        sdispls[k] = k * 20;
        soffsets[k] = (MPI_Aint)sizeof(int) * 30 * k;
    }
    for (int k = 0; k < indegree; k++) {
        recvcounts[k] = sources[k] == MPI_PROC_NULL ? 1 : between(sources[k], rank);
        rdispls[k] = k * 25 + 2;
        roffsets[k] = (MPI_Aint)sizeof(int) * 11 * (indegree - k);
    }
    for (int k = 0; k < MOST; k++)
        types[k] = MPI_INT;
    for (enum form form = BLOCKING; form <= PERSISTENT; form++) {
        for (int l = 0; l < 2; l++) {
            CALL(allgather, send, lengths[l], MPI_INT, in, lengths[l], MPI_INT);
            CALL(alltoall, send, lengths[l], MPI_INT, in, lengths[l], MPI_INT);
        }
        int same[MOST];
        for (int k = 0; k < indegree; k++)
            same[k] = sources[k] == MPI_PROC_NULL ? 5 : sources[k] % 3 + 1;
        CALL(allgatherv, send, rank % 3 + 1, MPI_INT, in, same, rdispls, MPI_INT);
        if (twice)
            continue; /* messages on one edge differ in the order of the receives, not in their sizes */
        CALL(alltoallv, send, sendcounts, sdispls, MPI_INT, in, recvcounts, rdispls, MPI_INT);
        if (indegree == outdegree) /* MPICH 4.0.2 reads as many counts of each side as the other one has */
            CALL(alltoallw, send, sendcounts, soffsets, types, in, recvcounts, roffsets, types);
    }
    free(send);
}

static void grid(int ndims, const int *dims, const int *periods) {
    MPI_Comm comm;
    int near[MOST];
    MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, periods, 0, &comm);
    if (comm == MPI_COMM_NULL)
        return;
    int twice = 0;
    for (int d = 0; d < ndims; d++) {
        MPI_Cart_shift(comm, d, 1, &near[2 * d], &near[2 * d + 1]);
        twice |= near[2 * d] == near[2 * d + 1];
    }
    all_forms(comm, 2 * ndims, 2 * ndims, near, near, twice);
    MPI_Comm_free(&comm);
}

static void grids(int size) {
    int dims[2] = {0, 0}, row[] = {0, 1}, ring[] = {1, 1};
    MPI_Dims_create(size, 2, dims);
    grid(1, &size, ring);
    grid(1, &size, row);
    grid(2, dims, row);
    grid(2, dims, ring);
}

static void graphs(int rank, int size) {
    MPI_Comm comm;
    int index[16], edges[32], n = 0;
    for (int i = 0; i < size; i++) { /* a ring and a chord, symmetric */
        if (i > 0)
            edges[n++] = i - 1;
        if (i + 1 < size)
            edges[n++] = i + 1;
        index[i] = n;
    }
    MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &comm);
    int first = rank ? index[rank - 1] : 0, degree = index[rank] - first;
    all_forms(comm, degree, degree, edges + first, edges + first, 0);
    MPI_Comm_free(&comm);
    /* Each rank sends to the next two, and once more to the next. */
    int to[] = {(rank + 1) % size, (rank + 2) % size, (rank + 1) % size};
    int from[] = {(rank + size - 1) % size, (rank + 2 * size - 2) % size, (rank + size - 1) % size};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, from, MPI_UNWEIGHTED, 3, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &comm);
    all_forms(comm, 3, 3, from, to, 1);
    MPI_Comm_free(&comm);
    /* A star: rank 0 gets from all others, and sends to none. */
    int all[16], none[1] = {0};
    for (int i = 1; i < size; i++)
        all[i - 1] = i;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank ? 0 : size - 1, all, MPI_UNWEIGHTED, rank ? 1 : 0, none,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    all_forms(comm, rank ? 0 : size - 1, rank ? 1 : 0, all, none, 0);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    grids(size);
    graphs(rank, size);
    MPI_Finalize();
    return 0;
}
