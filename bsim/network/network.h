/* network.h - the interface of network models. Each model is one file.
 *
 * Every time argument is an array of K doubles (seconds), K = bsim_context.nscen. Operations are element-wise. The
 * times of one message are: post    a side enters the call that starts its operation (the receiver's post is rpost)
 *   release the sender's processor is free after starting the message
 *   arrive  the envelope is at the receiver. Decides wildcard receives and probes
 *   ready   the operation is complete except for the work that the processor must still do
 *   done    the completing call returns: done = max(now + before, ready) + after. now: the time at which the call is
 *           entered. before, after: processor times that cannot overlap with computation (PHANTOM, section 6)
 * A blocking call equals a non-blocking one that is completed at once, with its own release as now. Outputs may alias
 * inputs of a call unless said otherwise. Models keep no state between messages; what messages share is in card.h,
 * links.h and connection.h. */
#ifndef BSIM_NETWORK_H
#define BSIM_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/clock.h"
#include "bsim/network/net_formulas.h"
#include "bsim/platform/platform.h"

/* The protocol of a message in all scenarios. MIXED: eager in some, rendezvous in others. */
enum bsim_protocol { BSIM_EAGER, BSIM_RENDEZVOUS, BSIM_MIXED };

/* A connection with its parameters, for messages in one direction; made by bsim_network_init. All pairs of nodes with
 * equally many hops between them share a path, whose latency includes all hops; in a graph, all whose routes there and
 * back are alike. Unless the platform has rules of transport, or routes have bandwidths (bsim_context.paths_differ), no
 * other parameter depends on the number of hops. So functions that do not use the latency (completions, the choice of
 * protocol) may be given any path between nodes then.
 *
 * Where parameters depend on the size of a message there is a path for each piece of sizes, which bsim_path_for finds;
 * functions get that of the message. */
struct bsim_path {
    struct bsim_link link;
    double up_to;                 /* for messages of at most so many bytes */
    const struct bsim_path *next; /* for longer ones */
    bool detached; /* loggpo: an eager message leaves the sender when its receive is posted, and the sender goes on */
    bool acknowledged; /* loggpo: the data of a rendezvous message come with its request, and its end is acknowledged */
    double send_s_per_byte, recv_s_per_byte; /* loggpo: overheads grow so much with each byte */
    /* Messages of at most so many bytes are eager in all scenarios; through cards in scenario 0, from which scenarios
     * diverge that choose another protocol. */
    double eager_all;
    int hops;          /* 0: within a node */
    double route_s;    /* what the links of a graph add to the latency */
    double route_rate; /* bytes per second, which the links of a graph allow; 0: any */
    /* Over shared links (links.h): the bandwidth of a piece that has its own, or a factor above 1 on the connection's,
     * in bytes per second and in scenario 0, else 0; and what a byte of one with a factor below 1 counts for, else 1.
     */
    double own_rate, flow_bytes;
    /* What goes back to the sender, as clearances and acknowledgements do: hops, and K latencies. */
    int back_hops;
    const double *back_latency_s;
    bool follows; /* within a node, with the parameters of connections between nodes (intra_follows) */
    const struct bsim_message_laws *laws; /* how times of messages vary (message_noise.h); NULL: they do not */
    bool through_cards; /* messages share the network cards of both nodes (card.h), or links (links.h) */
    /* If there is one scenario, the model's parameters for the inlined functions below. */
    enum bsim_inline { BSIM_INLINE_NONE, BSIM_INLINE_SIMPLE, BSIM_INLINE_LOGGPO } inlined;
    double latency_s, gap_s_per_byte, send_overhead_s, recv_overhead_s;
    /* For net_slopes.c: how the latency grows with the connection's and with that of each hop, the gap with the
     * connection's, and the overheads with those: factors, 0 for a value of its own. */
    struct bsim_path_slopes {
        double latency, hop, gap, send_overhead, recv_overhead;
    } slope;
};

static inline const struct bsim_path *bsim_path_for(const struct bsim_path *path, double bytes) {
    while (__builtin_expect(bytes > path->up_to, 0))
        path = path->next;
    return path;
}

/* The completions that done_one computes. */
enum bsim_done { BSIM_DONE_RECV, BSIM_DONE_RENDEZVOUS_SEND, BSIM_DONE_RENDEZVOUS_RECV };

struct bsim_network {
    const char *name;
    bool receiver_pays_latency; /* recv_ready adds an eager message's latency (true), or send does (false) */
    /* A send is started. arrive: arrival of the envelope; recv_ready of an eager message computes from it. */
    void (*send)(const struct bsim_path *path, double bytes, const double *post, double *release, double *arrive);
    /* An eager message has matched a receive posted at rpost. ready may alias arrive but not rpost. */
    void (*recv_ready)(const struct bsim_path *path, double bytes, const double *rpost, const double *arrive,
                       double *ready);
    /* A call completes an eager receive. now: the clock of the receiver at the completion. */
    void (*recv_done)(const struct bsim_path *path, double bytes, const double *now, const double *ready, double *done);
    /* A rendezvous or mixed message has matched a receive. sready and rready: when each side is ready. release, arrive:
     * as given by send. In scenarios in which the message is eager, sready is release. */
    void (*rendezvous)(const struct bsim_path *path, double bytes, const double *release, const double *arrive,
                       const double *rpost, double *sready, double *rready);
    /* A call completes the send, or the receive, of a rendezvous or mixed message. */
    void (*rendezvous_send_done)(const struct bsim_path *path, double bytes, const double *now, const double *sready,
                                 double *done);
    void (*rendezvous_recv_done)(const struct bsim_path *path, double bytes, const double *now, const double *rready,
                                 double *done);
    /* Ranks a and b exchange messages by MPI_Sendrecv; both messages are eager in all scenarios. The clocks are updated
     * in place and must not overlap. */
    void (*eager_exchange)(const struct bsim_path *path, double bytes_ab, double bytes_ba, double *a_clock,
                           double *b_clock);
    /* recv_done, rendezvous_send_done or rendezvous_recv_done (see what) for scenario k only, with bit-identical
     * results. Used when scenarios complete several operations in different orders. */
    double (*done_one)(const struct bsim_path *path, enum bsim_done what, double bytes, int k, double now,
                       double ready);
    /* When the data leave the sender: of an eager message that the receiver pays for, or of a rendezvous. arrive,
     * rpost: as for recv_ready and rendezvous. start must not alias them. */
    void (*data_start)(const struct bsim_path *path, double bytes, const double *arrive, const double *rpost,
                       double *start);
};

/* From when on a rank has work with a completion that is ready at a time, in scenario k: a call that completes several
 * operations takes them in this order. That is when it is ready, but for a rendezvous whose sender copies data: when
 * they begin to leave. So nobody waits for a message while there are data to copy. */
static inline double bsim_done_due(const struct bsim_path *path, enum bsim_done what, double bytes, int k,
                                   double ready) {
    const struct bsim_link *p = &path->link;
    if (what != BSIM_DONE_RENDEZVOUS_SEND || p->sender_busy[k] == 0 || path->acknowledged ||
        bytes <= p->eager_limit_bytes[k])
        return ready;
    return ready - bsim_loggpo_wire(0, p->gap_s_per_byte[k], bytes);
}

extern const struct bsim_network bsim_network_simple, bsim_network_loggpo;
/* The same for clocks with slopes (net_slopes.c). */
extern const struct bsim_network bsim_network_simple_slopes, bsim_network_loggpo_slopes;

/* Sets the network's members of bsim_context, before the first rank runs. platform must outlive the run. */
bool bsim_network_init(const struct bsim_platform *platform, int np, struct bsim_error *err);
void bsim_network_fini(void);

static inline int bsim_hops_between(int32_t node_a, int32_t node_b) {
    if (bsim_context.places)
        return bsim_place_hops(*bsim_context.places_size, bsim_context.places[node_a], bsim_context.places[node_b]);
    if (__builtin_expect(bsim_context.most_hops > 1, 0))
        return bsim_topology_hops(bsim_context.topology, (uint32_t)node_a, (uint32_t)node_b);
    return node_a != node_b;
}

/* The location of a rank in one word, equal for all ranks of a node: its place in the torus, or its node's number. */
static inline uint64_t bsim_where(int rank) {
    uint64_t where = (uint32_t)bsim_context.node[rank];
    if (bsim_context.places)
        memcpy(&where, &bsim_context.places[bsim_context.node[rank]], sizeof where);
    return where;
}

static inline int bsim_hops_between_words(uint64_t a, uint64_t b) {
    if (bsim_context.places) {
        struct bsim_place place_a, place_b;
        memcpy(&place_a, &a, sizeof a);
        memcpy(&place_b, &b, sizeof b);
        return bsim_place_hops(*bsim_context.places_size, place_a, place_b);
    }
    return bsim_hops_between((int32_t)a, (int32_t)b);
}

/* The number of the path in bsim_context.paths between two ranks so many hops apart, where messages depend on their
 * sockets. Without sockets it is the number of hops. */
static inline int bsim_path_number(int hops, int32_t socket_a, int32_t socket_b) {
    return hops == 0 && socket_a != socket_b ? bsim_context.most_hops + 1 : hops;
}

/* ---- eager messages: the model's functions, inlined if there is one scenario ---- */

static inline void bsim_eager_send(const struct bsim_path *path, double bytes, const double *post, double *release,
                                   double *arrive) {
    if (path->inlined == BSIM_INLINE_LOGGPO) {
        double t = post[0] + path->send_overhead_s;
        release[0] = t;
        arrive[0] = t + bsim_loggpo_wire(path->latency_s, path->gap_s_per_byte, bytes);
    } else if (path->inlined == BSIM_INLINE_SIMPLE) {
        double t = post[0];
        release[0] = t;
        arrive[0] = t;
    } else {
        bsim_context.net->send(path, bytes, post, release, arrive);
    }
}

/* Whether the data of an eager message leave when it has met its receive, and pass cards or links then. */
static inline bool bsim_leaves_when_met(const struct bsim_path *path) {
    return bsim_context.net->receiver_pays_latency || (path->detached && path->eager_all >= 0);
}

static inline void bsim_eager_ready(const struct bsim_path *path, double bytes, const double *rpost,
                                    const double *arrive, double *ready) {
    if (path->inlined == BSIM_INLINE_LOGGPO)
        ready[0] = arrive[0];
    else if (path->inlined == BSIM_INLINE_SIMPLE)
        ready[0] =
            bsim_simple_ready(rpost[0], arrive[0], bsim_simple_transfer(path->latency_s, path->gap_s_per_byte, bytes));
    else
        bsim_context.net->recv_ready(path, bytes, rpost, arrive, ready);
}

static inline void bsim_eager_done(const struct bsim_path *path, double bytes, const double *now, const double *ready,
                                   double *done) {
    if (path->inlined == BSIM_INLINE_LOGGPO)
        done[0] = bsim_loggpo_recv_done(now[0], ready[0], path->recv_overhead_s);
    else if (path->inlined == BSIM_INLINE_SIMPLE)
        done[0] = bsim_max(now[0], ready[0]);
    else
        bsim_context.net->recv_done(path, bytes, now, ready, done);
}

/* The parts of an eager message's time in a run with one scenario. */
struct bsim_eager {
    double send_s;     /* from the post of the send to its release */
    double wire_s;     /* loggpo: from the release to the arrival */
    double transfer_s; /* simple: from the time at which both sides have posted to the end of the receive */
    double recv_s;     /* loggpo: processor time of the receiver */
    bool simple;
};

/* Computes *e for a message. False if there are several scenarios or the message is not eager. */
static inline bool bsim_eager_of(const struct bsim_path *path, double bytes, struct bsim_eager *e) {
    if (path->inlined == BSIM_INLINE_NONE || bytes > path->eager_all)
        return false;
    if (path->inlined == BSIM_INLINE_SIMPLE)
        *e = (struct bsim_eager){.transfer_s = bsim_simple_transfer(path->latency_s, path->gap_s_per_byte, bytes),
                                 .simple = true};
    else
        *e = (struct bsim_eager){.send_s = path->send_overhead_s,
                                 .wire_s = bsim_loggpo_wire(path->latency_s, path->gap_s_per_byte, bytes),
                                 .recv_s = path->recv_overhead_s};
    return true;
}

/* The time at which an eager receive is done. release_s: the sender's release; rpost_s: the post of the receive; now_s:
 * the time of the completing call. */
static inline double bsim_eager_received(const struct bsim_eager *e, double release_s, double rpost_s, double now_s) {
    if (e->simple)
        return bsim_max(now_s, bsim_simple_ready(rpost_s, release_s, e->transfer_s));
    return bsim_loggpo_recv_done(now_s, release_s + e->wire_s, e->recv_s);
}

#endif
