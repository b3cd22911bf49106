/* The engine's own parts: fibers and their stacks, the heap of decisions, sites, yields; and that each allocation that
 * fails ends a run properly. */
#include "ranks.h"

static struct bsim_platform platform;

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

/* Every rank fills most of its stack, blocks in the depth of it, and finds it unchanged. */
static int fill(int rank, int depth) {
    volatile int here[1000];
    for (int i = 0; i < 1000; i++)
        here[i] = rank * 1000 + depth;
    if (depth < 100)
        CHECK(fill(rank, depth + 1) == rank);
    else
        MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 1000; i++)
        CHECK(here[i] == rank * 1000 + depth);
    return here[0] / 1000;
}

static void deep(int rank) {
    CHECK(fill(rank, 0) == rank);
}

static void stacks(void **state) {
    (void)state;
    assert_runs(200, &platform, deep);
    assert_int_equal(bsim_fiber_default_size(4), 8 << 20);
    assert_int_equal(bsim_fiber_default_size(1 << 20), 64 << 10);
}

static int host_sum;
static void on_host(void *arg) {
    volatile char big[200000]; /* more than a fiber of a million ranks would have */
    big[0] = big[sizeof big - 1] = 1;
    host_sum += *(int *)arg + big[0] - big[sizeof big - 1];
    CHECK(bsim_self != NULL && bsim_sched_on_host());
}

static void host_stack(int rank) {
    int v = rank;
    bsim_on_host_stack(on_host, &v);
    CHECK(bsim_self->id == rank && !bsim_sched_on_host());
    bsim_yield((struct bsim_yield){.to = bsim_rank_of((rank + 1) % bsim_context.np)});
    CHECK(bsim_self->id == rank);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(host_sum == bsim_context.np * (bsim_context.np - 1) / 2);
}

static void host(void **state) {
    (void)state;
    assert_runs(50, &platform, host_stack);
}

/* Times come out of the heap in order, equal ones by rank, after changes and cancellations. */
static void heap(void **state) {
    (void)state;
    enum { N = 500 };
    double time[N], t, last = -1;
    int last_rank = -1, n = 0;
    bsim_sched_init(N, NULL);
    unsigned x = 1;
    for (int round = 0; round < 3; round++) {
        for (int r = 0; r < N; r++) {
            x = x * 1664525u + 1013904223u;
            time[r] = (x >> 16) % 100;
            bsim_decide_at(bsim_rank_of(r), time[r]);
        }
    }
    for (int r = 0; r < N; r += 3) {
        bsim_decide_cancel(bsim_rank_of(r));
        assert_false(bsim_decide_pending(bsim_rank_of(r)));
    }
    bsim_decide_before(bsim_rank_of(1), 1000); /* no change */
    bsim_decide_before(bsim_rank_of(4), -0.5);
    time[4] = -0.5;
    for (bsim_rank *r; (r = bsim_heap_pop(&bsim_shards[0], &t)); n++) {
        assert_true(r->id % 3 != 0);
        assert_float_equal(t, time[r->id], 0);
        assert_true(t > last || (t == last && r->id > last_rank));
        last = t;
        last_rank = r->id;
    }
    assert_int_equal(n, N - (N + 2) / 3);
    bsim_sched_fini();
}

static void sites(void **state) {
    (void)state;
    enum { N = 5000 };
    bsim_site_table_init();
    for (int i = 1; i <= N; i++)
        bsim_site_at((const void *)(uintptr_t)(i * 16), "MPI_Send")->calls = (uint64_t)i;
    for (int i = 1; i <= N; i++) {
        struct bsim_site *s = bsim_site_at((const void *)(uintptr_t)(i * 16), "MPI_Send");
        assert_int_equal(s->calls, i);
        assert_ptr_equal(bsim_site_list[s->number], s);
    }
    bsim_site_table_fini();
}

/* Its own line, through addr2line. */
static void site_lines(void **state) {
    (void)state;
    const char *name = bsim_site_name((const char *)(uintptr_t)site_lines + 1);
    assert_non_null(strstr(name, "engine.c:"));
    assert_string_equal(bsim_site_name(NULL), "unknown place");
}

static void talk(int rank) {
    int v = rank, w;
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Sendrecv(&v, 1, MPI_INT, (rank + 1) % bsim_context.np, 0, &w, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Allreduce(&v, &w, 1, MPI_INT, MPI_SUM, half);
    MPI_Comm_free(&half);
}

static void allocations(void **state) {
    (void)state;
    long n = 1;
    for (;; n++) {
        ranks_fail_allocation = n;
        struct outcome out = run_ranks(4, &platform, talk, NULL);
        ranks_fail_allocation = 0;
        if (out.code == 0)
            break;
        if (out.code != BSIM_EXIT_USAGE || !strstr(out.err, "no memory left"))
            fail_msg("allocation %ld: exit code %d: %s", n, out.code, out.err);
    }
    assert_true(n > 10 && n < 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks), cmocka_unit_test(host),       cmocka_unit_test(heap),
        cmocka_unit_test(sites),  cmocka_unit_test(site_lines), cmocka_unit_test(allocations),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
