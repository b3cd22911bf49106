/* Over shared links (lmpi/coll/coll_steps.h) members of collectives with counts, of neighbourhood collectives and of
 * those between two groups take their steps when they enter: their messages share the links at once with all others,
 * also while members are missing. Members whose steps are over go on.
 *
 * Four ranks, one on each node. In seconds and bytes: L = 100; a link carries 1/2 byte a second. One of the ranks sends
 * 3000 bytes to rank 0 as a message at 0, another one as its part of the collective at 0. They share the link to rank
 * 0: both end 6000 later than one alone would. Rank 3 enters at 100000, when all this is long over. */
#include "card_messages.h"

#include "lmpi/lmpi.h"
#include "lmpi/coll/coll.h"
#include "lmpi/match/undisturbed.h"

enum { BYTES = 3000, LATE = 100000, MEMBER = 1, OTHER = 2 };

static bool timing_only;
#define CALL(name, ...) (timing_only ? LMPI_##name(__VA_ARGS__) : MPI_##name(__VA_ARGS__))
#define WORLD MPI_COMM_WORLD

static char in[4 * BYTES];
static const int displs[4] = {0, BYTES, 2 * BYTES, 3 * BYTES};
static MPI_Comm graph; /* of each rank */
static MPI_Comm inter; /* of each rank: between ranks 0 and 3, and 1 and 2 */

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

/* Between two groups. MEMBER is the first rank of its group, rank 0 of the other one. */
static int root_of(int rank, int root, bool has_root) {
    return rank == root ? MPI_ROOT : has_root ? MPI_PROC_NULL : 0;
}

static void inter_bcast(int rank, MPI_Request *r) {
    int root = root_of(rank, MEMBER, rank == OTHER);
    if (r)
        CALL(Ibcast, buffer, BYTES, MPI_BYTE, root, inter, r);
    else
        CALL(Bcast, buffer, BYTES, MPI_BYTE, root, inter);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
}

static void inter_gatherv(int rank, MPI_Request *r) {
    int *counts = list_of(BYTES, 0, 0, 0), root = root_of(rank, 0, rank == 3);
    if (r)
        CALL(Igatherv, buffer, rank == MEMBER ? BYTES : 0, MPI_BYTE, in, counts, displs, MPI_BYTE, root, inter, r);
    else
        CALL(Gatherv, buffer, rank == MEMBER ? BYTES : 0, MPI_BYTE, in, rank == 0 ? counts : NULL, displs, MPI_BYTE,
             root, inter);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    free_list(counts);
}

static void inter_scatterv(int rank, MPI_Request *r) {
    int *counts = list_of(BYTES, 0, 0, 0), root = root_of(rank, MEMBER, rank == OTHER);
    if (r)
        CALL(Iscatterv, buffer, counts, displs, MPI_BYTE, in, rank == 0 ? BYTES : 0, MPI_BYTE, root, inter, r);
    else
        CALL(Scatterv, buffer, rank == MEMBER ? counts : NULL, displs, MPI_BYTE, in, rank == 0 ? BYTES : 0, MPI_BYTE,
             root, inter);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    free_list(counts);
}

static void inter_allgatherv(int rank, MPI_Request *r) {
    bool gets = rank == 0 || rank == 3;
    int *counts = list_of(gets ? BYTES : 0, 0, 0, 0);
    if (r)
        CALL(Iallgatherv, buffer, rank == MEMBER ? BYTES : 0, MPI_BYTE, in, counts, displs, MPI_BYTE, inter, r);
    else
        CALL(Allgatherv, buffer, rank == MEMBER ? BYTES : 0, MPI_BYTE, in, counts, displs, MPI_BYTE, inter);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    free_list(counts);
}

static void inter_alltoallv(int rank, MPI_Request *r) {
    int *out = list_of(rank == MEMBER ? BYTES : 0, 0, 0, 0), *back = list_of(rank == 0 ? BYTES : 0, 0, 0, 0);
    if (r)
        CALL(Ialltoallv, buffer, out, displs, MPI_BYTE, in, back, displs, MPI_BYTE, inter, r);
    else
        CALL(Alltoallv, buffer, out, displs, MPI_BYTE, in, back, displs, MPI_BYTE, inter);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    free_list(out);
    free_list(back);
}

static void make_inter(int rank) {
    MPI_Comm half;
    bool first = rank == 0 || rank == 3;
    MPI_Comm_split(WORLD, first, rank, &half);
    MPI_Intercomm_create(half, 0, WORLD, first ? MEMBER : 0, 9, &inter);
    MPI_Comm_free(&half);
}

static void (*collective)(int rank, MPI_Request *r);
static bool nonblocking;

static void early(int rank) {
    int zero = 0, one = MEMBER;
    MPI_Request r;
    make_inter(rank);
    MPI_Comm between = inter;
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
    inter = between;
    collective(rank, nonblocking ? &r : NULL);
    MPI_Comm_free(&of_rank);
    MPI_Comm_free(&between);
}

static void assert_warns(int np, void (*body)(int rank), const char *call) {
    struct outcome out = run_ranks(np, &platform, body, lmpi_undisturbed_report);
    if (out.code)
        fail_msg("exit code %d: %s", out.code, out.err);
    if (!call && strstr(out.err, "undisturbed"))
        fail_msg("a warning: %s", out.err);
    if (call && (!strstr(out.err, "undisturbed") || !strstr(out.err, call)))
        fail_msg("no warning of %s: %s", call, out.err);
}

static void members_that_come_early(void **state) {
    void (*const all[])(int, MPI_Request *) = {gatherv,        scatterv,         alltoallv,      alltoallw,
                                               allgatherv,     neighbours,       inter_bcast,    inter_gatherv,
                                               inter_scatterv, inter_allgatherv, inter_alltoallv};
    (void)state;
    make_cards("loggpo", 1);
    platform.contention = true;
    platform.cores_per_node = 1;
    for (int i = 0; i < 4 * (int)(sizeof all / sizeof *all); i++) {
        collective = all[i / 4];
        timing_only = i & 1;
        nonblocking = i & 2;
        for (ranks_shards = 1; ranks_shards <= 2; ranks_shards++)
            assert_warns(4, early, NULL);
    }
    bsim_platform_free(&platform);
}

/* With a rule by the bytes of all members a member's message is known when the last one has called: here when that of
 * OTHER is over. It counts as undisturbed, and so does that of OTHER. */
static void late(int rank) {
    if (rank == OTHER)
        send(0, BYTES);
    if (rank == 0) {
        receive(OTHER);
        CHECK_TIME(5998 + 100);
    }
    gatherv(rank, NULL);
    if (rank == 0)
        CHECK_TIME(5998 + 100);
}

static void members_that_come_late(void **state) {
    (void)state;
    make_cards("loggpo", 1);
    platform.contention = true;
    platform.cores_per_node = 1;
    struct bsim_collective_rules *rules = &platform.collectives.of[BSIM_COLLECTIVE_gatherv];
    rules->n = 1;
    rules->rule = bsim_alloc(sizeof *rules->rule);
    *rules->rule = (struct bsim_collective_rule){
        .up_to_bytes = 1e6, .up_to_processes = 1000000, .algorithm = -1, .preset = BSIM_PRESET_MPICH, .segment = -1};
    assert_warns(4, late, "1 messages of MPI_Gatherv");
    bsim_platform_free(&platform);
}

/* A member that leaves a collective before the last one has called goes on at once, and its data do not change with
 * what it does then. Rank 3 calls when it has heard of the end of both messages to rank 0, of the rank OTHER and of the
 * rank MEMBER, which share a link. Rank 0 does not take part. */
static MPI_Comm pair;    /* of each rank: ranks MEMBER, 3 */
static MPI_Comm between; /* an inter-communicator between them */

static void leave_bcast(int rank, MPI_Request *r) {
    int value = rank == MEMBER ? 41 : 0;
    if (r)
        CALL(Ibcast, &value, 1, MPI_INT, 0, pair, r);
    else
        CALL(Bcast, &value, 1, MPI_INT, 0, pair);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    CHECK(timing_only || value == 41);
    value = -1;
}

static void leave_reduce(int rank, MPI_Request *r) {
    int value[2] = {rank, 10}, sum[2] = {0};
    if (r)
        CALL(Ireduce, value, sum, 2, MPI_INT, MPI_SUM, 1, pair, r);
    else
        CALL(Reduce, value, sum, 2, MPI_INT, MPI_SUM, 1, pair);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    CHECK(timing_only || rank != 3 || (sum[0] == 3 + MEMBER && sum[1] == 20));
    value[0] = value[1] = -1;
}

static void leave_gather(int rank, MPI_Request *r) {
    int value = rank, all[2] = {0};
    if (r)
        CALL(Igather, &value, 1, MPI_INT, all, 1, MPI_INT, 1, pair, r);
    else
        CALL(Gather, &value, 1, MPI_INT, all, 1, MPI_INT, 1, pair);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    CHECK(timing_only || rank != 3 || (all[0] == MEMBER && all[1] == 3));
    value = -1;
}

static void leave_scatter(int rank, MPI_Request *r) {
    int all[2] = {5, 6}, value = 0;
    if (r)
        CALL(Iscatter, all, 1, MPI_INT, &value, 1, MPI_INT, 0, pair, r);
    else
        CALL(Scatter, all, 1, MPI_INT, &value, 1, MPI_INT, 0, pair);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    CHECK(timing_only || value == (rank == MEMBER ? 5 : 6));
    all[0] = all[1] = -1;
}

static void leave_scatterv(int rank, MPI_Request *r) {
    int all[6] = {5, 0, 0, 6, 7, 0}, value[2] = {0}, counts[2] = {1, 2}, places[2] = {0, 3};
    int own = rank == MEMBER ? 1 : 2;
    if (r)
        CALL(Iscatterv, all, counts, places, MPI_INT, value, own, MPI_INT, 0, pair, r);
    else
        CALL(Scatterv, all, counts, places, MPI_INT, value, own, MPI_INT, 0, pair);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    CHECK(timing_only || (rank == MEMBER ? value[0] == 5 : value[0] == 6 && value[1] == 7));
    memset(all, -1, sizeof all);
}

static void leave_scan(int rank, MPI_Request *r) {
    int value[2] = {rank, 10}, sum[2] = {0};
    if (r)
        CALL(Iscan, value, sum, 2, MPI_INT, MPI_SUM, pair, r);
    else
        CALL(Scan, value, sum, 2, MPI_INT, MPI_SUM, pair);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    CHECK(timing_only || (rank == MEMBER ? sum[0] == MEMBER : sum[0] == MEMBER + 3 && sum[1] == 20));
    value[0] = value[1] = -1;
}

static void leave_inter_bcast(int rank, MPI_Request *r) {
    int value = rank == MEMBER ? 41 : 0, root = rank == MEMBER ? MPI_ROOT : 0;
    if (r)
        CALL(Ibcast, &value, 1, MPI_INT, root, between, r);
    else
        CALL(Bcast, &value, 1, MPI_INT, root, between);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    CHECK(timing_only || value == 41);
    value = -1;
}

static void leave_inter_scatterv(int rank, MPI_Request *r) {
    int all[3] = {5, 6, 7}, value[2] = {0}, counts[1] = {2}, places[1] = {1}, root = rank == MEMBER ? MPI_ROOT : 0;
    if (r)
        CALL(Iscatterv, all, counts, places, MPI_INT, value, 2, MPI_INT, root, between, r);
    else
        CALL(Scatterv, all, counts, places, MPI_INT, value, 2, MPI_INT, root, between);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    CHECK(timing_only || rank == MEMBER || (value[0] == 6 && value[1] == 7));
    memset(all, -1, sizeof all);
}

static void leave_inter_gather(int rank, MPI_Request *r) {
    int value = rank, all = 0, root = rank == 3 ? MPI_ROOT : 0;
    if (r)
        CALL(Igather, &value, 1, MPI_INT, &all, 1, MPI_INT, root, between, r);
    else
        CALL(Gather, &value, 1, MPI_INT, &all, 1, MPI_INT, root, between);
    if (r)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    CHECK(timing_only || rank != 3 || all == MEMBER);
    value = -1;
}

static void leave(int rank) {
    MPI_Request r;
    if (rank == MEMBER || rank == 3)
        MPI_Intercomm_create(MPI_COMM_SELF, 0, WORLD, rank == 3 ? MEMBER : 3, 5, &between);
    MPI_Comm inter_of_rank = between;
    MPI_Comm_split(WORLD, rank == MEMBER || rank == 3, rank, &pair);
    MPI_Comm of_rank = pair;
    for (int k = 0; k < bsim_context.nscen; k++)
        bsim_clock(rank)[k] = 10000;
    if (rank == 0) {
        receive(OTHER);
        CHECK_TIME(10000 + 5998 + 100 + 6000);
        send(3, 0);
    }
    if (rank == OTHER)
        send(0, BYTES);
    if (rank == 3)
        receive(0);
    if (rank == MEMBER || rank == 3) {
        pair = of_rank;
        between = inter_of_rank;
        collective(rank, nonblocking ? &r : NULL);
    }
    if (rank == MEMBER) {
        double sent_s = MPI_Wtime();
        CHECK(sent_s < 10000 + 100);
        send(0, BYTES);
    }
    if (rank == 0)
        receive(MEMBER);
    MPI_Comm_free(&of_rank);
    if (rank == MEMBER || rank == 3)
        MPI_Comm_free(&inter_of_rank);
}

static void members_that_leave_early(void **state) {
    void (*const all[])(int, MPI_Request *) = {leave_bcast,       leave_reduce,         leave_gather,
                                               leave_scatter,     leave_scatterv,       leave_scan,
                                               leave_inter_bcast, leave_inter_scatterv, leave_inter_gather};
    struct bsim_error err = {0};
    (void)state;
    make_cards("loggpo", 1);
    platform.contention = true;
    platform.cores_per_node = 1;
    assert_true(bsim_collectives_apply(&platform.collectives, "scan=linear", &err));
    for (int i = 0; i < 4 * (int)(sizeof all / sizeof *all); i++) {
        collective = all[i / 4];
        timing_only = i & 1;
        nonblocking = i & 2;
        for (ranks_shards = 1; ranks_shards <= 2; ranks_shards++)
            assert_warns(4, leave, NULL);
    }
    bsim_platform_free(&platform);
}

/* A member that has gone on does not hide that others never call. */
static void alone(int rank) {
    MPI_Request r;
    if (rank == 0 && nonblocking) {
        LMPI_Ibcast(buffer, 1, MPI_INT, 0, WORLD, &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else if (rank == 0) {
        CALL(Bcast, buffer, 1, MPI_INT, 0, WORLD);
    }
}

static void members_that_never_call(void **state) {
    (void)state;
    make_cards("loggpo", 1);
    platform.contention = true;
    for (int i = 0; i < 3; i++) {
        nonblocking = i == 2;
        timing_only = i == 1;
        struct outcome out = run_ranks(4, &platform, alone, lmpi_coll_finish);
        assert_int_equal(out.code, BSIM_EXIT_MISUSE);
        assert_non_null(strstr(out.err, "rank 1 did not call a collective on MPI_COMM_WORLD in which rank 0 was"));
    }
    bsim_platform_free(&platform);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_that_come_early), cmocka_unit_test(members_that_come_late),
        cmocka_unit_test(members_that_leave_early), cmocka_unit_test(members_that_never_call)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
