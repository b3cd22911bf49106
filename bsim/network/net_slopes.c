/* net_slopes.c - the network models for clocks with slopes (bsim/base/slopes.h): the formulas of net_simple.c and
 * net_loggpo.c, with the derivative of each. Must not know matching. tests/property/slopes_random.py compares times
 * with those models, bit by bit, and slopes with finite differences. */
#include "bsim/base/slopes.h"
#include "bsim/network/net_formulas.h"
#include "bsim/network/network.h"

enum { ALL = BSIM_SLOPES_MOST + 1 };

/* Adds a number of a parameter of the path's connection. Where a node has no parameters of its own, those between nodes
 * count here too, since they cannot change alone. The time itself is set by the caller. */
static void count(const struct bsim_path *path, double *time, enum bsim_slope_of_link what, double n) {
    if (path->hops > 0 || path->follows)
        bsim_slope_add(time, (int)what, n);
    if (path->hops == 0)
        bsim_slope_add(time, BSIM_SLOPES_OF_LINK + (int)what, n);
}

/* Adds a latency of the way there, or back. */
static void count_one_latency(const struct bsim_path *path, double *time, int hops) {
    count(path, time, BSIM_SLOPE_LATENCY, path->slope.latency);
    if (hops > 0)
        count(path, time, BSIM_SLOPE_HOP_LATENCY, path->slope.hop * hops);
}

static void count_latency(const struct bsim_path *path, double *time) {
    count_one_latency(path, time, path->hops);
}

/* Adds bytes that go at the connection's bandwidth. */
static void count_bytes(const struct bsim_path *path, double *time, double bytes) {
    count(path, time, BSIM_SLOPE_GAP, path->slope.gap * bytes);
}

/* time += o_s, o_r */
static double send_overhead(const struct bsim_path *path, double bytes) {
    return path->link.send_overhead_s[0] + path->send_s_per_byte * bytes;
}

static void add_send_overhead(const struct bsim_path *path, double *time, double bytes) {
    time[0] += send_overhead(path, bytes);
    count(path, time, BSIM_SLOPE_SEND_OVERHEAD, path->slope.send_overhead);
}

static void add_recv_overhead(const struct bsim_path *path, double *time, double bytes) {
    time[0] += path->link.recv_overhead_s[0] + path->recv_s_per_byte * bytes;
    count(path, time, BSIM_SLOPE_RECV_OVERHEAD, path->slope.recv_overhead);
}

/* time += value, in which o' stands n times */
static void add_control(const struct bsim_path *path, double *time, double value, int n) {
    time[0] += value;
    count(path, time, BSIM_SLOPE_CONTROL_OVERHEAD, n);
}

static void copy(double *to, const double *from) {
    if (to != from)
        bsim_clock_copy(to, from);
}

/* ---- SC08 ---- */

static void simple_send(const struct bsim_path *path, double bytes, const double *post, double *release,
                        double *arrive) {
    (void)path, (void)bytes;
    copy(arrive, post);
    copy(release, post);
}

/* ready = max(rpost, arrive) + transfer */
static void simple_recv_ready(const struct bsim_path *path, double bytes, const double *rpost, const double *arrive,
                              double *ready) {
    double transfer_s = bsim_simple_transfer(path->link.latency_s[0], path->link.gap_s_per_byte[0], bytes);
    double time_s = bsim_simple_ready(rpost[0], arrive[0], transfer_s);
    bsim_slopes_max(ready, rpost, arrive);
    ready[0] = time_s;
    count_latency(path, ready);
    count_bytes(path, ready, bytes);
}

static void simple_done(const struct bsim_path *path, const double *now, const double *ready, double *done) {
    (void)path;
    bsim_slopes_max(done, now, ready);
}

static void simple_rendezvous(const struct bsim_path *path, double bytes, const double *release, const double *arrive,
                              const double *rpost, double *sready, double *rready) {
    double t[ALL];
    simple_recv_ready(path, bytes, rpost, arrive, t);
    copy(sready, bytes <= path->link.eager_limit_bytes[0] ? release : t);
    copy(rready, t);
}

static void simple_done_of(const struct bsim_path *path, double bytes, const double *now, const double *ready,
                           double *done) {
    (void)bytes;
    simple_done(path, now, ready, done);
}

static void simple_eager_exchange(const struct bsim_path *path, double bytes_ab, double bytes_ba, double *a_clock,
                                  double *b_clock) {
    double a[ALL], b[ALL];
    simple_recv_ready(path, bytes_ba, a_clock, b_clock, a);
    simple_recv_ready(path, bytes_ab, b_clock, a_clock, b);
    bsim_slopes_max(a_clock, a_clock, a);
    bsim_slopes_max(b_clock, b_clock, b);
}

static double simple_done_one(const struct bsim_path *path, enum bsim_done what, double bytes, int k, double now,
                              double ready) {
    return bsim_network_simple.done_one(path, what, bytes, k, now, ready);
}

const struct bsim_network bsim_network_simple_slopes = {
    .name = "simple",
    .receiver_pays_latency = true,
    .send = simple_send,
    .recv_ready = simple_recv_ready,
    .recv_done = simple_done_of,
    .rendezvous = simple_rendezvous,
    .rendezvous_send_done = simple_done_of,
    .rendezvous_recv_done = simple_done_of,
    .eager_exchange = simple_eager_exchange,
    .done_one = simple_done_one,
};

/* ---- LogGPO ---- */

static bool is_eager(const struct bsim_path *path, double bytes) {
    return bytes <= path->link.eager_limit_bytes[0];
}

/* time += G(K-1) + L */
static void add_wire(const struct bsim_path *path, double *time, double bytes) {
    time[0] += bsim_loggpo_wire(path->link.latency_s[0], path->link.gap_s_per_byte[0], bytes);
    count_latency(path, time);
    count_bytes(path, time, bsim_max(bytes - 1, 0));
}

static void loggpo_send(const struct bsim_path *path, double bytes, const double *post, double *release,
                        double *arrive) {
    const struct bsim_link *p = &path->link;
    copy(release, post);
    if (is_eager(path, bytes) || path->acknowledged) {
        add_send_overhead(path, release, bytes);
        copy(arrive, release);
        if (!path->detached)
            add_wire(path, arrive, bytes);
        return;
    }
    add_control(path, release, p->control_overhead_s[0], 1);
    copy(arrive, release);
    arrive[0] += p->latency_s[0];
    count_latency(path, arrive);
}

static void loggpo_recv_ready(const struct bsim_path *path, double bytes, const double *rpost, const double *arrive,
                              double *ready) {
    if (path->detached) {
        bsim_slopes_max(ready, rpost, arrive);
        add_wire(path, ready, bytes);
    } else {
        copy(ready, arrive);
    }
}

static void loggpo_recv_done(const struct bsim_path *path, double bytes, const double *now, const double *ready,
                             double *done) {
    bsim_slopes_max(done, now, ready);
    add_recv_overhead(path, done, bytes);
}

/* The sender's part of G(K-1). */
static double sending(const struct bsim_path *path, double bytes) {
    return path->link.sender_busy[0] * bsim_loggpo_wire(0, path->link.gap_s_per_byte[0], bytes);
}

static void count_sending(const struct bsim_path *path, double *time, double bytes) {
    count_bytes(path, time, path->link.sender_busy[0] * bsim_max(bytes - 1, 0));
}

/* The acknowledgement of data that came with their request: rready, then sready. */
static void acknowledge(const struct bsim_path *path, const double *arrive, const double *rpost, double *sready,
                        double *rready) {
    double got[ALL], control_s = path->link.control_overhead_s[0];
    bsim_slopes_max(got, arrive, rpost);
    add_control(path, got, control_s, 1);
    copy(rready, got);
    copy(sready, got);
    sready[0] = got[0] + path->back_latency_s[0] + control_s;
    count_one_latency(path, sready, path->back_hops);
    count(path, sready, BSIM_SLOPE_CONTROL_OVERHEAD, 1);
}

static void loggpo_rendezvous(const struct bsim_path *path, double bytes, const double *release, const double *arrive,
                              const double *rpost, double *sready, double *rready) {
    const struct bsim_link *p = &path->link;
    double start[ALL], control_s = p->control_overhead_s[0];
    if (is_eager(path, bytes)) {
        copy(sready, release);
        copy(rready, arrive);
        return;
    }
    if (path->acknowledged) {
        acknowledge(path, arrive, rpost, sready, rready);
        return;
    }
    bsim_slopes_max(start, arrive, rpost);
    double met_s = start[0] + control_s;
    start[0] = met_s + (control_s + path->back_latency_s[0] + control_s) + send_overhead(path, bytes);
    count(path, start, BSIM_SLOPE_CONTROL_OVERHEAD, 3);
    count_one_latency(path, start, path->back_hops);
    count(path, start, BSIM_SLOPE_SEND_OVERHEAD, path->slope.send_overhead);
    copy(sready, start);
    sready[0] += bsim_loggpo_wire(0, path->link.gap_s_per_byte[0], bytes);
    count_bytes(path, sready, bsim_max(bytes - 1, 0));
    copy(rready, start);
    add_wire(path, rready, bytes);
}

static void loggpo_rendezvous_send_done(const struct bsim_path *path, double bytes, const double *now,
                                        const double *sready, double *done) {
    double own[ALL], control_s = path->link.control_overhead_s[0];
    copy(own, now);
    if (!is_eager(path, bytes) && path->acknowledged) {
        add_control(path, own, control_s, 1);
    } else if (!is_eager(path, bytes)) {
        add_control(path, own, control_s + send_overhead(path, bytes) + sending(path, bytes), 1);
        count(path, own, BSIM_SLOPE_SEND_OVERHEAD, path->slope.send_overhead);
        count_sending(path, own, bytes);
    }
    bsim_slopes_max(done, own, sready);
}

static void loggpo_rendezvous_recv_done(const struct bsim_path *path, double bytes, const double *now,
                                        const double *rready, double *done) {
    double own[ALL], control_s = path->link.control_overhead_s[0];
    copy(own, now);
    if (!is_eager(path, bytes))
        add_control(path, own, control_s + (path->acknowledged ? 0.0 : control_s), path->acknowledged ? 1 : 2);
    bsim_slopes_max(done, own, rready);
    add_recv_overhead(path, done, bytes);
}

static void loggpo_eager_exchange(const struct bsim_path *path, double bytes_ab, double bytes_ba, double *a_clock,
                                  double *b_clock) {
    double at_a[ALL], at_b[ALL];
    loggpo_send(path, bytes_ab, a_clock, a_clock, at_b);
    loggpo_send(path, bytes_ba, b_clock, b_clock, at_a);
    loggpo_recv_done(path, bytes_ba, a_clock, at_a, a_clock);
    loggpo_recv_done(path, bytes_ab, b_clock, at_b, b_clock);
}

static double loggpo_done_one(const struct bsim_path *path, enum bsim_done what, double bytes, int k, double now,
                              double ready) {
    return bsim_network_loggpo.done_one(path, what, bytes, k, now, ready);
}

const struct bsim_network bsim_network_loggpo_slopes = {
    .name = "loggpo",
    .send = loggpo_send,
    .recv_ready = loggpo_recv_ready,
    .recv_done = loggpo_recv_done,
    .rendezvous = loggpo_rendezvous,
    .rendezvous_send_done = loggpo_rendezvous_send_done,
    .rendezvous_recv_done = loggpo_rendezvous_recv_done,
    .eager_exchange = loggpo_eager_exchange,
    .done_one = loggpo_done_one,
};
