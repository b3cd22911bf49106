/* Over shared links (lmpi/coll/coll_steps.h) members of collectives with counts and of neighbourhood collectives take
 * their steps when they enter: their messages share the links at once with all others, also while members are missing.
 *
 * Four ranks, one on each node. In seconds and bytes: L = 100; a link carries 1/2 byte a second. One of the ranks sends
 * 3000 bytes to rank 0 as a message at 0, another one as its part of the collective at 0. They share the link to rank
 * 0: both end 6000 later than one alone would. Rank 3 enters at 100000, when all this is long over. */
#include "card_messages.h"

#include "lmpi/lmpi.h"

enum { BYTES = 3000, LATE = 100000, MEMBER = 1, OTHER = 2 };

static bool timing_only;
#define CALL(name, ...) (timing_only ? LMPI_##name(__VA_ARGS__) : MPI_##name(__VA_ARGS__))
#define WORLD MPI_COMM_WORLD

static char in[4 * BYTES];
static const int displs[4] = {0, BYTES, 2 * BYTES, 3 * BYTES};
static MPI_Comm graph; /* of each rank */

/* A list of its own, which is gone when the call has returned. */
static int *list_of(int a, int b, int c, int d) {
    int *list = malloc(4 * sizeof *list);
    memcpy(list, (int[]){a, b, c, d}, 4 * sizeof *list);
    return list;
}

static void free_list(int *list) {
    memset(list, 0x7f, 4 * sizeof *list);
    free(list);
}

static void gatherv(int rank, MPI_Request *r) {
    int *counts = list_of(0, BYTES, 0, 0);
    if (r)
        CALL(Igatherv, buffer, rank == MEMBER ? BYTES : 0, MPI_BYTE, in, counts, displs, MPI_BYTE, 0, WORLD, r);
    else
        CALL(Gatherv, buffer, rank == MEMBER ? BYTES : 0, MPI_BYTE, in, rank == 0 ? counts : NULL, displs, MPI_BYTE, 0,
             WORLD);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    free_list(counts);
}

static void scatterv(int rank, MPI_Request *r) {
    int *counts = list_of(BYTES, 0, 0, 0);
    if (r)
        CALL(Iscatterv, buffer, counts, displs, MPI_BYTE, in, rank == 0 ? BYTES : 0, MPI_BYTE, MEMBER, WORLD, r);
    else
        CALL(Scatterv, buffer, rank == MEMBER ? counts : NULL, displs, MPI_BYTE, in, rank == 0 ? BYTES : 0, MPI_BYTE,
             MEMBER, WORLD);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    free_list(counts);
}

static void alltoallv(int rank, MPI_Request *r) {
    int *out = list_of(rank == MEMBER ? BYTES : 0, 0, 0, 0), *back = list_of(0, rank == 0 ? BYTES : 0, 0, 0);
    if (r)
        CALL(Ialltoallv, buffer, out, displs, MPI_BYTE, in, back, displs, MPI_BYTE, WORLD, r);
    else
        CALL(Alltoallv, buffer, out, displs, MPI_BYTE, in, back, displs, MPI_BYTE, WORLD);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    free_list(out);
    free_list(back);
}

/* With a type that the program frees at once. */
static void alltoallw(int rank, MPI_Request *r) {
    int *out = list_of(rank == MEMBER, 0, 0, 0), *back = list_of(0, rank == 0, 0, 0);
    MPI_Datatype type, types[4];
    MPI_Type_contiguous(BYTES, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < 4; i++)
        types[i] = type;
    if (r)
        CALL(Ialltoallw, buffer, out, displs, types, in, back, displs, types, WORLD, r);
    else
        CALL(Alltoallw, buffer, out, displs, types, in, back, displs, types, WORLD);
    MPI_Type_free(&type);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    free_list(out);
    free_list(back);
}

/* Recursive doubling: first ranks 0 and 1, and 2 and 3, exchange their blocks. */
static void allgatherv(int rank, MPI_Request *r) {
    int *counts = list_of(0, BYTES, 0, 0);
    if (r)
        CALL(Iallgatherv, buffer, rank == MEMBER ? BYTES : 0, MPI_BYTE, in, counts, displs, MPI_BYTE, WORLD, r);
    else
        CALL(Allgatherv, buffer, rank == MEMBER ? BYTES : 0, MPI_BYTE, in, counts, displs, MPI_BYTE, WORLD);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    free_list(counts);
}

/* The only edge is from rank 1 to rank 0. */
static void neighbours(int rank, MPI_Request *r) {
    int *counts = list_of(BYTES, 0, 0, 0);
    (void)rank;
    if (r)
        CALL(Ineighbor_alltoallv, buffer, counts, displs, MPI_BYTE, in, counts, displs, MPI_BYTE, graph, r);
    else
        CALL(Neighbor_alltoallv, buffer, counts, displs, MPI_BYTE, in, counts, displs, MPI_BYTE, graph);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    free_list(counts);
}

static void (*collective)(int rank, MPI_Request *r);
static bool nonblocking;

static void early(int rank) {
    int zero = 0, one = MEMBER;
    MPI_Request r;
    MPI_Dist_graph_create_adjacent(WORLD, rank == 0, &one, MPI_UNWEIGHTED, rank == MEMBER, &zero, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &graph);
    MPI_Comm of_rank = graph;
    double begin_s = 10000;
    for (int k = 0; k < bsim_context.nscen; k++)
        bsim_clock(rank)[k] = begin_s;
    if (rank == OTHER)
        send(0, BYTES);
    if (rank == 0) {
        receive(OTHER);
        CHECK_TIME(begin_s + 5998 + 100 + 6000);
    }
    if (rank == 3)
        calculate(LATE);
    graph = of_rank;
    collective(rank, nonblocking ? &r : NULL);
    MPI_Comm_free(&of_rank);
}

static void members_that_come_early(void **state) {
    void (*const all[])(int, MPI_Request *) = {gatherv, scatterv, alltoallv, alltoallw, allgatherv, neighbours};
    (void)state;
    make_cards("loggpo", 1);
    platform.contention = true;
    platform.cores_per_node = 1;
    for (int i = 0; i < 4 * (int)(sizeof all / sizeof *all); i++) {
        collective = all[i / 4];
        timing_only = i & 1;
        nonblocking = i & 2;
        for (ranks_shards = 1; ranks_shards <= 2; ranks_shards++)
            assert_runs(4, &platform, early);
    }
    bsim_platform_free(&platform);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(members_that_come_early)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
