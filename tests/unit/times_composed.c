/* Times of MPICH's compositions, derived by hand: two nodes with two ranks each, 0 and 1 on the first.
 *
 * To receive a message takes 100 between the nodes and 10 within one, from when it was sent and the receive has begun.
 * A send takes no time, and an exchange as long as a receive. */
#include "times.h"

#include "lmpi/lmpi.h"

static struct bsim_platform simple, flat;

static void machine(struct bsim_platform *p) {
    times_platform(p, 1, "simple");
    p->nodes = 2;
    p->cores_per_node = 2;
    p->inter.latency_s[0] = 100;
    p->intra.latency_s[0] = 10;
    p->inter.gap_s_per_byte[0] = p->intra.gap_s_per_byte[0] = 0;
    p->inter.eager_limit_bytes[0] = p->intra.eager_limit_bytes[0] = HUGE_VAL;
}

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    machine(&simple);
    simple.nodes = 1000; /* most of them are empty */
    machine(&flat);
    flat.collectives.preset = BSIM_PRESET_MPICH_FLAT;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&simple);
    bsim_platform_free(&flat);
    return 0;
}

/* The ranks of each node meet at 10, the leaders 0 and 2 at 110, and the others hear of it at 120. */
static void barrier(int rank) {
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_TIMES(rank, 110, 120, 110, 120);
}
TEST_IN_ORDERS(barrier, 4, simple)

/* Two rounds: rank 0 hears of rank 3 at 100, and of rank 2, which has heard of rank 1 at 100, at 200. Rank 1 hears of
 * rank 0 at 10, and of rank 3, which has heard of rank 2 at 10, at 110. */
static void round_by_round(int rank) {
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_TIMES(rank, 200, 110, 200, 110);
}
TEST_IN_ORDERS(round_by_round, 4, flat)

static void not_blocking(int rank) {
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_TIMES(rank, 200, 110, 200, 110);
}
TEST_IN_ORDERS(not_blocking, 4, simple)

/* Rank 1 sends to its leader, 0, which has it at 10 and sends it to rank 2, and to rank 1, which gets it again at 20.
 */
static void bcast(int rank) {
    LMPI_Bcast(NULL, 8, MPI_BYTE, 1, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 10, 20, 110, 120);
}
TEST_IN_ORDERS(bcast, 4, simple)

/* Rank 3 sends to its leader, which sends to rank 0 at 10. Rank 0 sends to the root, which has it at 120. */
static void reduce(int rank) {
    LMPI_Reduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, 1, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 110, 120, 10, 0);
}
TEST_IN_ORDERS(reduce, 4, simple)

/* On each node a reduce-scatter, until 10, and a gather to the leader, until 20. The leaders do so, too, until 120 and
 * 220. Rank 0 sends the result to rank 1. */
static void reduce_long(int rank) {
    LMPI_Reduce(NULL, NULL, 1000, MPI_DOUBLE, MPI_SUM, 1, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 220, 230, 120, 10);
}
TEST_IN_ORDERS(reduce_long, 4, simple)

/* The leaders have the node's sums at 10, the result at 110. */
static void allreduce(int rank) {
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 110, 120, 110, 120);
}
TEST_IN_ORDERS(allreduce, 4, simple)

/* Scans until 10; ranks 1 and 3 send the sums to their leaders, until 20; a scan of the leaders, until 120; rank 0
 * sends its result to rank 2, until 220. Rank 0 tells rank 1 that there is nothing before them, until 130; rank 2 tells
 * rank 3 that there is, until 230, and sends it: to receive it takes another 10. */
static void scan(int rank) {
    LMPI_Scan(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 120, 130, 220, 240);
}
TEST_IN_ORDERS(scan, 4, simple)

/* All on one node: the barrier has a broadcast behind it, the allreduce nothing. */
static void one_node(int rank) {
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_TIME(rank == 0 ? 10 : 20);
    calculate(1000 - MPI_Wtime());
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK_TIME(1010);
}
TEST_IN_ORDERS(one_node, 2, simple)

int main(void) {
    const struct CMUnitTest all[] = {
        cmocka_unit_test(test_barrier),   cmocka_unit_test(test_round_by_round), cmocka_unit_test(test_not_blocking),
        cmocka_unit_test(test_bcast),     cmocka_unit_test(test_reduce),         cmocka_unit_test(test_reduce_long),
        cmocka_unit_test(test_allreduce), cmocka_unit_test(test_scan),           cmocka_unit_test(test_one_node),
    };
    return cmocka_run_group_tests_name("times_composed", all, setup, teardown);
}
