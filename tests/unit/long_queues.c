/* One rank collects from 100,000 others, in several ways: in the right order, and in a time that shows no quadratic
 * search. Model simple with l = 0: a message is there when it was sent. */
#include <sys/resource.h>

#include "ranks.h"

enum { RANKS = 100000, FEW = 300 };
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

/* The order of sending in virtual time: a permutation of 1..np-1 that differs from the host's. */
static int place(int rank) {
    return bsim_context.np - rank;
}

static void send_all(int rank, int tag) {
    calculate(place(rank));
    MPI_Send(&rank, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
}

static void named(int rank) {
    if (rank) {
        send_all(rank, 0);
        return;
    }
    calculate(2 * RANKS);
    for (int r = 1; r < bsim_context.np; r++) {
        int v = 0, from = (r * 7919) % (bsim_context.np - 1) + 1;
        MPI_Recv(&v, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(v == from);
    }
}

static void any_source(int rank) {
    if (rank) {
        send_all(rank, 0);
        return;
    }
    for (int i = 1; i < bsim_context.np; i++) {
        int v = 0;
        MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(place(v) == i);
    }
}

/* Each rank has its own tag. */
static void any_source_any_tag(int rank) {
    if (rank) {
        send_all(rank, rank % 5);
        return;
    }
    for (int i = 1; i < bsim_context.np; i++) {
        MPI_Status s;
        int v = 0;
        MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        CHECK(place(v) == i && s.MPI_SOURCE == v && s.MPI_TAG == v % 5);
    }
}

static void probed(int rank) {
    if (rank) {
        send_all(rank, 0);
        return;
    }
    for (int i = 1; i < bsim_context.np; i++) {
        MPI_Status s;
        int v = 0;
        MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
        CHECK(place(s.MPI_SOURCE) == i);
        MPI_Recv(&v, 1, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD, &s);
        CHECK(v == s.MPI_SOURCE);
    }
}

static void posted(int rank) {
    if (rank) {
        send_all(rank, rank % 3);
        return;
    }
    MPI_Request *r = malloc((size_t)bsim_context.np * sizeof *r);
    int *v = calloc((size_t)bsim_context.np, sizeof *v);
    for (int i = 1; i < bsim_context.np; i++)
        MPI_Irecv(&v[i], 1, MPI_INT, i, i % 2 ? MPI_ANY_TAG : i % 3, MPI_COMM_WORLD, &r[i]);
    MPI_Waitall(bsim_context.np - 1, r + 1, MPI_STATUSES_IGNORE);
    for (int i = 1; i < bsim_context.np; i++)
        CHECK(v[i] == i);
    free(r);
    free(v);
}

static void posted_any(int rank) {
    if (rank) {
        send_all(rank, 0);
        return;
    }
    MPI_Request *r = malloc((size_t)bsim_context.np * sizeof *r);
    int *v = calloc((size_t)bsim_context.np, sizeof *v);
    for (int i = 1; i < bsim_context.np; i++)
        MPI_Irecv(&v[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r[i]);
    MPI_Waitall(bsim_context.np - 1, r + 1, MPI_STATUSES_IGNORE);
    for (int i = 1; i < bsim_context.np; i++)
        CHECK(place(v[i]) == i);
    free(r);
    free(v);
}

/* Wildcards of several kinds and receives of one source, mixed, over a long queue: three messages a rank, tags 0, 1, 2
 * at times 3 place, + 1, + 2. */
static void mixed(int rank) {
    if (rank) {
        calculate(3 * place(rank));
        for (int tag = 0; tag < 3; tag++) {
            int v = 3 * rank + tag;
            MPI_Send(&v, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
            calculate(1);
        }
        return;
    }
    calculate(10 * FEW);
    int v = -1;
    MPI_Status s;
    for (int i = 1; i < bsim_context.np; i++) { /* tag 1 in the order of arrival */
        MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &s);
        CHECK(place(s.MPI_SOURCE) == i && v == 3 * s.MPI_SOURCE + 1);
    }
    for (int r = 1; r < bsim_context.np; r += 2) { /* of odd ranks any tag: the first is 0 */
        MPI_Recv(&v, 1, MPI_INT, r, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        CHECK(s.MPI_TAG == 0 && v == 3 * r);
    }
    int left = 0, last = 0;
    for (int r = 1; r < bsim_context.np; r++)
        left += r % 2 ? 1 : 2;
    for (; left; left--) { /* the rest as it came */
        MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        int when = 3 * place(s.MPI_SOURCE) + s.MPI_TAG;
        CHECK(when > last && s.MPI_TAG != 1);
        last = when;
    }
}

/* n wildcards take both messages of the half of the ranks that sends first; receives of one source, posted behind them,
 * get the first message of each of the other half. */
static void behind(int rank) {
    if (rank) {
        calculate(place(rank));
        for (int i = 0; i < 2; i++) {
            int v = 2 * rank + i;
            MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
        return;
    }
    int n = bsim_context.np - 1, half = n / 2;
    int *any = calloc((size_t)n, sizeof *any), *one = calloc((size_t)half + 1, sizeof *one);
    MPI_Request *r = malloc(2 * (size_t)n * sizeof *r);
    for (int i = 0; i < n; i++)
        MPI_Irecv(&any[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r[i]);
    for (int i = 1; i <= half; i++)
        MPI_Irecv(&one[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &r[n + i - 1]);
    MPI_Waitall(n + half, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < n; i++)
        CHECK(place(any[i] / 2) == i / 2 + 1 && any[i] % 2 == i % 2);
    for (int i = 1; i <= half; i++)
        CHECK(one[i] == 2 * i);
    free(any);
    free(one);
    free(r);
}

/* Queues that grow long, shrink, and grow again, on both sides. */
static void up_and_down(int rank) {
    enum { ROUNDS = 5, MOST = 60, LEAST = 10 };
    static int in[ROUNDS * MOST];
    int v = 0, got = 0;
    MPI_Request r[MOST];
    if (rank == 1) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < MOST - LEAST; i++, v++)
                MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
            MPI_Recv(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        for (int i = 0; i < 3 * MOST; i++, v++) {
            if (i % (MOST / 2) == 0)
                MPI_Recv(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
        return;
    }
    for (int round = 0; round < ROUNDS; round++) {
        int n = round == 0 ? MOST - 2 * LEAST : MOST - LEAST;
        for (int i = 0; i < n; i++, got++) {
            MPI_Recv(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(v == got);
        }
        MPI_Send(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
    }
    for (int i = 0; i < LEAST; i++, got++)
        MPI_Recv(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < MOST; i++)
        MPI_Irecv(&in[i], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r[i]);
    for (int i = 0; i < 2 * MOST; i++) { /* posted: 60, down to 30, up to 60, ... */
        if (i % (MOST / 2) == 0)
            MPI_Send(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Wait(&r[i % MOST], MPI_STATUS_IGNORE);
        CHECK(in[i] == got + i);
        MPI_Irecv(&in[i + MOST], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r[i % MOST]);
    }
    MPI_Send(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Send(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Waitall(MOST, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 3 * MOST; i++)
        CHECK(in[i] == got + i);
}

/* The time of the processor that the runs until now have taken: unlike the time of day, it does not grow with what else
 * the host does. assert_runs runs in a child process and waits for it. */
static double children_cpu_s(void) {
    struct rusage use;
    getrusage(RUSAGE_CHILDREN, &use);
    return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

#define RUNS(name, np)                                                                                                 \
    static void run_##name(void **state) {                                                                             \
        (void)state;                                                                                                   \
        double start_s = children_cpu_s();                                                                             \
        assert_runs(np, &platform, name);                                                                              \
        assert_true(children_cpu_s() - start_s < 30);                                                                  \
    }
RUNS(named, RANKS)
RUNS(any_source, RANKS)
RUNS(any_source_any_tag, RANKS)
RUNS(probed, RANKS)
RUNS(posted, RANKS)
RUNS(posted_any, RANKS)
RUNS(mixed, FEW)

RUNS(behind, FEW + 1)
RUNS(up_and_down, 2)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_named),  cmocka_unit_test(run_any_source), cmocka_unit_test(run_any_source_any_tag),
        cmocka_unit_test(run_probed), cmocka_unit_test(run_posted),     cmocka_unit_test(run_posted_any),
        cmocka_unit_test(run_mixed),  cmocka_unit_test(run_behind),     cmocka_unit_test(run_up_and_down),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
