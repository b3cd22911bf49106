/* traffic.c - what ranks send and receive, and the warning of messages that would take longer one after the other than
 * the prediction lets them (traffic.h). */
#include "bsim/stat/traffic.h"

#include "bsim/base/alloc.h"
#include "bsim/base/warn.h"
#include "bsim/stat/stat.h"

BSIM_OF_SHARD struct bsim_traffic *bsim_traffic;
static struct bsim_traffic *left[BSIM_MAX_SHARDS]; /* counts of shards whose thread has ended */

static size_t size(void) {
    return (size_t)bsim_run.np * sizeof *bsim_traffic;
}

void bsim_traffic_begin(void) {
    if (bsim_context.counts_traffic && !bsim_traffic)
        bsim_traffic = bsim_reserve(size());
}

void bsim_traffic_add(int from, int to, int64_t bytes, double gap_s_per_byte) {
    bool near = bsim_context.node[from] == bsim_context.node[to];
    uint64_t amount = (uint64_t)bytes;
    if (near ? !bsim_context.counts_near : !bsim_context.counts_far)
        return;
    if (bsim_context.gaps_differ)
        amount = (uint64_t)((double)bytes * gap_s_per_byte * 0x1p44);
    bsim_traffic[from].sent[near] += amount;
    bsim_traffic[to].received[near] += amount;
}

void bsim_traffic_leave(void) {
    left[bsim_shard_number] = bsim_traffic;
    bsim_traffic = NULL;
}

void bsim_traffic_gather(void) {
    for (int s = 0; s < BSIM_MAX_SHARDS; s++) {
        for (int r = 0; left[s] && r < bsim_context.np; r++)
            for (int near = 0; near < 2; near++) {
                bsim_traffic[r].sent[near] += left[s][r].sent[near];
                bsim_traffic[r].received[near] += left[s][r].received[near];
            }
        if (left[s])
            bsim_unreserve(left[s], size());
        left[s] = NULL;
    }
}

static double seconds(uint64_t amount, bool near) {
    if (bsim_context.gaps_differ)
        return (double)amount * 0x1p-44;
    return (double)amount * (near ? bsim_context.near_gap_s_per_byte : bsim_context.gap_s_per_byte);
}

/* The messages that keep one end busy longest, if they are sent or received one after the other. */
struct busiest {
    double seconds;
    int number; /* of the rank or node */
    bool receives, near;
};

static void compare(struct busiest *most, int number, const struct bsim_traffic *t, bool near) {
    double sent_s = seconds(t->sent[near], near), received_s = seconds(t->received[near], near);
    double more_s = bsim_max(sent_s, received_s);
    if (more_s > most->seconds)
        *most = (struct busiest){more_s, number, received_s > sent_s, near};
}

static struct busiest busiest_rank(void) {
    struct busiest most = {0};
    for (int r = 0; r < bsim_context.np; r++)
        for (int near = 0; near < 2; near++)
            compare(&most, r, &bsim_traffic[r], near);
    return most;
}

/* The bytes of messages that were too small to be counted for their ranks. */
static uint64_t uncounted(const struct bsim_run *run) {
    uint64_t counted = 0;
    for (int r = 0; r < bsim_context.np; r++)
        counted += bsim_traffic[r].sent[0] + bsim_traffic[r].sent[1];
    return bsim_context.traffic_above > 0 && run->bytes > counted ? run->bytes - counted : 0;
}

/* Of the nodes with several ranks, each with a part of what was not counted. *ranks: how many that node has. */
static struct busiest busiest_node(const struct bsim_run *run, int *ranks) {
    struct busiest most = {0};
    size_t nodes = (size_t)bsim_context.nodes;
    uint64_t uncounted_bytes = uncounted(run);
    struct bsim_traffic *of_node = bsim_alloc(nodes * sizeof *of_node);
    int *ranks_of = bsim_alloc(nodes * sizeof *ranks_of);
    for (int r = 0; r < bsim_context.np; r++) {
        of_node[bsim_context.node[r]].sent[0] += bsim_traffic[r].sent[0];
        of_node[bsim_context.node[r]].received[0] += bsim_traffic[r].received[0];
        ranks_of[bsim_context.node[r]]++;
    }
    for (int i = 0; i < bsim_context.nodes && bsim_context.nodes > 1; i++) {
        of_node[i].sent[0] += uncounted_bytes / nodes;
        of_node[i].received[0] += uncounted_bytes / nodes;
        if (ranks_of[i] > 1)
            compare(&most, i, &of_node[i], false);
    }
    *ranks = ranks_of[most.number];
    bsim_free(of_node);
    bsim_free(ranks_of);
    return most;
}

/* Messages of one rank do not slow each other down (LogGP's G is of one message), and neither do those of the ranks of
 * a node, which share its network card. If the platform tells nothing of it, and the messages would keep the busiest
 * rank or card busy for longer than the predicted time, or for a good part of it, the prediction may be too short. */
void bsim_traffic_warn(const struct bsim_run *run) {
    enum { WORTH_A_WARNING = 10 }; /* per cent */
    double predicted_s = run->predicted_s[0];
    if (!bsim_traffic || !(predicted_s > 0))
        return;
    struct busiest rank = busiest_rank();
    if (rank.seconds > predicted_s) {
        bsim_warn("the predicted time is too short: the messages that rank %d %s take %.3g times as long one after the "
                  "other at the bandwidth %s, and nothing in the platform lets them wait for each other%s",
                  rank.number, rank.receives ? "receives" : "sends", rank.seconds / predicted_s,
                  bsim_context.gaps_differ ? "that the platform gives for each"
                  : rank.near              ? "of the node"
                                           : "of the network",
                  rank.near                      ? ""
                  : run->platform->cards_dropped ? " (--without-cards)"
                                                 : "; give card_bandwidth, or \"contention\"");
        return;
    }
    if (!bsim_context.counts_far)
        return;
    int ranks;
    struct busiest node = busiest_node(run, &ranks);
    double percent = 100 * node.seconds / predicted_s;
    if (percent > WORTH_A_WARNING)
        bsim_warn("%s: messages of the %d ranks of node %d do not slow each other "
                  "down, though at the network's bandwidth those that they %s take %.0f %% of the predicted time one "
                  "after the other",
                  run->platform->cards_dropped ? "--without-cards" : "the platform gives no card_bandwidth", ranks,
                  node.number, node.receives ? "receive" : "send", percent);
}
