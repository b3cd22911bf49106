/* transport.c - see transport.h. Owns the format of "transport" (docs/reference/platform.md). */
#include "bsim/platform/transport.h"

#include <limits.h>
#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/platform/link_pieces.h"
#include "bsim/platform/quantity.h"

static const char *const schemes[] = {"synchronous", "asynchronous", NULL};

/* ---- the file ---- */

static void read_when(struct bsim_transport_rule *rule, struct bsim_jval v) {
    static const char *const keys[] = {"latency_above", "hops_above", "bytes_above", "bytes_up_to", "scheme", NULL};
    struct bsim_jval value;
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return;
    if (bsim_jval_present(value = bsim_jval_get(v, "latency_above")))
        rule->latency_above_s = bsim_platform_quantity(value, BSIM_UNIT_TIME, false);
    if (bsim_jval_present(value = bsim_jval_get(v, "hops_above")))
        rule->hops_above = (int)bsim_jval_int(value, 0, INT_MAX);
    if (bsim_jval_present(value = bsim_jval_get(v, "bytes_above")))
        rule->bytes_above = bsim_jval_quantity(value, BSIM_UNIT_BYTES, false);
    if (bsim_jval_present(value = bsim_jval_get(v, "bytes_up_to")))
        rule->bytes_up_to = bsim_jval_quantity(value, BSIM_UNIT_BYTES, false);
    if (bsim_jval_present(value = bsim_jval_get(v, "scheme")))
        rule->scheme = bsim_jval_choice(value, schemes);
    if (rule->bytes_up_to <= rule->bytes_above)
        bsim_jval_error(v, "no message has more than %g and at most %g bytes", rule->bytes_above, rule->bytes_up_to);
}

static void read_rule(struct bsim_platform *p, struct bsim_transport_rule *rule, struct bsim_jval v) {
    static const char *const keys[] = {"when", "use", "comment", NULL};
    *rule = (struct bsim_transport_rule){
        .latency_above_s = -1, .hops_above = -1, .bytes_above = -1, .bytes_up_to = HUGE_VAL, .scheme = -1};
    if (!bsim_jval_object(v) || !bsim_jval_keys(v, keys))
        return;
    struct bsim_jval when = bsim_jval_get(v, "when"), use = bsim_jval_need(v, "use");
    if (bsim_jval_present(when))
        read_when(rule, when);
    if (bsim_jval_present(use))
        bsim_piece_read(p, &rule->piece, use, p->network_model[0] == 's');
    if (rule->hops_above >= 0 && p->topology.kind == BSIM_TOPOLOGY_NONE)
        bsim_jval_error(bsim_jval_get(when, "hops_above"),
                        "hops_above needs a \"topology\" in the platform's \"network\"; without one all nodes are "
                        "equally far");
    /* The hops of a graph are classes of its routes. */
    else if (rule->hops_above >= p->topology.diameter && p->topology.kind != BSIM_TOPOLOGY_GRAPH)
        bsim_jval_error(bsim_jval_get(when, "hops_above"),
                        "could never count: no route of the topology has more than %lld hops",
                        (long long)p->topology.diameter);
}

/* Whether a rule fits all messages that another one fits. */
static bool covers(const struct bsim_transport_rule *rule, const struct bsim_transport_rule *other) {
    return rule->latency_above_s <= other->latency_above_s && rule->hops_above <= other->hops_above &&
           rule->bytes_above <= other->bytes_above && rule->bytes_up_to >= other->bytes_up_to &&
           (rule->scheme < 0 || rule->scheme == other->scheme);
}

/* The first rule that fits counts, so the rule i has no effect behind one that covers it. */
static void check_effect(const struct bsim_platform *p, int i, struct bsim_jval v) {
    for (int before = 0; before < i; before++)
        if (covers(&p->rule[before], &p->rule[i])) {
            bsim_jval_error(v, "has no effect: transport[%d] stands before it and fits all of its messages", before);
            return;
        }
}

void bsim_transport_read(struct bsim_platform *p, struct bsim_jval network) {
    struct bsim_jval scheme = bsim_jval_get(network, "scheme"), list = bsim_jval_get(network, "transport");
    if (bsim_jval_present(scheme))
        p->scheme = (enum bsim_scheme)bsim_jval_choice(scheme, schemes);
    if (!bsim_jval_present(list)) {
        if (bsim_jval_present(scheme))
            bsim_jval_error(scheme, "scheme needs \"transport\", whose rules depend on it");
        return;
    }
    if (!bsim_jval_list(list))
        return;
    if (bsim_jval_present(bsim_jval_get(network, "pieces"))) {
        bsim_jval_error(list, "the network has \"pieces\", too; leave them out, and give sizes as bytes_above and "
                              "bytes_up_to of rules");
        return;
    }
    int n = (int)bsim_jval_size(list);
    p->rule = n ? bsim_alloc((size_t)n * sizeof *p->rule) : NULL;
    for (int i = 0; i < n; i++) {
        read_rule(p, &p->rule[p->nrule++], bsim_jval_at(list, (size_t)i));
        check_effect(p, i, bsim_jval_at(list, (size_t)i));
    }
}

/* ---- choice ---- */

bool bsim_transport_by_latency(const struct bsim_platform *p) {
    for (int i = 0; i < p->nrule; i++)
        if (p->rule[i].latency_above_s >= 0)
            return true;
    return false;
}

static bool fits(const struct bsim_platform *p, const struct bsim_transport_rule *rule, int hops, double latency_s) {
    return latency_s > rule->latency_above_s && hops > rule->hops_above &&
           (rule->scheme < 0 || rule->scheme == (int)p->scheme);
}

/* The smallest limit of a rule's sizes above `bytes`. */
static double next_limit(const struct bsim_platform *p, int hops, double latency_s, double bytes) {
    double next = HUGE_VAL;
    for (int i = 0; i < p->nrule; i++) {
        const struct bsim_transport_rule *rule = &p->rule[i];
        if (!fits(p, rule, hops, latency_s))
            continue;
        if (rule->bytes_above > bytes)
            next = fmin(next, rule->bytes_above);
        if (rule->bytes_up_to > bytes)
            next = fmin(next, rule->bytes_up_to);
    }
    return next;
}

int bsim_transport_pieces(const struct bsim_platform *p, int hops, double latency_s, struct bsim_link_piece *pieces) {
    static const struct bsim_link_piece plain = {.latency_s = -1,
                                                 .latency_factor = 1,
                                                 .gap_s_per_byte = -1,
                                                 .gap_factor = 1,
                                                 .send_overhead_s = -1,
                                                 .recv_overhead_s = -1};
    int n = 0;
    for (double above = -1; above < HUGE_VAL; above = pieces[n++].up_to_bytes) {
        double up_to = next_limit(p, hops, latency_s, above);
        pieces[n] = plain;
        for (int i = p->nrule - 1; i >= 0; i--) {
            const struct bsim_transport_rule *rule = &p->rule[i];
            if (fits(p, rule, hops, latency_s) && rule->bytes_above <= above && rule->bytes_up_to >= up_to)
                pieces[n] = rule->piece;
        }
        pieces[n].up_to_bytes = up_to;
    }
    return n;
}
