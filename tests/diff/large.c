/* large.c - the functions with large counts, with counts that an int holds: each gives what the one without does.
 * diff: ranks=1,3 */
#include "diff.h"

enum { MOST = 16, N = 3 };

struct work {
    int in[2 * MOST * N], got[2 * MOST * N];
    MPI_Count counts[MOST];
    MPI_Aint displs[MOST], bytes[MOST];
    MPI_Datatype types[MOST];
    int rank, size;
};

static void clean(struct work *w) {
    for (int i = 0; i < 2 * MOST * N; i++) {
        w->in[i] = 1000 * w->rank + i;
        w->got[i] = -1;
    }
}

static void tell(const char *what, struct work *w) {
    out("%s: %08x", what, sum_of(w->got, sizeof w->got));
    clean(w);
}

/* ---- messages ---- */

#define SEND(call, ...)                                                                                                \
    MPI_Irecv_c(w->got, MOST, MPI_INT, from, 1, comm, &r[1]);                                                          \
    call(w->in, (MPI_Count)N, MPI_INT, to, 1, comm, ##__VA_ARGS__)
#define DONE(name)                                                                                                     \
    MPI_Waitall(2, r, status);                                                                                         \
    MPI_Get_count_c(&status[1], MPI_INT, &n);                                                                          \
    MPI_Get_elements_c(&status[1], MPI_INT, &elements);                                                                \
    out("%d of %d", (int)n, (int)elements);                                                                            \
    tell(name, w)
#define INIT(call, name)                                                                                               \
    call(w->in, (MPI_Count)N, MPI_INT, to, 1, comm, &r[0]);                                                            \
    MPI_Recv_init_c(w->got, MOST, MPI_INT, from, 1, comm, &r[1]);                                                      \
    MPI_Startall(2, (MPI_Request[]){r[1], r[0]});                                                                      \
    for (int i = 0; i < 2; i++) {                                                                                      \
        MPI_Wait(&r[1 - i], MPI_STATUS_IGNORE);                                                                        \
        MPI_Request_free(&r[1 - i]);                                                                                   \
    }                                                                                                                  \
    tell(name, w)

static void messages(struct work *w) {
    MPI_Comm comm = MPI_COMM_WORLD;
    int to = (w->rank + 1) % w->size, from = (w->rank + w->size - 1) % w->size;
    MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status[2];
    MPI_Count n, elements, attached;
    void *room = malloc(4096), *back;
    MPI_Buffer_attach_c(room, 4096);
    SEND(MPI_Send_c);
    DONE("Send_c");
    SEND(MPI_Bsend_c);
    DONE("Bsend_c");
    SEND(MPI_Isend_c, &r[0]);
    DONE("Isend_c");
    SEND(MPI_Ibsend_c, &r[0]);
    DONE("Ibsend_c");
    SEND(MPI_Issend_c, &r[0]);
    DONE("Issend_c");
    MPI_Irecv_c(w->got, MOST, MPI_INT, from, 1, comm, &r[1]);
    MPI_Barrier(comm);
    MPI_Irsend_c(w->in, N, MPI_INT, to, 1, comm, &r[0]);
    DONE("Irsend_c");
    MPI_Irecv_c(w->got, MOST, MPI_INT, from, 1, comm, &r[1]);
    MPI_Barrier(comm);
    MPI_Rsend_c(w->in, N, MPI_INT, to, 1, comm);
    DONE("Rsend_c");
    MPI_Irecv_c(w->got, MOST, MPI_INT, from, 1, comm, &r[1]);
    MPI_Ssend_c(w->in, N, MPI_INT, to, 1, comm);
    DONE("Ssend_c");
    MPI_Isend_c(w->in, N, MPI_INT, to, 1, comm, &r[0]);
    MPI_Recv_c(w->got, MOST, MPI_INT, from, 1, comm, &status[1]);
    MPI_Wait(r, MPI_STATUS_IGNORE);
    tell("Recv_c", w);
    INIT(MPI_Send_init_c, "Send_init_c");
    INIT(MPI_Bsend_init_c, "Bsend_init_c");
    INIT(MPI_Ssend_init_c, "Ssend_init_c");
    MPI_Rsend_init_c(w->in, N, MPI_INT, to, 1, comm, &r[0]);
    MPI_Recv_init_c(w->got, MOST, MPI_INT, from, 1, comm, &r[1]);
    MPI_Start(&r[1]);
    MPI_Barrier(comm);
    MPI_Start(&r[0]);
    MPI_Waitall(2, r, status);
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    tell("Rsend_init_c", w);
    MPI_Sendrecv_c(w->in, N, MPI_INT, to, 2, w->got, N, MPI_INT, from, 2, comm, MPI_STATUS_IGNORE);
    tell("Sendrecv_c", w);
    MPI_Sendrecv_replace_c(w->got, N, MPI_INT, to, 2, from, 2, comm, MPI_STATUS_IGNORE);
    tell("Sendrecv_replace_c", w);
    MPI_Isendrecv_c(w->in, N, MPI_INT, to, 2, w->got, N, MPI_INT, from, 2, comm, r);
    MPI_Wait(r, MPI_STATUS_IGNORE);
    tell("Isendrecv_c", w);
    MPI_Isendrecv_replace_c(w->got, N, MPI_INT, to, 2, from, 2, comm, r);
    MPI_Wait(r, MPI_STATUS_IGNORE);
    tell("Isendrecv_replace_c", w);
    MPI_Message message;
    for (int i = 0; i < 2; i++) {
        MPI_Isend_c(w->in, N, MPI_INT, to, 1, comm, &r[0]);
        MPI_Mprobe(from, 1, comm, &message, MPI_STATUS_IGNORE);
        if (i)
            MPI_Mrecv_c(w->got, N, MPI_INT, &message, MPI_STATUS_IGNORE);
        else
            MPI_Imrecv_c(w->got, N, MPI_INT, &message, &r[1]);
        MPI_Waitall(2 - i, r, status);
        tell("Mrecv_c", w);
    }
    MPI_Buffer_detach_c(&back, &attached);
    out("detached: %d %d", back == room, (int)attached);
    free(room);
}

/* ---- collectives: blocking, non-blocking, persistent ---- */

#define EACH(name, iname, ...)                                                                                         \
    do {                                                                                                               \
        MPI_Request r;                                                                                                 \
        MPI_##name##_c(__VA_ARGS__, comm);                                                                             \
        tell(#name "_c", w);                                                                                           \
        MPI_##iname##_c(__VA_ARGS__, comm, &r);                                                                        \
        MPI_Wait(&r, MPI_STATUS_IGNORE);                                                                               \
        tell(#iname "_c", w);                                                                                          \
        MPI_##name##_init_c(__VA_ARGS__, comm, MPI_INFO_NULL, &r);                                                     \
        MPI_Start(&r);                                                                                                 \
        MPI_Wait(&r, MPI_STATUS_IGNORE);                                                                               \
        MPI_Request_free(&r);                                                                                          \
        tell(#name "_init_c", w);                                                                                      \
    } while (0)

static void add(void *in, void *inout, MPI_Count *n, MPI_Datatype *type) {
    (void)type;
    for (MPI_Count i = 0; i < *n; i++)
        ((int *)inout)[i] ^= ((int *)in)[i];
}

static void collectives(struct work *w) {
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Op op;
    int root = w->size - 1;
    EACH(Allgather, Iallgather, w->in, N, MPI_INT, w->got, N, MPI_INT);
    EACH(Allgatherv, Iallgatherv, w->in, 2, MPI_INT, w->got, w->counts, w->displs, MPI_INT);
    EACH(Allreduce, Iallreduce, w->in, w->got, N, MPI_INT, MPI_SUM);
    EACH(Alltoall, Ialltoall, w->in, N, MPI_INT, w->got, N, MPI_INT);
    EACH(Alltoallv, Ialltoallv, w->in, w->counts, w->displs, MPI_INT, w->got, w->counts, w->displs, MPI_INT);
    EACH(Alltoallw, Ialltoallw, w->in, w->counts, w->bytes, w->types, w->got, w->counts, w->bytes, w->types);
    EACH(Bcast, Ibcast, w->rank == root ? w->in : w->got, N, MPI_INT, root);
    EACH(Exscan, Iexscan, w->in, w->got, N, MPI_INT, MPI_SUM);
    EACH(Gather, Igather, w->in, N, MPI_INT, w->got, N, MPI_INT, root);
    EACH(Gatherv, Igatherv, w->in, 2, MPI_INT, w->got, w->rank == root ? w->counts : NULL,
         w->rank == root ? w->displs : NULL, MPI_INT, root);
    EACH(Reduce, Ireduce, w->in, w->got, N, MPI_INT, MPI_MAX, root);
    EACH(Reduce_scatter, Ireduce_scatter, w->in, w->got, w->counts, MPI_INT, MPI_SUM);
    EACH(Reduce_scatter_block, Ireduce_scatter_block, w->in, w->got, N, MPI_INT, MPI_SUM);
    EACH(Scan, Iscan, w->in, w->got, N, MPI_INT, MPI_SUM);
    EACH(Scatter, Iscatter, w->in, N, MPI_INT, w->got, N, MPI_INT, root);
    EACH(Scatterv, Iscatterv, w->in, w->rank == root ? w->counts : NULL, w->rank == root ? w->displs : NULL, MPI_INT,
         w->got, 2, MPI_INT, root);
    MPI_Op_create_c(add, 1, &op);
    MPI_Allreduce_c(w->in, w->got, N, MPI_INT, op, comm);
    tell("Op_create_c", w);
    MPI_Reduce_local_c(w->in, w->got, N, MPI_INT, op);
    tell("Reduce_local_c", w);
    MPI_Op_free(&op);
    int periodic = 1;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &w->size, &periodic, 0, &comm);
    EACH(Neighbor_allgather, Ineighbor_allgather, w->in, N, MPI_INT, w->got, N, MPI_INT);
    EACH(Neighbor_allgatherv, Ineighbor_allgatherv, w->in, 2, MPI_INT, w->got, w->counts, w->displs, MPI_INT);
    EACH(Neighbor_alltoall, Ineighbor_alltoall, w->in, N, MPI_INT, w->got, N, MPI_INT);
    EACH(Neighbor_alltoallv, Ineighbor_alltoallv, w->in, w->counts, w->displs, MPI_INT, w->got, w->counts, w->displs,
         MPI_INT);
    EACH(Neighbor_alltoallw, Ineighbor_alltoallw, w->in, w->counts, w->bytes, w->types, w->got, w->counts, w->bytes,
         w->types);
    MPI_Comm_free(&comm);
}

/* ---- windows ---- */

static void windows(struct work *w) {
    MPI_Win win;
    MPI_Request r;
    int to = (w->rank + 1) % w->size, *base;
    MPI_Win_create_c(w->got, sizeof w->got, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put_c(w->in, N, MPI_INT, to, 0, N, MPI_INT, win);
    MPI_Accumulate_c(w->in, N, MPI_INT, to, 4, N, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    MPI_Get_c(&w->in[N], N, MPI_INT, to, 0, N, MPI_INT, win);
    MPI_Get_accumulate_c(w->in, N, MPI_INT, &w->in[3 * N], N, MPI_INT, to, 8, N, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    out("got: %08x", sum_of(w->in, sizeof w->in));
    MPI_Win_lock_all(0, win);
    MPI_Rput_c(w->in, N, MPI_INT, to, 12, N, MPI_INT, win, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Raccumulate_c(w->in, N, MPI_INT, to, 16, N, MPI_INT, MPI_SUM, win, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Win_flush_all(win);
    MPI_Rget_c(&w->in[5 * N], N, MPI_INT, to, 12, N, MPI_INT, win, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Rget_accumulate_c(w->in, N, MPI_INT, &w->in[6 * N], N, MPI_INT, to, 20, N, MPI_INT, MPI_SUM, win, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Win_fence(0, win);
    out("and: %08x", sum_of(w->in, sizeof w->in));
    MPI_Win_free(&win);
    tell("windows", w);
    MPI_Win_allocate_c(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    out("allocated: %d", base != NULL);
    MPI_Win_free(&win);
}

/* ---- datatypes ---- */

static void show(const char *what, MPI_Datatype type, struct work *w) {
    MPI_Count size, lb, extent, tlb, textent, position = 0, room;
    char packed[256];
    MPI_Type_size_c(type, &size);
    MPI_Type_get_extent_c(type, &lb, &extent);
    MPI_Type_get_true_extent_c(type, &tlb, &textent);
    MPI_Type_commit(&type);
    MPI_Pack_size_c(1, type, MPI_COMM_WORLD, &room);
    out("%s: %d %d %d %d %d %d", what, (int)size, (int)lb, (int)extent, (int)tlb, (int)textent, (int)room);
    MPI_Pack_c(w->in, 1, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    out("packed: %d %08x", (int)position, sum_of(packed, (size_t)position));
    position = 0;
    MPI_Unpack_c(packed, room, &position, w->got, 1, type, MPI_COMM_WORLD);
    out("at %d", (int)position);
    MPI_Pack_external_size_c("external32", 1, type, &room);
    position = 0;
    MPI_Pack_external_c("external32", w->in, 1, type, packed, sizeof packed, &position);
    out("external: %d %08x", (int)position, sum_of(packed, (size_t)position));
    position = 0;
    MPI_Unpack_external_c("external32", packed, room, &position, w->got, 1, type);
    tell(what, w);
    MPI_Type_free(&type);
}

static void datatypes(struct work *w) {
    MPI_Datatype type, ints[] = {MPI_INT, MPI_INT};
    MPI_Count lengths[] = {2, 1}, places[] = {0, 5}, bytes[] = {0, 20}, sizes[] = {4, 4}, parts[] = {2, 3},
              from[] = {1, 0};
    int spread[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE},
        defaults[] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, grid[] = {2, 1};
    MPI_Type_contiguous_c(3, MPI_INT, &type);
    show("contiguous", type, w);
    MPI_Type_vector_c(2, 1, 3, MPI_INT, &type);
    show("vector", type, w);
    MPI_Type_create_hvector_c(2, 1, 16, MPI_INT, &type);
    show("hvector", type, w);
    MPI_Type_indexed_c(2, lengths, places, MPI_INT, &type);
    show("indexed", type, w);
    MPI_Type_create_hindexed_c(2, lengths, bytes, MPI_INT, &type);
    show("hindexed", type, w);
    MPI_Type_create_indexed_block_c(2, 2, places, MPI_INT, &type);
    show("indexed block", type, w);
    MPI_Type_create_hindexed_block_c(2, 2, bytes, MPI_INT, &type);
    show("hindexed block", type, w);
    MPI_Type_create_struct_c(2, lengths, bytes, ints, &type);
    show("struct", type, w);
    MPI_Type_create_resized_c(MPI_INT, 0, 12, &type);
    show("resized", type, w);
    MPI_Type_create_subarray_c(2, sizes, parts, from, MPI_ORDER_C, MPI_INT, &type);
    show("subarray", type, w);
    MPI_Type_create_darray_c(2, 1, 2, sizes, spread, defaults, grid, MPI_ORDER_C, MPI_INT, &type);
    show("darray", type, w);
    /* Counts that only MPI_Count holds. */
    MPI_Count big = (MPI_Count)3 << 32, size, lb, extent, n[4], counts[4];
    int combiner, few[4];
    MPI_Aint addresses[4];
    MPI_Datatype old[4];
    MPI_Type_contiguous_c(big, MPI_INT, &type);
    MPI_Type_size_c(type, &size);
    MPI_Type_get_envelope_c(type, &n[0], &n[1], &n[2], &n[3], &combiner);
    out("large: %lld, %d %d %d %d %d", (long long)size, (int)n[0], (int)n[1], (int)n[2], (int)n[3],
        combiner == MPI_COMBINER_CONTIGUOUS);
    MPI_Type_get_contents_c(type, 4, 4, 4, 4, few, addresses, counts, old);
    out("of %lld, %d", (long long)counts[0], old[0] == MPI_INT);
    MPI_Type_free(&type);
    MPI_Count long_lengths[] = {1, big}, long_bytes[] = {0, 8}, long_places[] = {0, big}, one[] = {1, 1};
    MPI_Count whole[] = {2, big}, part[] = {1, big};
    const struct {
        const char *name;
        int code;
    } made[] = {
        {"hindexed", MPI_Type_create_hindexed_c(2, long_lengths, long_bytes, MPI_INT, &old[0])},
        {"indexed", MPI_Type_indexed_c(2, one, long_places, MPI_INT, &old[1])},
        {"struct", MPI_Type_create_struct_c(2, long_lengths, long_bytes, ints, &old[2])},
        {"subarray", MPI_Type_create_subarray_c(2, whole, part, (MPI_Count[]){1, 0}, MPI_ORDER_C, MPI_CHAR, &old[3])},
    };
    for (int i = 0; i < 4; i++) {
        MPI_Type_size_c(old[i], &size);
        MPI_Type_get_extent_c(old[i], &lb, &extent);
        MPI_Type_get_envelope_c(old[i], &n[0], &n[1], &n[2], &n[3], &combiner);
        out("large %s: %d, %lld %lld %lld, %d %d %d %d", made[i].name, made[i].code, (long long)size, (long long)lb,
            (long long)extent, (int)n[0], (int)n[1], (int)n[2], (int)n[3]);
        MPI_Type_free(&old[i]);
    }
    MPI_Type_vector_c(2, 1, big, MPI_INT, &type);
    MPI_Type_get_extent_c(type, &lb, &extent);
    out("large stride: %lld %lld", (long long)lb, (long long)extent);
    MPI_Type_free(&type);
}

int main(int argc, char **argv) {
    struct work *w = calloc(1, sizeof *w);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &w->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &w->size);
    for (int i = 0; i < MOST; i++) {
        w->counts[i] = 2;
        w->displs[i] = 3 * i;
        w->bytes[i] = 3 * i * (MPI_Aint)sizeof(int);
        w->types[i] = MPI_INT;
    }
    clean(w);
    messages(w);
    collectives(w);
    windows(w);
    datatypes(w);
    MPI_Finalize();
    free(w);
    return 0;
}
