/* Times of neighbourhood and persistent collectives, derived by hand.
 *
 * LogGPO, in seconds and bytes: L = 100, o_s = 7, o_r = 5, o' = 3, G = 2 a byte; at most 10 bytes are eager. A message
 * of 8 bytes flies 114. In a ring each rank starts a send to its left neighbour at 0, which arrives at 7 + 114 = 121,
 * and one to its right neighbour at 7, which arrives at 128. It has posted its receives by 14, takes the first message
 * at 121 + 5 = 126 and the second one at 128 + 5 = 133. */
#include "times.h"

#include "lmpi/lmpi.h"

static struct bsim_platform loggpo;

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    times_platform(&loggpo, 1, "loggpo");
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&loggpo);
    return 0;
}

static char unused[64]; /* contents do not matter; ranks share it */

/* A ring or a row. Its construction takes time; everything below begins at 10000. */
static MPI_Comm grid(int periodic) {
    MPI_Comm comm;
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &comm);
    calculate(10000 - MPI_Wtime());
    return comm;
}

static void ring(int rank) {
    (void)rank;
    MPI_Comm comm = grid(1);
    LMPI_Neighbor_alltoall(NULL, 8, MPI_BYTE, NULL, 8, MPI_BYTE, comm);
    CHECK_TIME(10133);
    calculate(20000 - MPI_Wtime());
    LMPI_Neighbor_allgather(NULL, 8, MPI_BYTE, NULL, 8, MPI_BYTE, comm);
    CHECK_TIME(20133);
}
TEST_IN_ORDERS(ring, 4, loggpo)

/* The ends of a row have one neighbour: rank 0 sends at 0 and takes the message that rank 1 sent first; rank 3 the one
 * that rank 2 sent second, at 7. Rank 1 has the first and only message of rank 0 at 121 and the first one of rank 2;
 * rank 2 has the second one of rank 1 at 128. */
static void row(int rank) {
    MPI_Comm comm = grid(0);
    LMPI_Neighbor_alltoall(NULL, 8, MPI_BYTE, NULL, 8, MPI_BYTE, comm);
    CHECK_TIMES(rank, 10126, 10131, 10133, 10133);
}
TEST_IN_ORDERS(row, 4, loggpo)

/* Rank 0 calls at 1000. Rank 2 is none of its neighbours. Rank 1 waits for its message to the right, 1007 + 7 + 114 +
 * 5, rank 3 for that to the left; rank 0 itself has posted by 1014 and takes two messages that are there. */
static void late_member(int rank) {
    MPI_Comm comm = grid(1);
    if (rank == 0)
        calculate(1000);
    LMPI_Neighbor_alltoall(NULL, 8, MPI_BYTE, NULL, 8, MPI_BYTE, comm);
    CHECK_TIMES(rank, 11024, 11133, 10133, 11126);
}
TEST_IN_ORDERS(late_member, 4, loggpo)

/* The call takes o_s; what is calculated meanwhile hides the rest. */
static void overlap(int rank) {
    (void)rank;
    MPI_Comm comm = grid(1);
    MPI_Request r;
    LMPI_Ineighbor_alltoall(NULL, 8, MPI_BYTE, NULL, 8, MPI_BYTE, comm, &r);
    CHECK_TIME(10007);
    calculate(50);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK_TIME(10133);
}
TEST_IN_ORDERS(overlap, 4, loggpo)

/* An initialization takes no time. Each start is a call of the non-blocking form: a broadcast of 8 bytes that 4 ranks
 * enter at 0 is over for them at 14, 133, 133, 252 (times_icoll.c). */
static void persistent(int rank) {
    static const double over[] = {14, 133, 133, 252};
    MPI_Request r, ring;
    MPI_Comm comm = grid(1);
    MPI_Bcast_init(unused, 8, MPI_BYTE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    LMPI_Neighbor_alltoall_init(NULL, 8, MPI_BYTE, NULL, 8, MPI_BYTE, comm, MPI_INFO_NULL, &ring);
    CHECK_TIME(10000);
    for (int round = 1; round < 4; round++) {
        MPI_Start(&r);
        CHECK(MPI_Wtime() == 10000 * round + 7);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK(MPI_Wtime() == 10000 * round + over[rank]);
        calculate(10000 * round + 5000 - MPI_Wtime());
        MPI_Start(&ring);
        MPI_Wait(&ring, MPI_STATUS_IGNORE);
        CHECK(MPI_Wtime() == 10000 * round + 5133);
        calculate(10000 * (round + 1) - MPI_Wtime());
    }
    MPI_Request_free(&r);
    MPI_Request_free(&ring);
    CHECK(r == MPI_REQUEST_NULL);
}
TEST_IN_ORDERS(persistent, 4, loggpo)

/* Two requests that the ranks start in different orders: odd ranks the second one first. All are over when both are:
 * the later of two barriers of 2 ranks, 7 and 14 late for one of them: 14 + 100 + 5. */
static void any_order(int rank) {
    MPI_Request r[2];
    for (int i = 0; i < 2; i++)
        MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &r[i]);
    MPI_Start(&r[rank % 2]);
    MPI_Start(&r[(rank + 1) % 2]);
    CHECK_TIME(14);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    CHECK_TIME(119);
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&r[i]);
}
TEST_IN_ORDERS(any_order, 2, loggpo)

/* ---- what is refused ---- */

static void no_topology(int rank) {
    (void)rank;
    LMPI_Neighbor_allgather(NULL, 1, MPI_INT, NULL, 1, MPI_INT, MPI_COMM_WORLD);
}

static void other_sizes(int rank) {
    LMPI_Neighbor_allgather(NULL, 1 + rank, MPI_INT, NULL, 1, MPI_INT, grid(1));
}

static void one_sided_edge(int rank) {
    MPI_Comm comm;
    int to = (rank + 1) % 3;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, &to, MPI_UNWEIGHTED, rank == 0, &to, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm);
    LMPI_Neighbor_allgather(NULL, 1, MPI_INT, NULL, 1, MPI_INT, comm);
}

static void other_kinds(int rank) {
    MPI_Request r;
    if (rank)
        MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    else
        MPI_Bcast_init(unused, 8, MPI_BYTE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    MPI_Start(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void never_started(int rank) {
    MPI_Request r;
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    if (rank == 2)
        return;
    MPI_Start(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void freed_active(int rank) {
    (void)rank;
    MPI_Request r;
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    MPI_Start(&r);
    MPI_Request_free(&r);
}

static void started_twice(int rank) {
    (void)rank;
    MPI_Request r;
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    MPI_Start(&r);
    MPI_Start(&r);
}

static void received_twice(int rank) {
    MPI_Message message = MPI_MESSAGE_NULL;
    (void)rank;
    MPI_Mrecv(unused, 1, MPI_BYTE, &message, MPI_STATUS_IGNORE);
}

static void two_roots(int rank) {
    MPI_Comm half, inter;
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 0, 1, &inter);
    MPI_Bcast(unused, 1, MPI_BYTE, rank == 0 ? 0 : MPI_ROOT, inter);
}

static void scan_of_two_groups(int rank) {
    MPI_Comm half, inter;
    int in = 0, result;
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 0, 1, &inter);
    MPI_Scan(&in, &result, 1, MPI_INT, MPI_SUM, inter);
}

static void test_refused(void **state) {
    static const struct refused cases[] = {
        {no_topology, BSIM_EXIT_MISUSE, {"MPI_Neighbor_allgather", "has no topology", "times_neighbours.c:"}},
        {other_sizes, BSIM_EXIT_MISUSE, {"MPI_Neighbor_allgather (times_neighbours.c:", "sends", "expects"}},
        {one_sided_edge, BSIM_EXIT_MISUSE, {"MPI_Neighbor_allgather", "only its source knows", "times_neighbours.c:"}},
        {other_kinds,
         BSIM_EXIT_MISUSE,
         {"in MPI_Bcast_init (", "in MPI_Barrier_init (", "must call the same function"}},
        {never_started,
         BSIM_EXIT_DEADLOCK,
         {"MPI_Wait for MPI_Barrier_init on MPI_COMM_WORLD (times_neighbours.c:", "2 of its 3 ranks", "rank 2 is not"}},
        {freed_active, BSIM_EXIT_MISUSE, {"MPI_Request_free", "under way", "times_neighbours.c:"}},
        {started_twice, BSIM_EXIT_MISUSE, {"MPI_Start", "active already", "times_neighbours.c:"}},
        {received_twice, BSIM_EXIT_MISUSE, {"MPI_Mrecv", "matched probe", "times_neighbours.c:"}},
        {two_roots, BSIM_EXIT_MISUSE, {"in MPI_Bcast (", "is the root", "gives -3 as root"}},
        {scan_of_two_groups, BSIM_EXIT_MISUSE, {"MPI_Scan", "not for inter-communicators", "times_neighbours.c:"}},
    };
    (void)state;
    assert_refused(cases, sizeof cases / sizeof *cases, &loggpo);
}

int main(void) {
    const struct CMUnitTest all[] = {
        cmocka_unit_test(test_ring),    cmocka_unit_test(test_row),        cmocka_unit_test(test_late_member),
        cmocka_unit_test(test_overlap), cmocka_unit_test(test_persistent), cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("times_neighbours", all, setup, teardown);
}
