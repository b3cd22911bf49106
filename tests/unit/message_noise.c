/* Noise of messages (bsim/network/message_noise.h): what it adds to the times of both network models, and that a draw
 * belongs to its message, whatever the schedule, the number of shards and the other scenarios are.
 *
 * In seconds and bytes: L = 100, G = 2. Latency and bytes vary by two speeds with p = 1/2 and f = 3: m = 1/2 + 3/2 = 2,
 * so each factor is 1/2 or 3/2. A crossing takes 50 or 150, and 20 counted bytes take 20 or 60. */
#include "ranks.h"

#include "bsim/network/message_noise.h"
#include "bsim/platform/link_noise.h"

static struct bsim_platform platform;
static struct bsim_link_noise varies = {
    .latency = {.kind = BSIM_NOISE_TWO_SPEEDS, .probability = {.number = 0.5}, .factor = {.number = 3}},
    .bandwidth = {.kind = BSIM_NOISE_TWO_SPEEDS, .probability = {.number = 0.5}, .factor = {.number = 3}}};
static struct bsim_link_noise continuous = {.latency = {.kind = BSIM_NOISE_LOGNORMAL, .deviation = {.number = 0.4}},
                                            .bandwidth = {.kind = BSIM_NOISE_HALFNORMAL, .deviation = {.number = 0.2}}};

enum { ROUNDS = 400 };

/* A platform of k scenarios with this noise between nodes, the first `runs` of which have seeds from `seed` on. */
static void make(const char *model, int k, struct bsim_link_noise *noise, long seed, int runs) {
    struct bsim_error err = {0};
    bsim_message_noise_fini();
    bsim_platform_blank(&platform, k, model);
    for (int i = 0; i < k; i++) {
        platform.inter.latency_s[i] = platform.intra.latency_s[i] = 100;
        platform.inter.gap_s_per_byte[i] = platform.intra.gap_s_per_byte[i] = 2;
    }
    platform.inter.noise = noise;
    platform.noises = noise;
    assert_true(bsim_message_noise_init(&platform, "p.json", 1, seed, runs, &err));
}

static void unmake(void) {
    platform.noises = NULL; /* it is not the platform's */
    bsim_platform_free(&platform);
}

static char buffer[100000];

static void send(int to, int bytes) {
    MPI_Send(buffer, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

static void receive(int from) {
    MPI_Recv(buffer, sizeof buffer, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Sets the clocks of the scenarios to a time, so that each round begins anew. */
static void begin_at(double time_s) {
    for (int k = 0; k < bsim_context.nscen; k++)
        bsim_clock(bsim_self->id)[k] = time_s;
}

static int seen[8];

/* Counts a time that is one of `values` times. */
static void count(double time_s, const double *value, int values) {
    for (int i = 0; i < values; i++)
        if (fabs(time_s - value[i]) < 1e-6) {
            seen[i]++;
            return;
        }
    char text[64];
    snprintf(text, sizeof text, "time %g is none of those derived", time_s);
    check_(0, text, __FILE__, __LINE__);
}

/* All values have been seen, each as often as chance lets expect: within five deviations of ROUNDS * share. */
static void check_shares(const double *share, int values) {
    for (int i = 0; i < values; i++)
        CHECK(fabs(seen[i] - ROUNDS * share[i]) < 5 * sqrt(ROUNDS * share[i] * (1 - share[i])));
}

static const double quarter[] = {0.25, 0.25, 0.25, 0.25};

/* 11 bytes of loggpo count 10: 20 f. 50 or 150, and 10 or 30. */
static void eager(int rank) {
    static const double end[] = {60, 80, 160, 180};
    bool simple = bsim_context.net->receiver_pays_latency;
    for (int i = 0; i < ROUNDS; i++) {
        double start_s = 1e4 * i;
        begin_at(start_s);
        if (rank == 0) {
            send(1, simple ? 10 : 11);
            CHECK_TIME(start_s);
        } else {
            receive(0);
            count(MPI_Wtime() - start_s, end, 4);
        }
    }
    if (rank == 1)
        check_shares(quarter, 4);
}

static void test_eager(void **state) {
    (void)state;
    for (int late = 0; late < 2; late++) {
        make("loggpo", 1, &varies, 1, 1);
        assert_runs(2, &platform, eager);
        unmake();
        make("simple", 1, &varies, 1, 1);
        assert_runs(2, &platform, eager);
        unmake();
        ranks_disorder = 3; /* the receive is posted first, or the message comes first */
    }
    ranks_disorder = 0;
}

/* The request, the clearance and the data each have a latency of their own: the data begin to leave after 100, 200 or
 * 300 (loggpo, no overheads), with shares 1/4, 1/2, 1/4. They take 10 or 30, and the sender goes on; they come 50 or
 * 150 later. The sender's part of this does not change it. */
static double left_s[ROUNDS], ended_s[ROUNDS]; /* all ranks are in one process */

static void rendezvous(int rank) {
    for (int i = 0; i < ROUNDS; i++) {
        begin_at(1e4 * i);
        if (rank == 0)
            send(1, 11);
        else
            receive(0);
        *(rank == 0 ? &left_s[i] : &ended_s[i]) = MPI_Wtime() - 1e4 * i;
    }
}

static void rendezvous_after(void) {
    static const double left[] = {110, 130, 210, 230, 310, 330}, shares[] = {0.125, 0.125, 0.25, 0.25, 0.125, 0.125},
                        latency[] = {50, 150}, halves[] = {0.5, 0.5};
    for (int i = 0; i < ROUNDS; i++)
        count(left_s[i], left, 6);
    check_shares(shares, 6);
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < ROUNDS; i++)
        count(ended_s[i] - left_s[i], latency, 2);
    check_shares(halves, 2);
}

static void runs(int np, void (*body)(int rank), void (*after)(void)) {
    struct outcome out = run_ranks(np, &platform, body, after);
    if (out.code != 0)
        fail_msg("exit code %d: %s", out.code, out.err);
}

static void test_rendezvous(void **state) {
    (void)state;
    for (unsigned disorder = 0; disorder < 4; disorder += 3) {
        ranks_disorder = disorder;
        make("loggpo", 1, &varies, 1, 1);
        platform.inter.eager_limit_bytes[0] = 0;
        runs(2, rendezvous, rendezvous_after);
        unmake();
    }
    ranks_disorder = 0;
}

/* In simple both sides end with the data. A sender of loggpo that copies all data itself is busy for their time too. */
static void same_end_after(void) {
    static const double end[] = {60, 80, 160, 180};
    for (int i = 0; i < ROUNDS; i++) {
        CHECK(left_s[i] == ended_s[i]);
        count(ended_s[i], end, 4);
    }
    check_shares(quarter, 4);
}

static void simple_rendezvous(int rank) {
    for (int i = 0; i < ROUNDS; i++) {
        begin_at(1e4 * i);
        if (rank == 0)
            send(1, 10);
        else
            receive(0);
        *(rank == 0 ? &left_s[i] : &ended_s[i]) = MPI_Wtime() - 1e4 * i;
    }
}

static void test_simple_rendezvous(void **state) {
    (void)state;
    make("simple", 1, &varies, 1, 1);
    platform.inter.eager_limit_bytes[0] = 0;
    runs(2, simple_rendezvous, same_end_after);
    unmake();
}

static void test_sender_busy(void **state) {
    (void)state;
    make("loggpo", 1, &varies, 1, 1);
    platform.inter.eager_limit_bytes[0] = 0;
    platform.inter.sender_busy[0] = 1;
    runs(2, rendezvous, rendezvous_after);
    unmake();
}

/* ---- other times ---- */

/* Messages within a node do not vary here; a collective's do: a barrier of two ranks is one exchange, and each of its
 * two messages of 0 bytes takes 50 or 150. So a rank ends at 50 or 150. */
static void barriers(int rank) {
    static const double end[] = {50, 150}, half[] = {0.5, 0.5};
    for (int i = 0; i < ROUNDS; i++) {
        begin_at(1e4 * i);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            count(MPI_Wtime() - 1e4 * i, end, 2);
    }
    if (rank == 0)
        check_shares(half, 2);
}

static void within(int rank) {
    for (int i = 0; i < 20; i++) {
        begin_at(1e4 * i);
        if (rank == 0)
            send(1, 11);
        else {
            receive(0);
            CHECK_TIME(1e4 * i + 120);
        }
    }
}

static void test_barrier(void **state) {
    (void)state;
    make("loggpo", 1, &varies, 1, 1);
    runs(2, barriers, NULL);
    platform.cores_per_node = 2;
    runs(2, within, NULL);
    unmake();
}

/* A piece with noise of its own: messages of up to 8 bytes do not vary, longer ones do. */
static void by_piece(int rank) {
    static const double end[] = {60, 80, 160, 180};
    for (int i = 0; i < ROUNDS; i++) {
        begin_at(1e4 * i);
        if (rank == 0) {
            send(1, 8);
            send(1, 11);
            continue;
        }
        receive(0);
        CHECK_TIME(1e4 * i + 114);
        begin_at(1e4 * i);
        receive(0);
        count(MPI_Wtime() - 1e4 * i, end, 4);
    }
}

static void test_piece(void **state) {
    (void)state;
    static const struct bsim_link_noise none;
    make("loggpo", 1, &varies, 1, 1);
    struct bsim_link_piece piece[2] = {{8, -1, 1, -1, 1, -1, -1, 0, 0, BSIM_PIECE_BY_LIMIT, &none, {0}},
                                       {HUGE_VAL, -1, 1, -1, 1, -1, -1, 0, 0, BSIM_PIECE_BY_LIMIT, NULL, {0}}};
    platform.inter.npiece = 2;
    platform.inter.piece = piece;
    runs(2, by_piece, NULL);
    platform.inter.piece = NULL;
    unmake();
}

/* ---- one draw for one message ---- */

/* Many kinds of messages among six ranks on three nodes: eager and long, posted early and late, collectives of all and
 * of halves. wild: receives from any source too. */
static void exchange(int rank, bool wild) {
    MPI_Request r[2];
    MPI_Comm half;
    int np = 6, sum, one = 1;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    for (int i = 0; i < 6; i++) {
        calculate(10 * ((rank * 7 + i) % 5));
        MPI_Irecv(buffer, 50000, MPI_BYTE, (rank + np - 1 - i % 3) % np, 1, MPI_COMM_WORLD, &r[0]);
        MPI_Isend(buffer, i % 2 ? 400 : 40, MPI_BYTE, (rank + 1 + i % 3) % np, 1, MPI_COMM_WORLD, &r[1]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, i % 2 ? half : MPI_COMM_WORLD);
        MPI_Bcast(buffer, 40000, MPI_BYTE, 0, i % 2 ? MPI_COMM_WORLD : half);
        MPI_Alltoall(buffer, 200, MPI_BYTE, buffer + 50000, 200, MPI_BYTE, MPI_COMM_WORLD);
        MPI_Gather(buffer, 300, MPI_BYTE, buffer + 50000, 300, MPI_BYTE, 1, MPI_COMM_WORLD);
        for (int from = 1; wild && from < np; from++)
            if (rank == 0)
                MPI_Recv(buffer, 50000, MPI_BYTE, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            else if (rank == from)
                MPI_Send(buffer, 30 * from, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
    }
}

static void all_kinds(int rank) {
    exchange(rank, true);
}

static void named_kinds(int rank) {
    exchange(rank, false);
}

/* Messages that go on their way while their ranks send others: those of non-blocking collectives, which ranks start at
 * different times, and the answers of targets of one-sided communication, between two ranks each. */
static void beside(int rank) {
    static long memory[6][8];
    static int in[6][200], out[6][200]; /* all ranks are in one process */
    int np = 6, peer = rank ^ 1;
    long got = 0;
    MPI_Request r[4];
    MPI_Win win;
    MPI_Win_create(memory[rank], sizeof memory[rank], sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < 6; i++) {
        calculate(10 * ((rank * 7 + i) % 5));
        MPI_Iallreduce(in[rank], out[rank], i % 2 ? 200 : 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[0]);
        MPI_Ibcast(buffer, 20, MPI_BYTE, i, MPI_COMM_WORLD, &r[1]);
        MPI_Irecv(buffer, 50000, MPI_BYTE, (rank + np - 1) % np, 1, MPI_COMM_WORLD, &r[2]);
        MPI_Isend(buffer, i % 2 ? 400 : 40, MPI_BYTE, (rank + 1) % np, 1, MPI_COMM_WORLD, &r[3]);
        MPI_Waitall(2, r + 2, MPI_STATUSES_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
        MPI_Get(&got, 1, MPI_LONG, peer, i, 1, MPI_LONG, win);
        calculate(30 * (rank % 2));
        MPI_Win_unlock(peer, win);
        MPI_Sendrecv(buffer, 40, MPI_BYTE, peer, 2, buffer + 50000, 40, MPI_BYTE, peer, 2, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    }
    MPI_Win_free(&win);
}

static int shown; /* the scenario */

static void show(void) {
    for (int rank = 0; rank < bsim_context.np; rank++)
        fprintf(stderr, "%a ", bsim_clock(rank)[shown]);
}

static struct outcome times_of(void (*body)(int rank), int scenario) {
    shown = scenario;
    struct outcome out = run_ranks(6, &platform, body, show);
    if (out.code != 0)
        fail_msg("exit code %d: %s", out.code, out.err);
    return out;
}

static void make_exchange(const char *model, int k, long seed, int seeds, bool cards, bool links) {
    make(model, k, &continuous, seed, seeds);
    platform.cores_per_node = 2;
    platform.intra.noise = platform.inter.noise;
    for (int i = 0; i < k; i++) {
        platform.inter.eager_limit_bytes[i] = platform.intra.eager_limit_bytes[i] = 100;
        platform.inter.card_gap_s_per_byte[i] = cards ? 1 : 0;
    }
    platform.contention = links;
}

/* The times are those of one shard, whatever the order of ranks and the number of shards. */
static void check_schedules(int kind, const char *model, bool cards, bool links, void (*body)(int rank)) {
    make_exchange(model, 1, 5, 1, cards, links);
    struct outcome first = times_of(body, 0);
    for (unsigned disorder = 1; disorder < 5; disorder++) {
        ranks_disorder = disorder;
        ranks_shards = 1 + (int)disorder % 3;
        struct outcome other = times_of(body, 0);
        if (strcmp(first.err, other.err) != 0)
            fail_msg("kind %d, disorder %u, %d shards: %s instead of %s", kind, disorder, ranks_shards, other.err,
                     first.err);
    }
    ranks_disorder = 0;
    ranks_shards = 1;
    unmake();
    make_exchange(model, 1, 6, 1, cards, links);
    assert_string_not_equal(first.err, times_of(body, 0).err); /* another seed */
    unmake();
}

static void test_schedules(void **state) {
    (void)state;
    for (int kind = 0; kind < 6; kind++) { /* loggpo and simple: without and with cards, and with links */
        struct bsim_noise_value bandwidth = continuous.bandwidth.deviation;
        const char *model = kind % 2 ? "simple" : "loggpo";
        if (kind >= 4)
            continuous.bandwidth.deviation.number = 0;
        check_schedules(kind, model, kind == 2 || kind == 3, kind >= 4, all_kinds);
        check_schedules(kind, model, kind == 2 || kind == 3, kind >= 4, beside);
        continuous.bandwidth.deviation = bandwidth;
    }
}

/* Scenario k < 3 has the times of a run with seed 5 + k alone; those behind, which an interval has, those of seed 5. */
static void test_seeds(void **state) {
    static void (*const bodies[])(int rank) = {named_kinds, beside};
    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (int k = 0; k < 4; k++) {
            const char *model = kind % 2 ? "simple" : "loggpo";
            make_exchange(model, 1, 5 + k % 3, 1, false, false);
            struct outcome alone = times_of(bodies[kind / 2], 0);
            unmake();
            make_exchange(model, 4, 5, 3, false, false);
            assert_string_equal(alone.err, times_of(bodies[kind / 2], k).err);
            unmake();
        }
}

/* Scenarios in which messages have other protocols have the draws that they have alone. */
static void test_protocols(void **state) {
    static void (*const bodies[])(int rank) = {named_kinds, beside};
    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (int k = 0; k < 3; k++) {
            static const double limit[] = {100, 1e6, 300};
            make_exchange(kind % 2 ? "simple" : "loggpo", 1, 5, 1, false, false);
            platform.inter.eager_limit_bytes[0] = limit[k];
            struct outcome alone = times_of(bodies[kind / 2], 0);
            unmake();
            make_exchange(kind % 2 ? "simple" : "loggpo", 3, 5, 1, false, false);
            memcpy(platform.inter.eager_limit_bytes, limit, sizeof limit);
            assert_string_equal(alone.err, times_of(bodies[kind / 2], k).err);
            unmake();
        }
}

/* ---- losses ---- */

/* Without --noise each crossing waits for the mean. Of one packet, with p = 1/2, time-outs of 1000 s and a backoff of
 * 3/2: 1000 p / (1 - 3/2 p) = 2000 s. Without backoff, of two packets: P(n > j) = 1 - (1 - 2^-(j+1))^2 = 2 2^-(j+1) -
 * 4^-(j+1), whose sum is 2 - 1/3. */
static const struct bsim_link_loss halves = {true, 0.5, 1000, 1.5, HUGE_VAL}, packets = {true, 0.5, 1000, 1, 10};

static void make_lossy(const char *model, struct bsim_link_loss loss, double strength, enum bsim_piece_protocol how) {
    struct bsim_error err = {0};
    make(model, 1, NULL, 1, 1);
    platform.inter.loss = loss;
    platform.inter.npiece = 1;
    platform.inter.piece = bsim_alloc(sizeof *platform.inter.piece);
    *platform.inter.piece = (struct bsim_link_piece){.up_to_bytes = HUGE_VAL,
                                                     .latency_s = -1,
                                                     .latency_factor = 1,
                                                     .gap_s_per_byte = -1,
                                                     .gap_factor = 1,
                                                     .send_overhead_s = -1,
                                                     .recv_overhead_s = -1,
                                                     .protocol = how};
    assert_true(bsim_message_noise_init(&platform, "p.json", strength, 1, 1, &err));
}

static double sender_s, receiver_s; /* of a message of 11 bytes, wanted */

static void one_lossy(int rank) {
    if (rank == 0)
        send(1, 11);
    else
        receive(0);
    CHECK(fabs(MPI_Wtime() - (rank == 0 ? sender_s : receiver_s)) < 1e-9);
}

static void lossy_is(double sender, double receiver) {
    sender_s = sender;
    receiver_s = receiver;
    assert_runs(2, &platform, one_lossy);
    unmake();
}

/* The request and the clearance of a rendezvous, and the acknowledgement, are lost as data are: a sender waits for two
 * crossings of a rendezvous, and for the acknowledgement. */
static void test_mean_loss(void **state) {
    (void)state;
    for (unsigned disorder = 0; disorder < 4; disorder += 3) {
        ranks_disorder = disorder;
        make_lossy("loggpo", halves, 0, BSIM_PIECE_EAGER);
        lossy_is(0, 120 + 2000);
        make_lossy("loggpo", packets, 0, BSIM_PIECE_EAGER);
        lossy_is(0, 120 + 1000 * (2 - 1 / 3.0));
        make_lossy("simple", packets, 0, BSIM_PIECE_EAGER);
        lossy_is(0, 122 + 1000 * (2 - 1 / 3.0));
        make_lossy("loggpo", halves, 0, BSIM_PIECE_DETACHED);
        lossy_is(0, 120 + 2000);
        make_lossy("loggpo", packets, 0, BSIM_PIECE_RENDEZVOUS); /* control messages are one packet: 1000 s */
        lossy_is(2 * (100 + 1000) + 20, 2 * (100 + 1000) + 120 + 1000 * (2 - 1 / 3.0));
        make_lossy("loggpo", packets, 0, BSIM_PIECE_ACKNOWLEDGED);
        lossy_is(120 + 1000 * (2 - 1 / 3.0) + 100 + 1000, 120 + 1000 * (2 - 1 / 3.0));
        make_lossy("loggpo", halves, 0, BSIM_PIECE_EAGER);
        platform.contention = true; /* the same over links */
        lossy_is(0, 120 + 2000);
    }
    ranks_disorder = 0;
}

/* A piece without loss in a connection with it. */
static void test_loss_of_piece(void **state) {
    (void)state;
    struct bsim_error err = {0};
    make_lossy("loggpo", halves, 0, BSIM_PIECE_EAGER);
    platform.inter.piece->loss = (struct bsim_link_loss){.given = true};
    assert_true(bsim_message_noise_init(&platform, "p.json", 0, 1, 1, &err));
    lossy_is(0, 120);
}

/* With --noise they are drawn: with p = 1/4 and a backoff of 2 a message is late by 0, 1000, 3000, 7000 ... s. */
static void lossy(int rank) {
    static const double end[] = {120, 1120, 3120, 7120, 15120, 31120, 63120, 127120},
                        shares[] = {0.75, 0.1875, 0.046875};
    for (int i = 0; i < ROUNDS; i++) {
        begin_at(1e6 * i);
        if (rank == 0) {
            send(1, 11);
        } else {
            receive(0);
            count(MPI_Wtime() - 1e6 * i, end, 8);
        }
    }
    if (rank == 1)
        check_shares(shares, 3);
}

static void test_drawn_loss(void **state) {
    (void)state;
    for (ranks_shards = 1; ranks_shards <= 2; ranks_shards++) {
        make_lossy("loggpo", (struct bsim_link_loss){true, 0.25, 1000, 2, HUGE_VAL}, 1, BSIM_PIECE_EAGER);
        assert_runs(2, &platform, lossy);
        unmake();
    }
    ranks_shards = 1;
}

/* ---- what is refused ---- */

static void nothing(int rank) {
    (void)rank;
}

static void test_refused(void **state) {
    (void)state;
    struct bsim_error err = {0};
    make("loggpo", 1, &varies, 1, 1);
    platform.contention = true;
    struct outcome out = run_ranks(2, &platform, nothing, NULL);
    assert_int_equal(out.code, BSIM_EXIT_USAGE);
    assert_non_null(strstr(out.err, "noise of the bandwidth, and messages share links"));
    /* The least factor of two speeds is 1/2: at a strength of 2.5 it would be 1 + 2.5 (1/2 - 1) = -1/4, at 2 it is 0.
     */
    assert_false(bsim_message_noise_init(&platform, "p.json", 2.5, 1, 1, &err));
    assert_non_null(strstr(err.text, "makes times of messages negative: its least factor is 0.5; accepted: at most 2"));
    unmake();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_eager),       cmocka_unit_test(test_rendezvous), cmocka_unit_test(test_simple_rendezvous),
        cmocka_unit_test(test_sender_busy), cmocka_unit_test(test_barrier),    cmocka_unit_test(test_piece),
        cmocka_unit_test(test_schedules),   cmocka_unit_test(test_seeds),      cmocka_unit_test(test_protocols),
        cmocka_unit_test(test_refused),     cmocka_unit_test(test_mean_loss),  cmocka_unit_test(test_loss_of_piece),
        cmocka_unit_test(test_drawn_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
