/* What the members of a collective give must be of one kind: else the run ends with both ranks and places. What MPI or
 * common practice allow is let through: types of the same bits, no data, bytes. */
#include "ranks.h"

#include "lmpi/lmpi.h"

static struct bsim_platform platform;
static MPI_Datatype mine, others; /* of rank 1, and of 0 and 2 */
static int count_mine, count_others;
static bool timing; /* LMPI_ calls */
static int which;

enum {
    BCAST,
    GATHER,
    GATHERV,
    SCATTER,
    ALLGATHER,
    ALLTOALL,
    ALLTOALLV,
    ALLTOALLW,
    MOVES,
    ALLREDUCE = MOVES,
    REDUCE,
    SCAN,
    REDUCE_SCATTER,
    ALL
};

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    bsim_platform_blank(&platform, 1, "simple");
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&platform);
    return 0;
}

#define CALL(name, ...) (timing ? LMPI_##name(__VA_ARGS__) : MPI_##name(__VA_ARGS__))

/* Built anew on each rank: derived types are handles of the run. */
static MPI_Datatype build(MPI_Datatype of) {
    MPI_Datatype made = of;
    if (of == MPI_DATATYPE_NULL) { /* of two basic types */
        const int lengths[] = {1, 1};
        const MPI_Aint places[] = {0, 4};
        const MPI_Datatype types[] = {MPI_INT, MPI_FLOAT};
        MPI_Type_create_struct(2, lengths, places, types, &made);
    } else if (of == MPI_2INTEGER) { /* stands for a vector of four integers */
        MPI_Type_vector(2, 2, 3, MPI_INT, &made);
    }
    if (made != of)
        MPI_Type_commit(&made);
    return made;
}

static void collective(int rank) {
    char in[256] = {0}, result[1024];
    int n = rank == 1 ? count_mine : count_others, counts[3] = {n, n, n}, places[3] = {0, n, 2 * n}, bytes[3] = {0};
    MPI_Datatype type = build(rank == 1 ? mine : others), types[3] = {type, type, type};
    MPI_Comm world = MPI_COMM_WORLD;
    switch (which) {
    case BCAST:
        CALL(Bcast, in, n, type, 0, world);
        break;
    case GATHER:
        CALL(Gather, in, n, type, result, n, type, 0, world);
        break;
    case GATHERV:
        CALL(Gatherv, in, n, type, result, counts, places, type, 0, world);
        break;
    case SCATTER:
        CALL(Scatter, result, n, type, in, n, type, 0, world);
        break;
    case ALLGATHER:
        CALL(Allgather, in, n, type, result, n, type, world);
        break;
    case ALLTOALL:
        CALL(Alltoall, in, n, type, result, n, type, world);
        break;
    case ALLTOALLV:
        CALL(Alltoallv, in, counts, places, type, result, counts, places, type, world);
        break;
    case ALLTOALLW:
        CALL(Alltoallw, in, counts, bytes, types, result, counts, bytes, types, world);
        break;
    case ALLREDUCE:
        CALL(Allreduce, in, result, n, type, MPI_SUM, world);
        break;
    case REDUCE:
        CALL(Reduce, in, result, n, type, MPI_SUM, 2, world);
        break;
    case SCAN:
        CALL(Scan, in, result, n, type, MPI_MAX, world);
        break;
    default:
        CALL(Reduce_scatter_block, in, result, n, type, MPI_SUM, world);
    }
}

/* All functions from FROM to TO, with data and without. TEXT: what is told; null: nothing. */
static void run(int from, int to, MPI_Datatype a, int n, MPI_Datatype b, int m, const char *text) {
    mine = a;
    count_mine = n;
    others = b;
    count_others = m;
    for (which = from; which < to; which++) {
        for (int i = 0; i < 2; i++) {
            timing = i;
            struct outcome out = run_ranks(3, &platform, collective, NULL);
            if (!text && out.code)
                fail_msg("function %d: exit code %d: %s", which, out.code, out.err);
            if (text && (out.code != BSIM_EXIT_MISUSE || !strstr(out.err, text) || !strstr(out.err, "rank 1 in MPI_") ||
                         !strstr(out.err, "(agreement.c:")))
                fail_msg("function %d: exit code %d, no \"%s\": %s", which, out.code, text, out.err);
        }
    }
}

static void other_types(void **state) {
    (void)state;
    run(0, ALL, MPI_FLOAT, 2, MPI_INT, 2, "MPI_FLOAT");
    run(0, ALL, MPI_LONG, 2, MPI_DOUBLE, 2, "MPI_LONG");
    run(0, ALL, MPI_LONG, 1, MPI_INT, 2, "MPI_INT");
    run(0, MOVES, MPI_2INTEGER, 1, MPI_FLOAT, 4, "a datatype of MPI_INT");
    run(MOVES, ALL, MPI_UNSIGNED, 1, MPI_INT, 1, "MPI_UNSIGNED");
}

static void like_types(void **state) {
    (void)state;
    run(0, ALL, MPI_INT32_T, 2, MPI_INT, 2, NULL);
    run(0, ALL, MPI_LONG_LONG, 2, MPI_LONG, 2, NULL);
    run(0, MOVES, MPI_UNSIGNED, 2, MPI_INT, 2, NULL);
    run(0, MOVES, MPI_BYTE, 8, MPI_FLOAT, 2, NULL);
    run(0, MOVES, MPI_2INTEGER, 1, MPI_INT, 4, NULL);
    run(0, MOVES, MPI_DATATYPE_NULL, 1, MPI_DOUBLE, 1, NULL);
    run(0, ALL, MPI_DOUBLE, 0, MPI_INT, 0, NULL);
    run(0, ALL, MPI_DOUBLE, 1, MPI_DOUBLE, 1, NULL);
}

static void what_else(int rank) {
    int one[4] = {0}, two[4];
    switch (which) {
    case 0:
        MPI_Bcast(one, 1, MPI_INT, rank == 1, MPI_COMM_WORLD);
        break;
    case 1:
        LMPI_Allreduce(one, two, 1, MPI_INT, rank == 1 ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
        break;
    case 2:
        MPI_Allreduce(one, two, rank == 1 ? 2 : 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        break;
    case 3: /* its own two types */
        MPI_Allgather(one, 1, MPI_INT, two, 1, rank == 1 ? MPI_FLOAT : MPI_INT, MPI_COMM_WORLD);
        break;
    default:
        if (rank == 1)
            MPI_Barrier(MPI_COMM_WORLD);
        else
            MPI_Bcast(one, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
}

static void other_arguments(void **state) {
    (void)state;
    static const char *const texts[] = {"the roots are", "operators differ", "bytes", "MPI_FLOAT", "same function"};
    for (which = 0; which < 5; which++) {
        struct outcome out = run_ranks(2, &platform, what_else, NULL);
        if (out.code != BSIM_EXIT_MISUSE || !strstr(out.err, texts[which]) || !strstr(out.err, "rank 1 in MPI_") ||
            !strstr(out.err, "(agreement.c:"))
            fail_msg("%d: exit code %d: %s", which, out.code, out.err);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(other_types), cmocka_unit_test(like_types),
                                       cmocka_unit_test(other_arguments)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
