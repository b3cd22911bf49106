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
    struct bsim_turn turn;      /* over links: at the connection of its ranks */
    int card;                   /* its number on both nodes */
    int open;                   /* over links: flows that have not ended */
    double last_s;              /* over links: the end of the last one that has */
    double carried;             /* bytes of flows that have ended */
    struct transfer *follower;  /* the next message of these ranks, if it is under way */
    struct transfer *next_pair; /* in the chain of the last messages of two ranks */
    bool is_behind, is_over;    /* an earlier message of these ranks has not come yet; its own data have */
    double times[];             /* K each: at the card; for data: sready, rready; what its latency is longer; for
                                   messages: they do not come before this, the arrival of the message before them;
                                   at cards: the time that it has to spare */
};

static uint32_t *numbers;       /* by rank: messages so far */
static double *left;            /* by rank, K each: when its last message left through the card */
static struct bsim_user *last;  /* by node and side: of the card */
static bool may_pass;           /* a message might come before an earlier one of its sender */
static struct transfer **pairs; /* if so: the last messages under way between two ranks, in chains */
static uint64_t pair_chains;    /* a power of two, */
static uint64_t pairs_known;    /* and at least so many */
static BSIM_OF_SHARD struct transfer *free_transfers;
static struct bsim_connections *connections; /* over links, if a pair of ranks has one flow at a time; else NULL */
static double event_s;                       /* over links: the time of the present event */

static uint64_t chain_of(const struct transfer *t) {
    uint64_t key = ((uint64_t)(uint32_t)t->source << 32 | (uint32_t)t->dest) * UINT64_C(0x9e3779b97f4a7c15);
    return (key ^ key >> 32) & (pair_chains - 1);
}

static void more_chains(uint64_t chains) {
    struct transfer **old = pairs;
    uint64_t old_chains = pair_chains;
    pairs = bsim_alloc(chains * sizeof(struct transfer *));
    pair_chains = chains;
    for (uint64_t i = 0; i < old_chains; i++)
        for (struct transfer *t = old[i], *next; t; t = next) {
            next = t->next_pair;
            t->next_pair = pairs[chain_of(t)];
            pairs[chain_of(t)] = t;
        }
    bsim_free(old);
}

/* When no rank runs: what a rank still does is not before its clock, and events come in the order of time. */
static double earliest(void) {
    double time_s = event_s;
    for (int i = 0; i < bsim_context.np; i++)
        if (bsim_rank_of(i)->state != BSIM_FINISHED && bsim_clock(i)[0] < time_s)
            time_s = bsim_clock(i)[0];
    return time_s;
}

/* Whether messages of a rank have different latencies or protocols, so that one of them might be faster than one before
 * it, at a card that serves both in order. */
static bool paths_differ(void) {
    for (int i = 0; i < bsim_context.npath; i++)
        if (bsim_context.paths[i].next || bsim_context.paths[i].laws || bsim_context.paths[i].detached)
            return true;
    return false;
}

void lmpi_transfers_init(void) {
    if (!bsim_context.cards)
        return;
    may_pass = bsim_context.links || paths_differ();
    if (may_pass)
        more_chains(64);
    if (bsim_context.links && bsim_links_by_pair())
        connections = bsim_connections_new(bsim_context.np, earliest);
    size_t np = (size_t)bsim_context.np, k = (size_t)bsim_context.nscen;
    numbers = bsim_alloc(np * sizeof *numbers);
    left = bsim_alloc(np * k * sizeof *left);
    last = bsim_alloc(2 * (size_t)bsim_context.nodes * sizeof *last);
}

uint64_t lmpi_transfer_order(int rank) {
    return (uint64_t)(uint32_t)rank << 32 | ++numbers[rank];
}

/* With several shards the shard that takes decisions frees what others have made, so each takes fresh memory. */
static struct transfer *transfer_new(void) {
    struct transfer *t = free_transfers;
    if (!t)
        return bsim_alloc(sizeof *t + 6 * (size_t)bsim_context.nscen * sizeof *t->times +
                          (bsim_context.links ? (size_t)bsim_card_parts() * sizeof(struct part) : 0));
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

/* Messages of one rank leave in the order of its calls, and so come to their receivers in this order, even where a
 * short one is behind a long one. */
static void keep_order(int rank, double *delayed) {
    double *before = left + (size_t)rank * (size_t)bsim_context.nscen;
    bsim_clock_raise(before, delayed);
    bsim_clock_copy(delayed, before);
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

/* Its flows. */
static struct part *parts_of(struct transfer *t) {
    return (struct part *)(void *)(t->times + 6 * (size_t)bsim_context.nscen);
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

/* The place that holds the last message under way from the source to the destination of t; NULL is in it if there is
 * none. */
static struct transfer **pair_of(const struct transfer *t) {
    struct transfer **at = &pairs[chain_of(t)];
    while (*at && ((*at)->source != t->source || (*at)->dest != t->dest))
        at = &(*at)->next_pair;
    return at;
}

/* Messages from one rank to another come in the order of its calls: a short one that is behind a long one waits. */
static void keep_behind(struct transfer *t) {
    if (pairs_known == pair_chains)
        more_chains(2 * pair_chains);
    struct transfer **last = pair_of(t), *before = *last;
    t->follower = NULL;
    t->is_over = false;
    for (int k = 0; k < bsim_context.nscen; k++)
        least_of(t)[k] = 0;
    t->is_behind = before != NULL;
    t->next_pair = before ? before->next_pair : NULL;
    if (before)
        before->follower = t;
    else
        pairs_known++;
    *last = t;
}

/* The message has come, and with it those behind it that were over. */
static void come(struct transfer *t) {
    for (struct transfer *next; t && t->is_over; t = next) {
        next = t->follower;
        bsim_clock_raise(t->m->arrive, least_of(t));
        if (next) {
            next->is_behind = false;
            bsim_clock_copy(least_of(next), t->m->arrive);
        } else {
            *pair_of(t) = t->next_pair;
            pairs_known--;
        }
        finish(t);
    }
}

static void all_over(struct transfer *t) {
    t->is_over = true;
    if (!t->m || !may_pass)
        finish(t);
    else if (!t->is_behind)
        come(t);
}

/* Adds to the message's times what it takes longer since it has waited at a card, or since the card is slower.
 * too_long: what of it is due to longer messages. */
static void wait_at_card(struct transfer *t, const double *start, const double *delayed, double too_long_s) {
    double *sready = t->times + bsim_context.nscen, *rready = sready + bsim_context.nscen;
    double longer[BSIM_MAX_SCENARIOS];
    bsim_card_lengthen(t->at_dest ? BSIM_CARD_IN : BSIM_CARD_OUT, start, delayed, spare_of(t), longer);
    for (int k = 0; k < bsim_context.nscen; k++) {
        if (t->m)
            t->m->arrive[k] += longer[k];
        else
            rready[k] += longer[k];
        if (t->send)
            sready[k] += longer[k];
    }
    if (too_long_s > 0 && longer[0] > 0)
        lmpi_behind_note(t->dest, t->bytes, fmin(too_long_s, longer[0]), site_of(t));
}

/* Whether it is a detached message without a receive, whose data stay with the sender. */
static bool is_envelope(const struct transfer *t) {
    return t->m && t->path->detached && t->m->protocol == BSIM_EAGER && t->m->comm != LMPI_COMM_ID_RMA;
}

static void at_card(struct bsim_event *event) {
    struct transfer *t = (struct transfer *)(void *)event;
    enum bsim_card_side side = t->at_dest ? BSIM_CARD_IN : BSIM_CARD_OUT;
    if (t->m && !t->at_dest && may_pass)
        keep_behind(t);
    if (is_envelope(t)) {
        all_over(t);
        return;
    }
    int32_t node = bsim_context.node[t->at_dest ? t->dest : t->source];
    double *start = t->times, delayed[BSIM_MAX_SCENARIOS];
    compare_order(node, side, start, event->order, site_of(t));
    if (!t->at_dest) {
        t->card = card_of(node, t->source, t->dest, t->bytes);
        bsim_card_spare(&t->path->link, t->bytes, spare_of(t));
    }
    double too_long_s = bsim_card_place(node, t->card, side, t->bytes, t->bytes <= BSIM_PACKET_BYTES, start, delayed);
    if (t->m && !t->at_dest)
        keep_order(t->source, delayed);
    wait_at_card(t, start, delayed, too_long_s);
    tell_sender(t);
    if (t->at_dest) {
        all_over(t);
        return;
    }
    const double *late = late_of(t);
    for (int k = 0; k < bsim_context.nscen; k++)
        start[k] = delayed[k] + (t->path->link.latency_s[k] + late[k]);
    t->at_dest = true;
    event->time_s = start[0];
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
    t->event = (struct bsim_event){t->times[0], order, bsim_context.links ? over_links : at_card};
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
    bool is_short = what->bytes <= BSIM_PACKET_BYTES;
    double sent[BSIM_MAX_SCENARIOS], came[BSIM_MAX_SCENARIOS], spare[BSIM_MAX_SCENARIOS];
    /* A collective is evaluated as a decision of its member 0, behind events of the same time. */
    uint64_t order = UINT64_C(1) << 63 | (uint32_t)what->first;
    compare_protocol(path, what->size, what->site);
    compare_order(what->from, BSIM_CARD_OUT, what->key, order, what->site);
    compare_order(what->to, BSIM_CARD_IN, what->key, order, what->site);
    int card = card_of(what->from, what->source, what->dest, what->bytes);
    double too_long_s = bsim_card_place(what->from, card, BSIM_CARD_OUT, what->bytes, is_short, start, sent);
    bsim_card_spare(&path->link, what->bytes, spare);
    bsim_card_lengthen(BSIM_CARD_OUT, start, sent, spare, out);
    for (int k = 0; k < bsim_context.nscen; k++)
        sent[k] += path->link.latency_s[k] + (what->late ? what->late[k] : 0);
    too_long_s += bsim_card_place(what->to, card, BSIM_CARD_IN, what->bytes, is_short, sent, came);
    bsim_card_lengthen(BSIM_CARD_IN, sent, came, spare, all);
    for (int k = 0; k < bsim_context.nscen; k++)
        all[k] = out[k] + all[k];
    if (too_long_s > 0 && all[0] > 0)
        lmpi_behind_note(what->receiver, what->bytes, fmin(too_long_s, all[0]), what->site);
}
