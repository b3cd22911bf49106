/* A run with K scenarios gives each of them the bits of its single run; scenarios that decide otherwise are told.
 *
 * Random programs of point-to-point calls, some with several completions in one call, over random platforms that
 * include messages that are eager in some scenarios and rendezvous in others. */
#include "ranks.h"

#include <sys/mman.h>

enum { NP = 6, K = 8, STEPS = 60, PROGRAMS = 12 };

struct shared {
    double clock[NP * K];
    int diverged[K];
};
static struct shared *shared;
static unsigned program;

static unsigned next(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* The same on all ranks; each step is a pattern of messages that every rank takes part in. */
static void random_program(int rank) {
    static char out[4096], in[NP][4096];
    unsigned all = program * 7777u + 1, own = program * 31u + (unsigned)rank;
    for (int step = 0; step < STEPS; step++) {
        unsigned kind = next(&all) % 5;
        int bytes = (int)(next(&all) % 4096), shift = 1 + (int)(next(&all) % (NP - 1));
        int to = (rank + shift) % NP, from = (rank + NP - shift) % NP;
        calculate(1e-6 * (next(&own) % 100));
        MPI_Request r[2 * NP];
        switch (kind) {
        case 0:
            MPI_Sendrecv(out, bytes, MPI_BYTE, to, step, in[0], bytes, MPI_BYTE, from, step, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            break;
        case 1: /* a chain */
            if (rank > 0)
                MPI_Recv(in[0], bytes, MPI_BYTE, rank - 1, step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank < NP - 1)
                MPI_Send(out, bytes, MPI_BYTE, rank + 1, step, MPI_COMM_WORLD);
            break;
        case 2:
            MPI_Irecv(in[0], bytes, MPI_BYTE, from, step, MPI_COMM_WORLD, &r[0]);
            MPI_Isend(out, bytes, MPI_BYTE, to, step, MPI_COMM_WORLD, &r[1]);
            calculate(1e-6 * (next(&own) % 50));
            MPI_Wait(&r[1], MPI_STATUS_IGNORE);
            MPI_Wait(&r[0], MPI_STATUS_IGNORE);
            break;
        default: /* everybody to everybody: what is ready first differs between scenarios */
            for (int i = 0; i < NP; i++)
                MPI_Irecv(in[i], 4096, MPI_BYTE, i, step, MPI_COMM_WORLD, &r[i]);
            for (int i = 0; i < NP; i++)
                MPI_Isend(out, (bytes * (i + 1 + rank)) % 4096, MPI_BYTE, i, step, MPI_COMM_WORLD, &r[NP + i]);
            calculate(1e-6 * (next(&own) % 50));
            MPI_Waitall(2 * NP, r, MPI_STATUSES_IGNORE);
        }
    }
}

static void keep(void) {
    memcpy(shared->clock, bsim_context.clocks, sizeof(double) * (size_t)(bsim_context.np * bsim_context.nscen));
    memcpy(shared->diverged, bsim_run.diverged, sizeof shared->diverged);
}

static void random_link(struct bsim_link *link, int k, unsigned *state) {
    link->latency_s[k] = 1e-7 * (1 + next(state) % 1000);
    link->gap_s_per_byte[k] = 1e-10 * (1 + next(state) % 1000);
    link->send_overhead_s[k] = 1e-8 * (next(state) % 300);
    link->recv_overhead_s[k] = 1e-8 * (next(state) % 300);
    link->control_overhead_s[k] = 1e-8 * (next(state) % 100);
    link->sender_busy[k] = 0.25 * (next(state) % 5);
    link->eager_limit_bytes[k] = next(state) % 2 ? 2000 : next(state) % 4096;
}

static void random_platform(struct bsim_platform *p, const char *model, int first, int n) {
    bsim_platform_blank(p, n, model);
    p->cores_per_node = 2;
    if (program % 2) {
        assert_true(bsim_topology_make(&p->topology, BSIM_TOPOLOGY_TORUS, 2, (const int[]){3, 4}));
        p->nodes = 12;
    }
    for (int k = 0; k < n; k++) {
        unsigned state = program * 100u + (unsigned)(first + k);
        random_link(&p->inter, k, &state);
        p->inter.hop_latency_s[k] = 1e-8 * (next(&state) % 300);
        random_link(&p->intra, k, &state);
    }
}

static void same_bits(const char *model) {
    struct bsim_platform p;
    for (program = 0; program < PROGRAMS; program++) {
        double together[NP * K];
        random_platform(&p, model, 0, K);
        struct outcome out = run_ranks(NP, &p, random_program, keep);
        bsim_platform_free(&p);
        if (out.code)
            fail_msg("program %u: exit code %d: %s", program, out.code, out.err);
        memcpy(together, shared->clock, sizeof together);
        for (int k = 0; k < K; k++) {
            assert_int_equal(shared->diverged[k], 0);
            random_platform(&p, model, k, 1);
            out = run_ranks(NP, &p, random_program, keep);
            bsim_platform_free(&p);
            if (out.code)
                fail_msg("program %u alone: exit code %d: %s", program, out.code, out.err);
            for (int r = 0; r < NP; r++)
                if (memcmp(&together[r * K + k], &shared->clock[r], sizeof(double)) != 0)
                    fail_msg("program %u, scenario %d, rank %d: %.17g together, %.17g alone", program, k, r,
                             together[r * K + k], shared->clock[r]);
        }
    }
}

/* Scenarios that differ little, on nodes that share network cards: those that do not diverge have the bits of their
 * runs.
 */
static void random_cards(struct bsim_platform *p, const char *model, int first, int n) {
    bsim_platform_blank(p, n, model);
    p->cores_per_node = 2;
    for (int k = 0; k < n; k++) {
        unsigned state = program * 100u;
        random_link(&p->inter, k, &state);
        random_link(&p->intra, k, &state);
        p->inter.card_gap_s[k] = 1e-8 * (next(&state) % 100);
        p->inter.card_gap_s_per_byte[k] = p->inter.gap_s_per_byte[k] * (1 + 0.001 * (first + k)) / (1 + program % 2);
        if (program % 3 == 0) /* the messages between the limits go by another protocol, so the scenario diverges */
            p->inter.eager_limit_bytes[k] -= 100 * ((first + k) % 4);
    }
}

static void same_bits_with_cards(const char *model) {
    struct bsim_platform p;
    int compared = 0;
    for (program = 0; program < PROGRAMS; program++) {
        struct shared together;
        random_cards(&p, model, 0, K);
        struct outcome out = run_ranks(NP, &p, random_program, keep);
        bsim_platform_free(&p);
        if (out.code)
            fail_msg("program %u: exit code %d: %s", program, out.code, out.err);
        together = *shared;
        assert_int_equal(together.diverged[0], 0);
        for (int k = 0; k < K; k++) {
            if (together.diverged[k])
                continue;
            random_cards(&p, model, k, 1);
            out = run_ranks(NP, &p, random_program, keep);
            bsim_platform_free(&p);
            if (out.code)
                fail_msg("program %u alone: exit code %d: %s", program, out.code, out.err);
            for (int r = 0; r < NP; r++)
                if (memcmp(&together.clock[r * K + k], &shared->clock[r], sizeof(double)) != 0)
                    fail_msg("program %u, scenario %d, rank %d: %.17g together, %.17g alone", program, k, r,
                             together.clock[r * K + k], shared->clock[r]);
            compared += k > 0;
        }
    }
    print_message("%d scenarios of %d did not diverge\n", compared, PROGRAMS * (K - 1));
    assert_true(compared >= PROGRAMS);
}

static void cards_bits(void **state) {
    (void)state;
    same_bits_with_cards("loggpo");
    same_bits_with_cards("simple");
}

static void loggpo_bits(void **state) {
    (void)state;
    same_bits("loggpo");
}

static void simple_bits(void **state) {
    (void)state;
    same_bits("simple");
}

/* Ranks 1 and 2 send to a wildcard of rank 0: 1 at 0 with 1000 bytes, 2 at 50 with none. In scenario 1 bytes cost 1 s,
 * so rank 2's message arrives first there. */
static void race(int rank) {
    static char b[1000];
    if (rank == 1) {
        MPI_Send(b, 1000, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    } else if (rank == 2) {
        calculate(50);
        MPI_Send(b, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Status s;
        MPI_Recv(b, 1000, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
        CHECK(s.MPI_SOURCE == 1);
        MPI_Recv(b, 1000, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
    }
}

/* The same, but rank 2 sends only after rank 0 has decided (an answer to a message of scenario 0's time 10), so the
 * other choice is seen when the decision is long over. */
static void late_race(int rank) {
    static char b[1000];
    if (rank == 1) {
        MPI_Send(b, 1000, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    } else if (rank == 2) {
        MPI_Status s;
        int flag;
        calculate(20);
        MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &flag, &s); /* decided after the receive of time 0 */
        calculate(30);
        MPI_Send(b, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(b, 1000, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(b, 1000, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* A test at 100 that fails in scenario 0 (the message arrives at 1000) would succeed in scenario 1 (1 s of latency). */
static void tested(int rank) {
    char b = 0;
    if (rank == 1) {
        calculate(10);
        MPI_Send(&b, 1, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    } else if (rank == 0) {
        MPI_Request r;
        int flag;
        MPI_Irecv(&b, 1, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &r);
        calculate(100);
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
}

static void diverges(void (*body)(int rank), double latency_0, double gap_1) {
    struct bsim_platform p;
    bsim_platform_blank(&p, 3, "loggpo");
    for (int k = 0; k < 3; k++)
        p.inter.latency_s[k] = 1;
    p.inter.latency_s[0] = p.inter.latency_s[2] = latency_0;
    p.inter.gap_s_per_byte[1] = gap_1;
    struct outcome out = run_ranks(3, &p, body, keep);
    if (out.code)
        fail_msg("exit code %d: %s", out.code, out.err);
    assert_int_equal(shared->diverged[1], 1);
    assert_int_equal(shared->diverged[2], 0); /* equal to scenario 0 */
    bsim_platform_free(&p);
}

static void races_are_told(void **state) {
    (void)state;
    diverges(race, 1, 1);
    diverges(late_race, 1, 1);
    diverges(tested, 990, 0);
}

int main(void) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loggpo_bits),
        cmocka_unit_test(cards_bits),
        cmocka_unit_test(simple_bits),
        cmocka_unit_test(races_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
