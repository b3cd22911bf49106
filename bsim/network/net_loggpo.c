/* net_loggpo.c - LogGPO as SIM-MPI uses it: PHANTOM (IEEE TC 2016), section 6. Must not know matching.
 *
 * L latency, o_s and o_r overheads of sender and receiver, o' overhead of a control message, G gap per byte, K bytes.
 * The gap per message, g, is one of the network card (card.h). A message of 0 bytes costs as much as one of 1 byte, so
 * that G(K-1) is not negative. */
#include "bsim/network/net_formulas.h"
#include "bsim/network/net_loop.h"
#include "bsim/network/network.h"

/* o_s and o_r of a message. What they grow with each byte is SMPI's (Degomme et al., IEEE TPDS 2017: os and or). */
static inline double overhead(double fixed, double per_byte, double bytes) {
    return fixed + per_byte * bytes;
}

/* Eager: the sender is busy for o_s; the message is at the receiver after o_s + G(K-1) + L.
 * Rendezvous: the sender is busy for o'; the request is at the receiver after o' + L. */
static void loggpo_send(const struct bsim_path *path, double bytes, const double *post, double *release,
                        double *arrive) {
    const struct bsim_link *p = &path->link;
    double per_byte = path->send_s_per_byte;
    if (path->detached && bytes <= path->eager_all) {
        ELEMENTWISE(k) {
            double t = post[k] + overhead(p->send_overhead_s[k], per_byte, bytes);
            release[k] = t;
            arrive[k] = t;
        }
        return;
    }
    if (bytes <= path->eager_all) {
        ELEMENTWISE(k) {
            double t = post[k] + overhead(p->send_overhead_s[k], per_byte, bytes);
            release[k] = t;
            arrive[k] = t + bsim_loggpo_wire(p->latency_s[k], p->gap_s_per_byte[k], bytes);
        }
        return;
    }
    if (path->acknowledged) { /* the data come with the request */
        ELEMENTWISE(k) {
            release[k] = post[k] + overhead(p->send_overhead_s[k], per_byte, bytes);
            arrive[k] = release[k] + bsim_loggpo_wire(p->latency_s[k], p->gap_s_per_byte[k], bytes);
        }
        return;
    }
    ELEMENTWISE(k) {
        double eager = post[k] + overhead(p->send_overhead_s[k], per_byte, bytes),
               request = post[k] + p->control_overhead_s[k];
        double eager_there = eager + bsim_loggpo_wire(p->latency_s[k], p->gap_s_per_byte[k], bytes);
        double request_there = request + p->latency_s[k];
        int is_eager = bytes <= p->eager_limit_bytes[k];
        release[k] = is_eager ? eager : request;
        arrive[k] = is_eager ? eager_there : request_there;
    }
}

/* Eager: the receive is ready when the message arrives, since G(K-1) + L overlaps with computation. Detached: G(K-1) +
 * L begin when the message has been sent and the receive is posted. */
static void loggpo_recv_ready(const struct bsim_path *path, double bytes, const double *rpost, const double *arrive,
                              double *ready) {
    const struct bsim_link *p = &path->link;
    if (path->detached) {
        ELEMENTWISE(k) {
            ready[k] = bsim_max(rpost[k], arrive[k]) + bsim_loggpo_wire(p->latency_s[k], p->gap_s_per_byte[k], bytes);
        }
        return;
    }
    ELEMENTWISE(k) {
        ready[k] = arrive[k];
    }
}

/* Eager: an early receiver waits (syn), then is busy for o_r. From end to end: o_s + G(K-1) + L + o_r. */
static inline double recv_done_one(const struct bsim_path *path, double bytes, int k, double now, double ready) {
    return bsim_loggpo_recv_done(now, ready, overhead(path->link.recv_overhead_s[k], path->recv_s_per_byte, bytes));
}

static void loggpo_recv_done(const struct bsim_path *path, double bytes, const double *now, const double *ready,
                             double *done) {
    ELEMENTWISE(k) {
        done[k] = recv_done_one(path, bytes, k, now[k], ready[k]);
    }
}

/* An addition to PHANTOM: a sender that copies the data itself, as MPI does within a node, is busy for a share
 * sender_busy of G(K-1), which does not overlap with computation then. */
static inline double sending(const struct bsim_link *p, double bytes, int k) {
    return p->sender_busy[k] * bsim_loggpo_wire(0, p->gap_s_per_byte[k], bytes);
}

/* When the clearance has come and the sender has spent o_s. */
static inline double cleared(const struct bsim_path *path, double bytes, int k, double arrive, double rpost) {
    const struct bsim_link *p = &path->link;
    double control = p->control_overhead_s[k], back = path->back_latency_s[k];
    double met = bsim_max(arrive, rpost) + control;
    return met + (control + back + control) + overhead(p->send_overhead_s[k], path->send_s_per_byte, bytes);
}

/* Acknowledged (an addition to PHANTOM): the sender is busy for o_s, and the data are there G(K-1) + L later. When the
 * receive is posted, too, the receiver spends o' on the acknowledgement (rready), which is at the sender after L + o'
 * (sready). Without waiting the receiver has the message after o_s + G(K-1) + L + o' + o_r, and the sender goes on
 * after o_s + G(K-1) + L + o' + L + o'. Rendezvous: when the request is at the receiver (arrive) and the receive is
 * posted, the receiver spends o' on the request. The clearance takes o' + L + o'. Then the sender is busy for o_s, and
 * the data take G(K-1) + L (rready). The send is complete when they have left, after G(K-1) (sready): until then the
 * buffer is in use. Without waiting the sender takes 2(o' + L + o') + o_s + G(K-1), and the receiver o' + o' + L + o' +
 * o_s + G(K-1) + L + o_r. PHANTOM gives 2(o' + L + o') + o_s as the sender's overhead, and G(K-1) as what a
 * non-blocking send overlaps with computation. The L of an acknowledgement and of a clearance is that of the way back.
 */
static void loggpo_rendezvous(const struct bsim_path *path, double bytes, const double *release, const double *arrive,
                              const double *rpost, double *sready, double *rready) {
    const struct bsim_link *p = &path->link;
    if (path->acknowledged && bytes > path->eager_all) {
        ELEMENTWISE(k) {
            double got = bsim_max(arrive[k], rpost[k]) + p->control_overhead_s[k];
            rready[k] = got;
            sready[k] = got + path->back_latency_s[k] + p->control_overhead_s[k];
        }
        return;
    }
    ELEMENTWISE(k) {
        double start = cleared(path, bytes, k, arrive[k], rpost[k]);
        double left = start + bsim_loggpo_wire(0, p->gap_s_per_byte[k], bytes);
        double there = start + bsim_loggpo_wire(p->latency_s[k], p->gap_s_per_byte[k], bytes);
        int is_eager = bytes <= p->eager_limit_bytes[k];
        double sent = release[k], envelope = arrive[k];
        sready[k] = is_eager ? sent : left;
        rready[k] = is_eager ? envelope : there;
    }
}

/* Sender: 2(o' + L) + G(K-1) overlaps with computation; these o' are the receiver's. Its own o' for the clearance,
 * o_s, and the time for copying do not overlap. It has paid the o' of the request when it sent it. */
static inline double send_done_one(const struct bsim_path *path, double bytes, int k, double now, double sready) {
    const struct bsim_link *p = &path->link;
    if (path->acknowledged)
        return bsim_max(now + (bytes <= p->eager_limit_bytes[k] ? 0.0 : p->control_overhead_s[k]), sready);
    double own =
        p->control_overhead_s[k] + overhead(p->send_overhead_s[k], path->send_s_per_byte, bytes) + sending(p, bytes, k);
    double before = bytes <= p->eager_limit_bytes[k] ? 0.0 : own;
    return bsim_max(now + before, sready);
}

static void loggpo_rendezvous_send_done(const struct bsim_path *path, double bytes, const double *now,
                                        const double *sready, double *done) {
    ELEMENTWISE(k) {
        done[k] = send_done_one(path, bytes, k, now[k], sready[k]);
    }
}

/* Receiver: L + o' + o_s + G(K-1) + L overlaps with computation. Its own o' for the request and for the clearance, and
 * o_r, do not. */
static inline double rendezvous_recv_done_one(const struct bsim_path *path, double bytes, int k, double now,
                                              double rready) {
    const struct bsim_link *p = &path->link;
    double own = p->control_overhead_s[k] + (path->acknowledged ? 0.0 : p->control_overhead_s[k]);
    double before = bytes <= p->eager_limit_bytes[k] ? 0.0 : own;
    return bsim_max(now + before, rready) + overhead(p->recv_overhead_s[k], path->recv_s_per_byte, bytes);
}

static void loggpo_rendezvous_recv_done(const struct bsim_path *path, double bytes, const double *now,
                                        const double *rready, double *done) {
    ELEMENTWISE(k) {
        done[k] = rendezvous_recv_done_one(path, bytes, k, now[k], rready[k]);
    }
}

VECTORISED static void loggpo_eager_exchange(const struct bsim_path *path, double bytes_ab, double bytes_ba,
                                             double *restrict a_clock, double *restrict b_clock) {
    const double *restrict latency = path->link.latency_s, *restrict gap = path->link.gap_s_per_byte;
    const double *restrict o_s = path->link.send_overhead_s, *restrict o_r = path->link.recv_overhead_s;
    double sent = path->send_s_per_byte, got = path->recv_s_per_byte;
    ELEMENTWISE(k) {
        double a_free = a_clock[k] + overhead(o_s[k], sent, bytes_ab);
        double b_free = b_clock[k] + overhead(o_s[k], sent, bytes_ba);
        double at_b = a_free + bsim_loggpo_wire(latency[k], gap[k], bytes_ab);
        double at_a = b_free + bsim_loggpo_wire(latency[k], gap[k], bytes_ba);
        a_clock[k] = bsim_loggpo_recv_done(a_free, at_a, overhead(o_r[k], got, bytes_ba));
        b_clock[k] = bsim_loggpo_recv_done(b_free, at_b, overhead(o_r[k], got, bytes_ab));
    }
}

static double loggpo_done_one(const struct bsim_path *path, enum bsim_done what, double bytes, int k, double now,
                              double ready) {
    if (what == BSIM_DONE_RECV)
        return recv_done_one(path, bytes, k, now, ready);
    return what == BSIM_DONE_RENDEZVOUS_SEND ? send_done_one(path, bytes, k, now, ready)
                                             : rendezvous_recv_done_one(path, bytes, k, now, ready);
}

static void loggpo_data_start(const struct bsim_path *path, double bytes, const double *arrive, const double *rpost,
                              double *start) {
    if (path->detached && bytes <= path->eager_all) {
        ELEMENTWISE(k) {
            start[k] = bsim_max(arrive[k], rpost[k]);
        }
        return;
    }
    ELEMENTWISE(k) {
        start[k] = cleared(path, bytes, k, arrive[k], rpost[k]);
    }
}

const struct bsim_network bsim_network_loggpo = {
    .name = "loggpo",
    .send = loggpo_send,
    .recv_ready = loggpo_recv_ready,
    .recv_done = loggpo_recv_done,
    .rendezvous = loggpo_rendezvous,
    .rendezvous_send_done = loggpo_rendezvous_send_done,
    .rendezvous_recv_done = loggpo_rendezvous_recv_done,
    .eager_exchange = loggpo_eager_exchange,
    .done_one = loggpo_done_one,
    .data_start = loggpo_data_start,
};
