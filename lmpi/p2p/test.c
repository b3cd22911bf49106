/* test.c - MPI_Test, Testall, Testany, Testsome, Request_get_status: requests that are complete at the rank's time. */
#include "bsim/base/fnv.h"
#include "lmpi/capture/capture.h"
#include "lmpi/p2p/partitioned.h"
#include "lmpi/p2p/poll.h"
#include "lmpi/p2p/wait.h"

int lmpi_mark_all(int count, const MPI_Request requests[]) {
    int marked = 0;
    for (int i = 0; i < count; i++) {
        lmpi_request *r = lmpi_active(requests[i]);
        if (r)
            marked += lmpi_mark(r);
    }
    return marked;
}

void lmpi_unmark_all(int count, const MPI_Request requests[]) {
    for (int i = 0; i < count; i++) {
        lmpi_request *r = lmpi_active(requests[i]);
        if (r)
            lmpi_unmark(r);
    }
}

/* Counts the requests that are active, and those that are ready at the rank's time. Waits first until everything before
 * this time is known. */
static void look(const lmpi_call *call, int count, const MPI_Request requests[], int *active, int *ready) {
    const double *now = bsim_self->clock;
    bool settled = false;
    for (;;) {
        bool unknown = false;
        *active = *ready = 0;
        for (int i = 0; i < count; i++) {
            lmpi_request *r = lmpi_active(requests[i]);
            if (!r)
                continue;
            ++*active;
            if (lmpi_is_open(r))
                unknown = true;
            else
                *ready += lmpi_is_ready(r, now, call);
        }
        if (!unknown || settled)
            return;
        lmpi_poll_settle_requests(call, count, requests);
        settled = true;
    }
}

/* Identifies the requests of a poll by their handles, since the program may keep them in another array each time. */
static uint64_t object_of(int count, const MPI_Request requests[]) {
    uint64_t hash = BSIM_FNV_START;
    for (int i = 0; i < count; i++)
        hash = bsim_fnv_word(hash, (uint32_t)requests[i]);
    return hash;
}

/* As look, for a poll that needs all requests, or one. If it fails in a polling loop, the clock jumps to the next event
 * and it looks again. */
static void poll(const lmpi_call *call, int count, const MPI_Request requests[], bool need_all, int *active,
                 int *ready) {
    look(call, count, requests, active, ready);
    int need = need_all ? *active : *active > 0;
    if (*ready < need && lmpi_poll_failed(call, object_of(count, requests), need_all, count, requests, -1, 0, 0))
        look(call, count, requests, active, ready);
}

struct charge {
    struct bsim_site *site;
    double start_s, wait_s;
};

/* Begins the accounting of a call. A jump of the clock counts as waiting time. */
static struct charge enter(const lmpi_call *call) {
    struct charge c = {.site = bsim_site_at(call->ret, call->name), .start_s = bsim_self->clock[0]};
    c.site->calls++;
    return c;
}
static void jumped(struct charge *c) {
    c->wait_s = bsim_self->clock[0] - c->start_s;
}
static void leave(const struct charge *c) {
    lmpi_charge(c->site, c->start_s, c->wait_s);
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
    LMPI_CAPTURE(MPI_Test, (request, flag, status));
    lmpi_call call = {"MPI_Test", LMPI_SITE};
    int error = lmpi_requests_check(&call, 1, request), active, ready;
    if (error)
        return error;
    struct charge c = enter(&call);
    poll(&call, 1, request, true, &active, &ready);
    jumped(&c);
    *flag = ready == active;
    if (!active)
        lmpi_status_empty(status);
    else if (*flag)
        error = lmpi_retire(lmpi_active(*request), &call, request, status, bsim_self->clock, &c.wait_s);
    leave(&c);
    return error;
}

int lmpi_test_all(const lmpi_call *call, int count, MPI_Request requests[], int *flag, MPI_Status *statuses) {
    int error = MPI_SUCCESS, active, ready;
    struct charge c = enter(call);
    poll(call, count, requests, true, &active, &ready);
    jumped(&c);
    *flag = ready == active;
    if (*flag)
        error = lmpi_wait_all(call, count, requests, statuses, &c.wait_s);
    leave(&c);
    return error;
}

int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[]) {
    LMPI_CAPTURE(MPI_Testall, (count, array_of_requests, flag, array_of_statuses));
    lmpi_call call = {"MPI_Testall", LMPI_SITE};
    int error = lmpi_requests_check(&call, count, array_of_requests);
    return error ? error : lmpi_test_all(&call, count, array_of_requests, flag, array_of_statuses);
}

int MPI_Testany(int count, MPI_Request array_of_requests[], int *indx, int *flag, MPI_Status *status) {
    LMPI_CAPTURE(MPI_Testany, (count, array_of_requests, indx, flag, status));
    lmpi_call call = {"MPI_Testany", LMPI_SITE};
    int error = lmpi_requests_check(&call, count, array_of_requests), active, ready;
    if (error)
        return error;
    struct charge c = enter(&call);
    poll(&call, count, array_of_requests, false, &active, &ready);
    jumped(&c);
    *flag = ready > 0 || active == 0;
    *indx = MPI_UNDEFINED;
    if (ready > 0) {
        double *clock = bsim_self->clock;
        int i = 0;
        while (!lmpi_active(array_of_requests[i]) || !lmpi_is_ready(lmpi_active(array_of_requests[i]), clock, &call))
            i++;
        *indx = i;
        error = lmpi_retire(lmpi_active(array_of_requests[i]), &call, &array_of_requests[i], status, clock, &c.wait_s);
    } else if (*flag) {
        lmpi_status_empty(status);
    }
    leave(&c);
    return error;
}

int MPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                 MPI_Status array_of_statuses[]) {
    LMPI_CAPTURE(MPI_Testsome, (incount, array_of_requests, outcount, array_of_indices, array_of_statuses));
    lmpi_call call = {"MPI_Testsome", LMPI_SITE};
    int error = lmpi_requests_check(&call, incount, array_of_requests), active, ready;
    if (error)
        return error;
    struct charge c = enter(&call);
    poll(&call, incount, array_of_requests, false, &active, &ready);
    jumped(&c);
    double until[bsim_context.nscen];
    bsim_clock_copy(until, bsim_self->clock);
    *outcount = active ? 0 : MPI_UNDEFINED;
    if (ready > 0)
        error = lmpi_retire_ready(&call, incount, array_of_requests, outcount, array_of_indices, array_of_statuses,
                                  until, &c.wait_s);
    leave(&c);
    return error;
}

int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) {
    LMPI_CAPTURE(MPI_Request_get_status, (request, flag, status));
    lmpi_call call = {"MPI_Request_get_status", LMPI_SITE};
    int error = lmpi_requests_check(&call, 1, &request), active, ready;
    if (error)
        return error;
    struct charge c = enter(&call);
    poll(&call, 1, &request, true, &active, &ready);
    jumped(&c);
    leave(&c);
    *flag = ready == active;
    if (!*flag)
        return MPI_SUCCESS;
    lmpi_request *r = lmpi_active(request);
    if (r)
        lmpi_take_kept(r);
    if (r && r->comm == LMPI_COMM_ID_PARTITIONED)
        lmpi_partitioned_status(r, status);
    else if (r && r->kind == LMPI_REQ_RECV && !(r->flags & LMPI_REQ_CANCELLED))
        lmpi_status_set(status,
                        r->peer == MPI_PROC_NULL ? MPI_PROC_NULL : lmpi_comm_rank(lmpi_comms[r->comm]->peers, r->peer),
                        r->tag, r->bytes);
    else if (r && r->kind == LMPI_REQ_GENERAL)
        return lmpi_general_status(r, status);
    else if (r && r->kind == LMPI_REQ_BOTH)
        lmpi_both_status(r, status);
    else
        lmpi_status_other(r, status);
    return MPI_SUCCESS;
}

/* The data of all partitions arrive together, so each has arrived when the request is ready. */
int MPI_Parrived(MPI_Request request, int partition, int *flag) {
    LMPI_CAPTURE(MPI_Parrived, (request, partition, flag));
    lmpi_call call = {"MPI_Parrived", LMPI_SITE};
    int error = lmpi_partitioned_check(&call, request, LMPI_MODE_PRECV, partition), active, ready;
    if (error)
        return error;
    struct charge c = enter(&call);
    poll(&call, 1, &request, true, &active, &ready);
    jumped(&c);
    leave(&c);
    *flag = ready == active;
    return MPI_SUCCESS;
}
