/* probe.c - MPI_Probe and MPI_Iprobe: the first message that has arrived at the rank's time. */
#include <math.h>

#include "lmpi/capture/capture.h"
#include "lmpi/p2p/poll.h"

/* Checks the arguments. *peer: a world rank or MPI_ANY_SOURCE. */
static int check(const lmpi_call *call, int source, int tag, MPI_Comm handle, const lmpi_comm **comm, int *peer) {
    lmpi_side side;
    int error = lmpi_side_check(&side, call, NULL, 0, MPI_BYTE, source, tag, handle, false, 0, true);
    if (error)
        return error;
    *comm = side.comm;
    *peer = side.peer;
    return MPI_SUCCESS;
}

static void tell(const lmpi_message *m, const lmpi_comm *comm, MPI_Status *status) {
    if (status != MPI_STATUS_IGNORE)
        lmpi_status_set(status, lmpi_comm_rank(comm, m->source), m->tag, m->bytes);
}

struct comparison {
    const lmpi_message *found;
    int comm, peer, tag, k;
    const double *now;
    bool differs;
};

static bool compare_one(lmpi_message *m, void *arg) {
    struct comparison *c = arg;
    int k = c->k;
    if (!lmpi_wants(c->comm, c->peer, c->tag, m))
        return true;
    if (!c->found)
        c->differs = m->arrive[k] <= c->now[k];
    else if (m == c->found)
        c->differs = m->arrive[k] > c->now[k];
    else
        c->differs = m->source != c->found->source && m->arrive[k] <= c->found->arrive[k];
    return !c->differs;
}

/* Notes the scenarios with another answer: another message is first, or none has arrived, or one has. */
static void compare(lmpi_rank *rank, const lmpi_message *found, int comm, int peer, int tag, const double *now,
                    const lmpi_call *call) {
    for (int k = 1; k < bsim_context.nscen; k++) {
        struct comparison c = {found, comm, peer, tag, k, now, false};
        lmpi_unexpected_each(rank, compare_one, &c);
        if (c.differs)
            bsim_diverge(k, call->ret);
    }
}

static lmpi_message *arrived(lmpi_rank *rank, int comm, int peer, int tag, const double *now) {
    lmpi_message *m = lmpi_unexpected_first(rank, comm, peer, tag);
    return m && m->arrive[0] <= now[0] ? m : NULL;
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
    LMPI_CAPTURE(MPI_Iprobe, (source, tag, comm, flag, status));
    lmpi_call call = {"MPI_Iprobe", LMPI_SITE};
    const lmpi_comm *c;
    int peer, error = check(&call, source, tag, comm, &c, &peer);
    if (error)
        return error;
    if (peer == MPI_PROC_NULL) {
        *flag = 1;
        lmpi_status_null(status);
        return MPI_SUCCESS;
    }
    struct bsim_site *site = bsim_site_at(call.ret, call.name);
    site->calls++;
    lmpi_rank *rank = lmpi_self();
    const double *now = bsim_self->clock;
    double start_s = now[0];
    lmpi_message *m = NULL;
    if (!lmpi_first_decides(rank, peer))
        lmpi_poll_settle(&call);
    else if (!(m = lmpi_unexpected_first(rank, c->id, peer, tag)))
        lmpi_poll_settle_one(&call, NULL, c->id, peer, tag);
    if (!m)
        m = arrived(rank, c->id, peer, tag, now);
    else if (m->arrive[0] > now[0])
        m = NULL;
    uint64_t object = (uint64_t)(uint32_t)peer << 32 ^ (uint64_t)(uint32_t)tag << 8 ^ (uint64_t)c->id;
    if (!m && lmpi_poll_failed(&call, object, false, 0, NULL, c->id, peer, tag))
        m = arrived(rank, c->id, peer, tag, now);
    if (bsim_context.nscen > 1)
        compare(rank, m, c->id, peer, tag, now, &call);
    *flag = m != NULL;
    if (m)
        tell(m, c, status);
    lmpi_charge(site, start_s, now[0] - start_s);
    return MPI_SUCCESS;
}

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
    LMPI_CAPTURE(MPI_Probe, (source, tag, comm, status));
    lmpi_call call = {"MPI_Probe", LMPI_SITE};
    const lmpi_comm *c;
    int peer, error = check(&call, source, tag, comm, &c, &peer);
    if (error)
        return error;
    if (peer == MPI_PROC_NULL) {
        lmpi_status_null(status);
        return MPI_SUCCESS;
    }
    struct bsim_site *site = bsim_site_at(call.ret, call.name);
    site->calls++;
    lmpi_rank *rank = lmpi_self();
    double *clock = bsim_self->clock, start_s = clock[0];
    lmpi_message *m = lmpi_unexpected_first(rank, c->id, peer, tag);
    bool alone = lmpi_first_decides(rank, peer);
    if (!m || !alone) {
        struct lmpi_parked parked = {.now_s = clock[0],
                                     .time_s = m ? bsim_max(clock[0], m->arrive[0]) : HUGE_VAL,
                                     .comm = c->id,
                                     .peer = peer,
                                     .tag = tag,
                                     .alone = alone};
        struct bsim_wait why = {.call = call.name,
                                .site = call.ret,
                                .peer = peer == MPI_ANY_SOURCE ? BSIM_PEER_ANY : peer,
                                .tag = tag == MPI_ANY_TAG ? BSIM_TAG_ANY : tag,
                                .comm = c->id};
        do { /* repeated if a wildcard receive has taken the message */
            lmpi_park(&parked, &why);
            m = lmpi_unexpected_first(rank, c->id, peer, tag);
            if (m && (alone || m->arrive[0] <= parked.time_s))
                break;
            parked.time_s = m ? m->arrive[0] : HUGE_VAL;
        } while (true);
    }
    bsim_clock_raise(clock, m->arrive);
    if (bsim_context.nscen > 1) {
        compare(rank, m, c->id, peer, tag, clock, &call);
        lmpi_watch_until(bsim_self->id, m->arrive);
    }
    tell(m, c, status);
    lmpi_charge(site, start_s, clock[0] - start_s);
    return MPI_SUCCESS;
}
