/* transfer.c - messages on their way through network cards or over links (transfer.h). Must not know queues or
 * formulas. */
#include "lmpi/match/transfer.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/users.h"
#include "bsim/network/card.h"
#include "bsim/network/card_choice.h"
#include "bsim/network/connection.h"
#include "bsim/network/links.h"
#include "lmpi/match/behind.h"
#include "lmpi/match/match.h"
#include "lmpi/match/undisturbed.h"

/* One of the flows that the data are: over links. */
struct part {
    struct bsim_flow flow;
    struct transfer *of;
};

enum { TIMES = 7 };

struct transfer {
    struct bsim_event event;
    struct transfer *next; /* in the free list */
    const struct bsim_path *path;
    int32_t source, dest; /* ranks */
    bool at_dest;         /* it is past the sender's card */
    bool is_past;         /* over links: it is known later than it begins */
    double bytes;         /* on the card */
    lmpi_message *m;      /* or: */
    lmpi_request *send, *recv;
    struct bsim_turn turn;           /* over links: at the connection of its ranks */
    int card;                        /* its number on both nodes */
    int open;                        /* over links: flows that have not ended */
    double last_s;                   /* over links: the end of the last one that has */
    double carried;                  /* bytes of flows that have ended */
    struct transfer *follower;       /* the next message of these ranks, if it is under way */
    struct transfer *next_pair[2];   /* by kind, in the chain of the last ones of two ranks */
    struct transfer *before, *after; /* at cards: of these ranks, whose data its own follow; NULL: none is under way */
    bool is_behind, is_over;         /* an earlier message of these ranks has not come yet; its own data have */
    double too_long_s;               /* at cards: what it waits since it is served behind longer ones, */
    double longer_s;                 /* and how much longer it takes, in scenario 0 */
    double times[]; /* K each: at the card, and then its end; for data: sready, rready; what its latency is
                       longer; for messages: they do not come before this, the arrival of the message before
                       them; at cards: the time that it has to spare, what it waits at the sender's */
};

static uint32_t *numbers;      /* by rank: messages so far */
static struct bsim_user *last; /* by node and side: of the card */

/* The last ones under way between two ranks. */
enum kind { MESSAGES, SHARING }; /* that come in order; that have places at cards */
static struct pairs {
    struct transfer **chain;
    uint64_t chains; /* a power of two, */
    uint64_t known;  /* and at least so many */
} pairs[2];          /* by kind */

static BSIM_OF_SHARD struct transfer *free_transfers;
static struct bsim_connections *connections; /* over links, if a pair of ranks has one flow at a time; else NULL */
static double event_s;                       /* over links: the time of the present event */

static uint64_t chain_of(const struct pairs *p, const struct transfer *t) {
    uint64_t key = ((uint64_t)(uint32_t)t->source << 32 | (uint32_t)t->dest) * UINT64_C(0x9e3779b97f4a7c15);
    return (key ^ key >> 32) & (p->chains - 1);
}

static void more_chains(enum kind kind, uint64_t chains) {
    struct pairs *p = &pairs[kind], old = *p;
    p->chain = bsim_alloc(chains * sizeof(struct transfer *));
    p->chains = chains;
    for (uint64_t i = 0; i < old.chains; i++)
        for (struct transfer *t = old.chain[i], *next; t; t = next) {
            next = t->next_pair[kind];
            t->next_pair[kind] = p->chain[chain_of(p, t)];
            p->chain[chain_of(p, t)] = t;
        }
    bsim_free(old.chain);
}

/* The place that holds the last one under way from the source to the destination of t; NULL is in it if there is
 * none. */
static struct transfer **pair_of(enum kind kind, const struct transfer *t) {
    struct transfer **at = &pairs[kind].chain[chain_of(&pairs[kind], t)];
    while (*at && ((*at)->source != t->source || (*at)->dest != t->dest))
        at = &(*at)->next_pair[kind];
    return at;
}

/* Makes t the last one. Returns that before it, or NULL. */
static struct transfer *add_to_pair(enum kind kind, struct transfer *t) {
    if (pairs[kind].known == pairs[kind].chains)
        more_chains(kind, 2 * pairs[kind].chains);
    struct transfer **last = pair_of(kind, t), *before = *last;
    t->next_pair[kind] = before ? before->next_pair[kind] : NULL;
    pairs[kind].known += !before;
    *last = t;
    return before;
}

/* Of t, which is over: none is under way, if t was the last one. */
static void leave_pair(enum kind kind, struct transfer *t) {
    struct transfer **last = pair_of(kind, t);
    if (*last != t)
        return;
    *last = t->next_pair[kind];
    pairs[kind].known--;
}

/* When no rank runs: what a rank still does is not before its clock, and events come in the order of time. */
static double earliest(void) {
    double time_s = event_s;
    for (int i = 0; i < bsim_context.np; i++)
        if (bsim_rank_of(i)->state != BSIM_FINISHED && bsim_clock(i)[0] < time_s)
            time_s = bsim_clock(i)[0];
    return time_s;
}

void lmpi_transfers_init(void) {
    if (!bsim_context.cards)
        return;
    more_chains(MESSAGES, 64);
    more_chains(SHARING, 64);
    if (bsim_context.links && bsim_links_by_pair())
        connections = bsim_connections_new(bsim_context.np, earliest);
    size_t np = (size_t)bsim_context.np;
    numbers = bsim_alloc(np * sizeof *numbers);
    last = bsim_alloc(2 * (size_t)bsim_context.nodes * sizeof *last);
}

uint64_t lmpi_transfer_order(int rank) {
    return (uint64_t)(uint32_t)rank << 32 | ++numbers[rank];
}

/* Behind its times: its flows over links, or its places at cards. */
static size_t bytes_of_parts(void) {
    size_t parts = (size_t)bsim_card_parts();
    return parts * (bsim_context.links ? sizeof(struct part) : 2 * (size_t)bsim_context.nscen * sizeof(int32_t));
}

/* With several shards the shard that takes decisions frees what others have made, so each takes fresh memory. */
static struct transfer *transfer_new(void) {
    struct transfer *t = free_transfers;
    if (!t)
        return bsim_alloc(sizeof *t + TIMES * (size_t)bsim_context.nscen * sizeof *t->times + bytes_of_parts());
    free_transfers = t->next;
    return t;
}

static void transfer_free(struct transfer *t) {
    if (bsim_context.nshards > 1) {
        bsim_free(t);
        return;
    }
    t->next = free_transfers;
    free_transfers = t;
}

/* ---- several scenarios: each must use the cards in the order of scenario 0, by the same protocol ---- */

static void compare_order(int32_t node, enum bsim_card_side side, const double *key, uint64_t order, const void *site) {
    bsim_user_comes(&last[(size_t)node * 2 + side], key, order, site);
}

static void compare_protocol(const struct bsim_path *path, double size, const void *site) {
    const double *limit = path->link.eager_limit_bytes;
    for (int k = 1; k < bsim_context.nscen; k++)
        if ((size <= limit[k]) != (size <= limit[0]))
            bsim_diverge(k, site);
}

/* ---- events ---- */

static const struct bsim_site *call_of(const struct transfer *t) {
    return t->m ? t->m->site : t->recv->site;
}

static const void *site_of(const struct transfer *t) {
    return call_of(t)->address;
}

/* What the noise of messages adds to its latency. */
static double *late_of(struct transfer *t) {
    return t->times + 3 * (size_t)bsim_context.nscen;
}

/* The times before which a message does not come. */
static double *least_of(struct transfer *t) {
    return t->times + 4 * (size_t)bsim_context.nscen;
}

/* Before it takes longer than its connection says (bsim_card_spare). */
static double *spare_of(struct transfer *t) {
    return t->times + 5 * (size_t)bsim_context.nscen;
}

/* For how long it waits at the sender's card, as the sender is told. */
static double *waits_of(struct transfer *t) {
    return t->times + 6 * (size_t)bsim_context.nscen;
}

/* Its flows. */
static struct part *parts_of(struct transfer *t) {
    return (struct part *)(void *)(t->times + TIMES * (size_t)bsim_context.nscen);
}

/* Its places at one of both cards. */
static int32_t *places_of(struct transfer *t, enum bsim_card_side side) {
    int32_t *places = (int32_t *)(void *)(t->times + TIMES * (size_t)bsim_context.nscen);
    return places + (side == BSIM_CARD_IN ? (size_t)bsim_card_parts() * (size_t)bsim_context.nscen : 0);
}

static int32_t node_of(const struct transfer *t, enum bsim_card_side side) {
    return bsim_context.node[side == BSIM_CARD_IN ? t->dest : t->source];
}

/* The card of a message, as it leaves its sender. */
static int card_of(int32_t node, int source, int dest, double bytes) {
    return bytes > 0 ? bsim_card_choose(node, source, dest) : bsim_card_of_turn(node);
}

/* Lets the sender go on as soon as its time is known, since what it does next may come to a card before this message
 * comes to the receiver's. */
static void tell_sender(struct transfer *t) {
    if (!t->send || (!t->at_dest && bsim_context.net->receiver_pays_latency))
        return;
    lmpi_deliver_sent(t->send, t->path, t->times + bsim_context.nscen);
    t->send = NULL;
}

static void finish(struct transfer *t) {
    if (t->m)
        bsim_layer.deliver((struct bsim_mail *)(void *)t->m);
    else
        lmpi_deliver_data(t->recv, t->path, t->times + 2 * (size_t)bsim_context.nscen);
    transfer_free(t);
}

/* Messages from one rank to another come in the order of its calls: a short one that is behind a long one waits. */
static void keep_behind(struct transfer *t) {
    struct transfer *before = add_to_pair(MESSAGES, t);
    t->follower = NULL;
    t->is_over = false;
    for (int k = 0; k < bsim_context.nscen; k++)
        least_of(t)[k] = 0;
    t->is_behind = before != NULL;
    if (before)
        before->follower = t;
}

/* The message has come, and with it those behind it that were over. */
static void come(struct transfer *t) {
    for (struct transfer *next; t && t->is_over; t = next) {
        next = t->follower;
        bsim_clock_raise(t->m->arrive, least_of(t));
        if (next) {
            next->is_behind = false;
            bsim_clock_copy(least_of(next), t->m->arrive);
        } else
            leave_pair(MESSAGES, t);
        finish(t);
    }
}

static void all_over(struct transfer *t) {
    t->is_over = true;
    if (!t->m)
        finish(t);
    else if (!t->is_behind)
        come(t);
}

/* Whether it is a detached message without a receive, whose data stay with the sender. */
static bool is_envelope(const struct transfer *t) {
    return t->m && t->path->detached && t->m->protocol == BSIM_EAGER && t->m->comm != LMPI_COMM_ID_RMA;
}

/* When the receiver has it. */
static double *end_of(struct transfer *t) {
    return t->m ? t->m->arrive : t->times + 2 * bsim_context.nscen;
}

static void add_longer(struct transfer *t, const double *longer) {
    double *sready = t->times + bsim_context.nscen, *end = end_of(t);
    for (int k = 0; k < bsim_context.nscen; k++) {
        end[k] += longer[k];
        if (t->send)
            sready[k] += longer[k];
    }
    t->longer_s += longer[0];
}

/* It has passed both cards, and takes so much longer than it was known to at the sender's. */
static void is_through(struct transfer *t, const double *longer) {
    add_longer(t, longer);
    if (t->too_long_s > 0 && t->longer_s > 0)
        lmpi_behind_note(t->dest, t->bytes, fmin(t->too_long_s, t->longer_s), site_of(t));
    tell_sender(t);
    all_over(t);
}

/* What it takes longer than it was known to at the sender's card, if it waits so long at the receiver's. Its data pass
 * both cards at the same time, so that the longer wait counts. */
static void lengthen(struct transfer *t, const double *waits_in, const double *waits_out, double *longer) {
    double spare[BSIM_MAX_SCENARIOS], more[BSIM_MAX_SCENARIOS];
    const double *known = waits_of(t);
    bsim_clock_copy(spare, spare_of(t));
    for (int k = 0; k < bsim_context.nscen; k++)
        more[k] = bsim_max(0, bsim_max(waits_in[k], waits_out[k]) - known[k]);
    bsim_card_lengthen(BSIM_CARD_IN, more, spare, longer);
}

/* A message of a packet is not divided: others do not delay it later. */
static bool is_packet(const struct transfer *t) {
    return t->bytes <= BSIM_PACKET_BYTES;
}

/* Messages of two ranks have one connection, which sends one after the other. */
static void join_stream(struct transfer *t) {
    struct transfer *before = add_to_pair(SHARING, t);
    t->before = before && (before->card == t->card || bsim_card_parts() > 1) ? before : NULL;
    t->after = NULL;
    if (t->before)
        before->after = t;
}

static void leave_stream(struct transfer *t) {
    leave_pair(SHARING, t);
    if (t->before)
        t->before->after = NULL;
    if (t->after)
        t->after->before = NULL;
    for (enum bsim_card_side side = BSIM_CARD_OUT; side <= BSIM_CARD_IN; side++)
        bsim_card_leave(node_of(t, side), t->card, side, t->bytes, places_of(t, side));
}

/* It comes if no message has come to its cards since it was asked last when that would be, and delayed it. */
static void may_come(struct bsim_event *event) {
    struct transfer *t = (struct transfer *)(void *)event;
    double *told = t->times, longer[BSIM_MAX_SCENARIOS];
    double waits[2][BSIM_MAX_SCENARIOS] = {{0}};
    for (enum bsim_card_side side = BSIM_CARD_OUT; side <= BSIM_CARD_IN; side++) {
        compare_order(node_of(t, side), side, told, event->order, site_of(t));
        bsim_card_waits(node_of(t, side), t->card, side, t->bytes, places_of(t, side), waits[side]);
    }
    lengthen(t, waits[BSIM_CARD_IN], waits[BSIM_CARD_OUT], longer);
    bool is_later = end_of(t)[0] + longer[0] > told[0];
    for (int k = 0; k < bsim_context.nscen; k++) {
        double end_s = end_of(t)[k] + longer[k];
        if (end_s > told[k] && !is_later)
            bsim_diverge(k, site_of(t));
        told[k] = bsim_max(told[k], end_s);
    }
    if (is_later) {
        event->time_s = told[0];
        bsim_event_add(event);
        return;
    }
    leave_stream(t);
    is_through(t, longer);
}

static double place(struct transfer *t, enum bsim_card_side side, double *waits) {
    int32_t node = node_of(t, side);
    if (is_packet(t))
        return bsim_card_place(node, t->card, side, t->bytes, t->times, NULL, waits, NULL);
    bool is_behind = t->before && (side == BSIM_CARD_OUT || t->before->at_dest);
    return bsim_card_place(node, t->card, side, t->bytes, t->times, is_behind ? places_of(t->before, side) : NULL,
                           waits, places_of(t, side));
}

static void at_receiver(struct bsim_event *event) {
    struct transfer *t = (struct transfer *)(void *)event;
    double *start = t->times, longer[BSIM_MAX_SCENARIOS], waits[BSIM_MAX_SCENARIOS];
    compare_order(node_of(t, BSIM_CARD_IN), BSIM_CARD_IN, start, event->order, site_of(t));
    t->at_dest = true;
    t->too_long_s = bsim_max(t->too_long_s, place(t, BSIM_CARD_IN, waits));
    lengthen(t, waits, waits_of(t), longer);
    if (is_packet(t)) {
        is_through(t, longer);
        return;
    }
    for (int k = 0; k < bsim_context.nscen; k++)
        start[k] = bsim_max(start[k], end_of(t)[k] + longer[k]);
    event->time_s = start[0];
    event->run = may_come;
    bsim_event_add(event);
}

static void at_sender(struct bsim_event *event) {
    struct transfer *t = (struct transfer *)(void *)event;
    if (t->m)
        keep_behind(t);
    if (is_envelope(t)) {
        all_over(t);
        return;
    }
    int32_t node = node_of(t, BSIM_CARD_OUT);
    double *start = t->times, longer[BSIM_MAX_SCENARIOS];
    const double *late = late_of(t);
    compare_order(node, BSIM_CARD_OUT, start, event->order, site_of(t));
    t->card = card_of(node, t->source, t->dest, t->bytes);
    bsim_card_spare(&t->path->link, t->bytes, spare_of(t));
    t->longer_s = 0;
    if (!is_packet(t))
        join_stream(t);
    t->too_long_s = place(t, BSIM_CARD_OUT, waits_of(t));
    bsim_card_lengthen(BSIM_CARD_OUT, waits_of(t), spare_of(t), longer);
    add_longer(t, longer);
    tell_sender(t);
    for (int k = 0; k < bsim_context.nscen; k++)
        start[k] += t->path->link.latency_s[k] + late[k];
    event->time_s = start[0];
    event->run = at_receiver;
    bsim_event_add(event);
}

/* ---- over links ---- */

/* How much longer the flow of so many bytes took than it would have taken alone. Rounding counts as nothing, so that a
 * message that meets no other has the times that it has without contention. */
static double waited_over_links(const struct transfer *t, double bytes, double end_s) {
    double alone_s = bytes * t->path->link.gap_s_per_byte[0], waited_s = end_s - t->times[0] - alone_s;
    return waited_s > 8 * DBL_EPSILON * end_s + 1e-10 * alone_s ? waited_s : 0;
}

/* The bytes during which the sender's processor is busy with the data (sender_busy). */
static double sender_part(const struct transfer *t) {
    bool is_busy = t->send && !bsim_context.net->receiver_pays_latency;
    return is_busy ? t->path->link.sender_busy[0] * t->bytes : 0;
}

static void tell_sender_at(struct transfer *t, double waited_s) {
    double *sready = t->times + bsim_context.nscen;
    sready[0] += waited_s;
    lmpi_deliver_sent(t->send, t->path, sready);
    t->send = NULL;
}

static void flow_ended(struct bsim_flow *flow, double end_s);

/* A flow may end at once, and with the last one the transfer. */
static void start_flow(struct transfer *t, double bytes, double time_s) {
    int32_t from = bsim_context.node[t->source], to = bsim_context.node[t->dest];
    int n = from == to ? 1 : bsim_card_parts(), card = t->card;
    struct part *part = parts_of(t);
    t->carried += bytes;
    t->open = n;
    t->last_s = 0;
    for (int i = 0; i < n; i++) {
        part[i] = (struct part){{.ended = flow_ended}, t};
        bsim_links_start(&part[i].flow, t->path, from, to, n > 1 ? i : card, bytes / n, time_s);
    }
}

/* Notes data that begin before what is known of the links, where others have used these since. */
static void note_undisturbed(const struct transfer *t, double time_s) {
    int32_t from = bsim_context.node[t->source], to = bsim_context.node[t->dest];
    double since_s = t->is_past ? fmin(t->times[0], time_s) : time_s;
    int n = from == to ? 1 : bsim_card_parts();
    if (!t->is_past && !bsim_links_is_past(t->path, from, to, time_s))
        return;
    for (int i = 0; i < n; i++) {
        if (bsim_links_used_since(from, to, n > 1 ? i : t->card, since_s)) {
            lmpi_undisturbed_note(call_of(t));
            return;
        }
    }
}

/* The data leave. */
static void start_data(struct transfer *t, double time_s) {
    double part = sender_part(t);
    int32_t node = bsim_context.node[t->source];
    t->card = node != bsim_context.node[t->dest] ? card_of(node, t->source, t->dest, t->bytes) : 0;
    note_undisturbed(t, time_s);
    start_flow(t, part > 0 ? part : t->bytes, time_s);
}

/* The next message of the connection that this one has left. */
static void start_next(int32_t source, int32_t dest, double end_s) {
    struct bsim_turn *next = connections ? bsim_connection_leave(connections, source, dest, end_s) : NULL;
    if (next)
        start_data((struct transfer *)(void *)((char *)next - offsetof(struct transfer, turn)), next->time_s);
}

static void flow_ended(struct bsim_flow *flow, double end_s) {
    struct transfer *t = ((struct part *)(void *)((char *)flow - offsetof(struct part, flow)))->of;
    t->last_s = bsim_max(t->last_s, end_s);
    if (--t->open > 0)
        return;
    end_s = t->last_s;
    double waited_s = waited_over_links(t, t->carried, end_s);
    if (t->send)
        tell_sender_at(t, waited_s);
    if (t->carried < t->bytes) {
        start_flow(t, t->bytes - t->carried, end_s);
        return;
    }
    if (t->m)
        t->m->arrive[0] += waited_s;
    else
        t->times[2 * bsim_context.nscen] += waited_s;
    int32_t source = t->source, dest = t->dest;
    all_over(t);
    start_next(source, dest, end_s);
}

/* Which flows meet depends on the times of all of them, so other scenarios are run apart. */
static void over_links(struct bsim_event *event) {
    struct transfer *t = (struct transfer *)(void *)event;
    for (int k = 1; k < bsim_context.nscen; k++)
        bsim_diverge(k, site_of(t));
    event_s = event->time_s;
    t->is_over = false;
    int32_t from = bsim_context.node[t->source], to = bsim_context.node[t->dest];
    t->is_past = bsim_links_is_past(t->path, from, to, t->times[0]);
    t->carried = 0;
    if (t->m)
        keep_behind(t);
    bool goes_on = t->bytes <= 0 || (sender_part(t) <= 0 && !bsim_context.net->receiver_pays_latency);
    if (t->send && goes_on)
        tell_sender_at(t, 0);
    t->turn.time_s = t->times[0];
    if (t->bytes <= 0)
        all_over(t);
    else if (!connections || bsim_connection_come(connections, t->source, t->dest, &t->turn))
        start_data(t, t->turn.time_s);
}

/* ---- begin ---- */

/* size: of the message. */
static void begin(struct transfer *t, uint64_t order, int64_t size, const double *late) {
    double *own = late_of(t);
    for (int k = 0; k < bsim_context.nscen; k++)
        own[k] = late ? late[k] : 0;
    compare_protocol(t->path, (double)size, site_of(t));
    t->at_dest = false;
    t->event = (struct bsim_event){t->times[0], order, bsim_context.links ? over_links : at_sender};
    bsim_event_add(&t->event);
}

void lmpi_transfer_message(lmpi_message *m, int dest, const struct bsim_path *path, const double *release,
                           const double *late) {
    struct transfer *t = transfer_new();
    t->path = path;
    t->source = m->source;
    t->dest = dest;
    t->m = m;
    t->bytes = (m->protocol == BSIM_EAGER && !is_envelope(t)) || path->acknowledged ? (double)m->bytes : 0;
    t->send = NULL;
    bsim_clock_copy(t->times, release);
    begin(t, lmpi_transfer_order(m->source), m->bytes, late);
}

void lmpi_transfer_data(uint64_t order, lmpi_request *send, lmpi_request *recv, int source,
                        const struct bsim_path *path, const double *start, const double *sready, const double *rready,
                        const double *late) {
    struct transfer *t = transfer_new();
    double *sr = t->times + bsim_context.nscen, *rr = sr + bsim_context.nscen;
    t->path = path;
    t->source = source;
    t->dest = recv->owner;
    t->bytes = (double)recv->bytes;
    t->m = NULL;
    t->send = send;
    t->recv = recv;
    bsim_clock_copy(rr, rready);
    if (send)
        bsim_clock_copy(sr, sready);
    bsim_clock_copy(t->times, start);
    begin(t, order, recv->bytes, late);
}

void lmpi_transfer_now(const struct lmpi_carried *what, const struct bsim_path *path, const double *start, double *out,
                       double *all) {
    double waits[BSIM_MAX_SCENARIOS], came[BSIM_MAX_SCENARIOS], spare[BSIM_MAX_SCENARIOS];
    /* A collective is evaluated as a decision of its member 0, behind events of the same time. */
    uint64_t order = UINT64_C(1) << 63 | (uint32_t)what->first;
    compare_protocol(path, what->size, what->site);
    compare_order(what->from, BSIM_CARD_OUT, what->key, order, what->site);
    compare_order(what->to, BSIM_CARD_IN, what->key, order, what->site);
    int card = card_of(what->from, what->source, what->dest, what->bytes);
    double too_long_s = bsim_card_place(what->from, card, BSIM_CARD_OUT, what->bytes, start, NULL, waits, NULL);
    bsim_card_spare(&path->link, what->bytes, spare);
    bsim_card_lengthen(BSIM_CARD_OUT, waits, spare, out);
    for (int k = 0; k < bsim_context.nscen; k++)
        came[k] = start[k] + waits[k] + path->link.latency_s[k] + (what->late ? what->late[k] : 0);
    too_long_s += bsim_card_place(what->to, card, BSIM_CARD_IN, what->bytes, came, NULL, waits, NULL);
    bsim_card_lengthen(BSIM_CARD_IN, waits, spare, all);
    for (int k = 0; k < bsim_context.nscen; k++)
        all[k] = out[k] + all[k];
    if (too_long_s > 0 && all[0] > 0)
        lmpi_behind_note(what->receiver, what->bytes, fmin(too_long_s, all[0]), what->site);
}
