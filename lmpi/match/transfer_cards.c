/* transfer_cards.c - a transfer passes the network cards of two nodes: an event at each of them, and others until no
 * message delays it any more. It owns nothing but the transfer's places at both cards (bsim/network/card.h). Must not
 * know queues or formulas. */
#include <math.h>
#include <stddef.h>

#include "lmpi/match/behind.h"
#include "lmpi/match/match.h"
#include "lmpi/match/transfer_private.h"

/* For each of both cards, by part and scenario. */
static size_t places(void) {
    return (size_t)bsim_card_parts() * (size_t)bsim_context.nscen;
}

size_t lmpi_transfer_cards_tail(void) {
    return 2 * places() * sizeof(int32_t);
}

/* Its places at one of both cards. */
static int32_t *places_of(lmpi_transfer *t, enum bsim_card_side side) {
    return (int32_t *)lmpi_transfer_tail(t) + (side == BSIM_CARD_IN ? places() : 0);
}

static void tell_sender(lmpi_transfer *t, const double *sready) {
    lmpi_deliver_sent(t->send, t->path, sready);
    t->send = NULL;
}

static void add_longer(lmpi_transfer *t, const double *longer) {
    double *sready = lmpi_transfer_times(t, LMPI_SENDER_READY), *end = lmpi_transfer_end(t);
    for (int k = 0; k < bsim_context.nscen; k++) {
        end[k] += longer[k];
        if (t->send)
            sready[k] += longer[k];
    }
    t->longer_s += longer[0];
}

/* It has passed both cards, and takes so much longer than it was known to at the sender's. */
static void is_through(lmpi_transfer *t, const double *longer) {
    add_longer(t, longer);
    if (t->too_long_s > 0 && t->longer_s > 0)
        lmpi_behind_note(t->dest, t->bytes, fmin(t->too_long_s, t->longer_s), lmpi_transfer_site(t));
    if (t->send)
        tell_sender(t, lmpi_transfer_times(t, LMPI_SENDER_READY));
    lmpi_transfer_over(t);
}

/* What it takes longer than it was known to at the sender's card, if it waits so long at the receiver's. Its data pass
 * both cards at the same time, so that the longer wait counts. */
static void lengthen(lmpi_transfer *t, const double *waits_in, const double *waits_out, double *longer) {
    double spare[BSIM_MAX_SCENARIOS], more[BSIM_MAX_SCENARIOS];
    const double *known = lmpi_transfer_times(t, LMPI_WAITS);
    bsim_clock_copy(spare, lmpi_transfer_times(t, LMPI_SPARE));
    for (int k = 0; k < bsim_context.nscen; k++)
        more[k] = bsim_max(0, bsim_max(waits_in[k], waits_out[k]) - known[k]);
    bsim_card_lengthen(BSIM_CARD_IN, more, spare, longer);
}

/* A message of a packet is not divided: others do not delay it later. */
static bool is_packet(const lmpi_transfer *t) {
    return t->bytes <= BSIM_PACKET_BYTES;
}

/* Whether its sender goes on when its data have left. */
static bool waits_to_leave(const lmpi_transfer *t) {
    return t->send && !bsim_context.net->receiver_pays_latency;
}

static void may_leave(struct bsim_event *event);

/* What is next: that at its first time in `times`, or its data have left before. */
static void next_event(lmpi_transfer *t, void (*run)(struct bsim_event *event)) {
    double leaves_s = waits_to_leave(t) ? lmpi_transfer_times(t, LMPI_LEAVES)[0] : HUGE_VAL;
    t->event.time_s = fmin(t->times[0], leaves_s);
    t->event.run = leaves_s < t->times[0] ? may_leave : run;
    bsim_event_add(&t->event);
}

/* Messages of two ranks have one connection, which sends one after the other. */
static void join_stream(lmpi_transfer *t) {
    lmpi_transfer *before = lmpi_pair_add(LMPI_PAIR_SHARING, t);
    t->before = before && (before->card == t->card || bsim_card_parts() > 1) ? before : NULL;
    t->after = NULL;
    if (t->before)
        before->after = t;
}

static void leave_stream(lmpi_transfer *t) {
    lmpi_pair_leave(LMPI_PAIR_SHARING, t);
    if (t->before)
        t->before->after = NULL;
    if (t->after)
        t->after->before = NULL;
    for (enum bsim_card_side side = BSIM_CARD_OUT; side <= BSIM_CARD_IN; side++)
        bsim_card_leave(lmpi_transfer_node(t, side), t->card, side, t->bytes, places_of(t, side));
}

/* How long it waits at one side, at the K times `asked`, with the messages that have come until then. */
static void ask(lmpi_transfer *t, enum bsim_card_side side, const double *asked, double *waits) {
    int32_t node = lmpi_transfer_node(t, side);
    lmpi_transfer_compare_order(node, side, asked, t->event.order, lmpi_transfer_site(t));
    bsim_card_waits(node, t->card, side, t->bytes, places_of(t, side), waits);
}

/* Raises K times at which it was asked to `end` + `longer`. False if it is to be asked again, since those are later. */
static bool holds(const lmpi_transfer *t, const double *end, const double *longer, double *asked) {
    bool is_later = end[0] + longer[0] > asked[0];
    for (int k = 0; k < bsim_context.nscen; k++) {
        double end_s = end[k] + longer[k];
        if (end_s > asked[k] && !is_later)
            bsim_diverge(k, lmpi_transfer_site(t));
        asked[k] = bsim_max(asked[k], end_s);
    }
    return !is_later;
}

/* It comes if no message has come to its cards since it was asked last when that would be, and delayed it. */
static void may_come(struct bsim_event *event) {
    lmpi_transfer *t = (lmpi_transfer *)(void *)event;
    double longer[BSIM_MAX_SCENARIOS], waits[2][BSIM_MAX_SCENARIOS] = {{0}};
    for (enum bsim_card_side side = BSIM_CARD_OUT; side <= BSIM_CARD_IN; side++)
        ask(t, side, t->times, waits[side]);
    lengthen(t, waits[BSIM_CARD_IN], waits[BSIM_CARD_OUT], longer);
    if (holds(t, lmpi_transfer_end(t), longer, t->times)) {
        leave_stream(t);
        is_through(t, longer);
    } else {
        next_event(t, may_come);
    }
}

static void at_receiver(struct bsim_event *event);

/* Its data have left, and the sender goes on, if no message has come to its cards since it was asked last when that
 * would be, and delayed it. They do not leave faster than the receiver's card takes them, from when they are there. */
static void may_leave(struct bsim_event *event) {
    lmpi_transfer *t = (lmpi_transfer *)(void *)event;
    double *leaves = lmpi_transfer_times(t, LMPI_LEAVES), longer[BSIM_MAX_SCENARIOS];
    double waits[2][BSIM_MAX_SCENARIOS] = {{0}};
    ask(t, BSIM_CARD_OUT, leaves, waits[BSIM_CARD_OUT]);
    if (t->at_dest)
        ask(t, BSIM_CARD_IN, leaves, waits[BSIM_CARD_IN]);
    lengthen(t, waits[BSIM_CARD_IN], waits[BSIM_CARD_OUT], longer);
    if (holds(t, lmpi_transfer_times(t, LMPI_SENDER_READY), longer, leaves))
        tell_sender(t, leaves);
    next_event(t, t->at_dest ? may_come : at_receiver);
}

static double place(lmpi_transfer *t, enum bsim_card_side side, double *waits) {
    int32_t node = lmpi_transfer_node(t, side);
    if (is_packet(t))
        return bsim_card_place(node, t->card, side, t->bytes, t->times, NULL, waits, NULL);
    bool is_behind = t->before && (side == BSIM_CARD_OUT || t->before->at_dest);
    return bsim_card_place(node, t->card, side, t->bytes, t->times, is_behind ? places_of(t->before, side) : NULL,
                           waits, places_of(t, side));
}

static void at_receiver(struct bsim_event *event) {
    lmpi_transfer *t = (lmpi_transfer *)(void *)event;
    double *start = t->times, longer[BSIM_MAX_SCENARIOS], waits[BSIM_MAX_SCENARIOS];
    lmpi_transfer_compare_order(lmpi_transfer_node(t, BSIM_CARD_IN), BSIM_CARD_IN, start, event->order,
                                lmpi_transfer_site(t));
    t->at_dest = true;
    t->too_long_s = bsim_max(t->too_long_s, place(t, BSIM_CARD_IN, waits));
    lengthen(t, waits, lmpi_transfer_times(t, LMPI_WAITS), longer);
    if (is_packet(t)) {
        is_through(t, longer);
        return;
    }
    for (int k = 0; k < bsim_context.nscen; k++)
        start[k] = bsim_max(start[k], lmpi_transfer_end(t)[k] + longer[k]);
    next_event(t, may_come);
}

/* Where the sender waits until its data have left: for how long, without messages that come later. */
static void set_leaves(lmpi_transfer *t) {
    double *leaves = lmpi_transfer_times(t, LMPI_LEAVES), longer[BSIM_MAX_SCENARIOS];
    const double *waits = lmpi_transfer_times(t, LMPI_WAITS);
    lengthen(t, waits, waits, longer);
    for (int k = 0; k < bsim_context.nscen; k++)
        leaves[k] = lmpi_transfer_times(t, LMPI_SENDER_READY)[k] + longer[k];
    if (is_packet(t))
        tell_sender(t, leaves);
}

void lmpi_transfer_at_sender(struct bsim_event *event) {
    lmpi_transfer *t = (lmpi_transfer *)(void *)event;
    if (t->m)
        lmpi_transfer_keep_behind(t);
    if (lmpi_transfer_is_envelope(t)) {
        lmpi_transfer_over(t);
        return;
    }
    int32_t node = lmpi_transfer_node(t, BSIM_CARD_OUT);
    double *start = t->times, longer[BSIM_MAX_SCENARIOS];
    const double *late = lmpi_transfer_times(t, LMPI_LATE);
    lmpi_transfer_compare_order(node, BSIM_CARD_OUT, start, event->order, lmpi_transfer_site(t));
    t->card = lmpi_transfer_card(node, t->source, t->dest, t->bytes);
    bsim_card_spare(&t->path->link, t->bytes, lmpi_transfer_times(t, LMPI_SPARE));
    t->longer_s = 0;
    if (!is_packet(t))
        join_stream(t);
    t->too_long_s = place(t, BSIM_CARD_OUT, lmpi_transfer_times(t, LMPI_WAITS));
    bsim_card_lengthen(BSIM_CARD_OUT, lmpi_transfer_times(t, LMPI_WAITS), lmpi_transfer_times(t, LMPI_SPARE), longer);
    add_longer(t, longer);
    if (waits_to_leave(t))
        set_leaves(t);
    for (int k = 0; k < bsim_context.nscen; k++)
        start[k] += t->path->link.latency_s[k] + late[k];
    next_event(t, at_receiver);
}
