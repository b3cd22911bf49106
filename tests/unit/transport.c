/* Rules of transport (bsim/platform/transport.h): times derived by hand, the choice by size, and what bad files say.
 *
 * Two sites of two nodes: L = 10 s within a site and 210 s between sites, G = 1 s, o_s = 1 s, o_r = 2 s, o' = 3 s. */
#include "ranks.h"

#include "bsim/platform/platform.h"
#include "bsim/platform/transport.h"

static char folder[] = "/tmp/bsim-transport-XXXXXX", path[64];

/* more: keys of the network. */
static bool load(struct bsim_platform *p, const char *model, const char *topology, const char *more,
                 struct bsim_error *err) {
    snprintf(path, sizeof path, "%s/p.json", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f,
            "{\"schema\": \"bsim-platform/1\", \"nodes\": 4, \"cores_per_node\": 1, \"network\": {\"model\": \"%s\",\n"
            "\"latency\": 0, \"bandwidth\": 1, %s\n%s}}",
            model, topology, more);
    fclose(f);
    return bsim_platform_load(p, path, NULL, 1, err);
}

#define SITES "\"topology\": {\"kind\": \"fat_tree\", \"children\": [2, 2]}, \"hop_latency\": [5, 100],"
#define OVERHEADS "\"send_overhead\": 1, \"recv_overhead\": 2, \"control_overhead\": 3,"
#define RULES                                                                                                          \
    OVERHEADS "\"transport\": ["                                                                                       \
              "{\"when\": {\"latency_above\": 100, \"scheme\": \"asynchronous\"},"                                     \
              " \"use\": {\"protocol\": \"eager\", \"send_overhead\": 4, \"recv_overhead\": 6}},"                      \
              "{\"when\": {\"hops_above\": 2}, \"use\": {\"protocol\": \"acknowledged\", \"bandwidth_factor\": 0.5}}," \
              "{\"when\": {\"bytes_above\": 10}, \"use\": {\"protocol\": \"rendezvous\"}}]"

static void must_load(struct bsim_platform *p, const char *more) {
    struct bsim_error err = {0};
    char text[1200];
    if (!load(p, "loggpo", SITES, more, &err))
        fail_msg("%s", bsim_error_format(&err, text, sizeof text));
}

static char buffer[64];
static void message(int rank, int to, int bytes, double late_s) {
    if (rank == 0)
        MPI_Send(buffer, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
    if (rank != to)
        return;
    bsim_clock(rank)[0] += late_s;
    MPI_Recv(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Without a rule, eager: free after o_s; there after o_s + 7 G + L + o_r. */
static void within_site(int rank) {
    message(rank, 1, 8, 0);
    CHECK_TIME(rank == 0 ? 1 : rank == 1 ? 1 + 7 + 10 + 2 : 0);
}

/* Above 10 bytes a rendezvous: o' + L + o', o' + L + o', o_s; then 10 G, where the sender goes on, + L + o_r. */
static void within_site_long(int rank) {
    message(rank, 1, 11, 0);
    CHECK_TIME(rank == 0 ? 33 + 10 : rank == 1 ? 33 + 10 + 10 + 2 : 0);
}

/* Between sites acknowledged, whatever the size, at half of the bandwidth: at the receiver after o_s + 14 + L = 225; o'
 * and o_r, or o', L and o' to the sender. */
static void between_sites(int rank) {
    message(rank, 2, 8, 0);
    CHECK_TIME(rank == 0 ? 225 + 3 + 210 + 3 : rank == 2 ? 225 + 3 + 2 : 0);
}

static void between_sites_late(int rank) {
    message(rank, 2, 8, 500);
    CHECK_TIME(rank == 0 ? 500 + 3 + 210 + 3 : rank == 2 ? 500 + 3 + 2 : 0);
}

/* 11 bytes: 6 s more. The sender goes on at once, and has o' of its own when it waits later than the end. The receiver
 * posts first, and its o' does not overlap with its 300 s either. */
static void not_blocking(int rank) {
    MPI_Request r;
    if (rank == 0) {
        MPI_Isend(buffer, 11, MPI_BYTE, 2, 0, MPI_COMM_WORLD, &r);
        CHECK_TIME(1);
        bsim_clock(rank)[0] += 1000;
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK_TIME(1001 + 3);
    } else if (rank == 2) {
        MPI_Irecv(buffer, 11, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &r);
        bsim_clock(rank)[0] += 300;
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK_TIME(300 + 3 + 2);
    }
}

/* A synchronous send is the same. Each of two that exchange has its message at 228 + 2, and the acknowledgement at 441.
 */
static void both_ways(int rank) {
    if (rank == 0)
        MPI_Ssend(buffer, 8, MPI_BYTE, 2, 0, MPI_COMM_WORLD);
    else if (rank == 2)
        MPI_Recv(buffer, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Sendrecv(buffer, 8, MPI_BYTE, 4 - rank, 0, buffer + 8, 8, MPI_BYTE, 4 - rank, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    CHECK_TIME(rank == 2 ? 230 : 441);
}

/* The asynchronous scheme: eager with 4 s and 6 s of overheads, whatever the size. */
static void asynchronous(int rank) {
    message(rank, 2, 11, 0);
    CHECK_TIME(rank == 0 ? 4 : rank == 2 ? 4 + 10 + 210 + 6 : 0);
}

/* A tree: 0 to 2, then 0 to 1 and 2 to 3. */
static void broadcast(int rank) {
    MPI_Bcast(buffer, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
    double at_2 = 4 + 7 + 210 + 6;
    CHECK_TIME(rank == 0 ? 5 : rank == 1 ? 5 + 7 + 10 + 2 : rank == 2 ? at_2 + 1 : at_2 + 1 + 7 + 10 + 2);
}

static void times(void **state) {
    (void)state;
    static void (*const synchronous_mains[])(int) = {within_site,        within_site_long, between_sites,
                                                     between_sites_late, not_blocking,     both_ways};
    struct bsim_platform p;
    for (ranks_shards = 1; ranks_shards <= 3; ranks_shards++) {
        must_load(&p, RULES);
        for (size_t i = 0; i < sizeof synchronous_mains / sizeof synchronous_mains[0]; i++)
            assert_runs(4, &p, synchronous_mains[i]);
        bsim_platform_free(&p);
        must_load(&p, "\"scheme\": \"asynchronous\", " RULES);
        assert_runs(4, &p, within_site_long);
        assert_runs(4, &p, asynchronous);
        assert_runs(4, &p, broadcast);
        bsim_platform_free(&p);
    }
    ranks_shards = 1;
}

/* Rules for (2, 8], (5, 20] and above 30 bytes: the first that fits counts; without one the protocol is the limit's. */
static void pieces(void **state) {
    (void)state;
    static const struct {
        double up_to;
        enum bsim_piece_protocol protocol;
    } want[] = {{2, BSIM_PIECE_BY_LIMIT},  {5, BSIM_PIECE_EAGER},     {8, BSIM_PIECE_EAGER},
                {20, BSIM_PIECE_DETACHED}, {30, BSIM_PIECE_BY_LIMIT}, {HUGE_VAL, BSIM_PIECE_RENDEZVOUS}};
    struct bsim_platform p;
    struct bsim_link_piece piece[7];
    must_load(
        &p, "\"transport\": [{\"when\": {\"bytes_above\": 2, \"bytes_up_to\": 8}, \"use\": {\"protocol\": \"eager\"}},"
            "{\"when\": {\"bytes_above\": 5, \"bytes_up_to\": 20}, \"use\": {\"protocol\": \"detached\"}},"
            "{\"when\": {\"bytes_above\": 30}, \"use\": {\"protocol\": \"rendezvous\"}}]");
    assert_int_equal(bsim_transport_pieces(&p, 2, 10, piece), 6);
    for (int i = 0; i < 6; i++)
        assert_true(piece[i].up_to_bytes == want[i].up_to && piece[i].protocol == want[i].protocol);
    assert_false(bsim_transport_by_latency(&p));
    bsim_platform_free(&p);
    must_load(&p, "\"transport\": [{\"when\": {\"latency_above\": 10}, \"use\": {\"protocol\": \"rendezvous\"}}]");
    assert_true(bsim_transport_by_latency(&p));
    assert_int_equal(bsim_transport_pieces(&p, 2, 10, piece), 1);
    assert_int_equal(piece[0].protocol, BSIM_PIECE_BY_LIMIT);
    assert_int_equal(bsim_transport_pieces(&p, 4, 210, piece), 1);
    assert_int_equal(piece[0].protocol, BSIM_PIECE_RENDEZVOUS);
    bsim_platform_free(&p);
}

static void refused(const char *model, const char *topology, const char *more, const char *message) {
    struct bsim_platform p;
    struct bsim_error err = {0};
    char text[1400];
    assert_false(load(&p, model, topology, more, &err));
    bsim_error_format(&err, text, sizeof text);
    if (!strstr(text, message))
        fail_msg("\"%s\" is not in: %s", message, text);
}

static void bad_files(void **state) {
    (void)state;
    refused("loggpo", "", "\"scheme\": \"synchronous\"", "p.json:3: $.network.scheme: scheme needs \"transport\"");
    refused("loggpo", "", "\"transport\": [], \"pieces\": []", "the network has \"pieces\", too");
    refused("loggpo", "", "\"scheme\": \"lazy\", \"transport\": []", "synchronous");
    refused("loggpo", "", "\"transport\": [{\"when\": {\"hops_above\": 2}, \"use\": {}}]", "needs a \"topology\"");
    refused("loggpo", SITES, "\"transport\": [{\"when\": {\"hops_above\": 4}, \"use\": {}}]",
            "hops_above: could never count: no route of the topology has more than 4 hops");
    refused("loggpo", "", "\"transport\": [{\"when\": {\"bytes_above\": 8, \"bytes_up_to\": 8}, \"use\": {}}]",
            "p.json:3: $.network.transport[0].when: no message has more than 8 and at most 8 bytes");
    refused("loggpo", "", "\"transport\": [{\"when\": {}}]", "\"use\"");
    refused("loggpo", "",
            "\"transport\": [{\"when\": {\"bytes_above\": 8}, \"use\": {}}, "
            "{\"when\": {\"bytes_above\": 9, \"scheme\": \"synchronous\"}, \"use\": {}}]",
            "$.network.transport[1]: has no effect: transport[0] stands before it");
    refused("loggpo", "", "\"transport\": [{\"use\": {\"up_to\": 8}}]", "unknown key \"up_to\"");
    refused("loggpo", "", "\"transport\": [{\"use\": {\"protocol\": \"magic\"}}]", "acknowledged");
    refused("simple", "", "\"transport\": [{\"use\": {\"protocol\": \"acknowledged\"}}]", "no acknowledged messages");
    refused("loggpo", "", "\"transport\": [{\"use\": {\"loss\": {\"probability\": 0.1}}}]", "timeout");
    refused("loggpo", "", "\"loss\": {\"probability\": 0.5, \"timeout\": \"1s\"}", "their product may be 0.9");
    refused("loggpo", "", "\"loss\": {\"probability\": 0.1, \"timeout\": \"1s\", \"backoff\": 0.5}", "1 or more");
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    remove(path);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(times), cmocka_unit_test(pieces), cmocka_unit_test(bad_files)};
    return cmocka_run_group_tests_name("transport", tests, make_folder, remove_folder);
}
