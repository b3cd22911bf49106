/* packets.c - packets that wait for links in the order in which they come (packets.h). */
#include "bsim/network/packets.h"

#include <float.h>
#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/network/small_queues.h"

/* EACH: packets of one acknowledgement (RFC 1122, 4.2.3.2). */
enum { NONE = -1, FIRST_ROOM = 256, EACH = 2 };

/* A flow with its route. */
struct stream {
    struct bsim_flow *flow; /* NULL: the stream is free */
    uint64_t number;        /* in the order of starting */
    double left;            /* bytes that are not yet at the first link */
    double limit, alone;    /* rates: of the flow; on its route if it meets no other */
    double start_s, bytes;
    double left_s;    /* when its last packet has left the first link, once that is known */
    uint64_t packets; /* that came to the first link */
    uint64_t arrived; /* at the end of the last one */
    int32_t links;
    int32_t connection; /* with small queues: its number; else NONE */
    int32_t back;       /* how many links acknowledgements take */
    int32_t also;       /* the next stream that ends in the same packet */
    int32_t next;       /* in the free list */
};

/* What happens: a packet comes to a link; with small queues it has also passed its first one, has passed all of them,
 * or is acknowledged. The last packet of a flow has left its first link, or is there. */
enum step { COMES, PASSED, HAS_LEFT, ARRIVES, ACKNOWLEDGED, IS_THERE };

struct due {
    double time_s;
    uint64_t number;       /* of the stream: of equal times the stream that began first, */
    uint64_t packet;       /* and of its packets the first one; from 1 on. IS_THERE: behind all */
    int32_t stream;        /* ACKNOWLEDGED: its connection */
    int32_t hop;           /* the link of the route to which it comes */
    int32_t ends;          /* the first stream that ends in it; NONE */
    uint8_t step;          /* enum step */
    double bytes, ended_s; /* when its tail has passed the link before */
    double came_s;         /* to its first link */
};

struct link {
    double capacity, free_s, carried;
    double full_s;       /* when its bucket is full, if nothing more comes; without a burst, when it is free */
    double used_until_s; /* by what are none of these packets */
};

struct bsim_packets {
    struct link *link;
    int longest;
    double limit, packet, burst, now_s;
    bsim_route_fn *route;
    const void *arg;
    int32_t *scratch;
    struct stream *stream;
    int32_t *links; /* 2 * longest for each stream: of its route, and from the middle on of that of acknowledgements */
    int32_t nstream, stream_room, free;
    uint64_t started;
    struct bsim_small_queues *small; /* NULL: a flow has one packet at a time at its first link */
    struct due *due;                 /* a heap by time, number, packet and step */
    int count, room;
};

/* ---- what is due ---- */

static inline bool is_before(const struct due *a, const struct due *b) {
    if (a->time_s != b->time_s)
        return a->time_s < b->time_s;
    if (a->number != b->number)
        return a->number < b->number;
    return a->packet < b->packet || (a->packet == b->packet && a->step < b->step);
}

static void add(struct bsim_packets *p, struct due what) {
    if (p->count == p->room) {
        p->room = p->room ? 2 * p->room : FIRST_ROOM;
        p->due = bsim_realloc(p->due, (size_t)p->room * sizeof *p->due);
    }
    int at = p->count++;
    for (; at > 0 && is_before(&what, &p->due[(at - 1) / 2]); at = (at - 1) / 2)
        p->due[at] = p->due[(at - 1) / 2];
    p->due[at] = what;
}

static struct due take_first(struct bsim_packets *p) {
    struct due first = p->due[0], last = p->due[--p->count];
    int at = 0, n = p->count;
    for (int child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && is_before(&p->due[child + 1], &p->due[child]))
            child++;
        if (!is_before(&p->due[child], &last))
            break;
        p->due[at] = p->due[child];
    }
    p->due[at] = last;
    return first;
}

/* ---- streams ---- */

static int32_t new_stream(struct bsim_packets *p) {
    int32_t s = p->free;
    if (s != NONE) {
        p->free = p->stream[s].next;
        return s;
    }
    if (p->nstream == p->stream_room) {
        p->stream_room = p->stream_room ? 2 * p->stream_room : FIRST_ROOM;
        p->stream = bsim_realloc(p->stream, (size_t)p->stream_room * sizeof *p->stream);
        p->links = bsim_realloc(p->links, 2 * (size_t)p->stream_room * (size_t)p->longest * sizeof *p->links);
    }
    return p->nstream++;
}

/* The links of a stream's route, and from longest on those of its acknowledgements. */
static inline int32_t *links_of(const struct bsim_packets *p, int32_t stream) {
    return &p->links[2 * (size_t)stream * (size_t)p->longest];
}

static inline struct link *link_of(const struct bsim_packets *p, int32_t stream, int hop) {
    return &p->link[links_of(p, stream)[hop]];
}

/* A packet comes to the first link of a stream. */
static void come_first(struct bsim_packets *p, int32_t stream, double bytes, int32_t ends, double time_s) {
    struct stream *s = &p->stream[stream];
    s->packets++;
    add(p, (struct due){.time_s = time_s,
                        .number = s->number,
                        .packet = s->packets,
                        .stream = stream,
                        .ends = ends,
                        .bytes = bytes,
                        .ended_s = time_s,
                        .came_s = time_s});
}

/* The next packet of a stream alone. */
static void come_next(struct bsim_packets *p, int32_t stream, double time_s) {
    struct stream *s = &p->stream[stream];
    bool is_last = s->left <= p->packet * (1 + 1e-12);
    double bytes = is_last ? s->left : p->packet;
    s->left = is_last ? 0 : s->left - bytes;
    come_first(p, stream, bytes, is_last ? stream : NONE, time_s);
}

static void add_step(struct bsim_packets *p, const struct due *packet, enum step step, double time_s) {
    struct due what = *packet;
    what.step = (uint8_t)step;
    what.time_s = time_s;
    add(p, what);
}

/* The next flow may begin. */
static void leave(struct bsim_packets *p, int32_t stream, double time_s) {
    struct stream *s = &p->stream[stream];
    s->left_s = time_s;
    add(p, (struct due){time_s, s->number, s->packets, .stream = stream, .step = HAS_LEFT});
}

/* ---- small queues ---- */

/* A stream ends in data that do not fill a packet yet. */
static void add_end(struct bsim_packets *p, struct bsim_small_queues_turn *turn, int32_t stream) {
    if (turn->last_end == NONE)
        turn->first_end = stream;
    else
        p->stream[turn->last_end].also = stream;
    turn->last_end = stream;
}

/* A packet with the data that do not fill one, and as much of a stream as there is room for. */
static void put(struct bsim_packets *p, struct bsim_small_queues_turn *turn, int32_t stream, double time_s) {
    struct stream *s = &p->stream[stream];
    double more = fmin(s->left, p->packet - turn->bytes), bytes = turn->bytes + more;
    bool ends = s->left > 0 && s->left - more <= 1e-12 * p->packet;
    s->left = ends ? 0 : s->left - more;
    if (ends)
        add_end(p, turn, stream);
    bsim_small_queues_put(p->small, s->connection, bytes);
    come_first(p, stream, bytes, turn->first_end, time_s);
    turn->first_end = turn->last_end = NONE;
    turn->bytes = 0;
}

/* A packet has left the queue. Whether those behind it may be followed by one that is not full: packets that pass as
 * soon as they come, in a burst, pass before the end of their message is written. */
static bool may_end(const struct bsim_packets *p, int32_t connection, double time_s) {
    return time_s > bsim_small_queues_turn(p->small, connection)->since_s ||
           !bsim_small_queues_has_some(p->small, connection);
}

/* A connection puts as many packets of its flow into the queue of its first link as may be there. has_passed: one of
 * its packets has left the queue. */
static void fill_queue(struct bsim_packets *p, int32_t connection, double time_s, bool has_passed) {
    struct bsim_small_queues_turn *turn = bsim_small_queues_turn(p->small, connection);
    int32_t stream = turn->flow;
    struct stream *s = stream == NONE ? NULL : &p->stream[stream];
    while (s && s->left > 0) {
        bool is_full = turn->bytes + s->left >= p->packet * (1 - 1e-12);
        if (!is_full && !has_passed && bsim_small_queues_has_some(p->small, connection)) {
            turn->bytes += s->left;
            turn->since_s = time_s;
            s->left = 0;
            add_end(p, turn, stream);
        } else if (bsim_small_queues_has_room(p->small, connection)) {
            put(p, turn, stream, time_s);
        } else {
            return;
        }
    }
    if (has_passed && turn->first_end != NONE && may_end(p, connection, time_s))
        put(p, turn, turn->first_end, time_s);
    turn->flow = NONE;
    if (s)
        leave(p, stream, time_s);
}

static void has_passed(struct bsim_packets *p, const struct due *packet) {
    int32_t connection = p->stream[packet->stream].connection;
    bsim_small_queues_took(p->small, connection, packet->bytes);
    fill_queue(p, connection, packet->time_s, true);
}

/* The acknowledgement waits on its way behind what is at the links now. */
static void arrives(struct bsim_packets *p, const struct due *packet) {
    const struct stream *s = &p->stream[packet->stream];
    const int32_t *links = links_of(p, packet->stream) + p->longest;
    struct due back = *packet;
    back.stream = s->connection;
    for (int i = 0; i < s->back; i++)
        back.time_s = fmax(back.time_s, p->link[links[i]].free_s);
    add_step(p, &back, ACKNOWLEDGED, back.time_s);
}

/* The connection of a flow, which has small queues if no link but its first one makes it slow. */
static void connect(struct bsim_packets *p, int32_t stream, int32_t from, int32_t to) {
    struct stream *s = &p->stream[stream];
    s->connection = NONE;
    if (!p->small || s->limit < link_of(p, stream, 0)->capacity)
        return;
    s->connection = bsim_small_queues_of(p->small, s->flow->source, s->flow->dest);
    s->back = p->route(p->arg, to, from, links_of(p, stream) + p->longest);
}

/* ---- packets ---- */

void bsim_packets_start(struct bsim_packets *p, struct bsim_flow *flow, int32_t from, int32_t to, double bytes,
                        double time_s) {
    int32_t stream = new_stream(p);
    double limit = flow->limit > 0 ? flow->limit : p->limit;
    struct stream *s = &p->stream[stream];
    *s = (struct stream){.flow = flow, .number = p->started++, .left = bytes, .limit = limit, .also = NONE};
    s->start_s = time_s, s->bytes = bytes;
    s->links = p->route(p->arg, from, to, links_of(p, stream));
    s->alone = limit;
    for (int hop = 0; hop < s->links; hop++)
        s->alone = fmin(s->alone, link_of(p, stream, hop)->capacity);
    connect(p, stream, from, to);
    if (s->connection == NONE) {
        come_next(p, stream, time_s);
        return;
    }
    bsim_small_queues_turn(p->small, s->connection)->flow = stream;
    fill_queue(p, s->connection, time_s, false);
}

/* A packet will have passed its first link at ended_s. Without small queues the next one comes then. */
static void follow(struct bsim_packets *p, const struct due *packet, double ended_s) {
    const struct stream *s = &p->stream[packet->stream];
    double next_s = fmax(ended_s, packet->time_s + packet->bytes / s->limit);
    if (s->connection != NONE)
        add_step(p, packet, PASSED, ended_s);
    else if (packet->ends != NONE)
        leave(p, packet->stream, next_s);
    else
        come_next(p, packet->stream, next_s);
}

/* When the head of a packet is at its next link. A faster link begins so late that the packet passes it in one piece.
 * Links that differ by rounding alone are equally fast, so that packets that come together stay together. */
static double head_at(const struct link *here, const struct link *next, double bytes, double began_s, double ended_s) {
    bool is_faster = next->capacity > here->capacity * (1 + 1e-12);
    return is_faster ? fmax(began_s, ended_s - bytes / next->capacity) : began_s;
}

/* A packet comes to a link, which serves it behind those that came before. */
static void come(struct bsim_packets *p, const struct due *packet) {
    struct stream *s = &p->stream[packet->stream];
    struct link *link = link_of(p, packet->stream, packet->hop);
    double began_s = fmax(packet->time_s, link->free_s);
    double full_s = fmax(began_s, link->full_s) + packet->bytes / link->capacity;
    double passed_s = p->burst > 0 ? fmax(began_s, full_s - p->burst / link->capacity) : full_s;
    double ended_s = fmax(passed_s, packet->ended_s);
    struct due next = *packet;
    link->full_s = full_s;
    link->free_s = ended_s;
    link->carried += packet->bytes;
    if (packet->hop == 0)
        follow(p, packet, ended_s);
    if (packet->hop + 1 < s->links) {
        next.hop++;
        next.ended_s = ended_s;
        add_step(p, &next, COMES, head_at(link, link_of(p, packet->stream, next.hop), packet->bytes, began_s, ended_s));
        return;
    }
    if (s->connection != NONE && (++s->arrived % EACH == 0 || packet->ends != NONE))
        add_step(p, packet, ARRIVES, ended_s);
    for (int32_t i = packet->ends; i != NONE; i = p->stream[i].also) {
        next.stream = i;
        next.number = p->stream[i].number;
        next.packet = UINT64_MAX;
        add_step(p, &next, IS_THERE, fmax(ended_s, p->stream[i].left_s));
    }
}

double bsim_packets_now(const struct bsim_packets *p) {
    return p->now_s;
}

double bsim_packets_next(const struct bsim_packets *p) {
    return p->count ? p->due[0].time_s : HUGE_VAL;
}

/* When a stream has ended whose last packet is there at time_s. Sums of many short times are not exact: what rounding
 * may be counts as nothing. */
static double end_of(const struct bsim_packets *p, const struct stream *s, double time_s) {
    double alone_s = s->start_s + fmax((s->bytes - p->burst) / s->alone, s->bytes / s->limit);
    double rounding_s = 4 * DBL_EPSILON * time_s * (double)(s->packets + 2) + 1e-12 * (s->bytes / s->alone);
    return time_s > alone_s + rounding_s ? time_s : alone_s;
}

struct bsim_flow *bsim_packets_take(struct bsim_packets *p, double until_s, double *time_s, bool *has_left) {
    while (p->count && p->due[0].time_s <= until_s) {
        struct due what = take_first(p);
        p->now_s = fmax(p->now_s, what.time_s);
        if (what.step == COMES)
            come(p, &what);
        else if (what.step == PASSED)
            has_passed(p, &what);
        else if (what.step == ARRIVES)
            arrives(p, &what);
        else if (what.step == ACKNOWLEDGED)
            bsim_small_queues_acknowledge(p->small, what.stream, what.time_s - what.came_s);
        if (what.step != HAS_LEFT && what.step != IS_THERE)
            continue;
        struct stream *s = &p->stream[what.stream];
        struct bsim_flow *flow = s->flow;
        *has_left = what.step == HAS_LEFT;
        *time_s = *has_left ? what.time_s : end_of(p, s, what.time_s);
        if (!*has_left) {
            s->flow = NULL;
            s->next = p->free;
            p->free = what.stream;
        }
        return flow;
    }
    return NULL;
}

/* ---- making, and what is asked ---- */

struct bsim_packets *bsim_packets_new(int nlink, const double *capacity, double limit, int longest,
                                      const struct bsim_queueing *queueing, bsim_route_fn *route, const void *arg) {
    struct bsim_packets *p = bsim_alloc(sizeof *p);
    *p = (struct bsim_packets){.longest = longest, .limit = limit, .route = route, .arg = arg};
    p->packet = queueing->packet;
    p->burst = queueing->burst;
    p->free = NONE;
    p->small = queueing->window > 0 ? bsim_small_queues_new(queueing->window) : NULL;
    p->link = bsim_alloc((size_t)nlink * sizeof *p->link);
    for (int i = 0; i < nlink; i++)
        p->link[i] =
            (struct link){.capacity = capacity[i], .free_s = -HUGE_VAL, .full_s = -HUGE_VAL, .used_until_s = -HUGE_VAL};
    p->scratch = bsim_alloc((size_t)longest * sizeof *p->scratch);
    return p;
}

void bsim_packets_free(struct bsim_packets *p) {
    if (!p)
        return;
    bsim_small_queues_free(p->small);
    bsim_free(p->link);
    bsim_free(p->scratch);
    bsim_free(p->stream);
    bsim_free(p->links);
    bsim_free(p->due);
    bsim_free(p);
}

double bsim_packets_alone(struct bsim_packets *p, int32_t from, int32_t to, double limit) {
    int n = p->route(p->arg, from, to, p->scratch);
    double rate = limit > 0 ? limit : p->limit;
    for (int i = 0; i < n; i++)
        rate = fmin(rate, p->link[p->scratch[i]].capacity);
    return rate;
}

bool bsim_packets_used_since(struct bsim_packets *p, int32_t from, int32_t to, double time_s) {
    int n = p->route(p->arg, from, to, p->scratch);
    for (int i = 0; i < n; i++)
        if (fmax(p->link[p->scratch[i]].free_s, p->link[p->scratch[i]].used_until_s) > time_s)
            return true;
    return false;
}

double bsim_packets_left_of_past(struct bsim_packets *p, int32_t from, int32_t to, double limit, double bytes,
                                 double time_s, double now_s, double *end_s) {
    double alone = bsim_packets_alone(p, from, to, limit), most = limit > 0 ? limit : p->limit;
    double carried = fmin(bytes, fmin(most * (now_s - time_s), p->burst + alone * (now_s - time_s)));
    int n = p->route(p->arg, from, to, p->scratch);
    *end_s = time_s + fmax((bytes - p->burst) / alone, bytes / most);
    for (int i = 0; i < n; i++) {
        struct link *link = &p->link[p->scratch[i]];
        link->used_until_s = fmax(link->used_until_s, fmin(*end_s, now_s));
        if (p->burst > 0)
            link->full_s = fmax(link->full_s, time_s + carried / link->capacity);
    }
    return bytes - carried;
}

double bsim_packets_carried(const struct bsim_packets *p, int link, double *free_s) {
    *free_s = p->link[link].free_s;
    return p->link[link].carried;
}
