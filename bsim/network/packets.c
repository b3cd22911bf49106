/* packets.c - packets that wait for links in the order in which they come (packets.h). */
#include "bsim/network/packets.h"

#include <float.h>
#include <math.h>

#include "bsim/base/alloc.h"

enum { NONE = -1, FIRST_ROOM = 256 };

/* A flow with its route. */
struct stream {
    struct bsim_flow *flow; /* NULL: the stream is free */
    uint64_t number;        /* in the order of starting */
    double left;            /* bytes that are not yet at the first link */
    double limit, alone;    /* rates: of the flow; on its route if it meets no other */
    double start_s, bytes;
    double left_s;    /* when its last packet has left the first link, once that is known */
    uint64_t packets; /* that came to the first link */
    int32_t links;
    int32_t next; /* in the free list */
};

/* What happens to a packet: it comes to a link; of a last packet also: it has left its first link, or is there. */
enum step { COMES, HAS_LEFT, IS_THERE };

struct due {
    double time_s;
    uint64_t number; /* of the stream: of equal times the stream that began first */
    int32_t stream;
    uint32_t hop : 29, step : 2; /* the link of the route to which it comes; enum step */
    bool is_last;
    double bytes, ended_s; /* when its tail has passed the link before */
};

struct link {
    double capacity, free_s, carried;
    double used_until_s; /* by what are none of these packets */
};

struct bsim_packets {
    struct link *link;
    int longest;
    double limit, packet, now_s;
    bsim_route_fn *route;
    const void *arg;
    int32_t *scratch;
    struct stream *stream;
    int32_t *links; /* longest for each stream */
    int32_t nstream, stream_room, free;
    uint64_t started;
    struct due *due; /* a heap by time and number */
    int count, room;
};

/* ---- what is due ---- */

static inline bool is_before(const struct due *a, const struct due *b) {
    if (a->time_s != b->time_s)
        return a->time_s < b->time_s;
    return a->number < b->number || (a->number == b->number && a->step < b->step);
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
        p->links = bsim_realloc(p->links, (size_t)p->stream_room * (size_t)p->longest * sizeof *p->links);
    }
    return p->nstream++;
}

static inline struct link *link_of(const struct bsim_packets *p, int32_t stream, int hop) {
    return &p->link[p->links[(size_t)stream * (size_t)p->longest + (size_t)hop]];
}

/* The next packet of a stream comes to its first link. */
static void come_first(struct bsim_packets *p, int32_t stream, double time_s) {
    struct stream *s = &p->stream[stream];
    bool is_last = s->left <= p->packet * (1 + 1e-12);
    double bytes = is_last ? s->left : p->packet;
    s->left = is_last ? 0 : s->left - bytes;
    s->packets++;
    add(p, (struct due){.time_s = time_s,
                        .number = s->number,
                        .stream = stream,
                        .is_last = is_last,
                        .bytes = bytes,
                        .ended_s = time_s});
}

void bsim_packets_start(struct bsim_packets *p, struct bsim_flow *flow, int32_t from, int32_t to, double bytes,
                        double time_s) {
    int32_t stream = new_stream(p);
    double limit = flow->limit > 0 ? flow->limit : p->limit;
    struct stream *s = &p->stream[stream];
    *s = (struct stream){.flow = flow, .number = p->started++, .left = bytes, .limit = limit};
    s->start_s = time_s, s->bytes = bytes;
    s->links = p->route(p->arg, from, to, &p->links[(size_t)stream * (size_t)p->longest]);
    s->alone = limit;
    for (int hop = 0; hop < s->links; hop++)
        s->alone = fmin(s->alone, link_of(p, stream, hop)->capacity);
    come_first(p, stream, time_s);
}

static void add_end(struct bsim_packets *p, int32_t stream, enum step step, double time_s) {
    add(p, (struct due){.time_s = time_s, .number = p->stream[stream].number, .stream = stream, .step = step});
}

/* A packet has passed its first link, or will have at ended_s. */
static void follow(struct bsim_packets *p, const struct due *packet, double ended_s) {
    struct stream *s = &p->stream[packet->stream];
    double next_s = fmax(ended_s, packet->time_s + packet->bytes / s->limit);
    if (!packet->is_last) {
        come_first(p, packet->stream, next_s);
        return;
    }
    s->left_s = next_s;
    add_end(p, packet->stream, HAS_LEFT, next_s);
}

/* When the head of a packet is at its next link. A faster link begins so late that the packet passes it in one piece.
 * Links that differ by rounding alone are equally fast, so that packets that come together stay together. */
static double head_at(const struct link *here, const struct link *next, double bytes, double began_s, double ended_s) {
    bool is_faster = next->capacity > here->capacity * (1 + 1e-12);
    return is_faster ? fmax(began_s, ended_s - bytes / next->capacity) : began_s;
}

/* A packet comes to a link, which serves it behind those that came before. */
static void come(struct bsim_packets *p, struct due packet) {
    const struct stream *s = &p->stream[packet.stream];
    struct link *link = link_of(p, packet.stream, packet.hop);
    double began_s = fmax(packet.time_s, link->free_s);
    double ended_s = fmax(began_s + packet.bytes / link->capacity, packet.ended_s);
    link->free_s = ended_s;
    link->carried += packet.bytes;
    if (packet.hop == 0)
        follow(p, &packet, ended_s);
    if (packet.hop + 1 < s->links) {
        struct due next = packet;
        next.hop++;
        next.time_s = head_at(link, link_of(p, packet.stream, next.hop), packet.bytes, began_s, ended_s);
        next.ended_s = ended_s;
        add(p, next);
    } else if (packet.is_last) {
        add_end(p, packet.stream, IS_THERE, fmax(ended_s, s->left_s));
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
static double end_of(const struct stream *s, double time_s) {
    double alone_s = s->start_s + s->bytes / s->alone;
    double rounding_s = 4 * DBL_EPSILON * time_s * (double)(s->packets + 2) + 1e-12 * (s->bytes / s->alone);
    return time_s > alone_s + rounding_s ? time_s : alone_s;
}

struct bsim_flow *bsim_packets_take(struct bsim_packets *p, double until_s, double *time_s, bool *has_left) {
    while (p->count && p->due[0].time_s <= until_s) {
        struct due what = take_first(p);
        p->now_s = fmax(p->now_s, what.time_s);
        if (what.step == COMES) {
            come(p, what);
            continue;
        }
        struct stream *s = &p->stream[what.stream];
        struct bsim_flow *flow = s->flow;
        *has_left = what.step == HAS_LEFT;
        *time_s = *has_left ? what.time_s : end_of(s, what.time_s);
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

struct bsim_packets *bsim_packets_new(int nlink, const double *capacity, double limit, int longest, double packet,
                                      bsim_route_fn *route, const void *arg) {
    struct bsim_packets *p = bsim_alloc(sizeof *p);
    *p = (struct bsim_packets){.longest = longest, .limit = limit, .packet = packet, .route = route, .arg = arg};
    p->free = NONE;
    p->link = bsim_alloc((size_t)nlink * sizeof *p->link);
    for (int i = 0; i < nlink; i++)
        p->link[i] = (struct link){.capacity = capacity[i], .free_s = -HUGE_VAL, .used_until_s = -HUGE_VAL};
    p->scratch = bsim_alloc((size_t)longest * sizeof *p->scratch);
    return p;
}

void bsim_packets_free(struct bsim_packets *p) {
    if (!p)
        return;
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

void bsim_packets_note_use(struct bsim_packets *p, int32_t from, int32_t to, double end_s) {
    int n = p->route(p->arg, from, to, p->scratch);
    for (int i = 0; i < n; i++) {
        struct link *link = &p->link[p->scratch[i]];
        link->used_until_s = fmax(link->used_until_s, end_s);
    }
}

double bsim_packets_carried(const struct bsim_packets *p, int link, double *free_s) {
    *free_s = p->link[link].free_s;
    return p->link[link].carried;
}
