/* wait.c - completion of requests: MPI_Wait, Waitall, Waitany, Waitsome. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/platform/platform.h"
#include "lmpi/capture/capture.h"
#include "lmpi/p2p/p2p.h"
#include "lmpi/p2p/partitioned.h"
#include "lmpi/p2p/quick.h"
#include "lmpi/p2p/wait.h"

int lmpi_requests_check(const lmpi_call *call, int count, const MPI_Request requests[]) {
    if (count < 0)
        return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_COUNT, "count is %d", count);
    for (int i = 0; i < count; i++)
        if (requests[i] != MPI_REQUEST_NULL && !lmpi_request_of(requests[i]))
            return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_REQUEST,
                              "request %d (%#x) is none of this rank's, or was completed before", i,
                              (unsigned)requests[i]);
    return MPI_SUCCESS;
}

lmpi_request *lmpi_active(MPI_Request handle) {
    if (handle == MPI_REQUEST_NULL)
        return NULL;
    lmpi_request *r = lmpi_request_of(handle);
    return r->state == LMPI_REQ_INACTIVE ? NULL : r;
}

static inline void end(lmpi_request *r, MPI_Request *handle) {
    lmpi_request_recycle(r);
    *handle = MPI_REQUEST_NULL;
}

/* Completes a request except for the time: status, error code, and the request itself. */
static inline int finish(lmpi_request *r, const lmpi_call *call, MPI_Request *handle, MPI_Status *status) {
    int error = MPI_SUCCESS;
    if (r == &lmpi_sent) {
        lmpi_status_empty(status);
        bsim_site_numbered(*handle & LMPI_HANDLE_INDEX)->open--;
        *handle = MPI_REQUEST_NULL;
        return MPI_SUCCESS;
    }
    if (__builtin_expect(r->flags & LMPI_REQ_CANCELLED, 0)) {
        lmpi_status_empty(status);
        if (status != MPI_STATUS_IGNORE)
            status->count_hi_and_cancelled |= 1;
    } else if (__builtin_expect(r->comm == LMPI_COMM_ID_PARTITIONED, 0)) {
        error = lmpi_partitioned_end(r, call, status);
    } else if (r->kind == LMPI_REQ_RECV) {
        lmpi_take_kept(r);
        error = lmpi_recv_result(r, call, status);
    } else if (__builtin_expect(r->kind == LMPI_REQ_GENERAL, 0)) {
        error = lmpi_general_end(r, status);
    } else if (__builtin_expect(r->kind == LMPI_REQ_BOTH, 0)) {
        error = lmpi_both_end(r, call, status);
    } else {
        if (__builtin_expect(bsim_receives_on, 0) && r->kind == LMPI_REQ_COLL)
            bsim_received(r->site, (double)r->want_bytes);
        lmpi_status_other(r, status);
    }
    if (r->flags & LMPI_REQ_PERSISTENT) {
        r->state = LMPI_REQ_INACTIVE;
        r->flags &= LMPI_REQ_PERSISTENT;
    } else {
        end(r, handle);
    }
    return error;
}

/* Whether a matched request is a receive without special cases (persistent, cancelled, truncated), as most are. It then
 * needs few of the tests in finish. */
static inline bool is_plain_receive(const lmpi_request *r) {
    return r->kind == LMPI_REQ_RECV && r->protocol == BSIM_EAGER && r->flags == 0;
}

static inline int retire(lmpi_request *r, const lmpi_call *call, MPI_Request *handle, MPI_Status *status, double *clock,
                         double *wait_s) {
    if (__builtin_expect(is_plain_receive(r), 1)) {
        *wait_s += lmpi_complete_eager(r, clock);
        lmpi_take_kept(r);
        int error = lmpi_recv_result(r, call, status);
        end(r, handle);
        return error;
    }
    if (!lmpi_is_free(r))
        *wait_s += lmpi_complete(r, clock);
    return finish(r, call, handle, status);
}

int lmpi_retire(lmpi_request *r, const lmpi_call *call, MPI_Request *handle, MPI_Status *status, double *clock,
                double *wait_s) {
    return retire(r, call, handle, status, clock, wait_s);
}

/* ---- the description of a wait in a deadlock report ---- */

/* The first request that is pending; of one for a send and a receive, its half. *pending: how many are. */
static const lmpi_request *first_pending(const struct bsim_wait *why, int rank, int *pending) {
    const struct lmpi_request_list *list = why->arg;
    const lmpi_request *first = NULL;
    *pending = 0;
    for (int i = 0; i < list->count; i++) {
        uint32_t index = (uint32_t)list->requests[i] & LMPI_HANDLE_INDEX;
        if (list->requests[i] == MPI_REQUEST_NULL || index >= lmpi_request_top)
            continue;
        const lmpi_request *r = (const lmpi_request *)(lmpi_request_base + (size_t)index * lmpi_request_slot);
        if (r->owner != rank || r->state != LMPI_REQ_PENDING)
            continue;
        if (!first)
            first = r;
        ++*pending;
    }
    if (first && first->kind == LMPI_REQ_BOTH) {
        const struct lmpi_both *both = first->buffer;
        return both->recv->state == LMPI_REQ_PENDING ? both->recv : both->send;
    }
    return first;
}

/* Appends how many requests wait besides the one that is described. */
static void add_others(char *buf, size_t size, int pending) {
    size_t used = strlen(buf);
    if (pending > 1)
        snprintf(buf + used, size - used, " and %d more request%s", pending - 1, pending > 2 ? "s" : "");
}

static void describe(const struct bsim_wait *why, int rank, char *buf, size_t size) {
    int pending;
    const lmpi_request *r = first_pending(why, rank, &pending);
    if (!r)
        return;
    if (r->kind == LMPI_REQ_COLL) {
        const struct lmpi_awaited *awaited = r->buffer;
        awaited->describe(awaited, buf, size);
        add_others(buf, size, pending);
        return;
    }
    if (r->kind != LMPI_REQ_SEND && r->kind != LMPI_REQ_RECV) {
        snprintf(buf, size, "for %s (%s)", r->site->call, bsim_site_name(r->site->address));
        return;
    }
    char peer[32], tag[32];
    int number = lmpi_partitioned_tag(r->comm, r->tag);
    snprintf(peer, sizeof peer, r->peer == MPI_ANY_SOURCE ? "any rank" : "rank %d", r->peer);
    snprintf(tag, sizeof tag, number == MPI_ANY_TAG ? "any tag" : "tag %d", number);
    snprintf(buf, size, "for %s %s %s, %s (%s)", r->site->call, r->kind == LMPI_REQ_SEND ? "to" : "from", peer, tag,
             bsim_site_name(r->site->address));
    add_others(buf, size, pending);
}

static int waits_for(const struct bsim_wait *why, int rank) {
    int pending;
    const lmpi_request *r = first_pending(why, rank, &pending);
    if (r && r->kind == LMPI_REQ_COLL) {
        const struct lmpi_awaited *awaited = r->buffer;
        return awaited->missing(awaited);
    }
    bool has_peer = r && (r->kind == LMPI_REQ_SEND || r->kind == LMPI_REQ_RECV) && r->peer >= 0;
    return has_peer ? r->peer : -1;
}

void lmpi_wait_reason(struct bsim_wait *why, const lmpi_call *call, const void *list) {
    *why = (struct bsim_wait){.call = call->name,
                              .site = call->ret,
                              .peer = BSIM_PEER_NONE,
                              .tag = BSIM_TAG_NONE,
                              .comm = -1,
                              .describe = describe,
                              .waits_for = waits_for,
                              .arg = list};
}

static void __attribute__((noinline)) block_on(const lmpi_call *call, int count, const MPI_Request requests[]) {
    struct lmpi_request_list list = {count, requests};
    struct bsim_wait why;
    lmpi_wait_reason(&why, call, &list);
    bsim_block(&why);
}

/* ---- Wait, Waitall ---- */

/* The error code of a call for several requests. If one has failed and there are statuses, these say which. */
static int several_result(int failed, int error, MPI_Status statuses[]) {
    if (!failed)
        return MPI_SUCCESS;
    return statuses == MPI_STATUSES_IGNORE ? error : MPI_ERR_IN_STATUS;
}

static void status_error(MPI_Status statuses[], int i, int error) {
    if (statuses != MPI_STATUSES_IGNORE)
        statuses[i].MPI_ERROR = error;
}

/* ---- several completions: each scenario completes requests in the order in which they are due ---- */

/* The requests of a call whose completion takes time, and when they are due in the present scenario. All ranks of a
 * shard use one array, since they do not block meanwhile. */
struct costly {
    double due_s;
    lmpi_request *request;
    int place; /* order in the array of the call, for ties */
};
static BSIM_OF_SHARD struct costly *costly;
static BSIM_OF_SHARD int costly_count, costly_room;

static inline void costly_add(lmpi_request *r) {
    if (__builtin_expect(costly_count == costly_room, 0)) {
        costly_room = costly_room ? 2 * costly_room : 64;
        costly = bsim_realloc(costly, (size_t)costly_room * sizeof *costly);
    }
    costly[costly_count] = (struct costly){lmpi_due(r, 0), r, costly_count};
    costly_count++;
}

static inline bool is_before(const struct costly *a, const struct costly *b) {
    return a->due_s < b->due_s || (a->due_s == b->due_s && a->place < b->place);
}

static int by_due(const void *a, const void *b) {
    return is_before(a, b) ? -1 : 1;
}

static void sort_costly(void) {
    if (costly_count > 32) {
        qsort(costly, (size_t)costly_count, sizeof *costly, by_due);
        return;
    }
    for (int i = 1; i < costly_count; i++) {
        if (!is_before(&costly[i], &costly[i - 1]))
            continue;
        struct costly x = costly[i];
        int j = i;
        for (; j > 0 && is_before(&x, &costly[j - 1]); j--)
            costly[j] = costly[j - 1];
        costly[j] = x;
    }
}

/* Takes the times of scenario k. */
static void take_times(int k) {
    for (int i = 0; i < costly_count; i++)
        costly[i].due_s = lmpi_due(costly[i].request, k);
}

static bool is_in_order(double earlier_s, double later_s, bool is_tie) {
    return earlier_s < later_s || (is_tie && earlier_s == later_s);
}

/* Sets differs[k] where `later` is before `earlier`. */
static void compare(const double *restrict earlier, const double *restrict later, bool is_tie, int times,
                    int64_t *restrict differs) {
    if (is_tie)
        for (int k = 0; k < times; k++)
            differs[k] |= earlier[k] > later[k] ? -1 : 0;
    else
        for (int k = 0; k < times; k++)
            differs[k] |= earlier[k] >= later[k] ? -1 : 0;
}

/* Sets differs[k] of each scenario in which the requests, which are in the order of scenario 0, are due in another one.
 * Returns whether there is any. */
static bool compare_orders(int64_t *restrict differs) {
    int times = bsim_times();
    int64_t any = 0;
    memset(differs, 0, (size_t)times * sizeof *differs);
    for (int i = 1; i < costly_count; i++) {
        lmpi_request *before = costly[i - 1].request, *after = costly[i].request;
        bool is_tie = costly[i - 1].place < costly[i].place; /* equal times are in order */
        if (before->kind == LMPI_REQ_SEND || after->kind == LMPI_REQ_SEND)
            for (int k = 0; k < times; k++)
                differs[k] |= is_in_order(lmpi_due(before, k), lmpi_due(after, k), is_tie) ? 0 : -1;
        else
            compare(lmpi_request_ready(before), lmpi_request_ready(after), is_tie, times, differs);
    }
    for (int k = 0; k < times; k++)
        any |= differs[k];
    return any != 0;
}

/* Completes all requests, which are in the order of scenario 0. Returns the waiting time of scenario 0. */
static inline double complete_in_order(double *clock) {
    double wait_s = 0;
    for (int i = 0; i < costly_count; i++)
        wait_s += lmpi_complete(costly[i].request, clock);
    return wait_s;
}

/* complete_costly for several scenarios: all are advanced together, and those with another order again. */
static double __attribute__((noinline)) complete_scenarios(double *clock) {
    double before[BSIM_MAX_SCENARIOS];
    int64_t differs[BSIM_MAX_SCENARIOS];
    if (!compare_orders(differs))
        return complete_in_order(clock);
    bsim_clock_copy(before, clock);
    double wait_s = complete_in_order(clock);
    for (int k = 1; k < bsim_times(); k++) {
        if (!differs[k])
            continue;
        clock[k] = before[k];
        take_times(k);
        sort_costly();
        for (int i = 0; i < costly_count; i++)
            lmpi_complete_one(costly[i].request, clock, k);
    }
    return wait_s;
}

/* Advances the clock over all of them, in the order in which they are due: a processor does not wait for one while
 * another is ready, or has data to copy. Returns the waiting time of scenario 0. */
static double complete_costly(double *clock) {
    sort_costly();
    return bsim_times() > 1 && costly_count > 1 ? complete_scenarios(clock) : complete_in_order(clock);
}

/* Whether a wait for a request has to block. */
static inline bool must_wait(lmpi_request *r) {
    if (__builtin_expect(bsim_context.cards, 0) && r->kind == LMPI_REQ_COLL && lmpi_is_open(r)) {
        struct lmpi_awaited *awaited = r->buffer;
        awaited->wait(awaited);
    }
    return lmpi_is_open(r);
}

/* Whether the running rank must block until all requests are matched: then it is marked so. */
static inline bool must_wait_all(int count, const MPI_Request requests[]) {
    uint32_t waiting = 0;
    for (int i = 0; i < count; i++) {
        if (requests[i] == MPI_REQUEST_NULL || lmpi_is_sent(requests[i]))
            continue;
        lmpi_request *r = lmpi_request_of(requests[i]);
        if (must_wait(r) && !(r->flags & LMPI_REQ_WAITED)) {
            r->flags |= LMPI_REQ_WAITED;
            waiting++;
        }
    }
    if (waiting)
        lmpi_self()->waiting = waiting;
    return waiting > 0;
}

bool lmpi_must_wait_all(int count, const MPI_Request requests[]) {
    return must_wait_all(count, requests);
}

int lmpi_wait_all(const lmpi_call *call, int count, MPI_Request requests[], MPI_Status *statuses, double *wait_s) {
    if (must_wait_all(count, requests))
        block_on(call, count, requests);
    return lmpi_complete_all(call, count, requests, statuses, wait_s);
}

/* The handle was valid before the call: an earlier request of the array was the same one. */
static int __attribute__((noinline)) is_twice(const lmpi_call *call, int i) {
    return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_REQUEST,
                      "request %d is the same as an earlier one of the array", i);
}

int lmpi_complete_all(const lmpi_call *call, int count, MPI_Request requests[], MPI_Status *statuses, double *wait_s) {
    costly_count = 0;
    for (int i = 0; i < count; i++) {
        if (requests[i] == MPI_REQUEST_NULL || lmpi_is_sent(requests[i]))
            continue;
        lmpi_request *r = lmpi_request_of(requests[i]);
        if (r->state != LMPI_REQ_INACTIVE && !lmpi_is_free(r))
            costly_add(r);
    }
    if (costly_count)
        *wait_s += complete_costly(bsim_self->clock);
    int failed = 0, last_error = MPI_SUCCESS;
    for (int i = 0; i < count; i++) {
        MPI_Status *status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
        int error = MPI_SUCCESS;
        if (lmpi_is_sent(requests[i])) {
            error = finish(&lmpi_sent, call, &requests[i], status);
        } else {
            bool is_null = requests[i] == MPI_REQUEST_NULL;
            lmpi_request *r = is_null ? NULL : lmpi_request_of(requests[i]);
            if (is_null || (r && r->state == LMPI_REQ_INACTIVE)) { /* as in MPICH, its MPI_ERROR stays what it was */
                lmpi_status_empty(status);
                continue;
            }
            error = r ? finish(r, call, &requests[i], status) : is_twice(call, i);
        }
        if (count > 1)
            status_error(statuses, i, error);
        if (__builtin_expect(error, 0)) {
            failed++;
            last_error = error;
        }
    }
    return several_result(failed, last_error, statuses);
}

int MPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
    int result;
    if (lmpi_quick_wait(count, array_of_requests, array_of_statuses, LMPI_CALL(MPI_Waitall), &result))
        return result;
    LMPI_CAPTURE(MPI_Waitall, (count, array_of_requests, array_of_statuses));
    lmpi_call call = {"MPI_Waitall", LMPI_SITE};
    int error = lmpi_requests_check(&call, count, array_of_requests);
    if (error)
        return error;
    struct bsim_site *site = bsim_site_at(call.ret, call.name);
    site->calls++;
    double start_s = bsim_self->clock[0], wait_s = 0;
    error = lmpi_wait_all(&call, count, array_of_requests, array_of_statuses, &wait_s);
    lmpi_charge(site, start_s, wait_s);
    return error;
}

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
    int result;
    if (lmpi_quick_wait(1, request, status, LMPI_CALL(MPI_Wait), &result))
        return result;
    LMPI_CAPTURE(MPI_Wait, (request, status));
    lmpi_call call = {"MPI_Wait", LMPI_SITE};
    struct bsim_site *site = bsim_site_at(call.ret, call.name);
    site->calls++;
    if (*request == MPI_REQUEST_NULL) {
        lmpi_status_empty(status);
        return MPI_SUCCESS;
    }
    lmpi_request *r = lmpi_request_of(*request);
    if (!r)
        return lmpi_requests_check(&call, 1, request);
    if (r->state == LMPI_REQ_INACTIVE) {
        lmpi_status_empty(status);
        return MPI_SUCCESS;
    }
    double *clock = bsim_self->clock;
    double start_s = clock[0], wait_s = 0;
    if (must_wait(r)) {
        r->flags |= LMPI_REQ_WAITED;
        lmpi_self()->waiting = 1;
        block_on(&call, 1, request);
    }
    int error = retire(r, &call, request, status, clock, &wait_s);
    lmpi_charge(site, start_s, wait_s);
    return error;
}

/* ---- Waitany, Waitsome ---- */

int lmpi_ready_first(int count, const MPI_Request requests[], const double *now, int k, bool *unknown) {
    int best = -1;
    double best_s = HUGE_VAL;
    *unknown = false;
    for (int i = 0; i < count; i++) {
        lmpi_request *r = lmpi_active(requests[i]);
        if (!r)
            continue;
        if (r->state != LMPI_REQ_MATCHED) {
            *unknown = true;
            continue;
        }
        double t = bsim_max(now[k], lmpi_is_free(r) ? 0 : lmpi_request_ready(r)[k]);
        if (t < best_s) {
            best = i;
            best_s = t;
        }
    }
    return best;
}

/* Waits until the first of the requests is ready. Returns its index, or -1 if none is active. */
static int wait_first(const lmpi_call *call, int count, MPI_Request requests[]) {
    const double *now = bsim_self->clock;
    bool unknown;
    int first = lmpi_ready_first(count, requests, now, 0, &unknown);
    if (unknown) {
        struct lmpi_parked parked = {.now_s = now[0], .time_s = HUGE_VAL, .comm = -1};
        if (first >= 0)
            parked.time_s = bsim_max(now[0], lmpi_ready_s(lmpi_active(requests[first])));
        parked.open = lmpi_mark_all(count, requests);
        struct lmpi_request_list list = {count, requests};
        struct bsim_wait why;
        lmpi_wait_reason(&why, call, &list);
        lmpi_park(&parked, &why);
        lmpi_unmark_all(count, requests);
        first = lmpi_ready_first(count, requests, now, 0, &unknown);
    }
    lmpi_request *seen = first >= 0 ? lmpi_active(requests[first]) : NULL;
    if (seen && seen->kind == LMPI_REQ_COLL) /* the choice is made when all members have called */
        bsim_clock_copy(seen->times, lmpi_request_ready(seen));
    bsim_decides();
    for (int k = 1; first >= 0 && k < bsim_context.nscen; k++)
        if (lmpi_ready_first(count, requests, now, k, &unknown) != first)
            bsim_diverge(k, call->ret);
    if (unknown && first >= 0 && !lmpi_is_free(seen)) {
        lmpi_watch_until(bsim_self->id, lmpi_request_ready(seen));
        lmpi_answered_without_requests(bsim_self->id, bsim_max(now[0], lmpi_ready_s(seen)), call->ret);
    }
    return first;
}

int MPI_Waitany(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status) {
    LMPI_CAPTURE(MPI_Waitany, (count, array_of_requests, indx, status));
    lmpi_call call = {"MPI_Waitany", LMPI_SITE};
    int error = lmpi_requests_check(&call, count, array_of_requests);
    if (error)
        return error;
    struct bsim_site *site = bsim_site_at(call.ret, call.name);
    site->calls++;
    double *clock = bsim_self->clock;
    double start_s = clock[0], wait_s = 0;
    int first = wait_first(&call, count, array_of_requests);
    *indx = first < 0 ? MPI_UNDEFINED : first;
    if (first < 0) {
        lmpi_status_empty(status);
        return MPI_SUCCESS;
    }
    error =
        lmpi_retire(lmpi_active(array_of_requests[first]), &call, &array_of_requests[first], status, clock, &wait_s);
    lmpi_charge(site, start_s, wait_s);
    return error;
}

int lmpi_retire_ready(const lmpi_call *call, int count, MPI_Request requests[], int *outcount, int indices[],
                      MPI_Status statuses[], const double *until, double *wait_s) {
    int n = 0, failed = 0, last_error = MPI_SUCCESS;
    costly_count = 0;
    for (int i = 0; i < count; i++) {
        lmpi_request *r = lmpi_active(requests[i]);
        if (!r || !lmpi_is_ready(r, until, call))
            continue;
        if (!lmpi_is_free(r))
            costly_add(r);
        indices[n++] = i;
    }
    *wait_s += complete_costly(bsim_self->clock);
    for (int i = 0; i < n; i++) {
        MPI_Status *status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
        MPI_Request *handle = &requests[indices[i]];
        lmpi_request *r = lmpi_request_of(*handle);
        int error = r && r->state != LMPI_REQ_INACTIVE ? finish(r, call, handle, status) : is_twice(call, indices[i]);
        status_error(statuses, i, error);
        if (error) {
            failed++;
            last_error = error;
        }
    }
    *outcount = n;
    return several_result(failed, last_error, statuses);
}

int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
                 MPI_Status array_of_statuses[]) {
    LMPI_CAPTURE(MPI_Waitsome, (incount, array_of_requests, outcount, array_of_indices, array_of_statuses));
    lmpi_call call = {"MPI_Waitsome", LMPI_SITE};
    int error = lmpi_requests_check(&call, incount, array_of_requests);
    if (error)
        return error;
    struct bsim_site *site = bsim_site_at(call.ret, call.name);
    site->calls++;
    double *clock = bsim_self->clock;
    double start_s = clock[0], wait_s = 0;
    int first = wait_first(&call, incount, array_of_requests);
    if (first < 0) {
        *outcount = MPI_UNDEFINED;
        return MPI_SUCCESS;
    }
    double until[bsim_context.nscen];
    bsim_clock_copy(until, clock);
    lmpi_request *r = lmpi_active(array_of_requests[first]);
    if (!lmpi_is_free(r))
        bsim_clock_raise(until, lmpi_request_ready(r));
    error = lmpi_retire_ready(&call, incount, array_of_requests, outcount, array_of_indices, array_of_statuses, until,
                              &wait_s);
    lmpi_charge(site, start_s, wait_s);
    return error;
}
