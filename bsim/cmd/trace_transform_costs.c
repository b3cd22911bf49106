/* trace_transform_costs.c - what sending and receiving messages costs on a platform, by the functions of its network
 * model that runs use. Other messages at the same time are not looked at. */
#include "bsim/base/alloc.h"
#include "bsim/cmd/platform.h"
#include "bsim/cmd/trace_transform.h"
#include "bsim/kernel/engine.h"
#include "bsim/network/network.h"

/* The network's functions are those of runs, which call MPI's layer. The command runs no ranks, and has none. */
const struct bsim_layer bsim_layer = {0};

/* A blocking send at time 0, whose receive is posted then: when it ends, and when the receive does. */
static void message_times(const struct bsim_path *path, double bytes, double *sent_s, double *received_s) {
    const struct bsim_network *net = bsim_context.net;
    double zero = 0, release, arrive, sready, rready;
    path = bsim_path_for(path, bytes);
    net->send(path, bytes, &zero, &release, &arrive);
    if (bytes <= path->link.eager_limit_bytes[0]) {
        net->recv_ready(path, bytes, &zero, &arrive, &rready);
        net->recv_done(path, bytes, &zero, &rready, received_s);
        *sent_s = release;
        return;
    }
    net->rendezvous(path, bytes, &release, &arrive, &zero, &sready, &rready);
    net->rendezvous_send_done(path, bytes, &release, &sready, sent_s);
    net->rendezvous_recv_done(path, bytes, &zero, &rready, received_s);
}

static bool check(const struct bsim_platform *p, const char *path, const struct bsim_trace *t, struct bsim_error *err) {
    if (p->nscen != 1)
        return bsim_error_set(err, path, 0, NULL, "has %d scenarios; one is possible", p->nscen);
    if (t->nrank > (long long)p->nodes * p->cores_per_node)
        return bsim_error_set(err, path, 0, NULL, "has %d nodes with %d cores; the trace has %d ranks", p->nodes,
                              p->cores_per_node, t->nrank);
    return true;
}

bool bsim_transform_costs_find(struct bsim_transform_costs *c, const char *name, const struct bsim_trace *t,
                               const struct bsim_trace_pairs *pairs, struct bsim_error *err) {
    struct bsim_platform p;
    const char *path = name;
    *c = (struct bsim_transform_costs){0};
    if (!bsim_platform_find(name, &path, err) || !bsim_platform_load(&p, path, NULL, 1, err))
        return false;
    bsim_context.nscen = p.nscen;
    bool ok = check(&p, path, t, err) && bsim_network_init(&p, t->nrank, err);
    if (ok) {
        c->send_s = bsim_alloc((pairs->n + 1) * sizeof *c->send_s);
        c->receive_s = bsim_alloc((pairs->n + 1) * sizeof *c->receive_s);
        c->speed = bsim_alloc((size_t)t->nrank * sizeof *c->speed);
        for (int r = 0; r < t->nrank; r++)
            c->speed[r] = bsim_platform_speed(&p, bsim_platform_kind(&p, bsim_context.node[r]), 0);
        for (size_t i = 0; i < pairs->n; i++) {
            const struct bsim_trace_pair *m = &pairs->pair[i];
            int hops = bsim_hops_between(bsim_context.node[m->from], bsim_context.node[m->to]);
            double received_s = 0;
            message_times(&bsim_context.paths[hops], (double)m->bytes, &c->send_s[i], &received_s);
            c->receive_s[i] = received_s > c->send_s[i] ? received_s - c->send_s[i] : 0;
        }
        bsim_network_fini();
    }
    bsim_platform_free(&p);
    return ok;
}

void bsim_transform_costs_end(struct bsim_transform_costs *c) {
    bsim_free(c->send_s);
    bsim_free(c->receive_s);
    bsim_free(c->speed);
}
