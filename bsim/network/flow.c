/* flow.c - flows that share links max-min fairly (flow.h). */
#include "bsim/network/flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"

/* Rates and loads that differ by less count as equal. Rounding is below it, and a flow more or less on a link changes a
 * rate by more. */
#define SAME 1e-11

/* After so many rounds a solution takes in all neighbours of its flows, so that long chains end. In a torus of 4,096
 * nodes with random messages, solutions take two rounds and a tenth more flows than change. */
enum { NONE = -1, WIDE_AFTER = 32 };

/* All flows from one node to another that have one limit and one extra_s. Each has carried `served` bytes since the
 * bundle began, at time since_s. */
struct bundle {
    int32_t from, to;
    int32_t next;        /* in the chain of its hash, or in the free list */
    int32_t count, room; /* of flow[]: a heap by target; count 0: the bundle is free */
    int32_t links, link_room;
    int32_t bottleneck; /* a link; NONE: the limit */
    int32_t heap_at;    /* in flows.heap */
    bool chosen;        /* for the present solution */
    bool is_new;        /* changed since the last solution */
    double limit, extra_s, rate, next_rate, served, since_s, end_s;
    struct bsim_flow **flow;
    struct crossing {
        int32_t link, at; /* the bundle is link[link].member[at] */
    } *crossing;
};

struct link {
    double capacity;
    int32_t count, room;
    struct member {
        int32_t bundle, crossing;
    } *member;
    bool touched, changed;
    double used_from_s, used_until_s; /* since when it has had flows, if it has any; when its last one ended */
    /* while it is filled: */
    double left, level; /* capacity that is not given out; the rate at which it became full, negative: it is not */
    int64_t open;       /* flows without a rate */
};

struct list {
    int32_t *of;
    int count, room;
};

struct share {
    double rate;
    int32_t link;
};

struct bsim_flows {
    struct link *link;
    int nlink, longest;
    double limit;
    bsim_route_fn *route;
    const void *arg;
    int32_t *scratch; /* a route */
    struct bundle *bundle;
    int nbundle, bundle_room;
    int32_t free;
    int32_t *hash; /* first bundles of the chains */
    uint32_t hash_mask;
    int live;
    struct list heap;    /* bundles by end_s, then number */
    struct list changed; /* bundles */
    struct list changed_links, touched, chosen;
    /* If bundles with several limits are known: the chosen ones by limit, and how many of them have a rate. */
    bool limits_differ;
    struct list by_limit;
    int limited;
    struct share *shares; /* a heap */
    int share_count, share_room;
    uint64_t flows, solved;
};

static void append(struct list *list, int32_t what) {
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 64;
        list->of = bsim_realloc(list->of, (size_t)list->room * sizeof *list->of);
    }
    list->of[list->count++] = what;
}

/* ---- the heap of bundles by the time at which their next flow ends ---- */

static inline bool ends_before(const struct bsim_flows *f, int32_t a, int32_t b) {
    const struct bundle *x = &f->bundle[a], *y = &f->bundle[b];
    return x->end_s < y->end_s || (x->end_s == y->end_s && a < b);
}

static inline void heap_put(struct bsim_flows *f, int at, int32_t b) {
    f->heap.of[at] = b;
    f->bundle[b].heap_at = at;
}

static void heap_settle(struct bsim_flows *f, int32_t b) {
    int at = f->bundle[b].heap_at, n = f->heap.count;
    for (; at > 0 && ends_before(f, b, f->heap.of[(at - 1) / 2]); at = (at - 1) / 2)
        heap_put(f, at, f->heap.of[(at - 1) / 2]);
    for (int child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && ends_before(f, f->heap.of[child + 1], f->heap.of[child]))
            child++;
        if (!ends_before(f, f->heap.of[child], b))
            break;
        heap_put(f, at, f->heap.of[child]);
    }
    heap_put(f, at, b);
}

static void heap_remove(struct bsim_flows *f, int32_t b) {
    int at = f->bundle[b].heap_at;
    int32_t last = f->heap.of[--f->heap.count];
    if (at == f->heap.count)
        return;
    heap_put(f, at, last);
    heap_settle(f, last);
}

/* ---- bundles ---- */

static inline uint32_t chain_of(const struct bsim_flows *f, int32_t from, int32_t to) {
    uint64_t key = (uint64_t)(uint32_t)from << 32 | (uint32_t)to;
    return (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & f->hash_mask;
}

static int32_t find(const struct bsim_flows *f, int32_t from, int32_t to, double limit, double extra_s) {
    for (int32_t b = f->hash[chain_of(f, from, to)]; b != NONE; b = f->bundle[b].next) {
        const struct bundle *bundle = &f->bundle[b];
        if (bundle->from == from && bundle->to == to && bundle->limit == limit && bundle->extra_s == extra_s)
            return b;
    }
    return NONE;
}

static void hash_resize(struct bsim_flows *f, uint32_t size) {
    f->hash = bsim_realloc(f->hash, size * sizeof *f->hash);
    f->hash_mask = size - 1;
    for (uint32_t i = 0; i < size; i++)
        f->hash[i] = NONE;
    for (int32_t b = 0; b < f->nbundle; b++) {
        if (f->bundle[b].count == 0)
            continue;
        int32_t *chain = &f->hash[chain_of(f, f->bundle[b].from, f->bundle[b].to)];
        f->bundle[b].next = *chain;
        *chain = b;
    }
}

static int32_t take_slot(struct bsim_flows *f) {
    int32_t b = f->free;
    if (b != NONE) {
        f->free = f->bundle[b].next;
        return b;
    }
    if (f->nbundle == f->bundle_room) {
        f->bundle_room = f->bundle_room ? 2 * f->bundle_room : 64;
        f->bundle = bsim_realloc(f->bundle, (size_t)f->bundle_room * sizeof *f->bundle);
    }
    b = f->nbundle++;
    f->bundle[b] = (struct bundle){.count = 0};
    return b;
}

static void mark_bundle(struct bsim_flows *f, int32_t b) {
    if (f->bundle[b].is_new)
        return;
    f->bundle[b].is_new = true;
    append(&f->changed, b);
}

static void mark_links(struct bsim_flows *f, const struct bundle *bundle) {
    for (int i = 0; i < bundle->links; i++) {
        struct link *l = &f->link[bundle->crossing[i].link];
        if (!l->changed)
            append(&f->changed_links, bundle->crossing[i].link);
        l->changed = true;
    }
}

static void enter_link(struct bsim_flows *f, int32_t b, int crossing, int32_t link) {
    struct link *l = &f->link[link];
    if (l->count == 0)
        l->used_from_s = f->bundle[b].since_s;
    if (l->count == l->room) {
        l->room = l->room ? 2 * l->room : 4;
        l->member = bsim_realloc(l->member, (size_t)l->room * sizeof *l->member);
    }
    l->member[l->count] = (struct member){b, crossing};
    f->bundle[b].crossing[crossing] = (struct crossing){link, l->count++};
}

static void leave_links(struct bsim_flows *f, const struct bundle *bundle) {
    for (int i = 0; i < bundle->links; i++) {
        struct crossing here = bundle->crossing[i];
        struct link *l = &f->link[here.link];
        struct member moved = l->member[--l->count];
        l->used_until_s = fmax(l->used_until_s, bundle->since_s);
        l->member[here.at] = moved;
        f->bundle[moved.bundle].crossing[moved.crossing].at = here.at;
    }
}

static int32_t bundle_new(struct bsim_flows *f, int32_t from, int32_t to, double limit, double extra_s, double time_s) {
    if (++f->live > (int)(f->hash_mask / 2))
        hash_resize(f, 2 * (f->hash_mask + 1));
    int32_t b = take_slot(f);
    struct bundle *bundle = &f->bundle[b];
    int n = f->route(f->arg, from, to, f->scratch);
    if (n > bundle->link_room) {
        bundle->link_room = n;
        bundle->crossing = bsim_realloc(bundle->crossing, (size_t)n * sizeof *bundle->crossing);
    }
    bundle->from = from;
    bundle->to = to;
    bundle->links = n;
    bundle->limit = limit;
    bundle->extra_s = extra_s;
    f->limits_differ = f->limits_differ || limit != f->limit;
    bundle->bottleneck = NONE;
    bundle->chosen = false;
    bundle->rate = bundle->served = 0;
    bundle->since_s = time_s;
    bundle->end_s = HUGE_VAL;
    for (int i = 0; i < n; i++)
        enter_link(f, b, i, f->scratch[i]);
    int32_t *chain = &f->hash[chain_of(f, from, to)];
    bundle->next = *chain;
    *chain = b;
    bundle->heap_at = f->heap.count;
    append(&f->heap, b);
    heap_settle(f, b);
    return b;
}

static void bundle_end(struct bsim_flows *f, int32_t b) {
    struct bundle *bundle = &f->bundle[b];
    int32_t *chain = &f->hash[chain_of(f, bundle->from, bundle->to)];
    while (*chain != b)
        chain = &f->bundle[*chain].next;
    *chain = bundle->next;
    mark_links(f, bundle);
    leave_links(f, bundle);
    heap_remove(f, b);
    f->live--;
    bundle->next = f->free;
    f->free = b;
}

/* What a flow of the bundle carries in a second, while it takes `rate` of its links. */
static inline double speed_of(const struct bundle *bundle) {
    return bundle->extra_s > 0 ? 1 / (1 / bundle->rate + bundle->extra_s) : bundle->rate;
}

static void advance(struct bundle *bundle, double time_s) {
    if (time_s <= bundle->since_s)
        return;
    if (bundle->rate > 0)
        bundle->served += speed_of(bundle) * (time_s - bundle->since_s);
    bundle->since_s = time_s;
}

static void set_end(struct bsim_flows *f, int32_t b) {
    struct bundle *bundle = &f->bundle[b];
    double left = bundle->flow[0]->target - bundle->served;
    double end_s = bundle->rate > 0 ? bundle->since_s + (left > 0 ? left / speed_of(bundle) : 0) : HUGE_VAL;
    if (end_s == bundle->end_s)
        return;
    bundle->end_s = end_s;
    heap_settle(f, b);
}

/* ---- the flows of a bundle: a heap by target, then number ---- */

static inline bool is_shorter(const struct bsim_flow *a, const struct bsim_flow *b) {
    return a->target < b->target || (a->target == b->target && a->number < b->number);
}

static void bundle_push(struct bundle *bundle, struct bsim_flow *flow) {
    if (bundle->count == bundle->room) {
        bundle->room = bundle->room ? 2 * bundle->room : 1;
        bundle->flow = bsim_realloc(bundle->flow, (size_t)bundle->room * sizeof(struct bsim_flow *));
    }
    int at = bundle->count++;
    for (; at > 0 && is_shorter(flow, bundle->flow[(at - 1) / 2]); at = (at - 1) / 2)
        bundle->flow[at] = bundle->flow[(at - 1) / 2];
    bundle->flow[at] = flow;
}

static struct bsim_flow *bundle_pop(struct bundle *bundle) {
    struct bsim_flow *first = bundle->flow[0], *last = bundle->flow[--bundle->count];
    int at = 0, n = bundle->count;
    for (int child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && is_shorter(bundle->flow[child + 1], bundle->flow[child]))
            child++;
        if (!is_shorter(bundle->flow[child], last))
            break;
        bundle->flow[at] = bundle->flow[child];
    }
    bundle->flow[at] = last;
    return first;
}

/* ---- starts and ends ---- */

struct bsim_flows *bsim_flows_new(int nlink, const double *capacity, double limit, int longest, bsim_route_fn *route,
                                  const void *arg) {
    struct bsim_flows *f = bsim_alloc(sizeof *f);
    f->link = bsim_alloc((size_t)nlink * sizeof *f->link);
    for (int i = 0; i < nlink; i++)
        f->link[i].capacity = capacity[i];
    f->nlink = nlink;
    f->longest = longest;
    f->limit = limit;
    f->route = route;
    f->arg = arg;
    f->scratch = bsim_alloc((size_t)longest * sizeof *f->scratch);
    f->free = NONE;
    hash_resize(f, 64);
    return f;
}

void bsim_flows_free(struct bsim_flows *f) {
    if (!f)
        return;
    for (int i = 0; i < f->nlink; i++)
        bsim_free(f->link[i].member);
    for (int i = 0; i < f->nbundle; i++) {
        bsim_free(f->bundle[i].flow);
        bsim_free(f->bundle[i].crossing);
    }
    bsim_free(f->link);
    bsim_free(f->bundle);
    bsim_free(f->scratch);
    bsim_free(f->hash);
    bsim_free(f->heap.of);
    bsim_free(f->changed.of);
    bsim_free(f->changed_links.of);
    bsim_free(f->touched.of);
    bsim_free(f->chosen.of);
    bsim_free(f->by_limit.of);
    bsim_free(f->shares);
    bsim_free(f);
}

static double limit_or_all(const struct bsim_flows *f, double limit) {
    return limit > 0 ? limit : f->limit;
}

double bsim_flows_alone(struct bsim_flows *f, int32_t from, int32_t to, double limit) {
    int n = f->route(f->arg, from, to, f->scratch);
    double rate = limit_or_all(f, limit);
    for (int i = 0; i < n; i++)
        rate = fmin(rate, f->link[f->scratch[i]].capacity);
    return rate;
}

bool bsim_flows_used_since(struct bsim_flows *f, int32_t from, int32_t to, double time_s, double now_s) {
    int n = f->route(f->arg, from, to, f->scratch);
    for (int i = 0; i < n; i++) {
        const struct link *l = &f->link[f->scratch[i]];
        if (l->used_until_s > time_s || (l->count && l->used_from_s < now_s))
            return true;
    }
    return false;
}

void bsim_flows_note_use(struct bsim_flows *f, int32_t from, int32_t to, double end_s) {
    int n = f->route(f->arg, from, to, f->scratch);
    for (int i = 0; i < n; i++) {
        struct link *l = &f->link[f->scratch[i]];
        l->used_until_s = fmax(l->used_until_s, end_s);
    }
}

void bsim_flows_start(struct bsim_flows *f, struct bsim_flow *flow, int32_t from, int32_t to, double bytes,
                      double time_s) {
    double limit = limit_or_all(f, flow->limit);
    int32_t b = find(f, from, to, limit, flow->extra_s);
    if (b == NONE)
        b = bundle_new(f, from, to, limit, flow->extra_s, time_s);
    struct bundle *bundle = &f->bundle[b];
    advance(bundle, time_s);
    flow->target = bundle->served + bytes;
    flow->number = f->flows++;
    bundle_push(bundle, flow);
    mark_bundle(f, b);
    mark_links(f, bundle);
    set_end(f, b);
}

bool bsim_flows_changed(const struct bsim_flows *f) {
    return f->changed.count || f->changed_links.count;
}

double bsim_flows_next(const struct bsim_flows *f) {
    return f->heap.count ? f->bundle[f->heap.of[0]].end_s : HUGE_VAL;
}

struct bsim_flow *bsim_flows_take(struct bsim_flows *f, double until_s, double *end_s) {
    if (!f->heap.count || f->bundle[f->heap.of[0]].end_s > until_s)
        return NULL;
    int32_t b = f->heap.of[0];
    struct bundle *bundle = &f->bundle[b];
    struct bsim_flow *flow = bundle_pop(bundle);
    *end_s = bundle->end_s;
    bundle->served = flow->target;
    bundle->since_s = bundle->end_s;
    if (bundle->count == 0) {
        bundle_end(f, b);
        return flow;
    }
    mark_bundle(f, b);
    mark_links(f, bundle);
    set_end(f, b);
    return flow;
}

/* ---- the solution ---- */

static inline double rate_of(const struct bundle *bundle) {
    return bundle->chosen ? bundle->next_rate : bundle->rate;
}

static void touch(struct bsim_flows *f, int32_t link) {
    if (f->link[link].touched)
        return;
    f->link[link].touched = true;
    append(&f->touched, link);
}

static void choose(struct bsim_flows *f, int32_t b) {
    struct bundle *bundle = &f->bundle[b];
    if (bundle->chosen)
        return;
    bundle->chosen = true;
    append(&f->chosen, b);
    for (int i = 0; i < bundle->links; i++)
        touch(f, bundle->crossing[i].link);
}

static void shares_push(struct bsim_flows *f, struct share s) {
    if (f->share_count == f->share_room) {
        f->share_room = f->share_room ? 2 * f->share_room : 64;
        f->shares = bsim_realloc(f->shares, (size_t)f->share_room * sizeof *f->shares);
    }
    int at = f->share_count++;
    for (; at > 0 && s.rate < f->shares[(at - 1) / 2].rate; at = (at - 1) / 2)
        f->shares[at] = f->shares[(at - 1) / 2];
    f->shares[at] = s;
}

static struct share shares_pop(struct bsim_flows *f) {
    struct share first = f->shares[0], last = f->shares[--f->share_count];
    int at = 0, n = f->share_count;
    for (int child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && f->shares[child + 1].rate < f->shares[child].rate)
            child++;
        if (!(f->shares[child].rate < last.rate))
            break;
        f->shares[at] = f->shares[child];
    }
    f->shares[at] = last;
    return first;
}

/* What a link has for each of its flows that have no rate yet. */
static inline double share_of(const struct link *l) {
    return l->left > 0 ? l->left / (double)l->open : 0;
}

/* Gives a bundle its rate and takes it from its links. */
static void give(struct bsim_flows *f, struct bundle *bundle, double rate, int32_t bottleneck) {
    bundle->next_rate = rate;
    bundle->bottleneck = bottleneck;
    for (int i = 0; i < bundle->links; i++) {
        struct link *l = &f->link[bundle->crossing[i].link];
        l->left -= bundle->count * rate;
        l->open -= bundle->count;
    }
}

/* What the touched links have left for the chosen bundles, while the others keep their rates. */
static void prepare(struct bsim_flows *f) {
    f->share_count = 0;
    for (int i = 0; i < f->chosen.count; i++)
        f->bundle[f->chosen.of[i]].next_rate = -1;
    for (int i = 0; i < f->touched.count; i++) {
        struct link *l = &f->link[f->touched.of[i]];
        l->left = l->capacity;
        l->level = -1;
        l->open = 0;
        for (int m = 0; m < l->count; m++) {
            const struct bundle *bundle = &f->bundle[l->member[m].bundle];
            if (bundle->chosen)
                l->open += bundle->count;
            else
                l->left -= bundle->count * bundle->rate;
        }
        if (l->open)
            shares_push(f, (struct share){share_of(l), f->touched.of[i]});
    }
}

static int by_limit(const void *a, const void *b, void *flows) {
    const struct bsim_flows *f = flows;
    int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;
    double x = f->bundle[i].limit, y = f->bundle[j].limit;
    return x < y ? -1 : x > y ? 1 : i < j ? -1 : i > j;
}

static void sort_by_limit(struct bsim_flows *f) {
    f->by_limit.count = f->limited = 0;
    if (!f->limits_differ)
        return;
    for (int i = 0; i < f->chosen.count; i++)
        append(&f->by_limit, f->chosen.of[i]);
    qsort_r(f->by_limit.of, (size_t)f->by_limit.count, sizeof *f->by_limit.of, by_limit, f);
}

/* The least limit of the chosen bundles that have no rate yet; HUGE_VAL: all have one. */
static double least_limit(struct bsim_flows *f) {
    if (!f->limits_differ)
        return f->limit;
    while (f->limited < f->by_limit.count && f->bundle[f->by_limit.of[f->limited]].next_rate >= 0)
        f->limited++;
    return f->limited < f->by_limit.count ? f->bundle[f->by_limit.of[f->limited]].limit : HUGE_VAL;
}

/* Fills the link with the least share, if that is below the limit. Shares only grow, so an old one in the heap is a
 * bound. False if there is no such link. */
static bool fill_link(struct bsim_flows *f, double limit, double *level) {
    while (f->share_count && f->shares[0].rate < limit) {
        struct share s = shares_pop(f);
        struct link *l = &f->link[s.link];
        if (l->open == 0)
            continue;
        double rate = share_of(l);
        bool is_next = !(f->share_count && rate > f->shares[0].rate && rate > s.rate);
        if (!is_next || (rate >= limit && f->limits_differ))
            shares_push(f, (struct share){rate, s.link});
        if (!is_next || rate >= limit)
            continue;
        *level = rate > *level ? rate : *level;
        l->level = *level;
        for (int m = 0; m < l->count && l->open; m++) {
            struct bundle *bundle = &f->bundle[l->member[m].bundle];
            if (bundle->chosen && bundle->next_rate < 0)
                give(f, bundle, *level, s.link);
        }
        return true;
    }
    return false;
}

/* Progressive filling: the link with the least share is the bottleneck of its flows, unless a limit is less; then the
 * next one. */
static void fill(struct bsim_flows *f) {
    double level = 0, limit;
    prepare(f);
    sort_by_limit(f);
    for (;;) {
        limit = least_limit(f);
        if (fill_link(f, limit, &level))
            continue;
        if (f->limited == f->by_limit.count)
            break;
        level = limit > level ? limit : level;
        give(f, &f->bundle[f->by_limit.of[f->limited]], limit, NONE);
    }
    for (int i = 0; i < f->chosen.count; i++) {
        struct bundle *bundle = &f->bundle[f->chosen.of[i]];
        if (bundle->next_rate < 0)
            give(f, bundle, bundle->limit, NONE);
    }
}

/* Chooses the other bundles on a touched link that are not as they must be: whose bottleneck it was and no longer is,
 * or which are faster than flows that have their bottleneck there. wide: all of them. */
static void choose_wrong(struct bsim_flows *f, const struct link *l, int32_t link, bool wide) {
    double load = 0, most = 0;
    for (int m = 0; m < l->count; m++) {
        const struct bundle *bundle = &f->bundle[l->member[m].bundle];
        double rate = rate_of(bundle);
        load += bundle->count * rate;
        most = rate > most ? rate : most;
    }
    bool full = load >= l->capacity * (1 - SAME);
    for (int m = 0; m < l->count; m++) {
        int32_t b = l->member[m].bundle;
        const struct bundle *bundle = &f->bundle[b];
        if (bundle->chosen)
            continue;
        bool was_bottleneck = bundle->bottleneck == link && (!full || bundle->rate < most * (1 - SAME));
        bool too_fast = l->level >= 0 && bundle->rate > l->level * (1 + SAME);
        if (wide || was_bottleneck || too_fast)
            choose(f, b);
    }
}

/* Chooses what the present solution makes wrong. False if nothing is. */
static bool choose_more(struct bsim_flows *f, int round) {
    int before = f->chosen.count, links = f->touched.count;
    for (int i = 0; i < links; i++)
        choose_wrong(f, &f->link[f->touched.of[i]], f->touched.of[i], false);
    if (f->chosen.count > before && round >= WIDE_AFTER)
        for (int i = 0; i < links; i++)
            choose_wrong(f, &f->link[f->touched.of[i]], f->touched.of[i], true);
    return f->chosen.count > before;
}

/* The changed bundles, and those that have a bottleneck on a link of them. */
static void choose_first(struct bsim_flows *f) {
    for (int i = 0; i < f->changed.count; i++) {
        struct bundle *bundle = &f->bundle[f->changed.of[i]];
        bundle->is_new = false;
        if (bundle->count)
            choose(f, f->changed.of[i]);
    }
    f->changed.count = 0;
    for (int i = 0; i < f->changed_links.count; i++) {
        struct link *l = &f->link[f->changed_links.of[i]];
        touch(f, f->changed_links.of[i]);
        l->changed = false;
        for (int m = 0; m < l->count; m++)
            if (f->bundle[l->member[m].bundle].bottleneck == f->changed_links.of[i])
                choose(f, l->member[m].bundle);
    }
    f->changed_links.count = 0;
}

void bsim_flows_solve(struct bsim_flows *f, double time_s) {
    choose_first(f);
    int round = 0;
    do {
        f->solved += (uint64_t)f->chosen.count;
        fill(f);
    } while (choose_more(f, ++round));
    for (int i = 0; i < f->chosen.count; i++) {
        struct bundle *bundle = &f->bundle[f->chosen.of[i]];
        bundle->chosen = false;
        if (bundle->next_rate != bundle->rate)
            advance(bundle, time_s);
        bundle->rate = bundle->next_rate;
        set_end(f, f->chosen.of[i]);
    }
    for (int i = 0; i < f->touched.count; i++)
        f->link[f->touched.of[i]].touched = false;
    f->chosen.count = f->touched.count = 0;
}

double bsim_flows_rate(const struct bsim_flows *f, int32_t from, int32_t to) {
    int32_t b = find(f, from, to, f->limit, 0);
    return b == NONE ? 0 : f->bundle[b].rate;
}

double bsim_flows_load(const struct bsim_flows *f, int link, double *capacity) {
    const struct link *l = &f->link[link];
    double load = 0;
    for (int m = 0; m < l->count; m++)
        load += f->bundle[l->member[m].bundle].count * f->bundle[l->member[m].bundle].rate;
    *capacity = l->capacity;
    return load;
}

uint64_t bsim_flows_solved(const struct bsim_flows *f) {
    return f->solved;
}
