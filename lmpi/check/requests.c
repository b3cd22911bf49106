/* requests.c - the requests of a rank: which are under way, with which memory; what is wrong with their lives. */
#include "lmpi/core/pool.h"

#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/check/check.h"

static check_rank *self(void) {
    return &lmpi_check_ranks[bsim_self->id];
}

/* ---- requests by handle ---- */

enum { FIRST_SLOTS = 64 };

static check_request **slot_of(const check_rank *rank, MPI_Request handle) {
    return &rank->by_handle[((uint32_t)handle * 0x9e3779b1u >> 5) & (uint32_t)(rank->nslots - 1)];
}

/* The list is newest first, and so is each chain: handles may be used again. */
static void grow(check_rank *rank) {
    bsim_free(rank->by_handle);
    rank->nslots = rank->nslots ? 2 * rank->nslots : FIRST_SLOTS;
    rank->by_handle = bsim_alloc((size_t)rank->nslots * sizeof(check_request *));
    for (check_request *r = rank->requests; r; r = r->next) {
        if (!r->handle)
            continue;
        check_request **at = slot_of(rank, r->handle);
        while (*at)
            at = &(*at)->same;
        *at = r;
        r->same = NULL;
    }
}

static void enter_handle(check_request *r) {
    check_rank *rank = self();
    rank->nunnamed += !r->handle;
    if (!r->handle)
        return;
    if (rank->nhandles++ >= rank->nslots)
        grow(rank);
    check_request **first = slot_of(rank, r->handle);
    r->same = *first;
    *first = r;
}

static void drop_handle(check_request *r) {
    if (!r->handle)
        return;
    check_request **at = slot_of(self(), r->handle);
    while (*at != r)
        at = &(*at)->same;
    *at = r->same;
    r->handle = 0;
    self()->nhandles--;
    self()->nunnamed++;
}

check_request *lmpi_check_request_of(int world, MPI_Request handle) {
    const check_rank *rank = &lmpi_check_ranks[world];
    check_request *r = handle && rank->nslots ? *slot_of(rank, handle) : NULL;
    while (r && r->handle != handle)
        r = r->same;
    return r;
}

static check_place place_of(const check_request *r) {
    return (check_place){bsim_self->id, check_function_of(&r->call)->name, r->started};
}

/* ---- memory ---- */

/* The memory of a request's operation when it starts, owned by the caller. A partition that is sent is the program's
 * until it is ready. */
static check_spans memory_of(const check_request *r, bool writes) {
    check_spans spans;
    if (check_function_of(&r->call)->family == CHECK_FAMILY_PART_INIT && !writes)
        return (check_spans){0};
    if (check_function_of(&r->call)->family == CHECK_FAMILY_COLL_INIT)
        return lmpi_check_spans_copy(&r->given[writes]);
    lmpi_check_spans_of_call(&r->call, writes, &spans);
    return spans;
}

void lmpi_check_start_overlaps(const check_call *call, const check_request *started) {
    check_spans reads = memory_of(started, false), writes = memory_of(started, true);
    lmpi_check_overlap(&reads, &writes, check_function_of(&started->call)->name, call->site);
    lmpi_check_spans_free(&reads);
    lmpi_check_spans_free(&writes);
}

/* The request has begun at a call site: its memory is the operation's until it is complete. */
static void begin(check_request *r, const void *site) {
    r->active = r->ever = true;
    r->told = r->met = false;
    r->started = site;
    r->reads = memory_of(r, false);
    r->writes = memory_of(r, true);
    r->digest = lmpi_check_spans_digest(r->reads.count ? &r->reads : &r->writes);
    self()->active++;
    lmpi_check_memory_taken(r);
}

static void end(check_request *r) {
    if (!r->active)
        return;
    r->active = false;
    self()->active--;
    self()->nfreed -= r->freed;
    lmpi_check_memory_left(r);
    lmpi_check_spans_free(&r->reads);
    lmpi_check_spans_free(&r->writes);
}

void lmpi_check_unchanged(const check_request *r) {
    if (r->active && !r->told && r->reads.count && r->digest != lmpi_check_spans_digest(&r->reads) && !r->writes.count)
        lmpi_check_found(CHECK_LOCAL_CONCURRENCY, "send-buffer-written", 1, (check_place[]){place_of(r)},
                         "the program has written to the buffer of a send before it was complete");
}

void lmpi_check_receive_untouched(const lmpi_request *receive) {
    if (receive->flags & LMPI_REQ_BLOCKING)
        return;
    check_request *r = lmpi_check_request_of(receive->owner, lmpi_request_handle(receive));
    if (r)
        r->met = true;
    if (!r || !r->active || r->told || r->reads.count ||
        check_function_of(&r->call)->family == CHECK_FAMILY_PART_INIT ||
        r->digest == lmpi_check_spans_digest(&r->writes))
        return;
    check_place place = {receive->owner, check_function_of(&r->call)->name, r->started};
    lmpi_check_found(CHECK_LOCAL_CONCURRENCY, "receive-buffer-written", 1, &place,
                     "the program has written to the buffer of a receive before it was complete");
}

/* ---- calls ---- */

static check_request *make(const check_call *call, MPI_Request handle) {
    check_request *r = bsim_alloc(sizeof *r);
    size_t n = strlen(check_function_of(call)->roles);
    *r = (check_request){.handle = handle, .call = *call, .started = call->site, .next = self()->requests};
    memcpy(r->argument, call->a, (n < CHECK_ARGUMENTS ? n : CHECK_ARGUMENTS) * sizeof *call->a);
    r->call.a = r->argument;
    r->call.seen = NULL;
    enum check_family family = check_function_of(call)->family;
    if (family == CHECK_FAMILY_RMA_DATA && handle) {
        r->is_of_window = true;
        r->win = (MPI_Win)call->a[strrchr(check_function_of(call)->roles, 'i') - check_function_of(call)->roles];
        r->target = (int)call->a[lmpi_check_place(call, 'p', 0)];
        self()->nof_windows++;
    }
    r->persistent =
        family == CHECK_FAMILY_P2P_INIT || family == CHECK_FAMILY_PART_INIT || family == CHECK_FAMILY_COLL_INIT;
    for (int writes = 0; writes < 2 && family == CHECK_FAMILY_COLL_INIT; writes++)
        lmpi_check_spans_of_call(call, writes, &r->given[writes]);
    enter_handle(r);
    if (r->next)
        r->next->previous = r;
    self()->requests = r;
    return r;
}

static void drop(check_request *r) {
    self()->nof_windows -= r->is_of_window;
    drop_handle(r);
    self()->nunnamed--;
    *(r->previous ? &r->previous->next : &self()->requests) = r->next;
    if (r->next)
        r->next->previous = r->previous;
    end(r);
    for (int writes = 0; writes < 2; writes++)
        lmpi_check_spans_free(&r->given[writes]);
    bsim_free(r);
}

void lmpi_check_request_of_window(const check_call *call, MPI_Win win, int target) {
    check_request *r = make(call, 0);
    r->win = win;
    r->target = target;
    begin(r, call->site);
}

/* An operation with a request is complete, and its wait is to come. */
static void give_back(check_request *r) {
    lmpi_check_memory_left(r);
    lmpi_check_spans_free(&r->reads);
    lmpi_check_spans_free(&r->writes);
}

void lmpi_check_requests_of_window_end(MPI_Win win, int target) {
    for (check_request *r = self()->nunnamed || self()->nof_windows ? self()->requests : NULL, *next; r; r = next) {
        next = r->next;
        if (r->win != win || (target >= 0 && r->target != target))
            continue;
        lmpi_check_unchanged(r);
        if (r->is_of_window)
            give_back(r);
        else if (!r->handle)
            drop(r);
    }
}

/* ---- requests that are freed while they are active ---- */

/* Their memory is the operation's until the rank can know that it is over: of a send, when it hears of the receive by a
 * message or the like (MPI-4.0, 3.7.3), which the clocks tell. Of a receive it can never know that; so here it is over
 * when the message is there. */
static bool stays(const check_request *r) {
    enum check_family family = check_function_of(&r->call)->family;
    bool sends = check_function_of(&r->call)->roles[0] == 'b';
    if (!r->active ||
        (family != CHECK_FAMILY_P2P_SEND && family != CHECK_FAMILY_P2P_RECV && family != CHECK_FAMILY_P2P_INIT))
        return false;
    return sends ? r->message.is && *r->message.is == r->message.number : !r->met;
}

/* "An active receive request should never be freed", since nothing tells then when the buffer may be used (MPI-4.0,
 * 3.7.3). */
static void check_freed_receive(const check_call *call, const check_request *r) {
    enum check_family family = check_function_of(&r->call)->family;
    bool is_message =
        family == CHECK_FAMILY_P2P_RECV || family == CHECK_FAMILY_P2P_INIT || family == CHECK_FAMILY_MRECV;
    if (r->active && is_message && r->writes.count)
        lmpi_check_found(CHECK_REQUEST_LIFECYCLE, "receive-freed", 2,
                         (check_place[]){lmpi_check_here(call), place_of(r)},
                         "the request of a receive is freed before it is complete: nothing tells when its buffer may "
                         "be used");
}

static void stay(check_request *r) {
    lmpi_check_clocks_start();
    r->freed = true;
    r->met = false;
    self()->nfreed++;
    if (check_function_of(&r->call)->roles[0] == 'b')
        drop_handle(r); /* another request may get it */
}

void lmpi_check_send_met(int rank, uint64_t number, int receiver) {
    for (check_request *r = lmpi_check_ranks[rank].nfreed ? lmpi_check_ranks[rank].requests : NULL; r; r = r->next)
        if (r->freed && !r->handle && r->message.number == number) {
            r->met = true;
            r->other = receiver;
            r->time = lmpi_check_now(receiver);
        }
}

void lmpi_check_requests_known(void) {
    for (check_request *r = self()->nfreed ? self()->requests : NULL, *next; r; r = next) {
        next = r->next;
        if (r->freed && (lmpi_self()->finalized ||
                         (r->met && (r->handle || lmpi_check_has_seen(bsim_self->id, r->other, r->time)))))
            drop(r);
    }
}

/* The argument that gets the request of a call which makes one; -1: it makes none. */
static int request_place(const check_call *call) {
    const char *roles = check_function_of(call)->roles, *last = strrchr(roles, 'R');
    enum check_family family = check_function_of(call)->family;
    bool makes = family == CHECK_FAMILY_P2P_SEND || family == CHECK_FAMILY_P2P_RECV ||
                 family == CHECK_FAMILY_P2P_ISENDRECV || family == CHECK_FAMILY_PART_INIT ||
                 family == CHECK_FAMILY_P2P_INIT || family == CHECK_FAMILY_ICOLL || family == CHECK_FAMILY_COLL_INIT ||
                 family == CHECK_FAMILY_COMM_MORE || family == CHECK_FAMILY_IO_DATA ||
                 family == CHECK_FAMILY_RMA_DATA || call->id == CHECK_Imrecv;
    return makes && last ? (int)(last - roles) : -1;
}

/* Copies the handles that a call gets. */
static void see(check_call *call, int n, const MPI_Request *requests) {
    if (n <= 0 || !requests)
        return;
    call->nseen = n;
    call->seen = bsim_alloc((size_t)n * sizeof *requests);
    memcpy(call->seen, requests, (size_t)n * sizeof *requests);
}

static void check_start(const check_call *call, MPI_Request handle) {
    check_request *r = lmpi_check_request_of(bsim_self->id, handle);
    if (!r || !r->persistent || !r->active)
        return;
    check_place places[] = {place_of(r), lmpi_check_here(call)};
    lmpi_check_found(CHECK_REQUEST_LIFECYCLE, "active-request-started", 2, places,
                     "a persistent request is started again before it was complete");
    lmpi_check_stop(call, "the request is active");
}

void lmpi_check_requests_enter(check_call *call) {
    const char *roles = check_function_of(call)->roles;
    enum check_family family = check_function_of(call)->family;
    if (family != CHECK_FAMILY_COMPLETE && family != CHECK_FAMILY_P2P_START)
        return;
    if (roles[0] == 'R')
        see(call, 1, (const MPI_Request *)call->a[0]);
    else
        see(call, (int)call->a[0], (const MPI_Request *)call->a[1]);
    if (family != CHECK_FAMILY_P2P_START)
        return;
    for (int i = 0; i < call->nseen; i++)
        check_start(call, call->seen[i]);
}

/* Whether a request that a completion got is complete now. */
static bool is_over(const check_request *r, MPI_Request now) {
    if (!r->persistent || now == MPI_REQUEST_NULL)
        return now == MPI_REQUEST_NULL;
    const lmpi_request *request = lmpi_request_of(r->handle);
    return !request || request->state == LMPI_REQ_INACTIVE;
}

static void started(const check_call *call) {
    for (int i = 0; i < call->nseen; i++) {
        check_request *r = lmpi_check_request_of(bsim_self->id, call->seen[i]);
        if (r && r->persistent)
            begin(r, call->site);
    }
}

static void completed(const check_call *call, const MPI_Request *now) {
    for (int i = 0; i < call->nseen; i++) {
        check_request *r = lmpi_check_request_of(bsim_self->id, call->seen[i]);
        if (!r || !is_over(r, now[i]))
            continue;
        lmpi_check_unchanged(r);
        bool is_freed = call->id == CHECK_Request_free;
        lmpi_check_request_brings(call->seen[i], !is_freed);
        if (is_freed)
            check_freed_receive(call, r);
        if (is_freed && stays(r)) {
            stay(r);
            continue;
        }
        if (r->access)
            lmpi_check_request_is_over(r->access);
        if (r->persistent && !is_freed)
            end(r);
        else
            drop(r);
    }
}

void lmpi_check_requests_leave(check_call *call, int result) {
    enum check_family family = check_function_of(call)->family;
    int place = request_place(call);
    if (place >= 0 && result == MPI_SUCCESS) {
        check_request *r = make(call, *(const MPI_Request *)call->a[place]);
        r->message = self()->sent;
        if (!r->persistent)
            begin(r, call->site);
    }
    bool is_array = check_function_of(call)->roles[0] == 'n';
    if (family == CHECK_FAMILY_P2P_START && result == MPI_SUCCESS)
        started(call);
    else if (family == CHECK_FAMILY_PART && result == MPI_SUCCESS)
        lmpi_check_partitions(call);
    else if (family == CHECK_FAMILY_COMPLETE && call->nseen && call->id != CHECK_Cancel)
        completed(call, (const MPI_Request *)call->a[is_array]);
    bsim_free(call->seen);
    call->seen = NULL;
}

void lmpi_check_requests_at_finalize(void) {
    for (check_request *r = self()->requests; r; r = r->next) {
        if (!r->handle || r->freed || r->told_open)
            continue; /* told as an epoch, as a message, or with its file */
        r->lost = r->active;
        if (r->active)
            lmpi_check_found(CHECK_REQUEST_LIFECYCLE, "request-not-completed", 1, (check_place[]){place_of(r)},
                             "the request was never completed by a wait or a test");
        else if (r->persistent)
            lmpi_check_found(CHECK_REQUEST_LIFECYCLE, "persistent-request-not-freed", 1,
                             (check_place[]){{bsim_self->id, check_function_of(&r->call)->name, r->call.site}},
                             "the persistent request was never freed%s", r->ever ? "" : ", nor started");
    }
}
