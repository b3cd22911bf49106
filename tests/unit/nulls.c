/* Skeletons give null buffers to MPI_* calls whose data nobody needs: whatever the datatype, also with an offset, such
 * a call takes part without data. MPI_BOTTOM with a type of absolute addresses, which is null too, moves data. */
#include "ranks.h"

const int bsim_skeleton = 1;

enum { NP = 3, N = 10, BYTES = N * (int)sizeof(double), MANY = 1000 };
static struct bsim_platform platform;

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    bsim_platform_blank(&platform, 1, "loggpo");
    set_all(platform.inter.eager_limit_bytes, MANY);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&platform);
    return 0;
}

/* The kinds of datatypes: N doubles each. */
enum { BASIC, VECTOR, FAR, STRUCT, PAIRS, KINDS };

static MPI_Datatype type_of(int kind, int *count) {
    static const int ones[] = {1, N - 1};
    const MPI_Aint near[] = {0, 48}, far[] = {(MPI_Aint)5 << 30, ((MPI_Aint)5 << 30) + 48};
    const MPI_Datatype both[] = {MPI_DOUBLE, MPI_DOUBLE};
    MPI_Datatype type = MPI_DOUBLE;
    *count = 1;
    if (kind == VECTOR)
        MPI_Type_vector(N, 1, 2, MPI_DOUBLE, &type);
    else if (kind == FAR)
        MPI_Type_create_hindexed(2, ones, far, MPI_DOUBLE, &type);
    else if (kind == STRUCT)
        MPI_Type_create_struct(2, ones, near, both, &type);
    else if (kind == PAIRS)
        MPI_Type_contiguous(N * 2 / 3 + 1, MPI_DOUBLE_INT, &type); /* somewhat more */
    if (type == MPI_DOUBLE)
        *count = N;
    else
        MPI_Type_commit(&type);
    return type;
}

static void set(double *x, int n, double value) {
    for (int i = 0; i < n; i++)
        x[i] = value;
}

static void check_all(const double *x, int n, double value) {
    for (int i = 0; i < n; i++)
        CHECK(x[i] == value);
}

/* Rank 0 to 1: one side or both without data; the receiver's buffer stays as it is. */
static void messages(int rank) {
    for (int kind = 0; kind < KINDS; kind++) {
        for (int mode = 0; mode < 8; mode++) {
            double x[2 * N];
            int count, got, here = mode % 2 == (rank != 0) && kind != FAR && kind != PAIRS;
            MPI_Datatype type = type_of(kind, &count);
            void *buffer = here ? x : mode == 6 ? (void *)4096 : NULL;
            MPI_Request r;
            MPI_Status s;
            set(x, 2 * N, 7);
            if (rank == 0) {
                if (mode < 2) {
                    MPI_Send(buffer, count, type, 1, mode, MPI_COMM_WORLD);
                } else if (mode < 4) {
                    MPI_Ssend(buffer, count, type, 1, mode, MPI_COMM_WORLD);
                } else if (mode < 6) {
                    MPI_Isend(buffer, count, type, 1, mode, MPI_COMM_WORLD, &r);
                    MPI_Wait(&r, &s);
                } else {
                    MPI_Send_init(buffer, count, type, 1, mode, MPI_COMM_WORLD, &r);
                    MPI_Start(&r);
                    MPI_Wait(&r, &s);
                    MPI_Request_free(&r);
                }
            } else if (rank == 1) {
                if (mode < 4) {
                    MPI_Recv(buffer, count, type, 0, mode, MPI_COMM_WORLD, &s);
                } else {
                    MPI_Irecv(buffer, count, type, 0, mode, MPI_COMM_WORLD, &r);
                    MPI_Wait(&r, &s);
                }
                MPI_Get_count(&s, type, &got);
                CHECK(got == count);
            }
            MPI_Sendrecv(mode % 2 ? x : NULL, N, MPI_DOUBLE, (rank + 1) % NP, 9, NULL, count, type,
                         (rank + NP - 1) % NP, 9, MPI_COMM_WORLD, &s);
            MPI_Sendrecv_replace(NULL, count, type, (rank + 1) % NP, 9, (rank + NP - 1) % NP, 9, MPI_COMM_WORLD, &s);
            check_all(x, 2 * N, 7);
        }
    }
}

/* A structure by absolute addresses, on the stack and on the heap. */
static void bottom(int rank) {
    for (int mode = 0; mode < 4; mode++) {
        int number = rank ? -1 : 42;
        double *values = malloc(BYTES);
        set(values, N, rank ? -1 : 4.5);
        MPI_Aint where[2];
        const int lengths[] = {1, N};
        const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE};
        MPI_Datatype whole;
        MPI_Get_address(&number, &where[0]);
        MPI_Get_address(values, &where[1]);
        MPI_Type_create_struct(2, lengths, where, types, &whole);
        MPI_Type_commit(&whole);
        if (mode == 0)
            MPI_Bcast(MPI_BOTTOM, 1, whole, 0, MPI_COMM_WORLD);
        else if (rank == 0)
            for (int r = 1; r < NP; r++)
                (mode == 1 ? MPI_Send : MPI_Ssend)(MPI_BOTTOM, 1, whole, r, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(MPI_BOTTOM, 1, whole, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(number == 42);
        check_all(values, N, 4.5);
        MPI_Type_free(&whole);
        free(values);
    }
}

/* Member EMPTY has no memory, the others have: what they give each other arrives. */
static void collectives(int rank) {
    for (int kind = 0; kind < KINDS; kind++) {
        for (int empty = 0; empty < NP; empty++) {
            double given[2 * N], *got = malloc(NP * 2 * BYTES);
            int count, counts[NP], displs[NP], zeros[NP] = {0};
            MPI_Datatype type = type_of(kind, &count), types[NP];
            for (int i = 0; i < NP; i++) {
                counts[i] = count;
                displs[i] = i * count;
                types[i] = type;
            }
            set(given, 2 * N, 100 + rank);
            set(got, NP * 2 * N, -1);
            bool is_empty = rank == empty || kind == FAR || kind == PAIRS;
            void *in = is_empty ? NULL : given, *to = is_empty ? NULL : got;
            MPI_Aint lb, extent;
            MPI_Type_get_extent(type, &lb, &extent);
            double *block = got + count * extent / (MPI_Aint)sizeof *got; /* of rank 1 */
            MPI_Comm world = MPI_COMM_WORLD;
            MPI_Bcast(in, count, type, 0, world);
            if (!is_empty)
                CHECK(given[0] == (empty == 0 ? 100 + rank : 100));
            set(given, 2 * N, 100 + rank);
            MPI_Gather(in, count, type, to, count, type, 0, world);
            if (rank == 0 && !is_empty)
                CHECK(got[0] == 100 && *block == (empty == 1 ? -1 : 101));
            MPI_Gatherv(in, count, type, to, counts, displs, type, 0, world);
            MPI_Scatter(to, count, type, in, count, type, 0, world);
            MPI_Scatterv(to, counts, displs, type, in, count, type, 0, world);
            set(given, 2 * N, 100 + rank);
            MPI_Allgather(in, count, type, to, count, type, world);
            if (!is_empty)
                CHECK(*block == (empty == 1 ? 0 : 101));
            MPI_Allgatherv(in, count, type, to, counts, displs, type, world);
            MPI_Allgather(MPI_IN_PLACE, count, type, to, count, type, world);
            void *other = is_empty ? NULL : malloc(NP * 2 * BYTES);
            MPI_Alltoall(to, count, type, other, count, type, world);
            MPI_Alltoall(MPI_IN_PLACE, count, type, to, count, type, world);
            MPI_Alltoallv(to, counts, displs, type, other, counts, displs, type, world);
            MPI_Alltoallw(to, counts, zeros, types, other, counts, zeros, types, world);
            free(other);
            free(got);
        }
    }
}

static void add_up(void *in, void *inout, int *count, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *count; i++)
        ((double *)inout)[i] += ((double *)in)[i];
}

static void reductions(int rank) {
    static const int sizes[] = {1, N, MANY};
    MPI_Op ops[3] = {MPI_SUM, MPI_OP_NULL, MPI_OP_NULL};
    MPI_Op_create(add_up, 1, &ops[1]);
    MPI_Op_create(add_up, 0, &ops[2]);
    for (int i = 0; i < 27; i++) {
        int n = sizes[i % 3], empty = i / 3 % 3, counts[NP] = {n, n, n};
        MPI_Op op = ops[i / 9];
        double *given = malloc(NP * MANY * sizeof *given), *got = malloc(NP * MANY * sizeof *got);
        set(given, NP * MANY, 1);
        void *in = rank == empty ? NULL : given, *to = rank == empty ? NULL : got;
        MPI_Reduce(in, to, n, MPI_DOUBLE, op, 0, MPI_COMM_WORLD);
        MPI_Allreduce(in, to, n, MPI_DOUBLE, op, MPI_COMM_WORLD);
        MPI_Allreduce(MPI_IN_PLACE, to, n, MPI_DOUBLE, op, MPI_COMM_WORLD);
        MPI_Reduce_scatter(in, to, counts, MPI_DOUBLE, op, MPI_COMM_WORLD);
        MPI_Reduce_scatter_block(in, to, n, MPI_DOUBLE, op, MPI_COMM_WORLD);
        MPI_Scan(in, to, n, MPI_DOUBLE, op, MPI_COMM_WORLD);
        MPI_Exscan(in, to, n, MPI_DOUBLE, op, MPI_COMM_WORLD);
        MPI_Reduce_local(NULL, given, n, MPI_DOUBLE, op);
        CHECK(given[0] == 1);
        free(given);
        free(got);
    }
}

static void packing(int rank) {
    (void)rank;
    for (int kind = 0; kind < KINDS; kind++) {
        char packed[2 * BYTES];
        int count, at = 0, size;
        MPI_Datatype type = type_of(kind, &count);
        MPI_Pack_size(count, type, MPI_COMM_WORLD, &size);
        MPI_Pack(NULL, count, type, packed, sizeof packed, &at, MPI_COMM_WORLD);
        CHECK(at == size);
        at = 0;
        MPI_Unpack(packed, sizeof packed, &at, NULL, count, type, MPI_COMM_WORLD);
        CHECK(at == size);
    }
}

#define RUNS(name)                                                                                                     \
    static void run_##name(void **state) {                                                                             \
        (void)state;                                                                                                   \
        assert_runs(NP, &platform, name);                                                                              \
    }
RUNS(messages)
RUNS(bottom)
RUNS(collectives)
RUNS(reductions)
RUNS(packing)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_messages),   cmocka_unit_test(run_bottom),  cmocka_unit_test(run_collectives),
        cmocka_unit_test(run_reductions), cmocka_unit_test(run_packing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
