/* failures.c - a run that fails ends with the same message and exit code whatever the order in which the host runs
 * ranks, and on any number of shards: the failure that is the earliest in virtual time, and of those of one time the
 * lowest rank's. */
#include "ranks.h"

#include "lmpi/lmpi.h"

enum { NP = 8 };
#define WORLD MPI_COMM_WORLD

static struct bsim_platform platform;

static int setup(void **state) {
    (void)state;
    bsim_context.nscen = 1;
    bsim_platform_blank(&platform, 1, "loggpo");
    platform.inter.eager_limit_bytes[0] = 100;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    bsim_platform_free(&platform);
    return 0;
}

/* Runs body in many orders of ranks, and on several shards; the outcome must be this one. */
static void fails(const char *name, void (*body)(int), int code, const char *text) {
    struct outcome first = run_ranks(NP, &platform, body, bsim_layer.finish);
    if (first.code != code || !strstr(first.err, text))
        fail_msg("%s: exit code %d instead of %d, or no \"%s\" in: %s", name, first.code, code, text, first.err);
    if (strstr(first.err, "bsim: ") != first.err || strchr(first.err, '\n') != first.err + strlen(first.err) - 1)
        fail_msg("%s: not one line: %s", name, first.err);
    for (unsigned seed = 1; seed <= 6; seed++) {
        ranks_shards = 1 + (int)(seed % 4);
        ranks_disorder = seed;
        struct outcome other = run_ranks(NP, &platform, body, bsim_layer.finish);
        ranks_shards = 1;
        ranks_disorder = 0;
        if (other.code != first.code || strcmp(other.err, first.err) != 0)
            fail_msg("%s: exit code %d, %s with seed %u: %d, %s", name, first.code, first.err, seed, other.code,
                     other.err);
    }
}
#define FAILS(body, code, text) fails(#body, body, code, text)

/* Lower ranks are later. */
static void be_late(int rank) {
    calculate(1e-3 * (NP - rank));
}

static void other_functions(int rank) {
    int v = 0, sum;
    if (rank % 3 == 0)
        MPI_Barrier(WORLD);
    else if (rank % 3 == 1)
        MPI_Bcast(&v, 1, MPI_INT, 0, WORLD);
    else
        MPI_Allreduce(&v, &sum, 1, MPI_INT, MPI_SUM, WORLD);
}

static void other_functions_late(int rank) {
    be_late(rank);
    other_functions(rank);
}

static void other_roots(int rank) {
    int v = 0;
    MPI_Bcast(&v, 1, MPI_INT, rank % 3, WORLD);
}

static void other_sizes(int rank) {
    int v[4] = {0}, sum[4];
    MPI_Allreduce(v, sum, 1 + rank % 4, MPI_INT, MPI_SUM, WORLD);
}

static void other_types(int rank) {
    static const MPI_Datatype types[] = {MPI_INT, MPI_FLOAT, MPI_UNSIGNED};
    int v = 0;
    be_late(rank);
    MPI_Bcast(&v, 1, types[rank % 3], 0, WORLD);
}

static void other_operators(int rank) {
    int v = 0, sum;
    MPI_Allreduce(&v, &sum, 1, MPI_INT, rank % 2 ? MPI_SUM : MPI_MAX, WORLD);
}

static void some_do_not_block(int rank) {
    MPI_Request r;
    if (rank % 2) {
        MPI_Barrier(WORLD);
    } else {
        MPI_Ibarrier(WORLD, &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
}

/* Found when all have come, by the one that comes last. */
static void other_blocks(int rank) {
    int v[2] = {0}, all[2 * NP];
    be_late((3 * rank) % NP);
    int counts[NP] = {1, 1, 1, 1, 1, 1, 1, 1};
    MPI_Gatherv(v, 1 + (rank % 4 == 2), MPI_INT, all, counts, counts, MPI_INT, 5, WORLD);
}

static void freed_too_early(int rank) {
    MPI_Comm copy;
    MPI_Request r;
    MPI_Comm_dup(WORLD, &copy);
    be_late(rank);
    if (rank != 4)
        MPI_Ibarrier(copy, &r);
    MPI_Comm_free(&copy);
    MPI_Barrier(WORLD);
}

static void too_long(int rank) {
    int v[3] = {0}, w;
    MPI_Send(v, 1 + rank % 3, MPI_INT, (rank + 1) % NP, 0, WORLD);
    MPI_Recv(&w, 1, MPI_INT, (rank + NP - 1) % NP, 0, WORLD, MPI_STATUS_IGNORE);
}

static void without_data(int rank) {
    int v = 0;
    MPI_Request r;
    be_late(rank);
    LMPI_Irecv(NULL, 1, MPI_INT, (rank + 1) % NP, 0, WORLD, &r);
    MPI_Send(&v, 1, MPI_INT, (rank + NP - 1) % NP, 0, WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void all_abort(int rank) {
    MPI_Abort(WORLD, 10 + rank);
    calculate(1);
}

static void all_abort_late(int rank) {
    be_late(rank);
    all_abort(rank);
}

/* The others would wait for ever. */
static void one_aborts(int rank) {
    int v;
    if (rank == 5)
        all_abort(rank);
    MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 0, WORLD, MPI_STATUS_IGNORE);
}

/* The others would poll for ever. */
static void one_aborts_at_polls(int rank) {
    int v, done = 0;
    MPI_Request r;
    MPI_Irecv(&v, 1, MPI_INT, rank, 0, WORLD, &r);
    calculate(2e-3 * (rank == 3));
    if (rank == 3)
        all_abort(rank);
    while (!done) {
        MPI_Test(&r, &done, MPI_STATUS_IGNORE);
        calculate(1e-4);
    }
}

/* What waits for virtual time still happens before the failure: rank 6 takes rank 1's message, and fails earlier. */
static void one_fails_before(int rank) {
    int v = 0;
    if (rank == 1) {
        MPI_Send(&v, 1, MPI_INT, 6, 0, WORLD);
        calculate(1);
        all_abort(rank);
    } else if (rank == 6) {
        MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 0, WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&v, 1, MPI_INT, NP, 0, WORLD);
    }
}

/* A failure in a call that works on the thread's stack. */
static void other_neighbours(int rank) {
    MPI_Comm ring;
    int v = 0, w[4], n = NP, yes = 1;
    MPI_Cart_create(WORLD, 1, &n, &yes, 0, &ring);
    be_late(rank);
    MPI_Neighbor_allgather(&v, 1, MPI_INT, w, 1 + rank % 2, MPI_INT, ring);
}

static void no_epoch(int rank) {
    int *memory, v = 0;
    MPI_Win win;
    MPI_Win_allocate(sizeof v, sizeof v, MPI_INFO_NULL, WORLD, &memory, &win);
    be_late(rank);
    MPI_Put(&v, 1, MPI_INT, (rank + 1) % NP, 0, 1, MPI_INT, win);
}

static void many_kinds(int rank) {
    int v = 0;
    be_late(rank);
    if (rank == 1)
        MPI_Send(&v, 1, MPI_INT, -7, 0, WORLD);
    if (rank == 4)
        all_abort(rank);
    if (rank == 3)
        MPI_Bcast(&v, 1, MPI_INT, 0, WORLD);
    MPI_Barrier(WORLD);
}

static void collectives_that_differ(void **state) {
    (void)state;
    FAILS(other_functions, 4, "rank 0 in MPI_Barrier (failures.c:");
    FAILS(other_functions_late, 4, "rank 7 in MPI_Bcast (failures.c:");
    FAILS(other_roots, 4, "the roots are 0 and 1");
    FAILS(other_sizes, 4, "they give 4 and 8 bytes");
    FAILS(other_types, 4, "the data are MPI_FLOAT and MPI_INT");
    FAILS(other_operators, 4, "the reduction operators differ");
    FAILS(some_do_not_block, 4, "rank 0 in MPI_Ibarrier (failures.c:");
    FAILS(other_blocks, 4, "the root gives 4 bytes for it, it gives 8 itself");
    FAILS(other_neighbours, 4, "the one sends 4 bytes, the other expects 8 of it");
    FAILS(freed_too_early, 4, "rank 4 did not call a collective in which rank 7 is: MPI_Ibarrier (failures.c:");
}

/* A handle stands twice in an array of requests: how is the function that gets it. */
static void twice(int rank, int how) {
    int v[2] = {rank}, flag = 0, done[2];
    MPI_Request r[2];
    if (rank != 0) {
        if (rank == 1)
            MPI_Send(v, 1, MPI_INT, 0, 0, WORLD);
        return;
    }
    MPI_Irecv(v, 1, MPI_INT, 1, 0, WORLD, &r[0]);
    r[1] = r[0];
    if (how == 0)
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    while (how == 1 && !flag)
        MPI_Testall(2, r, &flag, MPI_STATUSES_IGNORE);
    if (how == 2)
        MPI_Waitsome(2, r, &flag, done, MPI_STATUSES_IGNORE);
    while (how == 3 && !flag)
        MPI_Testsome(2, r, &flag, done, MPI_STATUSES_IGNORE);
}
static void twice_in_waitall(int rank) {
    twice(rank, 0);
}
static void twice_in_testall(int rank) {
    twice(rank, 1);
}
static void twice_in_waitsome(int rank) {
    twice(rank, 2);
}
static void twice_in_testsome(int rank) {
    twice(rank, 3);
}

static void messages_and_calls(void **state) {
    (void)state;
    FAILS(twice_in_waitall, 4, "MPI_Waitall: invalid request: request 1 is the same as an earlier one");
    FAILS(twice_in_testall, 4, "MPI_Testall: invalid request: request 1 is the same as an earlier one");
    FAILS(twice_in_waitsome, 4, "MPI_Waitsome: invalid request: request 1 is the same as an earlier one");
    FAILS(twice_in_testsome, 4, "MPI_Testsome: invalid request: request 1 is the same as an earlier one");
    FAILS(too_long, 4, "rank 0 at 0 s (failures.c:");
    FAILS(without_data, 4, "rank 6 receives with LMPI_Irecv (failures.c:");
    FAILS(no_epoch, 4, "rank 7 at 0.001 s (failures.c:");
}

static void ranks_that_abort(void **state) {
    (void)state;
    FAILS(all_abort, 1, "rank 0 at 0 s (failures.c:");
    FAILS(all_abort_late, 1, "MPI_Abort with code 17");
    FAILS(one_aborts, 1, "rank 5 at 0 s (failures.c:");
    FAILS(one_aborts_at_polls, 1, "MPI_Abort with code 13");
    FAILS(one_fails_before, 4, "rank 6 at 0 s (failures.c:");
    FAILS(many_kinds, 4, "rank 7 in MPI_Barrier (failures.c:");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collectives_that_differ),
        cmocka_unit_test(messages_and_calls),
        cmocka_unit_test(ranks_that_abort),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
