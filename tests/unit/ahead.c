/* A rank that sends more than its receiver takes lets that run, so that queues stay short: also in MPI_Sendrecv, and if
 * its own queue of unexpected messages is long. Else its receiver's queue becomes long, and that of the next one. */
#include "times.h"

#include "lmpi/match/match.h"

enum { NP = 4, MANY = 200, DATA = 0, GO = 1 };

static struct bsim_platform platform;
static bool in_one_call;

/* Rank 2 fills the queue of rank 0, which waits for rank 3. Then rank 0 passes all on to rank 1. */
static void flood(int rank) {
    int n = 0;
    if (rank == 2) {
        for (int i = 0; i < MANY; i++)
            MPI_Send(&i, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD);
        MPI_Send(&n, 1, MPI_INT, 3, GO, MPI_COMM_WORLD);
    } else if (rank == 3) {
        MPI_Recv(&n, 1, MPI_INT, 2, GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&n, 1, MPI_INT, 0, GO, MPI_COMM_WORLD);
    } else if (rank == 1) {
        for (int i = 0; i < MANY; i++) {
            MPI_Recv(&n, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(n == i);
        }
    } else {
        MPI_Recv(&n, 1, MPI_INT, 3, GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(lmpi_self()->nunexpected == MANY);
        for (int i = 0; i < MANY; i++) {
            if (in_one_call) {
                MPI_Sendrecv(&i, 1, MPI_INT, 1, DATA, &n, 1, MPI_INT, 2, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            } else {
                MPI_Send(&i, 1, MPI_INT, 1, DATA, MPI_COMM_WORLD);
                MPI_Recv(&n, 1, MPI_INT, 2, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
            CHECK(n == i);
            CHECK(lmpi_rank_at(1)->nunexpected <= LMPI_LONG_QUEUE);
        }
    }
}

static void test_flood(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        in_one_call = i;
        assert_runs(NP, &platform, flood);
    }
}

static int setup(void **state) {
    (void)state;
    times_platform(&platform, 1, "loggpo");
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_flood)};
    return cmocka_run_group_tests(tests, setup, NULL);
}
