/* shared_memory.c - see shared_memory.h. */
#include "bsim/cost/shared_memory.h"

#include <math.h>
#include <stddef.h>

#include "bsim/base/warn.h"
#include "bsim/network/links.h"

/* Behind all messages of the same time. */
static const uint64_t BEHIND_MESSAGES = UINT64_C(1) << 63;

/* An execution is early if it is so for more than this part of its time. */
static const double MATTERS = 1e-3;

/* Of the rank that waits for it. */
struct execution {
    struct bsim_event event;
    struct bsim_flow flow;
    bsim_rank *rank;
    double bytes, end_s;
    int ranks; /* of the node */
};

static double core_bandwidth, bandwidth;
static uint64_t early; /* executions that began before what was known of the memory; counted by events */

void bsim_shared_memory_begin(const struct bsim_platform *platform) {
    core_bandwidth = platform->memory.core_bandwidth[0];
    bandwidth = platform->memory.bandwidth[0];
    early = 0;
}

void bsim_shared_memory_end(void) {
    if (early > 0)
        bsim_warn("%llu execution%s of blocks began when the memory of nodes was simulated for later times already, as "
                  "after a collective whose last member calls late: up to these times each rank has an equal part of "
                  "the memory, as without \"with_messages\", and slows no message down",
                  (unsigned long long)early, early == 1 ? "" : "s");
}

static void nothing(struct bsim_flow *flow, double time_s) {
    (void)flow, (void)time_s;
}

static void ended(struct bsim_flow *flow, double end_s) {
    struct execution *x = (struct execution *)(void *)((char *)flow - offsetof(struct execution, flow));
    x->end_s = end_s;
    bsim_ready(x->rank);
}

static void start(struct bsim_event *event) {
    struct execution *x = (struct execution *)(void *)event;
    int32_t node = bsim_context.node[x->rank->id];
    double alone_s = x->bytes * (1 / core_bandwidth + x->flow.extra_s);
    early += bsim_links_is_past(node, node, event->time_s + MATTERS * alone_s);
    bsim_links_calculate(&x->flow, node, x->bytes, fmin(core_bandwidth, bandwidth / x->ranks), event->time_s);
}

double bsim_shared_memory_wait(int ranks, double begin_s, double alone_s, double memory_s, const void *site) {
    struct execution x = {.rank = bsim_self, .bytes = memory_s * core_bandwidth, .ranks = ranks};
    struct bsim_wait why = {
        .call = "a calculation", .site = site, .peer = BSIM_PEER_NONE, .tag = BSIM_TAG_NONE, .comm = -1};
    for (int k = 1; k < bsim_context.nscen; k++)
        bsim_diverge(k, site);
    x.event = (struct bsim_event){begin_s, BEHIND_MESSAGES | (uint64_t)bsim_self->id, start};
    x.flow = (struct bsim_flow){.limit = core_bandwidth, .ended = ended, .left = nothing};
    x.flow.extra_s = fmax(0, alone_s - memory_s) / x.bytes;
    bsim_event_add(&x.event);
    bsim_block(&why);
    return bsim_links_waited(begin_s, alone_s, x.end_s);
}
