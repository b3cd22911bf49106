/* net_simple.c - the model of SC08, section III: a send takes no time; a receive waits for the sender's clock, then
 * pays l + s/w. Must not know matching. */
#include "bsim/network/net_formulas.h"
#include "bsim/network/net_loop.h"
#include "bsim/network/network.h"

static void simple_send(const struct bsim_path *path, double bytes, const double *post, double *release,
                        double *arrive) {
    (void)path, (void)bytes;
    ELEMENTWISE(k) {
        double t = post[k];
        release[k] = t;
        arrive[k] = t;
    }
}

/* SC08: "if the sender's clock is ahead of the receiver's, the receiver waits for the difference, then pays l + s/w".
 * A non-blocking receive pays from the time at which both sides have posted; this overlaps with computation. */
static void simple_recv_ready(const struct bsim_path *path, double bytes, const double *rpost, const double *arrive,
                              double *ready) {
    const double *latency = path->link.latency_s, *gap = path->link.gap_s_per_byte;
    ELEMENTWISE(k) {
        ready[k] = bsim_simple_ready(rpost[k], arrive[k], bsim_simple_transfer(latency[k], gap[k], bytes));
    }
}

static void simple_done(const struct bsim_path *path, double bytes, const double *now, const double *ready,
                        double *done) {
    (void)path, (void)bytes;
    ELEMENTWISE(k) {
        done[k] = bsim_max(now[k], ready[k]);
    }
}

/* Long messages are sent synchronously, the "natural extension" that SC08 names: the sender continues when the message
 * has been received. */
static void simple_rendezvous(const struct bsim_path *path, double bytes, const double *release, const double *arrive,
                              const double *rpost, double *sready, double *rready) {
    const double *latency = path->link.latency_s, *gap = path->link.gap_s_per_byte;
    const double *limit = path->link.eager_limit_bytes;
    ELEMENTWISE(k) {
        double t = bsim_simple_ready(rpost[k], arrive[k], bsim_simple_transfer(latency[k], gap[k], bytes));
        sready[k] = bytes <= limit[k] ? release[k] : t;
        rready[k] = t;
    }
}

VECTORISED static void simple_eager_exchange(const struct bsim_path *path, double bytes_ab, double bytes_ba,
                                             double *restrict a_clock, double *restrict b_clock) {
    const double *restrict latency = path->link.latency_s, *restrict gap = path->link.gap_s_per_byte;
    ELEMENTWISE(k) {
        double a = a_clock[k], b = b_clock[k];
        a_clock[k] = bsim_max(a, bsim_simple_ready(a, b, bsim_simple_transfer(latency[k], gap[k], bytes_ba)));
        b_clock[k] = bsim_max(b, bsim_simple_ready(b, a, bsim_simple_transfer(latency[k], gap[k], bytes_ab)));
    }
}

static double simple_done_one(const struct bsim_path *path, enum bsim_done what, double bytes, int k, double now,
                              double ready) {
    (void)path, (void)what, (void)bytes, (void)k;
    return bsim_max(now, ready);
}

static void simple_data_start(const struct bsim_path *path, double bytes, const double *arrive, const double *rpost,
                              double *start) {
    (void)path, (void)bytes;
    ELEMENTWISE(k) {
        start[k] = bsim_simple_ready(rpost[k], arrive[k], 0);
    }
}

const struct bsim_network bsim_network_simple = {
    .name = "simple",
    .receiver_pays_latency = true,
    .send = simple_send,
    .recv_ready = simple_recv_ready,
    .recv_done = simple_done,
    .rendezvous = simple_rendezvous,
    .rendezvous_send_done = simple_done,
    .rendezvous_recv_done = simple_done,
    .eager_exchange = simple_eager_exchange,
    .done_one = simple_done_one,
    .data_start = simple_data_start,
};
