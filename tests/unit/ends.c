/* How runs end: deadlock, crash, stack overflow, abort, misuse; the exit code, and that the message names the rank, the
 * virtual time and the line. */
#include "ranks.h"

#include <signal.h>

#include "bsim/base/warn.h"
#include "lmpi/lmpi.h"

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

static void ends(int np, void (*body)(int), int code, const char *const *texts) {
    struct outcome out = run_ranks(np, &platform, body, bsim_layer.finish);
    if (out.code != code)
        fail_msg("exit code %d instead of %d: %s", out.code, code, out.err);
    for (; *texts; texts++)
        if (!strstr(out.err, *texts))
            fail_msg("\"%s\" is not in: %s", *texts, out.err);
}
#define ENDS(np, body, code, ...) ends(np, body, code, (const char *const[]){__VA_ARGS__, NULL})

static void ring_of_receives(int rank) {
    int v;
    calculate(1.5);
    MPI_Recv(&v, 1, MPI_INT, (rank + 1) % bsim_context.np, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void one_waits(int rank) {
    int v;
    MPI_Request r;
    if (rank == 0) {
        MPI_Irecv(&v, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
}

static void deadlocks(void **state) {
    (void)state;
    ENDS(3, ring_of_receives, 3, "deadlock: 3 of 3 ranks", "0 -> 1 -> 2 -> 0",
         "rank 2 at 1.5 s: MPI_Recv with rank 0, tag 7, communicator MPI_COMM_WORLD, ", "ends.c:");
    ENDS(2000, ring_of_receives, 3, "deadlock: 2000 of 2000 ranks", "2000 ranks in MPI_Recv", "ranks more");
    ENDS(2, one_waits, 3, "deadlock: 1 of 2 ranks", "1 have finished",
         "rank 0 at 0 s: MPI_Wait for MPI_Irecv from any rank, any tag (ends.c:");
}

/* ---- collectives whose messages share network cards ---- */

enum { LONG = 100000 };
static char *two_buffers(void) {
    static char of_rank[64][2 * LONG];
    return of_rank[bsim_self->id];
}

static void one_misses_broadcast(int rank) {
    if (rank != 2)
        MPI_Bcast(two_buffers(), LONG, MPI_CHAR, 0, MPI_COMM_WORLD);
}

static void one_misses_gather(int rank) {
    int counts[6], places[6];
    static char all[6 * LONG];
    for (int i = 0; i < 6; i++) {
        counts[i] = LONG;
        places[i] = i * LONG;
    }
    if (rank != 2)
        MPI_Gatherv(two_buffers(), LONG, MPI_CHAR, all, counts, places, MPI_CHAR, 0, MPI_COMM_WORLD);
}

static void send_beside_allreduce(int rank) {
    char *at = two_buffers();
    if (rank == 1)
        MPI_Ssend(at, 1, MPI_CHAR, 0, 3, MPI_COMM_WORLD);
    MPI_Allreduce(at, at + LONG, LONG, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Recv(at, 1, MPI_CHAR, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void one_misses_inter_allreduce(int rank) {
    char *at = two_buffers();
    MPI_Comm half, both;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 9, &both);
    if (rank != 2)
        MPI_Allreduce(at, at + LONG, LONG, MPI_CHAR, MPI_MAX, both);
}

static void one_misses_neighbours(int rank) {
    static char sent[6][2 * LONG];
    MPI_Comm ring;
    MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){6}, (int[]){1}, 0, &ring);
    if (rank != 2)
        MPI_Neighbor_alltoall(sent[rank], LONG, MPI_CHAR, two_buffers(), LONG, MPI_CHAR, ring);
}

/* The report names the collective and who is missing, also where ranks wait for messages of it, or have left it. */
static void deadlocks_with_cards(void **state) {
    (void)state;
    const char *missing = "with 5 of its 6 ranks there; rank 2 is not";
    platform.cores_per_node = 2;
    platform.inter.gap_s_per_byte[0] = platform.inter.card_gap_s_per_byte[0] = 1e-9;
    ENDS(6, one_misses_broadcast, 3, "rank 0 at", ": MPI_Bcast, communicator MPI_COMM_WORLD ", missing,
         "; 3 have finished");
    ENDS(6, one_misses_gather, 3, "1 of 6 ranks", ": MPI_Gatherv, communicator MPI_COMM_WORLD ", missing);
    ENDS(6, one_misses_inter_allreduce, 3, "5 of 6 ranks", ": MPI_Allreduce, communicator ", missing);
    ENDS(6, one_misses_neighbours, 3, "5 of 6 ranks", ": MPI_Neighbor_alltoall, communicator ", missing);
    ENDS(6, send_beside_allreduce, 3, "0 -> 1 -> 0", "rank 5 at",
         ": MPI_Allreduce, communicator MPI_COMM_WORLD with 5 of its 6 ranks there; rank 1 is not");
}

static void null_pointer(int rank) {
    if (rank == 1) {
        calculate(2.5);
        volatile int *volatile where = (volatile int *)8;
        *where = 1;
    }
}

static int deep(volatile char *above, int n) {
    volatile char here[4000];
    here[0] = above[0];
    return n > 0 ? deep(here, n + 1) + here[1] : 0;
}

static void overflow(int rank) {
    volatile char c = 0;
    if (rank == 1)
        deep(&c, 1);
}

/* A frame of 40 MB, from the lowest stack far beyond it. */
static void large_frame(int rank) {
    volatile size_t bytes = (size_t)40 << 20;
    if (rank == 0) {
        volatile char array[bytes];
        array[8] = 1;
        CHECK(array[8] == 1);
    }
}

static void raises(int rank) {
    calculate(1.5);
    if (rank == 1)
        raise(SIGSEGV);
    calculate(1);
}

static void in_library(int rank) {
    char *volatile where = (char *)8;
    static volatile size_t length;
    if (rank == 1)
        length = strlen(where);
    CHECK(length == 0);
}

static void crashes(void **state) {
    (void)state;
    ENDS(2, null_pointer, 5, "rank 1 at 2.5 s (ends.c:", "signal 11", "at address 0x8");
    ENDS(2, overflow, 5, "rank 1 at 0 s (ends.c:", "stack overflow", "--stack-size");
    ENDS(2, large_frame, 5, "rank 0 at 0 s (ends.c:", "stack overflow", "--stack-size");
    ENDS(2, raises, 5, "rank 1 at 1.5 s (ends.c:", "signal 11 (Segmentation fault)\n");
    ENDS(2, in_library, 5, "rank 1 at 0 s (ends.c:", "signal 11");
}

static void aborts(int rank) {
    calculate(rank);
    if (rank == 1)
        MPI_Abort(MPI_COMM_WORLD, 42);
    calculate(1); /* so that the call is not the last thing here, and may not be a jump */
}

static void real_to_timing(int rank) {
    int v = 0;
    if (rank == 0)
        MPI_Send(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        LMPI_Recv(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void timing_to_real(int rank) {
    static char v[1000];
    if (rank == 0)
        LMPI_Send(NULL, 1000, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(v, 1000, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* An empty message matches either. */
static void empty_matches(int rank) {
    if (rank == 0)
        LMPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void truncates(int rank) {
    int v[2] = {0};
    if (rank == 0)
        MPI_Send(v, 2, MPI_INT, 1, 3, MPI_COMM_WORLD);
    else
        MPI_Recv(v, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void twice(int rank) {
    MPI_Request r, copy;
    (void)rank;
    MPI_Irecv(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &r);
    copy = r;
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Wait(&copy, MPI_STATUS_IGNORE);
}

static void null_vector(int rank) {
    MPI_Datatype type;
    MPI_Type_vector(4, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Send(NULL, 1, type, 1 - rank, 3, MPI_COMM_WORLD);
}

static void null_result(int rank) {
    MPI_Reduce(&rank, NULL, 1, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
}

static void misuse(void **state) {
    (void)state;
    ENDS(2, aborts, 1, "rank 1 at 1 s (ends.c:", "MPI_Abort with code 42");
    ENDS(2, real_to_timing, 4, "rank 1 receives with LMPI_Recv (ends.c:", "rank 0 sent with MPI_Send (ends.c:");
    ENDS(2, timing_to_real, 4, "rank 1 receives with MPI_Recv (ends.c:", "rank 0 sent with LMPI_Send (ends.c:");
    ENDS(2, truncates, 4, "rank 1 at", "MPI_Recv", "truncated", "8 bytes");
    ENDS(1, twice, 4, "MPI_Wait", "request");
    ENDS(2, null_vector, 4, "rank 0 at 0 s (ends.c:", "MPI_Send", "the buffer is null");
    ENDS(2, null_result, 4, "rank 1 at 0 s (ends.c:", "MPI_Reduce", "the buffer is null");
    ENDS(2, empty_matches, 0, "");
}

static void leaks(int rank) {
    int v = 0;
    MPI_Request r;
    if (rank == 0)
        MPI_Send(&v, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    else if (rank == 2)
        MPI_Irecv(&v, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &r);
    else
        MPI_Isend(&v, 1, MPI_INT, MPI_PROC_NULL, 4, MPI_COMM_WORLD, &r);
}

static void leaks_are_told(void **state) {
    (void)state;
    ENDS(3, leaks, 0, "never received",
         "from rank 0 to rank 1, tag 3, 4 bytes, sent at ends.c:", "2 requests were never completed");
}

/* Rank 0 leaves a broadcast at 1 ms, and rank 1 enters it at 4 ms, after a decision. The message that rank 0 sends then
 * reaches rank 2 before that of rank 3, which has been taken. named: the receives
 * of rank 2 name their sources. */
static void late_after_broadcast(int rank, bool named) {
    int v = 0;
    MPI_Comm pair;
    MPI_Request r[2];
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2, rank, &pair);
    if (rank < 2) {
        if (rank == 0)
            calculate(1e-3);
        else
            MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Bcast(&v, 1, MPI_INT, 0, pair);
        if (rank == 0)
            MPI_Send(&v, 1, MPI_INT, 2, 7, MPI_COMM_WORLD);
    } else if (rank == 2) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&v, 1, MPI_INT, named ? 3 * i : MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &r[i]);
        for (int i = 0, which; i < 2; i++)
            MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
    } else {
        calculate(2e-3);
        MPI_Send(&v, 1, MPI_INT, 2, 7, MPI_COMM_WORLD);
        calculate(2e-3);
        MPI_Send(&v, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    }
    MPI_Comm_free(&pair);
}

static void late_for_wildcards(int rank) {
    late_after_broadcast(rank, false);
}

static void late_for_requests(int rank) {
    late_after_broadcast(rank, true);
}

static void answers_given_too_early_are_told(void **state) {
    (void)state;
    ENDS(4, late_for_wildcards, 0, "a message comes too late for an answer by virtual time",
         "MPI_Send at ends.c:", "at rank 2 after");
    ENDS(4, late_for_requests, 0, "a message comes too late for an answer by virtual time",
         "MPI_Irecv at ends.c:", "at rank 2 after");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_given_too_early_are_told),
        cmocka_unit_test(deadlocks),
        cmocka_unit_test(crashes),
        cmocka_unit_test(misuse),
        cmocka_unit_test(leaks_are_told),
        cmocka_unit_test(deadlocks_with_cards),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
