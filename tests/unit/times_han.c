/* Times of Open MPI's compositions, derived by hand: two nodes with two ranks each, 0 and 1 on the first.
 *
 * To receive a message takes 100 between the nodes and 10 within one, from when it was sent and the receive has begun.
 * A send takes no time, and an exchange as long as a receive. */
#include "times.h"

#include "lmpi/lmpi.h"

static struct bsim_platform composed, flat;

static void machine(struct bsim_platform *p, enum bsim_preset preset) {
    times_platform(p, 1, "simple");
    p->nodes = 2;
    p->cores_per_node = 2;
    p->inter.latency_s[0] = 100;
    p->intra.latency_s[0] = 10;
    p->inter.gap_s_per_byte[0] = p->intra.gap_s_per_byte[0] = 0;
    p->inter.eager_limit_bytes[0] = p->intra.eager_limit_bytes[0] = HUGE_VAL;
    p->collectives.preset = preset;
}

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    machine(&composed, BSIM_PRESET_OPENMPI);
    machine(&flat, BSIM_PRESET_OPENMPI_FLAT);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&composed);
    bsim_platform_free(&flat);
    return 0;
}

/* The ranks of each node meet at 10, the leaders 0 and 2 at 110, and the ranks of each node again at 120. */
static void barrier(int rank) {
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_TIMES(rank, 120, 120, 120, 120);
}
TEST_IN_ORDERS(barrier, 4, composed)

/* Four ranks without parts: all report to rank 0, which knows it at 100 and answers. */
static void without_parts(int rank) {
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_TIMES(rank, 100, 110, 200, 200);
}
TEST_IN_ORDERS(without_parts, 4, flat)

/* The leaders are 1, the root, and 3, which has it at 100. They send it to the other rank of their node. */
static void bcast(int rank) {
    LMPI_Bcast(NULL, 8, MPI_BYTE, 1, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 10, 0, 110, 100);
}
TEST_IN_ORDERS(bcast, 4, composed)

/* Two segments. Rank 2 has the first one at 100, when it begins to receive the second one, until 200. */
static void bcast_long(int rank) {
    LMPI_Bcast(NULL, 65537, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 0, 20, 200, 210);
}
TEST_IN_ORDERS(bcast_long, 4, composed)

static void reduce(int rank) {
    LMPI_Reduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, 1, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 0, 110, 0, 10);
}
TEST_IN_ORDERS(reduce, 4, composed)

/* Two segments, of 65536 bytes and of 8. The leaders have the first one of their nodes at 10. Rank 2 sends it in eight
 * messages. Rank 0 has two receives posted at a time, and so has the last one at 410; meanwhile it has received the
 * second segment of rank 1, at 20. It receives that of rank 2 until 510. */
static void reduce_long(int rank) {
    LMPI_Reduce(NULL, NULL, 8193, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 510, 0, 20, 0);
}
TEST_IN_ORDERS(reduce_long, 4, composed)

/* Reduced to the leaders at 10 and to rank 0 at 110; broadcast to rank 2, which has it at 210, and on the nodes. */
static void allreduce(int rank) {
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 110, 120, 210, 220);
}
TEST_IN_ORDERS(allreduce, 4, composed)

static void gather(int rank) {
    LMPI_Gather(NULL, 8, MPI_BYTE, NULL, 8, MPI_BYTE, 1, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 0, 110, 0, 10);
}
TEST_IN_ORDERS(gather, 4, composed)

static void scatter(int rank) {
    LMPI_Scatter(NULL, 8, MPI_BYTE, NULL, 8, MPI_BYTE, 1, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 10, 0, 110, 100);
}
TEST_IN_ORDERS(scatter, 4, composed)

/* Gathered to the leaders 0 and 2 at 10; they exchange their nodes' blocks until 110, and broadcast all of them. */
static void allgather(int rank) {
    LMPI_Allgather(NULL, 8, MPI_BYTE, NULL, 8, MPI_BYTE, MPI_COMM_WORLD);
    CHECK_TIMES(rank, 110, 120, 110, 120);
}
TEST_IN_ORDERS(allgather, 4, composed)

/* Nodes of two and of one member: an allreduce is composed, a broadcast is not, which goes from rank to rank. */
static void unlike_nodes(int rank) {
    if (rank == 3)
        MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &(MPI_Comm){0});
    else {
        MPI_Comm three;
        MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &three);
        calculate(10000 - MPI_Wtime());
        LMPI_Bcast(NULL, 8, MPI_BYTE, 0, three);
        CHECK_TIMES(rank, 10000, 10010, 10110, 0);
        calculate(20000 - MPI_Wtime());
        LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, three);
        CHECK_TIMES(rank, 20110, 20120, 20210, 0);
        MPI_Comm_free(&three);
    }
}
TEST_IN_ORDERS(unlike_nodes, 4, composed)

int main(void) {
    const struct CMUnitTest all[] = {
        cmocka_unit_test(test_barrier),    cmocka_unit_test(test_without_parts), cmocka_unit_test(test_bcast),
        cmocka_unit_test(test_bcast_long), cmocka_unit_test(test_reduce),        cmocka_unit_test(test_reduce_long),
        cmocka_unit_test(test_allreduce),  cmocka_unit_test(test_gather),        cmocka_unit_test(test_scatter),
        cmocka_unit_test(test_allgather),  cmocka_unit_test(test_unlike_nodes),
    };
    return cmocka_run_group_tests_name("times_han", all, setup, teardown);
}
