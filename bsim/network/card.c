/* card.c - the network cards of the nodes (card.h). */
#include "bsim/network/card.h"

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/clock.h"
#include "bsim/network/card_choice.h"
#include "bsim/network/fair_share.h"

/* ---- one calendar ---- */

/* Makes room for an interval at place i. */
static void insert(struct bsim_calendar *c, int i, double begin_s, double end_s) {
    if (c->count == BSIM_CALENDAR_MOST) {
        if (i == 0)
            return; /* it is earlier than all that is remembered */
        memmove(c->busy, c->busy + 1, (size_t)(--c->count) * sizeof *c->busy);
        i--;
    }
    if (c->count == c->room) {
        c->room = c->room ? 2 * c->room : 4;
        c->busy = bsim_realloc(c->busy, (size_t)c->room * sizeof *c->busy);
    }
    memmove(c->busy + i + 1, c->busy + i, (size_t)(c->count - i) * sizeof *c->busy);
    c->busy[i] = (struct bsim_busy){begin_s, end_s};
    c->count++;
}

/* The first interval that ends at or after a time; c->count if there is none. */
static int first_from(const struct bsim_calendar *c, double time_s) {
    int i = c->count;
    while (i > 0 && c->busy[i - 1].end_s >= time_s)
        i--;
    return i;
}

double bsim_calendar_take(struct bsim_calendar *c, double start_s, double busy_s) {
    int i = first_from(c, start_s), last = i;
    double begin_s = start_s, end_s = start_s;
    if (i < c->count && c->busy[i].begin_s <= start_s) {
        begin_s = c->busy[i].begin_s;
        end_s = c->busy[last++].end_s;
    }
    /* [begin_s, end_s) is busy, and intervals i to last - 1 are parts of it. */
    double need_s = busy_s, delayed_s = end_s;
    for (; last < c->count && c->busy[last].begin_s - end_s < need_s; last++) {
        need_s -= c->busy[last].begin_s - end_s;
        end_s = c->busy[last].end_s;
        delayed_s = end_s + need_s - busy_s;
    }
    end_s += need_s;
    if (last < c->count && c->busy[last].begin_s == end_s)
        end_s = c->busy[last++].end_s;
    if (delayed_s < start_s)
        delayed_s = start_s;
    if (busy_s <= 0)
        return delayed_s;
    if (last == i) {
        insert(c, i, begin_s, end_s);
        return delayed_s;
    }
    c->busy[i] = (struct bsim_busy){begin_s, end_s};
    memmove(c->busy + i + 1, c->busy + last, (size_t)(c->count - last) * sizeof *c->busy);
    c->count -= last - i - 1;
    return delayed_s;
}

void bsim_calendar_free(struct bsim_calendar *c) {
    bsim_free(c->busy);
    *c = (struct bsim_calendar){0};
}

/* ---- the cards ---- */

enum { SIDES = 2 };

/* The last messages that were placed on one side of a card in one scenario, a ring: when they end, and how long it
 * serves them. */
enum { RECENT = 64 };
struct recent {
    double end_s[RECENT], busy_s[RECENT];
    unsigned next;
};

/* One side of a card in one scenario: when it would be free if it served its messages one after the other, all of them
 * or only packets; and the messages that it serves in turn. */
struct side {
    struct bsim_calendar all, packets;
    struct bsim_fair_share in_turn;
    struct recent *recent; /* NULL: there are none */
};
static struct side *sides; /* by node, card, side, scenario */
static size_t side_count;
static const struct bsim_link *link;
static int nscen, cards; /* cards: of a node */

bool bsim_cards_init(const struct bsim_platform *platform, int nodes) {
    bool any = false;
    link = &platform->inter;
    nscen = platform->nscen;
    cards = platform->cards;
    for (int k = 0; k < nscen; k++)
        any |= link->card_gap_s[k] > 0 || link->card_gap_s_per_byte[k] > 0;
    if (any) {
        side_count = (size_t)nodes * (size_t)cards * SIDES * (size_t)nscen;
        sides = bsim_alloc(side_count * sizeof *sides);
    }
    return any;
}

void bsim_cards_fini(void) {
    for (size_t i = 0; i < side_count; i++) {
        bsim_calendar_free(&sides[i].all);
        bsim_calendar_free(&sides[i].packets);
        bsim_fair_share_free(&sides[i].in_turn);
        bsim_free(sides[i].recent);
    }
    bsim_free(sides);
    sides = NULL;
    side_count = 0;
}

/* How a message is served at one side of a card. */
struct service {
    double start_s, busy_s;
    bool is_packet;
    int32_t before; /* the place of the message that it follows, or 0 */
    int32_t *place; /* gets its own; NULL: it does not ask again */
};

/* How long one that comes before others that have been placed waits, if all of them, and it, are sent in turn: as long
 * as it is served for each that has not ended by its start. Of more than RECENT the others are not known. Then it waits
 * in order, for wait_s; *too_long_s: what of it is due to their mean length. */
static double wait_for_recent(const struct recent *recent, const struct service *s, double wait_s, double *too_long_s) {
    int there = 0;
    double sum_s = 0;
    for (int i = 0; i < RECENT; i++) {
        there += recent->end_s[i] > s->start_s;
        sum_s += recent->busy_s[i];
    }
    if (there < RECENT)
        return fmin(wait_s, there * s->busy_s);
    *too_long_s = fmax(0, wait_s - wait_s * s->busy_s * RECENT / sum_s);
    return wait_s;
}

/* How long it waits: for its share of the time; but for no more than what is free in order leaves it, if it does not
 * ask again or comes before others that have their places already. The share is less only if it is shorter than what it
 * waits for. A packet that comes before others waits for packets only. */
static double wait_at(struct side *side, const struct service *s, double *too_long_s) {
    bool is_late = s->start_s < side->in_turn.now_s;
    double share_s, wait_s = bsim_calendar_take(&side->all, s->start_s, s->busy_s) - s->start_s;
    double of_packets_s = s->is_packet ? bsim_calendar_take(&side->packets, s->start_s, s->busy_s) - s->start_s : 0;
    int32_t at = bsim_fair_share_come(&side->in_turn, s->start_s, s->busy_s, s->before, &share_s);
    *too_long_s = 0;
    if (s->place)
        *s->place = is_late ? 0 : at;
    if (s->place && !is_late)
        return share_s;
    bsim_fair_share_leave(&side->in_turn, at);
    if (s->is_packet && is_late)
        return of_packets_s;
    if (wait_s > s->busy_s && share_s < wait_s)
        wait_s = share_s;
    if (wait_s > s->busy_s && is_late && side->recent)
        wait_s = wait_for_recent(side->recent, s, wait_s, too_long_s);
    return wait_s;
}

static void remember(struct side *side, double end_s, double busy_s) {
    if (!side->recent)
        side->recent = bsim_alloc(sizeof *side->recent);
    unsigned i = side->recent->next++ % RECENT;
    side->recent->end_s[i] = end_s;
    side->recent->busy_s[i] = busy_s;
}

/* On one card. Returns what it waits for too long in scenario 0. */
static double place(size_t at, double bytes, bool is_packet, const double *start, const int32_t *before, double *waits,
                    int32_t *places) {
    double first_too_long_s = 0, too_long_s;
    for (int k = 0; k < nscen; k++) {
        struct side *side = &sides[at * (size_t)nscen + (size_t)k];
        double busy_s = link->card_gap_s[k] + bytes * link->card_gap_s_per_byte[k];
        struct service s = {start[k], busy_s, is_packet, before ? before[k] : 0, places ? &places[k] : NULL};
        waits[k] = wait_at(side, &s, &too_long_s);
        if (!is_packet)
            remember(side, start[k] + waits[k] + busy_s, busy_s);
        if (k == 0)
            first_too_long_s = too_long_s;
    }
    return first_too_long_s;
}

/* In how many parts a message goes, and the side of a card for the first of them; the next one is SIDES behind it. */
static int parts_of(int32_t node, int card, enum bsim_card_side side, double bytes, size_t *at) {
    int parts = bytes > 0 ? bsim_card_parts() : 1;
    *at = ((size_t)node * (size_t)cards + (size_t)(parts > 1 ? 0 : card)) * SIDES + side;
    return parts;
}

double bsim_card_place(int32_t node, int card, enum bsim_card_side side, double bytes, const double *start,
                       const int32_t *before, double *waits, int32_t *places) {
    size_t at;
    int parts = parts_of(node, card, side, bytes, &at);
    bool is_packet = bytes <= BSIM_PACKET_BYTES;
    double most_s = place(at, bytes / parts, is_packet, start, before, waits, places), part[BSIM_MAX_SCENARIOS];
    for (int i = 1; i < parts; i++) {
        at += SIDES;
        int n = i * nscen;
        most_s = bsim_max(most_s, place(at, bytes / parts, is_packet, start, before ? before + n : NULL, part,
                                        places ? places + n : NULL));
        for (int k = 0; k < nscen; k++)
            waits[k] = bsim_max(waits[k], part[k]);
    }
    return most_s;
}

void bsim_card_waits(int32_t node, int card, enum bsim_card_side side, double bytes, const int32_t *places,
                     double *waits) {
    size_t at;
    int parts = parts_of(node, card, side, bytes, &at);
    for (int i = 0; i < parts; i++, at += SIDES)
        for (int k = 0; k < nscen; k++)
            waits[k] = bsim_max(
                waits[k], bsim_fair_share_waits(&sides[at * (size_t)nscen + (size_t)k].in_turn, places[i * nscen + k]));
}

void bsim_card_leave(int32_t node, int card, enum bsim_card_side side, double bytes, const int32_t *places) {
    size_t at;
    int parts = parts_of(node, card, side, bytes, &at);
    for (int i = 0; i < parts; i++, at += SIDES)
        for (int k = 0; k < nscen; k++)
            bsim_fair_share_leave(&sides[at * (size_t)nscen + (size_t)k].in_turn, places[i * nscen + k]);
}

void bsim_card_spare(const struct bsim_link *path, double bytes, double *spare) {
    static const double ROUNDING = 1e-12;
    double part = bytes / (bytes > 0 ? bsim_card_parts() : 1);
    for (int k = 0; k < nscen; k++) {
        double served_s = part * link->card_gap_s_per_byte[k], sent_s = bytes * path->gap_s_per_byte[k];
        double longer_s = bsim_max(served_s - sent_s, link->card_gap_s[k] + served_s - sent_s - path->latency_s[k]);
        /* A card without a bandwidth only lets messages begin one after the other. */
        bool any = longer_s > 0 ? longer_s > ROUNDING * served_s : served_s > 0 && -longer_s > ROUNDING * served_s;
        spare[k] = any ? -longer_s : 0;
    }
}

void bsim_card_lengthen(enum bsim_card_side side, const double *waits, double *spare, double *longer) {
    for (int k = 0; k < nscen; k++) {
        double waited_s = side == BSIM_CARD_IN && spare[k] < 0 ? waits[k] - spare[k] : waits[k];
        double used_s = spare[k] <= 0 ? 0 : waited_s < spare[k] ? waited_s : spare[k];
        longer[k] = waited_s - used_s;
        spare[k] -= used_s;
    }
}
