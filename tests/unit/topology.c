/* Hop counts of topologies, and what they make of the times of messages, derived by hand in each test.
 *
 * Times: L = 100 and 10 for each hop, G = 2 a byte; loggpo: o_s = 7, o_r = 5, o' = 3, at most 10 bytes are eager.
 * Within a node: L = 1, the rest the same, no hops. */
#include "ranks.h"

#include "bsim/platform/topology.h"
#include "lmpi/lmpi.h"

static struct bsim_topology made(enum bsim_topology_kind kind, int n, const int *size) {
    struct bsim_topology t;
    assert_true(bsim_topology_make(&t, kind, n, size));
    return t;
}

static void check_symmetric(const struct bsim_topology *t) {
    int most = 0;
    bool has_places = bsim_topology_has_places(t);
    struct bsim_place size = {{1, 1, 1, 1}};
    for (int i = 0; has_places && i < t->nsize; i++)
        size.at[i] = (int16_t)(t->kind == BSIM_TOPOLOGY_MESH ? INT16_MAX : t->size[i]);
    bool is_grid = t->kind == BSIM_TOPOLOGY_TORUS || t->kind == BSIM_TOPOLOGY_MESH;
    assert_int_equal(has_places, is_grid && t->nsize <= BSIM_PLACE_SIZES);
    for (uint32_t a = 0; a < (uint32_t)t->nodes; a++)
        for (uint32_t b = 0; b < (uint32_t)t->nodes; b++) {
            int hops = bsim_topology_hops(t, a, b);
            assert_int_equal(hops, bsim_topology_hops(t, b, a));
            if (has_places)
                assert_int_equal(hops, bsim_place_hops(size, bsim_topology_place(t, a), bsim_topology_place(t, b)));
            assert_true(a == b ? hops == 0 : hops >= 1);
            most = hops > most ? hops : most;
        }
    assert_int_equal(most, t->diameter);
}

/* 4 x 3 x 5, the last fastest: node n is at (n / 15, n / 5 % 3, n % 5). */
static void test_torus(void **state) {
    (void)state;
    struct bsim_topology t = made(BSIM_TOPOLOGY_TORUS, 3, (const int[]){4, 3, 5});
    assert_int_equal(t.nodes, 60);
    assert_int_equal(t.diameter, 2 + 1 + 2);
    assert_int_equal(bsim_topology_hops(&t, 0, 1), 1);       /* (0,0,1) */
    assert_int_equal(bsim_topology_hops(&t, 0, 3), 2);       /* (0,0,3): the short way round, 5 - 3 */
    assert_int_equal(bsim_topology_hops(&t, 0, 10), 1);      /* (0,2,0): 3 - 2 */
    assert_int_equal(bsim_topology_hops(&t, 0, 30), 2);      /* (2,0,0): as far either way */
    assert_int_equal(bsim_topology_hops(&t, 15, 59), 2 + 2); /* (1,0,0) to (3,2,4): 2, 3 - 2, 5 - 4 */
    check_symmetric(&t);
    t = made(BSIM_TOPOLOGY_TORUS, 4, (const int[]){1, 6, 1, 2}); /* dimensions of one node take no hop */
    assert_int_equal(bsim_topology_hops(&t, 0, 11), 1 + 1);      /* (0,5,0,1) */
    check_symmetric(&t);
    t = made(BSIM_TOPOLOGY_TORUS, 1, (const int[]){7});
    assert_int_equal(bsim_topology_hops(&t, 6, 0), 1);
    check_symmetric(&t);
}

/* As the torus of 4 x 3 x 5, but no link leads round. */
static void test_mesh(void **state) {
    (void)state;
    struct bsim_topology t = made(BSIM_TOPOLOGY_MESH, 3, (const int[]){4, 3, 5});
    assert_int_equal(t.diameter, 3 + 2 + 4);
    assert_int_equal(bsim_topology_hops(&t, 0, 3), 3);           /* (0,0,3) */
    assert_int_equal(bsim_topology_hops(&t, 0, 10), 2);          /* (0,2,0) */
    assert_int_equal(bsim_topology_hops(&t, 15, 59), 2 + 2 + 4); /* (1,0,0) to (3,2,4) */
    check_symmetric(&t);
    t = made(BSIM_TOPOLOGY_MESH, 5, (const int[]){2, 2, 3, 2, 2});
    check_symmetric(&t);
}

/* The largest number of nodes: division by multiplication is exact there too. */
static void test_large_torus(void **state) {
    (void)state;
    struct bsim_topology t = made(BSIM_TOPOLOGY_TORUS, 3, (const int[]){1, 2, 1073741823});
    assert_int_equal(bsim_topology_hops(&t, 1073741822, 1073741823), 1 + 1); /* (0,0,last) to (0,1,0) */
    t = made(BSIM_TOPOLOGY_TORUS, 2, (const int[]){46337, 46337});
    for (uint32_t row = 1; row < 46337; row += 41) /* the last of a row and the first of the next */
        assert_int_equal(bsim_topology_hops(&t, row * 46337 - 1, row * 46337), 2);
    struct bsim_topology too_large;
    assert_false(bsim_topology_make(&too_large, BSIM_TOPOLOGY_TORUS, 2, (const int[]){65536, 32768}));
}

/* 3 nodes on a switch, 2 such switches under one of the second level, 4 of those under the top. */
static void test_fat_tree(void **state) {
    (void)state;
    struct bsim_topology t = made(BSIM_TOPOLOGY_FAT_TREE, 3, (const int[]){3, 2, 4});
    assert_int_equal(t.nodes, 24);
    assert_int_equal(bsim_topology_hops(&t, 0, 2), 2);
    assert_int_equal(bsim_topology_hops(&t, 2, 3), 4);
    assert_int_equal(bsim_topology_hops(&t, 0, 5), 4);
    assert_int_equal(bsim_topology_hops(&t, 5, 6), 6);
    assert_int_equal(bsim_topology_hops(&t, 0, 23), 6);
    check_symmetric(&t);
}

/* 5 groups of 2 routers with 3 nodes each: 4 other groups, so each router has 2 links to them. Group 0: router 0 to
 * groups 1 and 2, router 1 to 3 and 4. Group 4: router 0 to 0 and 1, router 1 to 2 and 3. Group 2: router 0 to 0 and
 * 1, router 1 to 3 and 4. Node n is of router n / 3, and that of group n / 6. */
static void test_dragonfly(void **state) {
    (void)state;
    struct bsim_topology t = made(BSIM_TOPOLOGY_DRAGONFLY, 3, (const int[]){5, 2, 3});
    assert_int_equal(t.nodes, 30);
    assert_int_equal(t.global_links, 2);
    assert_int_equal(bsim_topology_hops(&t, 0, 2), 2);  /* one router */
    assert_int_equal(bsim_topology_hops(&t, 0, 5), 3);  /* one group */
    assert_int_equal(bsim_topology_hops(&t, 3, 24), 3); /* group 0 router 1, group 4 router 0: both have the link */
    assert_int_equal(bsim_topology_hops(&t, 0, 24), 4); /* first to router 1 */
    assert_int_equal(bsim_topology_hops(&t, 0, 29), 5); /* and from router 0 of group 4 to its router 1 */
    assert_int_equal(bsim_topology_hops(&t, 0, 14), 3); /* group 2 router 0 */
    assert_int_equal(bsim_topology_hops(&t, 3, 15), 5); /* group 0 router 1, group 2 router 1: both links elsewhere */
    check_symmetric(&t);
    t = made(BSIM_TOPOLOGY_DRAGONFLY, 3, (const int[]){9, 4, 2});
    check_symmetric(&t);
}

/* 3 groups of 2 routers with one node each: the third group is the only other one. Group 0: router 0 has the link to
 * group 1, router 1 that to 2. Group 1: router 0 to 0, router 1 to 2. Group 2: router 0 to 0, router 1 to 1. Every
 * route between groups has the links of its two nodes, two between groups, and one in the third group. */
static void test_valiant(void **state) {
    (void)state;
    struct bsim_topology t = made(BSIM_TOPOLOGY_DRAGONFLY, 3, (const int[]){3, 2, 1});
    bsim_topology_set_valiant(&t, 1);
    assert_int_equal(bsim_topology_middle(&t, 0, 2, 0, 1), 2);
    assert_int_equal(bsim_topology_hops(&t, 0, 1), 3); /* one group */
    assert_int_equal(bsim_topology_hops(&t, 1, 3), 5); /* both routers have the link to group 2 */
    assert_int_equal(bsim_topology_hops(&t, 0, 3), 6); /* first to router 1 */
    assert_int_equal(bsim_topology_hops(&t, 0, 2), 7); /* and at last to router 0 of group 1 */
    check_symmetric(&t);
    t = made(BSIM_TOPOLOGY_DRAGONFLY, 3, (const int[]){9, 4, 2});
    bsim_topology_set_valiant(&t, 1);
    check_symmetric(&t);
    struct bsim_topology other = t;
    bsim_topology_set_valiant(&other, 2);
    int seen[9] = {0}, differ = 0;
    for (uint32_t a = 0; a < 8; a++)
        for (uint32_t b = 40; b < 48; b++) {
            seen[bsim_topology_middle(&t, a, b, 0, 5)]++;
            differ += bsim_topology_middle(&t, a, b, 0, 5) != bsim_topology_middle(&other, a, b, 0, 5);
        }
    for (int group = 0; group < 9; group++)
        assert_true(group == 0 || group == 5 ? seen[group] == 0 : seen[group] > 0);
    assert_true(differ > 32);                                     /* of 64; 6/7 of them are expected */
    t = made(BSIM_TOPOLOGY_DRAGONFLY, 3, (const int[]){2, 2, 1}); /* no third group: shortest */
    bsim_topology_set_valiant(&t, 1);
    assert_int_equal(bsim_topology_hops(&t, 0, 2), 3);
    check_symmetric(&t);
}

/* ---- times ---- */

enum { K = 3 };

/* A ring of 5 nodes with 2 cores: ranks 0 and 1 on node 0, ... hop_latency 10, in scenario k 10 + k. */
static void fill(struct bsim_platform *p, int nscen, const char *model) {
    bsim_context.nscen = nscen;
    bsim_platform_blank(p, nscen, model);
    p->nodes = 5;
    p->cores_per_node = 2;
    p->topology = made(BSIM_TOPOLOGY_TORUS, 1, (const int[]){5});
    struct bsim_link *links[] = {&p->inter, &p->intra};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < nscen; k++) {
            links[i]->latency_s[k] = i == 0 ? 100 : 1;
            links[i]->hop_latency_s[k] = i == 0 ? 10 + k : 0;
            links[i]->gap_s_per_byte[k] = 2;
            links[i]->send_overhead_s[k] = 7;
            links[i]->recv_overhead_s[k] = 5;
            links[i]->control_overhead_s[k] = 3;
            links[i]->eager_limit_bytes[k] = strcmp(model, "simple") == 0 ? HUGE_VAL : 10;
        }
}

static char buffer[64];
#define SEND(n, to) MPI_Send(buffer, n, MPI_BYTE, to, 0, MPI_COMM_WORLD)
#define RECV(n, from) MPI_Recv(buffer, n, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)

/* simple, 8 bytes: 16 and the latency. Within node 0: 1. Rank 3 on node 1: 110. Rank 5 on node 2: 120. Rank 7 on node
 * 3: 120, the other way round. Rank 9 on node 4: 110. */
static void simple_messages(int rank) {
    static const double want[10] = {0, 17, 0, 126, 0, 136, 0, 136, 0, 126};
    if (rank == 0)
        for (int to = 1; to < 10; to += 2)
            SEND(8, to);
    else if (rank % 2)
        RECV(8, 0);
    CHECK_TIME(want[rank]);
}

/* loggpo, 8 bytes eager: o_s + 14 + L + o_r = 26 + L; the sender is busy 7 for each, so the second leaves at 14 ... */
static void eager_messages(int rank) {
    static const double want[10] = {35, 27, 0, 143, 0, 160, 0, 167, 0, 164};
    if (rank == 0)
        for (int to = 1; to < 10; to += 2)
            SEND(8, to);
    else if (rank % 2)
        RECV(8, 0);
    CHECK_TIME(want[rank]);
}

/* loggpo, 20 bytes rendezvous, from rank 0 to rank 7 (2 hops, L = 120), both at 0. Request there at o' + L = 123, o' to
 * take it, clearance o' + L + o' = 126: 252; o_s: 259. The data have left after 2 * 19 (297); 120 and o_r: 422. */
static void rendezvous_message(int rank) {
    if (rank == 0) {
        SEND(20, 7);
        CHECK_TIME(297);
    } else if (rank == 7) {
        RECV(20, 0);
        CHECK_TIME(422);
    }
}

/* Ssend of 8 bytes is a rendezvous too: 259 as above, data 14 (273) + 120 and o_r: 398. */
static void synchronous_message(int rank) {
    if (rank == 0) {
        MPI_Ssend(buffer, 8, MPI_BYTE, 7, 0, MPI_COMM_WORLD);
        CHECK_TIME(273);
    } else if (rank == 7) {
        RECV(8, 0);
        CHECK_TIME(398);
    }
}

/* A non-blocking receive: the message is there at 7 + 14 + 120 = 141, the receiver computes until 130: 141 + o_r. */
static void nonblocking_message(int rank) {
    if (rank == 0) {
        SEND(8, 5);
    } else if (rank == 5) {
        MPI_Request request;
        MPI_Irecv(buffer, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
        calculate(130);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK_TIME(146);
    }
}

/* Rank 0 takes what arrives first. Rank 4 (node 2) sends at 0: there at 7 + 14 + 120 = 141. Rank 8 (node 4) sends at
 * 5: there at 5 + 7 + 14 + 110 = 136, though it was sent later. Done at 141, then max(141, 141) + 5. */
static void nearer_comes_first(int rank) {
    MPI_Status status;
    if (rank == 4) {
        SEND(8, 0);
    } else if (rank == 8) {
        calculate(5);
        SEND(8, 0);
    } else if (rank == 0) {
        MPI_Recv(buffer, 8, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_SOURCE == 8);
        CHECK_TIME(141);
        MPI_Recv(buffer, 8, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_SOURCE == 4);
        CHECK_TIME(146);
    }
}

/* A barrier of the even ranks, one on each node: empty sendrecvs of distance 1, 2 and 4, each o_s + L + o_r = 12 + L.
 * Distance 1 and 4 are one hop, 2 are two: 122 + 132 + 122. */
static void barrier(int rank) {
    MPI_Comm evens;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &evens);
    calculate(10000 - MPI_Wtime());
    MPI_Barrier(evens);
    if (rank % 2 == 0)
        CHECK_TIME(10376);
}

/* The ring of an Allgather of 20000 bytes among them: 4 steps of one hop. simple: 4 (110 + 40000). */
static void ring(int rank) {
    MPI_Comm evens;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &evens);
    calculate(10000 - MPI_Wtime());
    if (rank % 2 == 0) {
        LMPI_Allgather(NULL, 20000, MPI_BYTE, NULL, 20000, MPI_BYTE, evens);
        CHECK_TIME(10000 + 4 * 40110);
    }
}

#define TIMES(name, model)                                                                                             \
    static void test_##name(void **state) {                                                                            \
        (void)state;                                                                                                   \
        struct bsim_platform p;                                                                                        \
        fill(&p, 1, model);                                                                                            \
        assert_runs(10, &p, name);                                                                                     \
        bsim_platform_free(&p);                                                                                        \
    }
TIMES(simple_messages, "simple")
TIMES(eager_messages, "loggpo")
TIMES(rendezvous_message, "loggpo")
TIMES(synchronous_message, "loggpo")
TIMES(nonblocking_message, "loggpo")
TIMES(nearer_comes_first, "loggpo")
TIMES(barrier, "loggpo")
TIMES(ring, "simple")

/* Two sites of two nodes: rank 2 is on node 1, 2 hops of 10 away: 120 + 16. Rank 4 is on node 2, at the other site,
 * with 2 hops of 1000 besides: 2120 + 16. */
static void messages_between_sites(int rank) {
    if (rank == 0) {
        SEND(8, 2);
        SEND(8, 4);
    } else if (rank == 2) {
        RECV(8, 0);
        CHECK_TIME(136);
    } else if (rank == 4) {
        RECV(8, 0);
        CHECK_TIME(2136);
    }
}

static void test_messages_between_sites(void **state) {
    (void)state;
    struct bsim_platform p;
    fill(&p, 1, "simple");
    p.nodes = 4;
    p.topology = made(BSIM_TOPOLOGY_FAT_TREE, 2, (const int[]){2, 2});
    p.nlevel_latency = 2;
    p.level_latency_s[0] = 10;
    p.level_latency_s[1] = 1000;
    assert_runs(8, &p, messages_between_sites);
    bsim_platform_free(&p);
}

/* Rank 0 to rank 5 (2 hops), simple: 116 + 2 (10 + k). Rank 5 to rank 0 by sendrecv after that: the same once more. */
static void hops_by_scenario(int rank) {
    const double *clock = bsim_clock(rank);
    if (rank == 0)
        SEND(8, 5);
    if (rank == 5)
        RECV(8, 0);
    for (int k = 0; k < K && rank == 5; k++)
        CHECK(clock[k] == 136 + 2 * k);
    int tag = 1, peer = 5 - rank;
    if (rank == 0 || rank == 5)
        MPI_Sendrecv(buffer, 8, MPI_BYTE, peer, tag, buffer + 8, 8, MPI_BYTE, peer, tag, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    for (int k = 0; k < K && (rank == 5 || rank == 0); k++)
        CHECK(clock[k] == 2 * (136 + 2 * k));
}

static void test_scenarios(void **state) {
    (void)state;
    struct bsim_platform p;
    fill(&p, K, "simple");
    assert_runs(10, &p, hops_by_scenario);
    bsim_platform_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_torus),
        cmocka_unit_test(test_mesh),
        cmocka_unit_test(test_large_torus),
        cmocka_unit_test(test_fat_tree),
        cmocka_unit_test(test_dragonfly),
        cmocka_unit_test(test_valiant),
        cmocka_unit_test(test_simple_messages),
        cmocka_unit_test(test_eager_messages),
        cmocka_unit_test(test_rendezvous_message),
        cmocka_unit_test(test_synchronous_message),
        cmocka_unit_test(test_nonblocking_message),
        cmocka_unit_test(test_nearer_comes_first),
        cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_messages_between_sites),
        cmocka_unit_test(test_ring),
        cmocka_unit_test(test_scenarios),
    };
    return cmocka_run_group_tests_name("topology", tests, NULL, NULL);
}
