/* communicator.c - keys of communicators. Each host numbers its communicators in the order in which it makes them,
 * which may differ from that of other hosts. The key follows from the parent's, from how many communicators this one
 * has made, and from the first member. */
#include "bsim/base/alloc.h"
#include "lmpi/comm/comm.h"
#include "lmpi/core/hosts.h"
#include "lmpi/hosts/letter.h"

enum { CHAINS = 4096 };

struct known {
    uint64_t key, hosts;
    uint32_t made; /* communicators of which this one is the parent */
    int next;      /* in its chain; -1: none */
};
static struct known *known; /* by number */
static int nknown;
static int chain[CHAINS]; /* number + 1 of the last one; 0: none */

static uint64_t spread(uint64_t h) {
    h += 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 27) * 0x94d049bb133111ebu;
    return h ^ h >> 31;
}

static uint64_t mix(uint64_t a, uint64_t b) {
    return spread(spread(a) + b);
}

int lmpi_hosts_comm(uint64_t key) {
    for (int id = chain[key % CHAINS] - 1; id >= 0; id = known[id].next)
        if (known[id].key == key)
            return id;
    return -1;
}

static uint64_t hosts_of_members(const lmpi_comm *comm) {
    uint64_t hosts = 0;
    if (comm->id == LMPI_COMM_ID_SELF)
        return (uint64_t)1 << bsim_context.host;
    if (comm->id == LMPI_COMM_ID_WORLD)
        return bsim_context.nhosts == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bsim_context.nhosts) - 1;
    for (int i = 0; i < comm->size; i++)
        hosts |= (uint64_t)1 << bsim_host_of(lmpi_comm_world(comm, i));
    return hosts;
}

void lmpi_hosts_made(const lmpi_comm *parent, const lmpi_comm *made) {
    if (bsim_context.nhosts == 1)
        return;
    uint64_t key = (uint64_t)made->id + 1;
    if (parent) {
        uint64_t number = known[parent->id].made;
        key = mix(mix(known[parent->id].key, number), (uint64_t)lmpi_comm_world(made, 0));
    }
    if (made->id >= nknown) {
        known = bsim_realloc(known, (size_t)(2 * made->id + 16) * sizeof *known);
        nknown = 2 * made->id + 16;
    }
    bsim_check(lmpi_hosts_comm(key) < 0); /* no two have one key */
    int *first = &chain[key % CHAINS];
    known[made->id] = (struct known){key, hosts_of_members(made), 0, *first - 1};
    *first = made->id + 1;
}

void lmpi_hosts_counted(const lmpi_comm *parent) {
    if (bsim_context.nhosts > 1)
        known[parent->id].made++;
}

uint64_t lmpi_hosts_key(const lmpi_comm *comm) {
    return known[comm->id].key;
}

uint64_t lmpi_hosts_of(const lmpi_comm *comm) {
    return known[comm->id].hosts;
}

void lmpi_hosts_freed(const lmpi_comm *comm) {
    if (!lmpi_hosts_spans(comm))
        return;
    for (int host = 0; host < bsim_context.nhosts; host++) {
        if (host == bsim_context.host || !(known[comm->id].hosts >> host & 1))
            continue;
        const int32_t kind = LMPI_LETTER_FREED;
        lmpi_letter l = {0};
        LMPI_PUT(&l, kind);
        LMPI_PUT(&l, known[comm->id].key);
        bsim_hosts_send(host, l.bytes, l.n);
    }
}
