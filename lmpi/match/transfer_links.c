/* transfer_links.c - the data of a transfer over links that they share with others: flows (bsim/network/links.h),
 * behind earlier ones of their connection if each pair of ranks has one. It owns the flows and the connections. Must
 * not know queues or formulas. */
#include <math.h>
#include <stddef.h>

#include "bsim/network/links.h"
#include "lmpi/match/match.h"
#include "lmpi/match/transfer_private.h"
#include "lmpi/match/undisturbed.h"

/* One of the flows that the data are. */
struct part {
    struct bsim_flow flow;
    lmpi_transfer *of;
};

static struct bsim_connections *connections; /* if a pair of ranks has one flow at a time; else NULL */
static double event_s;                       /* the time of the present event */

/* When no rank runs: what a rank still does is not before its clock, and events come in the order of time. */
static double earliest(void) {
    double time_s = event_s;
    for (int i = 0; i < bsim_context.np; i++)
        if (bsim_rank_of(i)->state != BSIM_FINISHED && bsim_clock(i)[0] < time_s)
            time_s = bsim_clock(i)[0];
    return time_s;
}

void lmpi_transfer_links_init(void) {
    if (bsim_links_by_pair())
        connections = bsim_connections_new(bsim_context.np, earliest);
}

size_t lmpi_transfer_links_tail(void) {
    return (size_t)bsim_card_parts() * sizeof(struct part);
}

static void tell_sender_at(lmpi_transfer *t, double waited_s) {
    double *sready = lmpi_transfer_times(t, LMPI_SENDER_READY);
    sready[0] += waited_s;
    lmpi_deliver_sent(t->send, t->path, sready);
    t->send = NULL;
}

static void flow_ended(struct bsim_flow *flow, double end_s);
static void flow_left(struct bsim_flow *flow, double time_s);

/* A flow may end at once, and with the last one the transfer. */
static void start_flow(lmpi_transfer *t, double time_s) {
    int32_t from = bsim_context.node[t->source], to = bsim_context.node[t->dest];
    int n = from == to ? 1 : bsim_card_parts(), card = t->card;
    struct part *part = lmpi_transfer_tail(t);
    t->open = t->leaving = n;
    t->last_s = t->left_s = 0;
    for (int i = 0; i < n; i++) {
        /* Each card of a striped message has a connection of its own. */
        int32_t dest = t->dest + i * bsim_context.np;
        part[i] = (struct part){{.source = t->source, .dest = dest, .ended = flow_ended, .left = flow_left}, t};
        bsim_links_start(&part[i].flow, t->path, from, to, n > 1 ? i : card, t->bytes / n, time_s);
    }
}

/* Notes data that begin before what is known of the links, where others have used these since. */
static void note_undisturbed(const lmpi_transfer *t, double time_s) {
    int32_t from = bsim_context.node[t->source], to = bsim_context.node[t->dest];
    double since_s = t->is_past ? fmin(t->times[0], time_s) : time_s;
    int n = from == to ? 1 : bsim_card_parts();
    if (!t->is_past && !bsim_links_is_past(from, to, time_s))
        return;
    for (int i = 0; i < n; i++) {
        if (bsim_links_used_since(from, to, n > 1 ? i : t->card, since_s)) {
            lmpi_undisturbed_note(lmpi_transfer_call(t));
            return;
        }
    }
}

/* The data leave. */
static void start_data(lmpi_transfer *t, double time_s) {
    int32_t node = bsim_context.node[t->source];
    t->card = node != bsim_context.node[t->dest] ? lmpi_transfer_card(node, t->source, t->dest, t->bytes) : 0;
    note_undisturbed(t, time_s);
    start_flow(t, time_s);
}

/* The next message of a connection that one has left. */
static void start_next(int32_t source, int32_t dest, double end_s) {
    struct bsim_turn *next = connections ? bsim_connection_leave(connections, source, dest, end_s) : NULL;
    if (next)
        start_data((lmpi_transfer *)(void *)((char *)next - offsetof(lmpi_transfer, turn)), next->time_s);
}

static lmpi_transfer *transfer_of(struct bsim_flow *flow) {
    return ((struct part *)(void *)((char *)flow - offsetof(struct part, flow)))->of;
}

static void flow_left(struct bsim_flow *flow, double time_s) {
    lmpi_transfer *t = transfer_of(flow);
    t->left_s = bsim_max(t->left_s, time_s);
    if (--t->leaving == 0)
        start_next(t->source, t->dest, t->left_s);
}

static void flow_ended(struct bsim_flow *flow, double end_s) {
    lmpi_transfer *t = transfer_of(flow);
    t->last_s = bsim_max(t->last_s, end_s);
    if (--t->open > 0)
        return;
    end_s = t->last_s;
    double waited_s = bsim_links_waited(t->times[0], t->bytes * t->path->link.gap_s_per_byte[0], end_s);
    if (t->send)
        tell_sender_at(t, waited_s);
    lmpi_transfer_end(t)[0] += waited_s;
    lmpi_transfer_over(t);
}

/* Which flows meet depends on the times of all of them, so other scenarios are run apart. */
void lmpi_transfer_over_links(struct bsim_event *event) {
    lmpi_transfer *t = (lmpi_transfer *)(void *)event;
    for (int k = 1; k < bsim_context.nscen; k++)
        bsim_diverge(k, lmpi_transfer_site(t));
    event_s = event->time_s;
    t->is_over = false;
    int32_t from = bsim_context.node[t->source], to = bsim_context.node[t->dest];
    t->is_past = bsim_links_is_past(from, to, t->times[0]);
    if (t->m)
        lmpi_transfer_keep_behind(t);
    if (t->send && t->bytes <= 0)
        tell_sender_at(t, 0);
    t->turn.time_s = t->times[0];
    if (t->bytes <= 0)
        lmpi_transfer_over(t);
    else if (!connections || bsim_connection_come(connections, t->source, t->dest, &t->turn))
        start_data(t, t->turn.time_s);
}
