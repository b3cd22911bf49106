/* messages.c - calls each collective in many sizes (messages.h). */
#include "messages.h"

#define STARTED(name, bytes, call) CALL(name, bytes, (call, MPI_Wait(&request, MPI_STATUS_IGNORE)));
#define D MPI_DOUBLE

static void subtract(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *n; i++)
        ((double *)inout)[i] = ((double *)in)[i] - ((double *)inout)[i];
}

#define BCAST(bytes, root) CALL("bcast", bytes, MPI_Bcast(from, bytes, MPI_BYTE, root, W));
#define REDUCE(bytes, root) CALL("reduce", bytes, MPI_Reduce(from, to, (bytes) / 8, D, MPI_SUM, root, W));
#define ALLREDUCE(bytes) CALL("allreduce", bytes, MPI_Allreduce(from, to, (bytes) / 8, D, MPI_SUM, W));
#define SCAN(bytes) CALL("scan", bytes, MPI_Scan(from, to, (bytes) / 8, D, MPI_SUM, W));
#define EXSCAN(bytes) CALL("exscan", bytes, MPI_Exscan(from, to, (bytes) / 8, D, MPI_SUM, W));
#define ALLGATHER(bytes) CALL("allgather", bytes, MPI_Allgather(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, W));
#define ALLTOALL(bytes) CALL("alltoall", bytes, MPI_Alltoall(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, W));
#define GATHER(bytes, root) CALL("gather", bytes, MPI_Gather(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, root, W));
#define SCATTER(bytes, root) CALL("scatter", bytes, MPI_Scatter(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, root, W));
#define BLOCK(bytes)                                                                                                   \
    CALL("reduce_scatter_block", bytes, MPI_Reduce_scatter_block(from, to, (bytes) / 8, D, MPI_SUM, W));

/* Equal blocks of `bytes`, one behind the other. */
static void fill(int *n, int *at, int size, int bytes) {
    for (int i = 0; i < size; i++) {
        n[i] = bytes;
        at[i] = i * bytes;
    }
}

#define V(name, bytes, call)                                                                                           \
    fill(n, at, size, bytes);                                                                                          \
    CALL(name, bytes, call)
#define B MPI_BYTE
#define GATHERV(bytes) V("gatherv", bytes, MPI_Gatherv(from, bytes, B, to, n, at, B, last, W));
#define SCATTERV(bytes) V("scatterv", bytes, MPI_Scatterv(from, n, at, B, to, bytes, B, last, W));
#define ALLGATHERV(bytes) V("allgatherv", bytes, MPI_Allgatherv(from, bytes, B, to, n, at, B, W));
#define ALLTOALLV(bytes) V("alltoallv", bytes, MPI_Alltoallv(from, n, at, B, to, n, at, B, W));
#define REDUCE_SCATTER(bytes) V("reduce_scatter", bytes, MPI_Reduce_scatter(from, to, n, B, MPI_BOR, W));

int main(int argc, char **argv) {
    MPI_Op op;
    MPI_Request request;
    int rank, size; /* simulated ranks share static data */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &rank);
    MPI_Comm_size(W, &size);
    char *from = calloc((size_t)size + 1, 1 << 20), *to = calloc((size_t)size + 1, 1 << 20);
    MPI_Op_create(subtract, 0, &op);
    int last = size - 1, *n = calloc((size_t)size, sizeof *n), *at = calloc((size_t)size, sizeof *at);
    CALL("barrier", 0, MPI_Barrier(W));
    BCAST(8, 0)
    BCAST(8, 1)
    BCAST(12280, last)
    BCAST(12288, 0)
    BCAST(12288, 1)
    BCAST(100000, last)
    BCAST(524280, 1)
    BCAST(524288, 1)
    BCAST(600000, 0)
    BCAST(1048576, 0)
    REDUCE(8, 0)
    REDUCE(8, 1)
    REDUCE(2048, last)
    REDUCE(2056, 0)
    REDUCE(2056, 1)
    REDUCE(100000, last)
    CALL("reduce, not commutative", 8, MPI_Reduce(from, to, 1, D, op, last, W));
    ALLREDUCE(8)
    ALLREDUCE(16)
    ALLREDUCE(256)
    ALLREDUCE(2048)
    ALLREDUCE(2056)
    ALLREDUCE(40000)
    ALLREDUCE(400000)
    CALL("allreduce, not commutative", 8000, MPI_Allreduce(from, to, 1000, D, op, W));
    SCAN(8)
    SCAN(8000)
    EXSCAN(8)
    ALLGATHER(8)
    ALLGATHER(8192)
    ALLGATHER(10232)
    ALLGATHER(10240)
    ALLGATHER(30000)
    ALLGATHER(65528)
    ALLGATHER(65536)
    ALLTOALL(8)
    ALLTOALL(256)
    ALLTOALL(264)
    ALLTOALL(32768)
    ALLTOALL(32776)
    GATHER(8, 0)
    GATHER(8000, 1)
    SCATTER(8, 0)
    SCATTER(8000, 1)
    BLOCK(8)
    BLOCK(8000)
    BLOCK(65528)
    BLOCK(65536)
    BLOCK(262144)
    GATHERV(8)
    SCATTERV(8)
    ALLGATHERV(8)
    ALLGATHERV(8192)
    ALLGATHERV(65536)
    ALLTOALLV(8)
    ALLTOALLV(40000)
    REDUCE_SCATTER(8)
    REDUCE_SCATTER(8000)
    REDUCE_SCATTER(262144)
    STARTED("ibarrier", 0, MPI_Ibarrier(W, &request))
    STARTED("ibcast", 8, MPI_Ibcast(from, 8, MPI_BYTE, 1, W, &request))
    STARTED("ibcast", 12288, MPI_Ibcast(from, 12288, MPI_BYTE, 0, W, &request))
    STARTED("ibcast", 100000, MPI_Ibcast(from, 100000, MPI_BYTE, 1, W, &request))
    STARTED("ibcast", 600000, MPI_Ibcast(from, 600000, MPI_BYTE, 0, W, &request))
    STARTED("ireduce", 8, MPI_Ireduce(from, to, 1, D, MPI_SUM, 1, W, &request))
    STARTED("ireduce", 8000, MPI_Ireduce(from, to, 1000, D, MPI_SUM, 1, W, &request))
    STARTED("iallreduce", 2048, MPI_Iallreduce(from, to, 256, D, MPI_SUM, W, &request))
    STARTED("iallreduce", 8000, MPI_Iallreduce(from, to, 1000, D, MPI_SUM, W, &request))
    STARTED("iscan", 8, MPI_Iscan(from, to, 1, D, MPI_SUM, W, &request))
    STARTED("iexscan", 8, MPI_Iexscan(from, to, 1, D, MPI_SUM, W, &request))
    STARTED("iallgather", 8, MPI_Iallgather(from, 8, MPI_BYTE, to, 8, MPI_BYTE, W, &request))
    fill(n, at, size, 65536);
    STARTED("iallgatherv", 65536, MPI_Iallgatherv(from, 65536, B, to, n, at, B, W, &request))
    STARTED("ialltoall", 8, MPI_Ialltoall(from, 8, MPI_BYTE, to, 8, MPI_BYTE, W, &request))
    MPI_Op_free(&op);
    free(from);
    free(to);
    free(n);
    free(at);
    MPI_Finalize();
    return 0;
}
