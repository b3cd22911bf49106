/* Collectives take the time of their algorithm written with sends and receives: each member's exit time is the same to
 * the bit, for random entry times, sizes on both sides of the eager limit, ranks within nodes and between them. */
#include "coll_messages.h"

#include "bsim/network/card.h"
#include "bsim/platform/graph.h"
#include "lmpi/lmpi.h"

enum { MAX_RANKS = 16 };

/* Whether the collectives are timing-only. */
static bool timing_only;
#define CALL(name, ...) (timing_only ? LMPI_##name(__VA_ARGS__) : MPI_##name(__VA_ARGS__))

/* ---- the algorithms, each as its textbook has it; BYTES as given to the collective ---- */

static void barrier_p2p(int rank, int n, int bytes) {
    (void)bytes;
    for (int d = 1; d < n; d *= 2)
        exchange((rank + d) % n, 0, (rank - d + n) % n);
}
static void barrier_coll(int rank, int n, int bytes) {
    (void)rank, (void)n, (void)bytes;
    MPI_Barrier(WORLD);
}

enum { ROOT = 1 };

static void bcast_p2p(int rank, int n, int bytes) {
    int relative = (rank - ROOT + n) % n, mask = 1;
    for (; mask < n; mask *= 2)
        if (relative & mask) {
            receive_from((relative - mask + ROOT) % n);
            break;
        }
    for (mask /= 2; mask; mask /= 2)
        if (relative + mask < n)
            send_to((relative + mask + ROOT) % n, bytes);
}
static void bcast_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    CALL(Bcast, buffer, bytes, MPI_BYTE, ROOT, WORLD);
}

static void reduce_p2p(int rank, int n, int bytes) {
    int relative = (rank - ROOT + n) % n;
    for (int mask = 1; mask < n; mask *= 2) {
        if (relative & mask) {
            send_to((relative - mask + ROOT) % n, bytes);
            return;
        }
        if (relative + mask < n)
            receive_from((relative + mask + ROOT) % n);
    }
}
static void reduce_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    CALL(Reduce, buffer, buffer + BUFFER / 2, bytes, MPI_BYTE, MPI_BOR, ROOT, WORLD);
}

static int below(int n) {
    int p = 1;
    while (p * 2 <= n)
        p *= 2;
    return p;
}

static void allreduce_p2p(int rank, int n, int bytes) {
    int pof2 = below(n), rem = n - pof2, own = rank - rem;
    if (rank < 2 * rem) {
        if (rank % 2 == 0) {
            send_to(rank + 1, bytes);
            receive_from(rank + 1);
            return;
        }
        receive_from(rank - 1);
        own = rank / 2;
    }
    for (int mask = 1; mask < pof2; mask *= 2) {
        int other = own ^ mask, to = other < rem ? 2 * other + 1 : other + rem;
        exchange(to, bytes, to);
    }
    if (rank < 2 * rem)
        send_to(rank - 1, bytes);
}
static void allreduce_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    CALL(Allreduce, buffer, buffer + BUFFER / 2, bytes, MPI_BYTE, MPI_BOR, WORLD);
}

/* Rabenseifner: halving over blocks of count / pof2, distance 1 first, and back. */
static void allreduce_long_p2p(int rank, int n, int bytes) {
    int pof2 = below(n), rem = n - pof2, own = rank - rem, start[MAX_RANKS + 1] = {0};
    for (int i = 0; i < pof2; i++)
        start[i + 1] = start[i] + bytes / pof2 + (i < bytes % pof2);
    if (rank < 2 * rem) {
        if (rank % 2 == 0) {
            send_to(rank + 1, bytes);
            receive_from(rank + 1);
            return;
        }
        receive_from(rank - 1);
        own = rank / 2;
    }
    int low = 0, high = pof2;
    for (int mask = 1; mask < pof2; mask *= 2) {
        int other = own ^ mask, to = other < rem ? 2 * other + 1 : other + rem, middle = (low + high) / 2;
        exchange(to, own < other ? start[high] - start[middle] : start[middle] - start[low], to);
        *(own < other ? &high : &low) = middle;
    }
    for (int mask = pof2 / 2; mask; mask /= 2) {
        int other = own ^ mask, to = other < rem ? 2 * other + 1 : other + rem, width = high - low;
        exchange(to, start[high] - start[low], to);
        if (own < other)
            high += width;
        else
            low -= width;
    }
    if (rank < 2 * rem)
        send_to(rank - 1, bytes);
}

static void allgather_p2p(int rank, int n, int bytes) {
    if (below(n) == n) {
        for (int mask = 1; mask < n; mask *= 2)
            exchange(rank ^ mask, mask * bytes, rank ^ mask);
        return;
    }
    int have = 1;
    for (; have <= n / 2; have *= 2)
        exchange((rank - have + n) % n, have * bytes, (rank + have) % n);
    exchange((rank - have + n) % n, (n - have) * bytes, (rank + have) % n);
}
static void allgather_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    CALL(Allgather, buffer, bytes, MPI_BYTE, buffer + BUFFER / 2, bytes, MPI_BYTE, WORLD);
}
static void allgather_ring_p2p(int rank, int n, int bytes) {
    for (int i = 1; i < n; i++)
        exchange((rank + 1) % n, bytes, (rank - 1 + n) % n);
}

static void alltoall_p2p(int rank, int n, int bytes) {
    MPI_Request r[2 * MAX_RANKS];
    int used = 0;
    for (int i = 1; i < n; i++)
        MPI_Irecv(buffer + BUFFER / 2, bytes, MPI_BYTE, (rank + i) % n, 7, WORLD, &r[used++]);
    for (int i = 1; i < n; i++)
        MPI_Isend(buffer, bytes, MPI_BYTE, (rank - i + n) % n, 7, WORLD, &r[used++]);
    MPI_Waitall(used, r, MPI_STATUSES_IGNORE);
}
static void alltoall_bruck_p2p(int rank, int n, int bytes) {
    for (int d = 1; d < n; d *= 2) {
        int blocks = 0;
        for (int i = 0; i < n; i++)
            blocks += (i & d) != 0;
        exchange((rank + d) % n, blocks * bytes, (rank - d + n) % n);
    }
}
static void alltoall_pairwise_p2p(int rank, int n, int bytes) {
    for (int i = 1; i < n; i++)
        if (below(n) == n)
            exchange(rank ^ i, bytes, rank ^ i);
        else
            exchange((rank + i) % n, bytes, (rank - i + n) % n);
}
static void alltoall_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    LMPI_Alltoall(buffer, bytes, MPI_BYTE, buffer + BUFFER / 2, bytes, MPI_BYTE, WORLD);
}

static int subtree(int relative, int n) {
    int size = relative & -relative;
    return relative + size <= n ? size : n - relative;
}
static void gather_p2p(int rank, int n, int bytes) {
    int relative = (rank - ROOT + n) % n;
    for (int mask = 1; mask < n; mask *= 2) {
        if (relative & mask) {
            send_to((relative - mask + ROOT) % n, bytes * subtree(relative, n));
            return;
        }
        if (relative + mask < n)
            receive_from((relative + mask + ROOT) % n);
    }
}
static void gather_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    CALL(Gather, buffer, bytes, MPI_BYTE, buffer + BUFFER / 2, bytes, MPI_BYTE, ROOT, WORLD);
}

static void scatter_p2p(int rank, int n, int bytes) {
    int relative = (rank - ROOT + n) % n, mask = 1;
    for (; mask < n; mask *= 2)
        if (relative & mask) {
            receive_from((relative - mask + ROOT) % n);
            break;
        }
    for (mask /= 2; mask; mask /= 2)
        if (relative + mask < n)
            send_to((relative + mask + ROOT) % n, bytes * subtree(relative + mask, n));
}
static void scatter_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    CALL(Scatter, buffer, bytes, MPI_BYTE, buffer + BUFFER / 2, bytes, MPI_BYTE, ROOT, WORLD);
}

static void gatherv_p2p(int rank, int n, int bytes) {
    MPI_Request r[MAX_RANKS];
    int used = 0;
    if (rank != ROOT) {
        send_to(ROOT, bytes);
        return;
    }
    for (int i = 0; i < n; i++)
        if (i != ROOT)
            MPI_Irecv(buffer + BUFFER / 2, bytes, MPI_BYTE, i, 7, WORLD, &r[used++]);
    MPI_Waitall(used, r, MPI_STATUSES_IGNORE);
}
static void gatherv_coll(int rank, int n, int bytes) {
    int counts[MAX_RANKS], places[MAX_RANKS] = {0};
    (void)rank;
    for (int i = 0; i < n; i++)
        counts[i] = bytes;
    MPI_Gatherv(buffer, bytes, MPI_BYTE, buffer + BUFFER / 2, counts, places, MPI_BYTE, ROOT, WORLD);
}

static void scatterv_p2p(int rank, int n, int bytes) {
    MPI_Request r[MAX_RANKS];
    int used = 0;
    if (rank != ROOT) {
        receive_from(ROOT);
        return;
    }
    for (int i = 0; i < n; i++)
        if (i != ROOT)
            MPI_Isend(buffer, bytes, MPI_BYTE, i, 7, WORLD, &r[used++]);
    MPI_Waitall(used, r, MPI_STATUSES_IGNORE);
}
static void scatterv_coll(int rank, int n, int bytes) {
    int counts[MAX_RANKS], places[MAX_RANKS] = {0};
    (void)rank;
    for (int i = 0; i < n; i++)
        counts[i] = bytes;
    MPI_Scatterv(buffer, counts, places, MPI_BYTE, buffer + BUFFER / 2, bytes, MPI_BYTE, ROOT, WORLD);
}

static void scan_p2p(int rank, int n, int bytes) {
    for (int mask = 1; mask < n; mask *= 2)
        if ((rank ^ mask) < n)
            exchange(rank ^ mask, bytes, rank ^ mask);
}
static void scan_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    CALL(Scan, buffer, buffer + BUFFER / 2, bytes, MPI_BYTE, MPI_BOR, WORLD);
}

static int part(int bytes, int each, int first, int count) {
    int low = first * each < bytes ? first * each : bytes, high = (first + count) * each;
    return (high < bytes ? high : bytes) - low;
}
static void bcast_scatter(int relative, int n, int bytes, int each) {
    int mask = 1;
    for (; mask < n; mask *= 2)
        if (relative & mask) {
            if (part(bytes, each, relative, mask))
                receive_from((relative - mask + ROOT) % n);
            break;
        }
    for (mask /= 2; mask; mask /= 2)
        if (relative + mask < n && part(bytes, each, relative + mask, mask))
            send_to((relative + mask + ROOT) % n, part(bytes, each, relative + mask, mask));
}
static void bcast_long_p2p(int rank, int n, int bytes) {
    int relative = (rank - ROOT + n) % n, each = (bytes + n - 1) / n;
    bcast_scatter(relative, n, bytes, each);
    if (below(n) == n)
        for (int mask = 1; mask < n; mask *= 2)
            exchange(((relative ^ mask) + ROOT) % n, part(bytes, each, relative & -mask, mask),
                     ((relative ^ mask) + ROOT) % n);
    else
        for (int i = 0; i < n - 1; i++)
            exchange((rank + 1) % n, part(bytes, each, (relative - i + n) % n, 1), (rank - 1 + n) % n);
}

static void reduce_scatter_pairwise_p2p(int rank, int n, int bytes) {
    for (int i = 1; i < n; i++)
        exchange((rank + i) % n, bytes, (rank - i + n) % n);
}
static void reduce_scatter_p2p(int rank, int n, int bytes) {
    int pof2 = below(n), rem = n - pof2, own = rank - rem, start[MAX_RANKS + 1] = {0};
    for (int i = 0; i < pof2; i++)
        start[i + 1] = bytes * (i < rem ? 2 * i + 2 : i + rem + 1);
    if (rank < 2 * rem) {
        if (rank % 2 == 0) {
            send_to(rank + 1, bytes * n);
            receive_from(rank + 1);
            return;
        }
        receive_from(rank - 1);
        own = rank / 2;
    }
    int low = 0;
    for (int mask = pof2 / 2; mask; mask /= 2) {
        int other = own ^ mask, to = other < rem ? 2 * other + 1 : other + rem;
        exchange(to, own < other ? start[low + 2 * mask] - start[low + mask] : start[low + mask] - start[low], to);
        low += own < other ? 0 : mask;
    }
    if (rank < 2 * rem)
        send_to(rank - 1, bytes);
}
static void reduce_scatter_coll(int rank, int n, int bytes) {
    (void)rank, (void)n;
    LMPI_Reduce_scatter_block(buffer, buffer, bytes, MPI_BYTE, MPI_BOR, WORLD);
}

/* ---- both ways from the same entry times ---- */

typedef void way(int rank, int n, int bytes);
static struct {
    const char *name;
    way *p2p, *coll;
    int bytes, least; /* for least ranks and more */
    int only;         /* 0 all; 1 powers of two; 2 others */
} const cases[] = {
    {"barrier", barrier_p2p, barrier_coll, 0, 2, 0},
    {"bcast", bcast_p2p, bcast_coll, 8, 2, 0},
    {"bcast", bcast_p2p, bcast_coll, 3000, 2, 0},
    {"bcast long", bcast_long_p2p, bcast_coll, 20000, 8, 0},
    {"bcast long", bcast_long_p2p, bcast_coll, 12289, 8, 0},
    {"reduce", reduce_p2p, reduce_coll, 8, 2, 0},
    {"reduce", reduce_p2p, reduce_coll, 2000, 2, 0},
    {"allreduce", allreduce_p2p, allreduce_coll, 8, 2, 0},
    {"allreduce long", allreduce_long_p2p, allreduce_coll, 100, 2, 0},
    {"allreduce long", allreduce_long_p2p, allreduce_coll, 2049, 2, 0},
    {"allreduce long", allreduce_long_p2p, allreduce_coll, 40001, 2, 0},
    {"allgather", allgather_p2p, allgather_coll, 8, 2, 0},
    {"allgather", allgather_p2p, allgather_coll, 900, 2, 0},
    {"allgather ring", allgather_ring_p2p, allgather_coll, 30000, 3, 2},
    {"alltoall bruck", alltoall_bruck_p2p, alltoall_coll, 100, 9, 0},
    {"alltoall", alltoall_p2p, alltoall_coll, 100, 2, 0},
    {"alltoall", alltoall_p2p, alltoall_coll, 3000, 2, 0},
    {"alltoall pairwise", alltoall_pairwise_p2p, alltoall_coll, 40000, 2, 0},
    {"gather", gather_p2p, gather_coll, 8, 2, 0},
    {"gather", gather_p2p, gather_coll, 600, 2, 0},
    {"scatter", scatter_p2p, scatter_coll, 600, 2, 0},
    {"gatherv", gatherv_p2p, gatherv_coll, 8, 2, 0},
    {"gatherv", gatherv_p2p, gatherv_coll, 3000, 2, 0},
    {"scatterv", scatterv_p2p, scatterv_coll, 8, 2, 0},
    {"scatterv", scatterv_p2p, scatterv_coll, 3000, 2, 0},
    {"scan", scan_p2p, scan_coll, 8, 2, 0},
    {"scan", scan_p2p, scan_coll, 3000, 2, 0},
    {"reduce_scatter", reduce_scatter_p2p, reduce_scatter_coll, 600, 2, 0},
    {"reduce_scatter pairwise", reduce_scatter_pairwise_p2p, reduce_scatter_coll, 270000, 2, 0},
};

static bool contention, by_pair, cards, packets;

/* Whether a case is for this number of ranks. With cards alone only what is long is messages. */
static bool has(size_t c, int n) {
    if (cards && cases[c].bytes <= BSIM_PACKET_BYTES)
        return false;
    bool by_bruck = cases[c].coll == alltoall_coll && cases[c].bytes <= 256 && n >= 9;
    return n >= cases[c].least && !(cases[c].only == 2 && below(n) == n) && !(by_bruck && cases[c].p2p == alltoall_p2p);
}

static bool with_pieces;

static void body(int rank) {
    int n = bsim_context.np, turn = 0;
    if (rank == 0)
        buffer = calloc(1, BUFFER);
    MPI_Barrier(WORLD);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int repeat = 0; repeat < 4; repeat++, turn++) {
            double end[2][8];
            if (!has(c, n))
                continue;
            for (int side = 0; side < 2; side++) {
                double *clock = bsim_clock(rank);
                MPI_Barrier(WORLD);
                double begin = bsim_context.cards ? 1 + turn * 2 + side : 0;
                for (int k = 0; k < bsim_context.nscen; k++)
                    clock[k] = begin + entry_time(rank, turn, k);
                (side ? cases[c].coll : cases[c].p2p)(rank, n, cases[c].bytes);
                for (int k = 0; k < bsim_context.nscen; k++)
                    end[side][k] = clock[k] - begin;
            }
            for (int k = 0; k < bsim_context.nscen; k++)
                if (fabs(end[0][k] - end[1][k]) > (bsim_context.cards ? 1e-12 : 0)) {
                    fprintf(stderr, "%s of %d bytes, rank %d of %d, scenario %d: %.17g by messages, %.17g\n",
                            cases[c].name, cases[c].bytes, rank, n, k, end[0][k], end[1][k]);
                    CHECK(!"times differ");
                }
        }
}

/* The same for three in a row over shared links, where fast members are several operations ahead of slow ones: their
 * messages take their part of the links all the same. */
static void body_in_a_row(int rank) {
    int n = bsim_context.np, turn = 0;
    if (rank == 0)
        buffer = calloc(1, BUFFER);
    MPI_Barrier(WORLD);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++, turn++) {
        double end[2];
        if (!has(c, n))
            continue;
        for (int side = 0; side < 2; side++) {
            MPI_Barrier(WORLD);
            double begin = 1 + turn * 2 + side;
            *bsim_clock(rank) = begin;
            for (int i = 0; i < 3; i++) {
                calculate(1e-4 * entry_time(rank, 3 * turn + i, 0));
                (side ? cases[c].coll : cases[c].p2p)(rank, n, cases[c].bytes);
            }
            end[side] = *bsim_clock(rank) - begin;
        }
        if (fabs(end[0] - end[1]) > 1e-12) {
            fprintf(stderr, "%s of %d bytes, rank %d of %d, in a row: %.17g by messages, %.17g\n", cases[c].name,
                    cases[c].bytes, rank, n, end[0], end[1]);
            CHECK(!"times differ");
        }
    }
}

static void (*body_now)(int rank) = body;

/* Messages share slow links; see test_links. */
/* Nodes have three sockets, and messages between them are slower. */
static bool sockets;

static void set_sockets(void) {
    platform.nodes = 1000;
    platform.sockets = 3;
    platform.sockets_in_turn = true;
    platform.has_between = true;
    for (int k = 0; k < platform.nscen; k++) {
        struct bsim_link *between = &platform.between;
        between->latency_s[k] = 0.7e-6 * (k + 1);
        between->gap_s_per_byte[k] = 0.11e-9;
        between->send_overhead_s[k] = 0.15e-6;
        between->recv_overhead_s[k] = 0.16e-6;
        between->control_overhead_s[k] = 0.03e-6;
        between->eager_limit_bytes[k] = 500;
    }
}

/* Nodes are linked to a hub, each in its own way, and otherwise than back. */
static bool uneven;

static void set_uneven(void) {
    char path[] = "/tmp/bsim-uneven-XXXXXX";
    int file = mkstemp(path);
    FILE *f = file < 0 ? NULL : fdopen(file, "w");
    assert_non_null(f);
    fprintf(f, "{\"schema\": \"bsim-graph/1\", \"nodes\": %d, \"switches\": [\"hub\"], \"links\": [", MAX_RANKS);
    for (int i = 0; i < MAX_RANKS; i++)
        fprintf(f, "%s{\"between\": [%d, \"hub\"], \"latency\": [%de-8, %de-8], \"bandwidth\": [%de8, %de8]}",
                i ? "," : "", i, 10 + 7 * i, 50 - 3 * (i % 4), 9 + 11 * i, 60 - i);
    fputs("]}", f);
    fclose(f);
    struct bsim_graph *graph = bsim_graph_read(path, MAX_RANKS, !contention, (struct bsim_jval){0});
    remove(path);
    assert_non_null(graph);
    bsim_topology_of_graph(&platform.topology, graph);
    platform.nodes = MAX_RANKS;
    for (int k = 0; k < platform.nscen; k++)
        platform.inter.hop_latency_s[k] = 0, platform.inter.sender_busy[k] = 0.3;
}

static void both_ways(const char *model, int nscen, int cores, bool torus) {
    bsim_context.nscen = nscen;
    bsim_platform_blank(&platform, nscen, model);
    platform.collectives.preset = BSIM_PRESET_MPICH_FLAT;
    platform.contention = contention;
    platform.flows_by_pair = by_pair;
    platform.packet = packets ? 1024 : 0;
    platform.tcp_window = packets && by_pair && nscen == 1 && cores > 2 ? 1e6 : 0;
    for (int k = 0; k < nscen; k++) {
        struct bsim_link *inter = &platform.inter, *intra = &platform.intra;
        inter->latency_s[k] = 1.1e-6 * (k + 1);
        inter->hop_latency_s[k] = 0.37e-6 * (k + 1);
        inter->gap_s_per_byte[k] = 0.13e-9 * (k + 1);
        inter->card_gap_s_per_byte[k] = cards ? 0.13e-9 * (k + 1) : 0;
        inter->send_overhead_s[k] = 0.31e-6;
        inter->recv_overhead_s[k] = 0.27e-6;
        inter->control_overhead_s[k] = 0.05e-6;
        inter->eager_limit_bytes[k] = 1000 * (1 + k % 2); /* mixed protocols between scenarios */
        intra->latency_s[k] = 0.2e-6;
        intra->gap_s_per_byte[k] = 0.07e-9;
        intra->send_overhead_s[k] = 0.1e-6;
        intra->recv_overhead_s[k] = 0.12e-6;
        intra->control_overhead_s[k] = 0.02e-6;
        intra->eager_limit_bytes[k] = 5000;
    }
    platform.cores_per_node = cores;
    if (sockets)
        set_sockets();
    if (uneven)
        set_uneven();
    if (with_pieces) {
        set_pieces(&platform.inter);
        set_pieces(&platform.intra);
    }
    if (torus) {
        assert_true(bsim_topology_make(&platform.topology, BSIM_TOPOLOGY_TORUS, 2, (const int[]){7, 11}));
        platform.nodes = 77;
    }
    bool some = body_now != body || sockets || uneven || cards ||
                bsim_context.collective_messages; /* numbers of ranks are enough */
    for (int n = 1; n <= MAX_RANKS; n += some && n >= 8 ? 4 : 1) {
        struct outcome out = run_ranks(n, &platform, body_now, NULL);
        if (out.code)
            fail_msg("%s, %d ranks, %d scenarios, %d cores: exit %d: %s", model, n, nscen, cores, out.code, out.err);
    }
    bsim_platform_free(&platform);
    bsim_context.nscen = 1;
}

static void test_pieces(void **state) {
    (void)state;
    with_pieces = true;
    both_ways("loggpo", 1, 1, false);
    both_ways("loggpo", 1, 3, true);
    both_ways("loggpo", 3, 2, false);
    both_ways("simple", 1, 2, false);
    both_ways("simple", 2, 3, false);
    with_pieces = false;
}
static void test_loggpo(void **state) {
    (void)state;
    both_ways("loggpo", 1, 1, false);
    both_ways("loggpo", 1, 3, false);
    both_ways("loggpo", 1, 2, true);
}
static void test_simple(void **state) {
    (void)state;
    both_ways("simple", 1, 1, false);
    both_ways("simple", 1, 3, false);
    both_ways("simple", 1, 1, true);
}
/* Over links that messages share, collectives are messages. Nothing runs back in time there, so each collective begins
 * later than all before it, and times agree up to rounding. */
static void test_links(void **state) {
    (void)state;
    contention = true;
    both_ways("loggpo", 1, 1, false);
    both_ways("loggpo", 1, 3, false);
    both_ways("loggpo", 1, 2, true);
    both_ways("simple", 1, 3, false);
    both_ways("simple", 1, 2, true);
    by_pair = true;
    both_ways("loggpo", 1, 3, false);
    both_ways("simple", 1, 2, true);
    packets = true;
    both_ways("loggpo", 1, 3, false);
    both_ways("simple", 1, 2, true);
    by_pair = false;
    both_ways("loggpo", 1, 2, false);
    contention = packets = false;
}
static void test_links_in_a_row(void **state) {
    (void)state;
    contention = timing_only = true;
    body_now = body_in_a_row;
    both_ways("loggpo", 1, 1, false);
    both_ways("loggpo", 1, 2, true);
    both_ways("simple", 1, 3, false);
    by_pair = true;
    both_ways("loggpo", 1, 1, false);
    both_ways("simple", 1, 2, true);
    by_pair = timing_only = false; /* with data */
    both_ways("loggpo", 1, 1, false);
    both_ways("simple", 1, 2, true);
    contention = false;
    body_now = body;
}
/* Without links, each message by itself (bsim run --collective-messages): to the bit. */
static void test_messages(void **state) {
    (void)state;
    bsim_context.collective_messages = true;
    both_ways("loggpo", 1, 3, false);
    both_ways("loggpo", 3, 2, true);
    both_ways("simple", 2, 3, false);
    timing_only = true;
    both_ways("loggpo", 1, 3, false);
    bsim_context.collective_messages = timing_only = false;
}
/* With network cards long messages of collectives are messages, too. */
static void test_cards(void **state) {
    (void)state;
    cards = true;
    both_ways("loggpo", 1, 3, false);
    both_ways("loggpo", 1, 1, true);
    both_ways("simple", 1, 3, false);
    timing_only = true;
    body_now = body_in_a_row;
    both_ways("loggpo", 1, 2, false);
    both_ways("simple", 1, 3, true);
    body_now = body;
    cards = timing_only = false;
}
static void test_sockets(void **state) {
    (void)state;
    sockets = true;
    both_ways("loggpo", 1, 6, false);
    both_ways("loggpo", 1, 3, true);
    both_ways("loggpo", 3, 6, false);
    both_ways("simple", 1, 6, false);
    contention = true;
    both_ways("loggpo", 1, 6, false);
    contention = sockets = false;
}
static void test_uneven(void **state) {
    (void)state;
    uneven = true;
    both_ways("loggpo", 1, 1, false);
    both_ways("loggpo", 3, 2, false);
    both_ways("simple", 1, 1, false);
    both_ways("simple", 2, 2, false);
    with_pieces = true;
    both_ways("loggpo", 1, 2, false);
    with_pieces = false;
    contention = true;
    both_ways("loggpo", 1, 2, false);
    contention = uneven = false;
}
static void test_scenarios(void **state) {
    (void)state;
    both_ways("loggpo", 3, 3, false);
    both_ways("simple", 2, 2, false);
    both_ways("loggpo", 2, 1, true);
    both_ways("simple", 3, 2, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loggpo),   cmocka_unit_test(test_simple),  cmocka_unit_test(test_scenarios),
        cmocka_unit_test(test_links),    cmocka_unit_test(test_sockets), cmocka_unit_test(test_links_in_a_row),
        cmocka_unit_test(test_messages), cmocka_unit_test(test_pieces),  cmocka_unit_test(test_uneven),
        cmocka_unit_test(test_cards),
    };
    return cmocka_run_group_tests_name("coll_as_p2p", tests, NULL, NULL);
}
