/* card.c - the network cards of the nodes (card.h). */
#include "bsim/network/card.h"

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/clock.h"
#include "bsim/network/card_choice.h"

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

enum { SIDES = 2, CLASSES = 2 };

/* The ends of the last messages that were placed on one side of a card, a ring, in scenario 0. */
enum { ENDS = 64 };
struct ends {
    double end_s[ENDS];
    unsigned next;
};
static struct ends *ends; /* by node, card and side */

static struct bsim_calendar *calendars; /* by node, card, side, class (all messages, then short ones), scenario */
static size_t calendar_count;
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
        calendar_count = (size_t)nodes * (size_t)cards * SIDES * CLASSES * (size_t)nscen;
        calendars = bsim_alloc(calendar_count * sizeof *calendars);
        ends = bsim_alloc((size_t)nodes * (size_t)cards * SIDES * sizeof *ends);
    }
    return any;
}

void bsim_cards_fini(void) {
    for (size_t i = 0; i < calendar_count; i++)
        bsim_calendar_free(&calendars[i]);
    bsim_free(calendars);
    bsim_free(ends);
    calendars = NULL;
    ends = NULL;
    calendar_count = 0;
}

/* What a long message waits for too long (bsim_card_place). The ends of more messages than are remembered count as
 * past only if all that are remembered do not last until start_s. */
static double too_long(const struct ends *of, double start_s, double waited_s, double busy_s) {
    static const double ROUNDING = 1e-9;
    int there = 0;
    for (int i = 0; i < ENDS; i++)
        there += of->end_s[i] > start_s;
    if (there == ENDS)
        return 0;
    double most_s = there * busy_s;
    return waited_s > most_s * (1 + ROUNDING) ? waited_s - most_s : 0;
}

/* Notes a message of scenario 0 that is served for busy_s. Returns what it waits for too long. */
static double note(size_t side, double start_s, double delayed_s, double busy_s, bool is_short) {
    struct ends *of = &ends[side];
    double waited_s = delayed_s - start_s, excess_s = 0;
    if (!is_short && waited_s > busy_s)
        excess_s = too_long(of, start_s, waited_s, busy_s);
    of->end_s[of->next++ % ENDS] = delayed_s + busy_s;
    return excess_s;
}

/* On one card. Returns what it waits for too long. */
static double place(size_t card, enum bsim_card_side side, double bytes, bool is_short, const double *start,
                    double *delayed) {
    struct bsim_calendar *all = calendars + (card * SIDES + side) * CLASSES * (size_t)nscen;
    double first_s = start[0];
    for (int k = 0; k < nscen; k++) {
        double busy_s = link->card_gap_s[k] + bytes * link->card_gap_s_per_byte[k], start_s = start[k];
        double of_all_s = bsim_calendar_take(&all[k], start_s, busy_s);
        delayed[k] = is_short ? bsim_calendar_take(&all[nscen + k], start_s, busy_s) : of_all_s;
    }
    double busy_s = link->card_gap_s[0] + bytes * link->card_gap_s_per_byte[0];
    return note(card * SIDES + side, first_s, delayed[0], busy_s, is_short);
}

double bsim_card_place(int32_t node, int card, enum bsim_card_side side, double bytes, bool is_short,
                       const double *start, double *delayed) {
    int parts = bytes > 0 ? bsim_card_parts() : 1;
    double began[BSIM_MAX_SCENARIOS], last[BSIM_MAX_SCENARIOS];
    size_t first = (size_t)node * (size_t)cards;
    if (parts == 1)
        return place(first + (size_t)card, side, bytes, is_short, start, delayed);
    double most_s = 0;
    for (int k = 0; k < nscen; k++)
        last[k] = start[k];
    for (int i = 0; i < parts; i++) {
        most_s = bsim_max(most_s, place(first + (size_t)i, side, bytes / parts, is_short, start, began));
        for (int k = 0; k < nscen; k++)
            last[k] = bsim_max(last[k], began[k]);
    }
    for (int k = 0; k < nscen; k++)
        delayed[k] = last[k];
    return most_s;
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

void bsim_card_lengthen(enum bsim_card_side side, const double *start, const double *delayed, double *spare,
                        double *longer) {
    for (int k = 0; k < nscen; k++) {
        double waited_s = (side == BSIM_CARD_IN && spare[k] < 0 ? delayed[k] - spare[k] : delayed[k]) - start[k];
        double used_s = spare[k] <= 0 ? 0 : waited_s < spare[k] ? waited_s : spare[k];
        longer[k] = waited_s - used_s;
        spare[k] -= used_s;
    }
}
