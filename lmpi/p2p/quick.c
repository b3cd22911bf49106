/* quick.c - see quick.h. */
#include "lmpi/p2p/quick.h"

#include "lmpi/capture/capture.h"
#include "lmpi/core/checker.h"

bool lmpi_quick, lmpi_quick_by_distance;

void lmpi_quick_start(void) {
    lmpi_quick = bsim_context.nscen == 1 && !LMPI_CHECKED && !lmpi_receives_add() && !lmpi_trace_on && !lmpi_capture_on;
    lmpi_quick_by_distance = bsim_context.most_hops > 1 || bsim_context.paths_differ || bsim_context.socket;
}

int lmpi_quick_wait_message(const struct lmpi_quick_side *side, int64_t bytes, const lmpi_comm *comm, int source,
                            struct bsim_site *site, double start_s, MPI_Status *status, const lmpi_call *call) {
    lmpi_request r;
    double since_s = bsim_self->clock[0];
    lmpi_plain_fill(&r, side->type, bytes, source, side->tag, comm->id, side->real, LMPI_REQ_BLOCKING, site);
    r.local = side->peer;
    r.count = side->count;
    r.buffer = (void *)side->buffer;
    lmpi_posted_add(lmpi_self(), &r);
    struct bsim_wait why = {.call = call->name,
                            .site = call->ret,
                            .peer = source,
                            .tag = side->tag == MPI_ANY_TAG ? BSIM_TAG_ANY : side->tag,
                            .comm = comm->id};
    bsim_block(&why);
    double wait_s = lmpi_waited(since_s, bsim_self->clock[0], r.other_s);
    int error = lmpi_recv_result(&r, call, status);
    lmpi_charge(site, start_s, wait_s);
    return error;
}

int lmpi_quick_no_more(const struct lmpi_quick_side *side, int64_t bytes, const lmpi_comm *comm, struct bsim_site *site,
                       double start_s, MPI_Status *status, const lmpi_call *call) {
    double wait_s = 0;
    lmpi_side in = {.buffer = (void *)side->buffer,
                    .count = side->count,
                    .type = side->type,
                    .layout = side->type,
                    .bytes = bytes,
                    .peer = lmpi_comm_world(comm->peers, side->peer),
                    .local = side->peer,
                    .tag = side->tag,
                    .comm = comm,
                    .real = (uint8_t)side->real,
                    .path = LMPI_PATH_STANDARD};
    int error = lmpi_recv_blocking(&in, call, site, status, &wait_s);
    lmpi_charge(site, start_s, wait_s);
    return error;
}

/* ---- completions ---- */

/* How many of the requests are not matched yet, which are marked; -1: some are not plain. Those that are matched are in
 * the list. */
static int sort(struct lmpi_plain_list *list, int count, const MPI_Request *requests, lmpi_request **open) {
    int nopen = 0;
    list->n = 0;
    for (int i = 0; i < count; i++) {
        if (lmpi_plain_needs_nothing(requests[i]))
            continue;
        lmpi_request *r = lmpi_plain_receive(requests[i]);
        if (!r)
            return -1;
        if (r->state != LMPI_REQ_MATCHED)
            open[nopen++] = r;
        else if (!lmpi_plain_insert(list, r))
            return -1;
    }
    return nopen;
}

/* Completes the requests of a list, which are those of the call. Returns the waiting time. */
static double complete(const struct lmpi_plain_list *list, int count, MPI_Request *requests, MPI_Status *statuses,
                       const lmpi_call *call) {
    double wait_s = 0, *clock = bsim_self->clock;
    for (int i = 0; i < list->n; i++)
        wait_s += lmpi_complete_eager(list->of[i].request, clock);
    for (int i = 0; i < count; i++) {
        MPI_Status *status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
        if (requests[i] == MPI_REQUEST_NULL) {
            lmpi_status_empty(status);
            continue;
        }
        if (lmpi_is_sent(requests[i])) {
            bsim_site_numbered(requests[i] & LMPI_HANDLE_INDEX)->open--;
            lmpi_status_empty(status);
        } else {
            lmpi_request *r = lmpi_plain_request_at(requests[i]);
            lmpi_recv_result(r, call, status);
            lmpi_request_recycle(r);
        }
        if (count > 1 && status != MPI_STATUS_IGNORE)
            status->MPI_ERROR = MPI_SUCCESS;
        requests[i] = MPI_REQUEST_NULL;
    }
    return wait_s;
}

/* Marks open requests, all of which the rank then waits for. */
static void wait_for(lmpi_request **open, int n, int count, const MPI_Request *requests, const lmpi_call *call) {
    uint32_t waiting = 0;
    for (int i = 0; i < n; i++) {
        waiting += !(open[i]->flags & LMPI_REQ_WAITED); /* a handle may stand there twice */
        open[i]->flags |= LMPI_REQ_WAITED;
    }
    lmpi_self()->waiting = waiting;
    struct lmpi_request_list list = {count, requests};
    struct bsim_wait why;
    lmpi_wait_reason(&why, call, &list);
    bsim_block(&why);
}

bool lmpi_quick_wait(int count, MPI_Request *requests, MPI_Status *statuses, const lmpi_call *call, int *error) {
    struct lmpi_plain_list list;
    lmpi_request *open[LMPI_PLAIN_MOST];
    if (__builtin_expect(!lmpi_quick || (unsigned)count > LMPI_PLAIN_MOST, 0))
        return false;
    int nopen = sort(&list, count, requests, open);
    if (nopen < 0)
        return false;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = bsim_self->clock[0], wait_s = 0;
    site->calls++;
    *error = MPI_SUCCESS;
    if (nopen > 0) {
        wait_for(open, nopen, count, requests, call);
        nopen = sort(&list, count, requests, open);
    }
    if (__builtin_expect(nopen == 0, 1))
        wait_s = complete(&list, count, requests, statuses, call);
    else
        *error = lmpi_complete_all(call, count, requests, statuses, &wait_s);
    lmpi_charge(site, start_s, wait_s);
    return true;
}
