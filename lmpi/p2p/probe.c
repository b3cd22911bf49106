/* probe.c - MPI_Probe, MPI_Iprobe and their matched forms: the first message that has arrived at the rank's time. A
 * matched probe takes it out of the queue, for MPI_Mrecv and MPI_Imrecv. */
#include <math.h>

#include "bsim/base/alloc.h"
#include "lmpi/capture/capture.h"
#include "lmpi/core/checker.h"
#include "lmpi/lmpi.h"
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
        lmpi_status_set(status, lmpi_comm_rank(comm->peers, m->source), m->tag, m->bytes);
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
    bsim_decides();
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

/* A message that has arrived, without removing it; NULL if there is none. */
static lmpi_message *look(const lmpi_call *call, const lmpi_comm *c, int peer, int tag) {
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    site->calls++;
    lmpi_rank *rank = lmpi_self();
    const double *now = bsim_self->clock;
    double start_s = now[0];
    lmpi_message *m = NULL;
    if (!lmpi_first_decides(rank, peer))
        lmpi_poll_settle(call);
    else if (!(m = lmpi_unexpected_first(rank, c->id, peer, tag)))
        lmpi_poll_settle_message(call, c->id, peer, tag);
    if (!m)
        m = arrived(rank, c->id, peer, tag, now);
    else if (m->arrive[0] > now[0])
        m = NULL;
    uint64_t object = (uint64_t)(uint32_t)peer << 32 ^ (uint64_t)(uint32_t)tag << 8 ^ (uint64_t)c->id;
    if (!m && lmpi_poll_failed(call, object, false, 0, NULL, c->id, peer, tag))
        m = arrived(rank, c->id, peer, tag, now);
    if (LMPI_CHECKED && m && peer == MPI_ANY_SOURCE) {
        m = lmpi_probe_choose(c->id, tag, site, m);
        bsim_clock_raise(bsim_self->clock, m->arrive);
    }
    if (bsim_context.nscen > 1)
        compare(rank, m, c->id, peer, tag, now, call);
    lmpi_charge(site, start_s, now[0] - start_s);
    return m;
}

/* Waits for a message, without removing it. */
static lmpi_message *wait_for(const lmpi_call *call, const lmpi_comm *c, int peer, int tag) {
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
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
        struct bsim_wait why = {.call = call->name,
                                .site = call->ret,
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
    if (LMPI_CHECKED && peer == MPI_ANY_SOURCE)
        m = lmpi_probe_choose(c->id, tag, site, m);
    bsim_clock_raise(clock, m->arrive);
    if (bsim_context.nscen > 1) {
        compare(rank, m, c->id, peer, tag, clock, call);
        lmpi_watch_until(bsim_self->id, m->arrive);
    }
    if (peer == MPI_ANY_SOURCE)
        lmpi_answered_without_message(bsim_self->id, c->id, peer, tag, m->arrive[0], call->ret);
    lmpi_charge(site, start_s, clock[0] - start_s);
    return m;
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
    LMPI_CAPTURE(MPI_Iprobe, (source, tag, comm, flag, status));
    const lmpi_call call = {"MPI_Iprobe", LMPI_SITE};
    const lmpi_comm *c;
    int peer, error = check(&call, source, tag, comm, &c, &peer);
    if (error)
        return error;
    *flag = 1;
    if (peer == MPI_PROC_NULL) {
        lmpi_status_null(status);
        return MPI_SUCCESS;
    }
    const lmpi_message *m = look(&call, c, peer, tag);
    *flag = m != NULL;
    if (m)
        tell(m, c, status);
    return MPI_SUCCESS;
}

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
    LMPI_CAPTURE(MPI_Probe, (source, tag, comm, status));
    const lmpi_call call = {"MPI_Probe", LMPI_SITE};
    const lmpi_comm *c;
    int peer, error = check(&call, source, tag, comm, &c, &peer);
    if (error)
        return error;
    if (peer == MPI_PROC_NULL)
        lmpi_status_null(status);
    else
        tell(wait_for(&call, c, peer, tag), c, status);
    return MPI_SUCCESS;
}

/* ---- matched probes ---- */

/* A message that has left the queue and waits for its MPI_Mrecv. Its handle is LMPI_MATCHED_KIND with its place in the
 * rank's list. */
struct lmpi_matched {
    lmpi_message *message; /* NULL: the place is free */
    int local, tag;        /* as the probe was asked: rank in the communicator or MPI_ANY_SOURCE */
};
enum { LMPI_MATCHED_KIND = 0xa4000000u };

static MPI_Message keep(lmpi_message *m, int source, int tag) {
    lmpi_rank *rank = lmpi_self();
    lmpi_message *before, *found = lmpi_unexpected_find(rank, m->comm, m->source, m->tag, &before);
    bsim_check(found == m); /* it is the first of its source that the probe wants */
    lmpi_unexpected_remove(rank, m, before);
    lmpi_decide_update(bsim_self->id);
    struct lmpi_rank_extension *more = lmpi_extension(rank);
    int place = 0;
    while (place < more->matched_room && more->matched[place].message)
        place++;
    if (place == more->matched_room) {
        more->matched_room = more->matched_room ? 2 * more->matched_room : 4;
        more->matched = bsim_realloc(more->matched, (size_t)more->matched_room * sizeof *more->matched);
        for (int i = place; i < more->matched_room; i++)
            more->matched[i].message = NULL;
    }
    more->matched[place] = (struct lmpi_matched){m, source, tag};
    return (MPI_Message)(LMPI_MATCHED_KIND | (unsigned)place);
}

/* NULL if the handle is none of the running rank's. */
static struct lmpi_matched *matched_of(MPI_Message handle) {
    const struct lmpi_rank_extension *more = lmpi_self()->extension;
    int place = (int)((uint32_t)handle & LMPI_HANDLE_INDEX);
    if (((uint32_t)handle & ~(uint32_t)LMPI_HANDLE_INDEX) != LMPI_MATCHED_KIND || !more || place >= more->matched_room)
        return NULL;
    return more->matched[place].message ? &more->matched[place] : NULL;
}

void lmpi_matched_each(lmpi_rank *rank, bool (*fn)(lmpi_message *m, void *arg), void *arg) {
    const struct lmpi_rank_extension *more = rank->extension;
    for (int i = 0; more && i < more->matched_room; i++)
        if (more->matched[i].message && !fn(more->matched[i].message, arg))
            return;
}

int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status) {
    LMPI_CAPTURE(MPI_Improbe, (source, tag, comm, flag, message, status));
    const lmpi_call call = {"MPI_Improbe", LMPI_SITE};
    const lmpi_comm *c;
    int peer, error = check(&call, source, tag, comm, &c, &peer);
    if (error)
        return error;
    *flag = 1;
    *message = MPI_MESSAGE_NO_PROC;
    if (peer == MPI_PROC_NULL) {
        lmpi_status_null(status);
        return MPI_SUCCESS;
    }
    lmpi_message *m = look(&call, c, peer, tag);
    *flag = m != NULL;
    *message = MPI_MESSAGE_NULL;
    if (!m)
        return MPI_SUCCESS;
    tell(m, c, status);
    *message = keep(m, source, tag);
    return MPI_SUCCESS;
}

int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
    LMPI_CAPTURE(MPI_Mprobe, (source, tag, comm, message, status));
    const lmpi_call call = {"MPI_Mprobe", LMPI_SITE};
    const lmpi_comm *c;
    int peer, error = check(&call, source, tag, comm, &c, &peer);
    if (error)
        return error;
    if (peer == MPI_PROC_NULL) {
        lmpi_status_null(status);
        *message = MPI_MESSAGE_NO_PROC;
        return MPI_SUCCESS;
    }
    lmpi_message *m = wait_for(&call, c, peer, tag);
    tell(m, c, status);
    *message = keep(m, source, tag);
    return MPI_SUCCESS;
}

/* The side of a receive of a matched message. *taken: the message; NULL: it is of MPI_PROC_NULL. */
static int receive_side(lmpi_side *side, const lmpi_call *call, void *buf, int count, MPI_Datatype type,
                        MPI_Message *message, bool real, lmpi_message **taken) {
    *taken = NULL;
    if (*message == MPI_MESSAGE_NO_PROC) {
        *message = MPI_MESSAGE_NULL;
        return lmpi_side_check(side, call, buf, count, type, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, real,
                               LMPI_PATH_STANDARD, true);
    }
    struct lmpi_matched *matched = matched_of(*message);
    if (!matched)
        return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_REQUEST,
                          "the message (%#x) is none that a matched probe of this rank gave, or was received before",
                          (unsigned)*message);
    const lmpi_comm *comm = lmpi_comms[matched->message->comm];
    bool is_freed = comm->handle == MPI_COMM_NULL; /* by all: MPI_COMM_WORLD reports errors */
    int error = lmpi_side_check(side, call, buf, count, type, is_freed ? MPI_PROC_NULL : matched->local, matched->tag,
                                is_freed ? MPI_COMM_WORLD : comm->handle, real, LMPI_PATH_STANDARD, true);
    if (error)
        return error;
    if (is_freed) {
        side->peer = matched->local < 0 ? matched->local : matched->message->source;
        side->local = matched->local;
        side->comm = comm;
    }
    lmpi_trace_side(call, side);
    *taken = matched->message;
    matched->message = NULL;
    *message = MPI_MESSAGE_NULL;
    return MPI_SUCCESS;
}

static int receive(const lmpi_call *call, void *buf, int count, MPI_Datatype type, MPI_Message *message,
                   MPI_Status *status, bool real) {
    lmpi_side side;
    lmpi_message *m;
    int error = receive_side(&side, call, buf, count, type, message, real, &m);
    if (error)
        return error;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    site->calls++;
    if (!m) {
        lmpi_status_null(status);
        return MPI_SUCCESS;
    }
    double start_s = bsim_self->clock[0];
    lmpi_request request;
    request.flags = LMPI_REQ_BLOCKING;
    int peer = m->source, tag = m->tag;
    if (!lmpi_recv_matched(&side, &request, site, m)) {
        struct bsim_wait why = {.call = call->name, .site = call->ret, .peer = peer, .tag = tag, .comm = side.comm->id};
        bsim_block(&why);
    }
    double wait_s = lmpi_waited(start_s, bsim_self->clock[0], request.other_s);
    error = lmpi_recv_result(&request, call, status);
    lmpi_charge(site, start_s, wait_s);
    return error;
}

static int start_receive(const lmpi_call *call, void *buf, int count, MPI_Datatype type, MPI_Message *message,
                         MPI_Request *request, bool real) {
    lmpi_side side;
    lmpi_message *m;
    int error = receive_side(&side, call, buf, count, type, message, real, &m);
    if (error)
        return error;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    site->calls++;
    lmpi_request *r = lmpi_request_new();
    r->flags = 0;
    if (m)
        lmpi_recv_matched(&side, r, site, m);
    else
        lmpi_recv_start(&side, r, site);
    lmpi_request_hold_type(r);
    *request = lmpi_request_handle(r);
    return MPI_SUCCESS;
}

int MPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status) {
    LMPI_CAPTURE(MPI_Mrecv, (buf, count, datatype, message, status));
    return receive(LMPI_CALL(MPI_Mrecv), buf, count, datatype, message, status, true);
}

int LMPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status) {
    LMPI_CAPTURE(LMPI_Mrecv, (buf, count, datatype, message, status));
    return receive(LMPI_CALL(MPI_Mrecv), buf, count, datatype, message, status, false);
}

int MPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request) {
    LMPI_CAPTURE(MPI_Imrecv, (buf, count, datatype, message, request));
    return start_receive(LMPI_CALL(MPI_Imrecv), buf, count, datatype, message, request, true);
}

int LMPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request) {
    LMPI_CAPTURE(LMPI_Imrecv, (buf, count, datatype, message, request));
    return start_receive(LMPI_CALL(MPI_Imrecv), buf, count, datatype, message, request, false);
}
