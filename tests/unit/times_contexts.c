/* Times of constructors of communicators, derived by hand: two nodes with two ranks each, 0 and 1 on the first.
 *
 * To receive a message takes 100 between the nodes and 10 within one, from when it was sent and the receive has begun.
 * A send takes no time, and an exchange as long as a receive. */
#include "times.h"

#include "lmpi/lmpi.h"

static struct bsim_platform simple;

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    times_platform(&simple, 1, "simple");
    simple.nodes = 2;
    simple.cores_per_node = 2;
    simple.intra.latency_s[0] = 10;
    simple.inter.gap_s_per_byte[0] = simple.intra.gap_s_per_byte[0] = 0;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&simple);
    return 0;
}

/* The mask has 65 elements, so that the allreduce is a reduce-scatter, until 10 and 110, and an allgather, until 210
 * and 220, without a look at the nodes. Then rank 0 sends to ranks 2 and 1, and rank 2, at 320, to rank 3. */
static void duplicate(int rank) {
    MPI_Comm made;
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    CHECK_TIMES(rank, 220, 230, 320, 330);
}
TEST_IN_ORDERS(duplicate, 4, simple)

/* An allgather until 110, the allreduce until 330; ranks 0 and 1 send to 2 and 3. */
static void split(int rank) {
    MPI_Comm made;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &made);
    CHECK_TIMES(rank, 330, 330, 430, 430);
}
TEST_IN_ORDERS(split, 4, simple)

/* The allreduce is composed: reductions until 10, an exchange of the leaders until 110, ranks 1 and 3 hear of it at
 * 120. The broadcast is not: rank 2 has it at 210, rank 1, which begins at 120, at 130, and rank 3 at 220. */
static void idup(int rank) {
    MPI_Comm made;
    MPI_Request request;
    MPI_Comm_idup(MPI_COMM_WORLD, &made, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_TIMES(rank, 110, 130, 210, 220);
}
TEST_IN_ORDERS(idup, 4, simple)

/* Recursive doubling: rank 1 has rank 0's mask at 10, exchanges with rank 2 until 110, and rank 0 hears of it at 120.
 * Then it sends to ranks 2 and 1. Rank 3 has no part. */
static void create_group(int rank) {
    MPI_Comm made;
    MPI_Group world, group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, (int[][3]){{0, 2, 1}}, &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &made);
    CHECK_TIMES(rank, 120, 130, 220, 0);
}
TEST_IN_ORDERS(create_group, 4, simple)

/* Two groups of two ranks, on a node each. The leaders exchange sizes and groups until 200 and tell them until 220. The
 * groups agree until 240, the leaders exchange contexts until 340, and tell them until 350. */
static void intercomm_create(int rank) {
    MPI_Comm half, made;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    calculate(1000 - MPI_Wtime());
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &made);
    CHECK_TIMES(rank, 1340, 1350, 1340, 1350);
}
TEST_IN_ORDERS(intercomm_create, 4, simple)

int main(void) {
    const struct CMUnitTest all[] = {
        cmocka_unit_test(test_duplicate),
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_idup),
        cmocka_unit_test(test_create_group),
        cmocka_unit_test(test_intercomm_create),
    };
    return cmocka_run_group_tests_name("times_contexts", all, setup, teardown);
}
