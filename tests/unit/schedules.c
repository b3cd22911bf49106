/* Nothing depends on the order in which the host runs the ranks, nor on the number of threads: random programs with
 * wildcards, probes, tests, waits for any and non-blocking collectives give the same bits and the same answers whatever
 * the order. */
#include "ranks.h"

#include <sys/mman.h>

enum { NP = 7, STEPS = 40, PROGRAMS = 15, ORDERS = 6, SHARDS = 3, SCENARIOS = 4 };

struct result {
    double clock[NP][SCENARIOS]; /* 0 in a scenario that diverged */
    const char *diverged_at[SCENARIOS];
    char diverged[SCENARIOS];
    uint64_t seen[NP]; /* a checksum of all answers of a rank */
};
static struct result *shared;
static unsigned program;

static unsigned next(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void see(int rank, int a, int b) {
    shared->seen[rank] = (shared->seen[rank] ^ ((uint64_t)(unsigned)a << 32 | (unsigned)b)) * 0x9e3779b97f4a7c15u;
    shared->seen[rank] ^= shared->seen[rank] >> 29;
}

static void receive(int rank, int source, int tag) {
    static char in[NP][5000];
    MPI_Status s;
    int n;
    MPI_Recv(in[rank], 5000, MPI_BYTE, source, tag, MPI_COMM_WORLD, &s);
    MPI_Get_count(&s, MPI_BYTE, &n);
    see(rank, s.MPI_SOURCE, s.MPI_TAG * 5000 + n);
}

static char out[5000], in[NP][5000]; /* by rank */
static char collected[NP][5000];     /* by sender: what rank 0 receives from each */

/* Receives from anyone. */
static void receive_any(int rank, int step, unsigned *own) {
    (void)step;
    (void)own;
    for (int i = 1; i < NP; i++)
        receive(rank, MPI_ANY_SOURCE, MPI_ANY_TAG);
}

/* Probes for anyone, then receives from the one found. */
static void probe_any(int rank, int step, unsigned *own) {
    MPI_Status s;
    (void)step;
    (void)own;
    for (int i = 1; i < NP; i++) {
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        see(rank, s.MPI_SOURCE, s.MPI_TAG);
        receive(rank, s.MPI_SOURCE, s.MPI_TAG);
    }
}

/* Asks again and again whether a message is there. */
static void iprobe_any(int rank, int step, unsigned *own) {
    MPI_Status s;
    int flag;
    (void)step;
    for (int got = 1; got < NP;) {
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &s);
        see(rank, flag, 0);
        if (flag) {
            receive(rank, s.MPI_SOURCE, s.MPI_TAG);
            got++;
        } else if (next(own) % 2) {
            calculate(1e-6 * (next(own) % 10));
        }
    }
}

/* Waits for any of named and wildcard receives; the named ones are cancelled. */
static void wait_any(int rank, int step, unsigned *own) {
    MPI_Request r[NP];
    MPI_Status s;
    int flag, index;
    (void)step;
    (void)own;
    for (int i = 1; i < NP; i++)
        MPI_Irecv(collected[i], 5000, MPI_BYTE, i % 2 ? MPI_ANY_SOURCE : i, MPI_ANY_TAG, MPI_COMM_WORLD, &r[i]);
    /* Named receives behind wildcards may be left without a message; a message to oneself of each kind helps. */
    for (int i = 1; i < NP; i++)
        if (i % 2 == 0)
            MPI_Cancel(&r[i]);
    for (int i = 1; i < NP; i++) {
        MPI_Waitany(NP - 1, r + 1, &index, &s);
        MPI_Test_cancelled(&s, &flag);
        see(rank, index, flag ? -1 : s.MPI_SOURCE);
        collected[0][i] = (char)flag;
    }
    for (int i = 1; i < NP; i++)
        if (collected[0][i])
            receive(rank, MPI_ANY_SOURCE, MPI_ANY_TAG);
}

/* Tests or waits for some of the receives. */
static void some(int rank, int step, unsigned *own) {
    MPI_Request r[NP];
    int n, indices[NP];
    (void)step;
    for (int i = 1; i < NP; i++)
        MPI_Irecv(collected[i], 5000, MPI_BYTE, i, MPI_ANY_TAG, MPI_COMM_WORLD, &r[i]);
    for (int done = 0; done < NP - 1;) {
        if (next(own) % 2)
            MPI_Testsome(NP - 1, r + 1, &n, indices, MPI_STATUSES_IGNORE);
        else
            MPI_Waitsome(NP - 1, r + 1, &n, indices, MPI_STATUSES_IGNORE);
        for (int i = 0; i < n; i++)
            see(rank, indices[i], n);
        done += n;
        calculate(1e-7 * (next(own) % 100));
    }
}

/* Asks some times whether a named one has sent, then waits for it. */
static void iprobe_named(int rank, int step, unsigned *own) {
    MPI_Status s;
    int flag;
    (void)step;
    for (int i = 1; i < NP; i++) {
        do {
            MPI_Iprobe(i, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &s);
            see(rank, i, flag);
            if (!flag && next(own) % 2)
                calculate(1e-6 * (next(own) % 10));
        } while (!flag && next(own) % 8);
        if (!flag)
            MPI_Probe(i, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        receive(rank, i, s.MPI_TAG);
    }
}

/* Tests one receive at a time. */
static void test_each(int rank, int step, unsigned *own) {
    MPI_Request r[NP];
    MPI_Status s;
    int flag;
    (void)step;
    bool any = next(own) % 2;
    for (int i = 1; i < NP; i++) {
        MPI_Irecv(collected[0], 5000, MPI_BYTE, any ? MPI_ANY_SOURCE : i, MPI_ANY_TAG, MPI_COMM_WORLD, &r[0]);
        do {
            MPI_Test(&r[0], &flag, &s);
            see(rank, flag ? s.MPI_SOURCE : 0, flag);
            if (next(own) % 2)
                calculate(1e-6 * (next(own) % 10));
        } while (!flag);
    }
}

/* Several objects in one loop: 1 to 3 all together, 4 and 5 as they come, a probe for 6. */
static void several(int rank, int step, unsigned *own) {
    MPI_Request r[NP];
    MPI_Status s;
    int flag, n, indices[NP];
    (void)step;
    int done = 0, got = 0;
    for (int i = 1; i < 6; i++)
        MPI_Irecv(collected[i], 5000, MPI_BYTE, i, MPI_ANY_TAG, MPI_COMM_WORLD, &r[i]);
    for (flag = 0; !done || got < 2 || !flag;) {
        if (!done) {
            MPI_Testall(3, r + 1, &done, MPI_STATUSES_IGNORE);
            see(rank, 1, done);
        }
        if (got < 2 && next(own) % 4) {
            MPI_Testsome(2, r + 4, &n, indices, MPI_STATUSES_IGNORE);
            see(rank, n, n ? indices[0] : -1);
            got += n;
        }
        if (!flag) {
            MPI_Iprobe(6, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &s);
            see(rank, 6, flag);
            if (flag)
                receive(rank, 6, s.MPI_TAG);
        }
        if (next(own) % 8 == 0)
            calculate(1e-6 * (next(own) % 10));
    }
}

/* Answers whom it receives from. */
static void answer(int rank, int step, unsigned *own) {
    MPI_Status s;
    for (int i = 1; i < NP; i++) {
        MPI_Recv(collected[0], 5000, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        see(rank, s.MPI_SOURCE, s.MPI_TAG);
        MPI_Send(out, (int)(next(own) % 3000), MPI_BYTE, s.MPI_SOURCE, step * 4 + 2, MPI_COMM_WORLD);
    }
}

/* How rank 0 takes the messages, by kind. */
static void (*const takes[])(int, int, unsigned *) = {receive_any, probe_any,    iprobe_any, wait_any, some,
                                                      answer,      iprobe_named, test_each,  several};
enum { KINDS = sizeof takes / sizeof *takes };

static bool decides = true; /* messages are taken as they come, or by their times */

/* Receives from each. */
static void receive_each(int rank) {
    for (int i = 1; i < NP; i++)
        receive(rank, i, MPI_ANY_TAG);
}

/* Rank 0 is sent one message by each other rank, and answers some of them; how it takes them is random. */
static void collect(int rank, int step, unsigned kind, unsigned *own) {
    if (!rank && !decides) {
        receive_each(rank);
    } else if (rank) {
        calculate(1e-6 * (next(own) % 100));
        MPI_Send(out, (int)(next(own) % 5000), MPI_BYTE, 0, step * 4 + (int)(next(own) % 2), MPI_COMM_WORLD);
        if (takes[kind] == answer && decides) /* the answer decides when this rank goes on */
            receive(rank, 0, step * 4 + 2);
    } else {
        takes[kind](rank, step, own);
    }
}

/* Non-blocking collectives on two communicators, and messages, some from anyone; how they are completed is random. */
static void at_once(int rank, MPI_Comm some, MPI_Comm apart, unsigned *all, unsigned *own) {
    static int numbers[3][NP][1000];
    MPI_Request r[5];
    int index, flag, n = 1 + (int)(next(all) % 1000), root = (int)(next(all) % 3), first = (int)(next(all) % 2);
    calculate(1e-6 * (next(own) % 300));
    for (int i = 0; i < 2; i++) {
        if (i == first)
            MPI_Ibcast(numbers[0][rank], n, MPI_INT, root, some, &r[0]);
        else if (n % 2)
            MPI_Iallreduce(MPI_IN_PLACE, numbers[1][rank], n, MPI_INT, MPI_SUM, apart, &r[1]);
        else
            MPI_Ibarrier(apart, &r[1]);
        calculate(1e-7 * (next(own) % 100));
    }
    MPI_Ireduce(&rank, numbers[2][rank], 1, MPI_INT, MPI_SUM, root, some, &r[2]);
    MPI_Irecv(in[rank], 5000, MPI_BYTE, n % 3 && decides ? MPI_ANY_SOURCE : (rank + 1) % NP, 9, apart, &r[3]);
    MPI_Isend(out, n, MPI_BYTE, (rank + NP - 1) % NP, 9, apart, &r[4]);
    if (!decides)
        MPI_Waitall(5, r, MPI_STATUSES_IGNORE);
    for (int done = 0; done < 5 && decides;) {
        if (next(own) % 2) {
            MPI_Testany(5, r, &index, &flag, MPI_STATUS_IGNORE);
        } else {
            MPI_Waitany(5, r, &index, MPI_STATUS_IGNORE);
            flag = 1;
        }
        see(rank, index, flag);
        done += flag;
        calculate(1e-7 * (next(own) % 100));
        if (next(own) % 4 == 0) {
            MPI_Waitall(5, r, MPI_STATUSES_IGNORE);
            done = 5;
        }
    }
}

static void random_program(int rank) {
    unsigned all = program * 7777u + 1, own = program * 31u + (unsigned)rank;
    MPI_Comm some, apart;
    static int numbers[NP][1000];
    shared->seen[rank] = 1;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &some);
    MPI_Comm_dup(MPI_COMM_WORLD, &apart);
    for (int step = 0; step < STEPS; step++) {
        collect(rank, step, next(&all) % KINDS, &own);
        /* Two collectives at once, beside messages between their members. */
        int to = (rank + 3) % NP, from = (rank + NP - 3) % NP, n = 1 + (int)(next(&all) % 1000);
        MPI_Request r[2];
        MPI_Irecv(in[rank], 5000, MPI_BYTE, from, 0, apart, &r[0]);
        MPI_Isend(out, n, MPI_BYTE, to, 0, apart, &r[1]);
        calculate(1e-6 * (next(&own) % 20));
        if (n % 2)
            MPI_Bcast(numbers[rank], n, MPI_INT, 0, some);
        else
            MPI_Allreduce(MPI_IN_PLACE, numbers[rank], n, MPI_INT, MPI_SUM, some);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        if (n % 4 == 0)
            at_once(rank, some, apart, &all, &own);
        MPI_Barrier(MPI_COMM_WORLD);
        calculate(1e-7 * (next(&own) % 100));
    }
}

static void keep(void) {
    memset(shared->clock, 0, sizeof shared->clock);
    for (int k = 0; k < bsim_context.nscen; k++) {
        shared->diverged[k] = (char)bsim_run.diverged[k];
        shared->diverged_at[k] = bsim_run.diverged_site[k] ? bsim_run.diverged_site[k]->address : NULL;
        for (int r = 0; r < NP && !bsim_run.diverged[k]; r++)
            shared->clock[r][k] = bsim_clock(r)[k];
    }
}

/* Tells the first difference between the run and that of the first order. */
static void different(const struct result *first, unsigned order) {
    for (int k = 0; k < SCENARIOS; k++) {
        if (first->diverged[k] != shared->diverged[k] || first->diverged_at[k] != shared->diverged_at[k])
            fail_msg("program %u, order %u, %d shards: scenario %d diverged: %d at %p instead of %d at %p", program,
                     order / SHARDS, ranks_shards, k, shared->diverged[k], (const void *)shared->diverged_at[k],
                     first->diverged[k], (const void *)first->diverged_at[k]);
        for (int r = 0; r < NP; r++)
            if (first->clock[r][k] != shared->clock[r][k])
                fail_msg("program %u, order %u, %d shards: rank %d ends at %.17g instead of %.17g in scenario %d",
                         program, order / SHARDS, ranks_shards, r, shared->clock[r][k], first->clock[r][k], k);
    }
    fail_msg("program %u, order %u, %d shards: other answers", program, order / SHARDS, ranks_shards);
}

/* Several scenarios: one that is hardly another one, so that most programs go the same way in it, and others. */
static void set_scenarios(struct bsim_platform *p) {
    for (int k = 0; k < p->nscen; k++) {
        static const double latency_s[SCENARIOS] = {3e-6, 3.000001e-6, 3.3e-6, 9e-6};
        p->inter.latency_s[k] = latency_s[k];
        p->inter.gap_s_per_byte[k] = 1e-8;
        p->inter.send_overhead_s[k] = p->inter.recv_overhead_s[k] = 5e-7;
        p->inter.control_overhead_s[k] = 1e-7;
        p->inter.eager_limit_bytes[k] = 2000;
    }
}

enum shared { NOTHING, CARDS, LINKS };

static void same_in_all_orders(const char *model, enum shared what, unsigned programs, int scenarios) {
    struct bsim_platform p;
    int whole = 0;
    bsim_platform_blank(&p, scenarios, model);
    if (what != NOTHING) {
        p.cores_per_node = 2;
        p.mapping.kind = BSIM_MAPPING_CYCLIC;
        p.nodes = 4;
        p.contention = what == LINKS;
    }
    for (int k = 0; what == CARDS && k < scenarios; k++) {
        p.inter.card_gap_s_per_byte[k] = 3e-9;
        p.inter.card_gap_s[k] = 1e-6;
    }
    set_scenarios(&p);
    for (program = 0; program < programs; program++) {
        struct result first;
        bool any = false;
        for (unsigned order = 0; order < ORDERS * SHARDS; order++) {
            ranks_disorder = order / SHARDS * 12345u;
            ranks_shards = (int)(order % SHARDS) + 1;
            if (scenarios > 1 && decides && ranks_shards == 1) /* what it compares depends on the order */
                continue;
            struct outcome out = run_ranks(NP, &p, random_program, keep);
            if (out.code)
                fail_msg("program %u, order %u, %d shards: exit code %d: %s", program, order / SHARDS, ranks_shards,
                         out.code, out.err);
            if (!any)
                first = *shared;
            else if (memcmp(&first, shared, sizeof first) != 0)
                different(&first, order);
            any = true;
        }
        for (int k = 1; k < scenarios; k++)
            whole += !first.diverged[k];
    }
    bool as_messages =
        what == CARDS && !bsim_context.whole_collectives; /* few go the same way, as many meet at cards */
    if (!decides && !as_messages && whole < (int)programs * (scenarios - 1) / 4)
        fail_msg("only %d scenarios did not diverge", whole);
    bsim_platform_free(&p);
}

static void orders_of_ranks(void **state) {
    (void)state;
    same_in_all_orders("loggpo", NOTHING, PROGRAMS, 1);
}

/* Without decisions no scenario diverges in any order. */
static void orders_of_scenarios(void **state) {
    (void)state;
    decides = false;
    same_in_all_orders("loggpo", NOTHING, PROGRAMS / 3, SCENARIOS);
    decides = true;
}

/* With decisions all but the first diverge, as several shards compare none of them. */
static void decisions_of_scenarios(void **state) {
    (void)state;
    same_in_all_orders("loggpo", NOTHING, PROGRAMS / 3, SCENARIOS);
}

static void orders_of_scenarios_simple(void **state) {
    (void)state;
    decides = false;
    same_in_all_orders("simple", NOTHING, PROGRAMS / 3, 2);
    decides = true;
}

static void orders_of_scenarios_with_cards(void **state) {
    (void)state;
    decides = false;
    for (int whole = 1; whole >= 0; whole--) {
        bsim_context.whole_collectives = whole;
        same_in_all_orders("loggpo", CARDS, PROGRAMS / 6, SCENARIOS);
    }
    decides = true;
}

static void orders_with_cards(void **state) {
    (void)state;
    same_in_all_orders("loggpo", CARDS, PROGRAMS, 1);
}

static void orders_with_cards_simple(void **state) {
    (void)state;
    same_in_all_orders("simple", CARDS, PROGRAMS, 1);
}

static void orders_over_links(void **state) {
    (void)state;
    same_in_all_orders("loggpo", LINKS, 1, 1);
}

int main(void) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const struct CMUnitTest tests[] = {cmocka_unit_test(orders_of_ranks),
                                       cmocka_unit_test(orders_with_cards),
                                       cmocka_unit_test(orders_with_cards_simple),
                                       cmocka_unit_test(orders_over_links),
                                       cmocka_unit_test(orders_of_scenarios),
                                       cmocka_unit_test(decisions_of_scenarios),
                                       cmocka_unit_test(orders_of_scenarios_simple),
                                       cmocka_unit_test(orders_of_scenarios_with_cards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
