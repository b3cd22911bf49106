/* quick.c - see quick.h. */
#include "lmpi/p2p/quick.h"

#include "lmpi/capture/capture.h"
#include "lmpi/core/checker.h"

bool lmpi_quick, lmpi_quick_by_distance;
uintptr_t lmpi_quick_lowest, lmpi_quick_addresses;
struct lmpi_quick_known lmpi_quick_known[BSIM_MAX_SHARDS][LMPI_QUICK_SIZES];

void lmpi_quick_start(void) {
    extern const char __executable_start[]; /* as for lmpi_is_nowhere; and no mark of BSIM_Leading */
    lmpi_quick_lowest = (uintptr_t)__executable_start / 4;
    lmpi_quick_addresses = ((uintptr_t)1 << BSIM_LEADING_SHIFT) - lmpi_quick_lowest;
    memset(lmpi_quick_known, 0, sizeof lmpi_quick_known);
    lmpi_quick = bsim_context.nscen == 1 && !LMPI_CHECKED && !lmpi_receives_add() && !lmpi_trace_on && !lmpi_capture_on;
    lmpi_quick_by_distance = bsim_context.most_hops > 1 || bsim_context.paths_differ || bsim_context.socket;
}

const struct bsim_eager *lmpi_quick_by_path(const bsim_rank *from, const bsim_rank *to, int64_t bytes) {
    static struct lmpi_quick_known last[BSIM_MAX_SHARDS]; /* each shard has its own, in a line for itself */
    const struct bsim_path *path = lmpi_path_of(from, to, LMPI_PATH_STANDARD, bytes);
    struct bsim_eager *eager = &last[bsim_shard_number].eager;
    return bsim_eager_of(path, (double)bytes, eager) ? eager : NULL;
}

const struct bsim_eager *lmpi_quick_learn(struct lmpi_quick_known *known, bool near, int64_t bytes) {
    const struct bsim_path *path = bsim_path_for(&lmpi_paths[!near][LMPI_PATH_STANDARD], (double)bytes);
    known->key = 0;
    if (!bsim_eager_of(path, (double)bytes, &known->eager))
        return NULL;
    known->key = lmpi_quick_key(near, bytes);
    return &known->eager;
}

int lmpi_quick_wait_message(const struct lmpi_quick_side *side, int64_t bytes, const lmpi_comm *comm, int source,
                            struct bsim_site *site, double start_s, MPI_Status *status, const lmpi_call *call) {
    lmpi_request *r = lmpi_request_new();
    double since_s = bsim_self->clock[0];
    lmpi_plain_fill(r, side->type, bytes, source, side->tag, comm->id, side->real, LMPI_REQ_BLOCKING, site);
    r->local = side->peer;
    r->count = side->count;
    r->keeps = LMPI_MAY_KEEP;
    r->buffer = (void *)side->buffer;
    lmpi_posted_add(lmpi_self(), r);
    struct bsim_wait why = {.call = call->name,
                            .site = call->ret,
                            .peer = source,
                            .tag = side->tag == MPI_ANY_TAG ? BSIM_TAG_ANY : side->tag,
                            .comm = comm->id};
    bsim_block(&why);
    double wait_s = lmpi_waited(since_s, bsim_self->clock[0], r->other_s);
    lmpi_take_kept(r);
    r->kind = LMPI_REQ_FREE; /* though an error handler may leave the call */
    int error = lmpi_recv_result(r, call, status);
    lmpi_request_recycle(r);
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

/* The places of the receives among the requests of a call. */
struct receives {
    int n;
    uint8_t place[LMPI_PLAIN_MOST];
};

/* Finds the receives. Returns how many are not matched yet; -1: some requests are not plain. */
static inline int find_receives(struct receives *receives, int count, const MPI_Request *requests) {
    int n = 0, nopen = 0;
    for (int i = 0; i < count; i++) {
        if (lmpi_plain_needs_nothing(requests[i]))
            continue;
        const lmpi_request *r = lmpi_plain_receive(requests[i]);
        if (__builtin_expect(!r, 0))
            return -1;
        receives->place[n++] = (uint8_t)i;
        nopen += r->state != LMPI_REQ_MATCHED;
    }
    receives->n = n;
    return nopen;
}

/* Puts the receives into a list. False: some are not plain any more. */
static inline bool put_in_list(struct lmpi_plain_list *list, const struct receives *receives,
                               const MPI_Request *requests) {
    list->n = 0;
    for (int i = 0; i < receives->n; i++) {
        lmpi_request *r = lmpi_plain_receive(requests[receives->place[i]]);
        if (__builtin_expect(!r || r->state != LMPI_REQ_MATCHED, 0))
            return false;
        lmpi_plain_insert(list, r, receives->place[i]);
    }
    return true;
}

/* Marks the requests of a list as free, since they will be. False, and nothing is marked: one stands there twice. */
static inline bool claim(const struct lmpi_plain_list *list) {
    for (int i = 0; i < list->n; i++) {
        if (__builtin_expect(list->of[i].request->kind == LMPI_REQ_FREE, 0)) {
            while (i-- > 0)
                list->of[i].request->kind = LMPI_REQ_RECV;
            return false;
        }
        list->of[i].request->kind = LMPI_REQ_FREE;
    }
    return true;
}

/* Sets the statuses of a call whose requests are complete. */
static void __attribute__((noinline)) tell(int count, const MPI_Request *requests, MPI_Status *statuses,
                                           const lmpi_call *call) {
    for (int i = 0; i < count; i++) {
        if (lmpi_plain_needs_nothing(requests[i]))
            lmpi_status_empty(&statuses[i]);
        else
            lmpi_recv_result(lmpi_plain_request_at(requests[i]), call, &statuses[i]);
        if (count > 1 && requests[i] != MPI_REQUEST_NULL)
            statuses[i].MPI_ERROR = MPI_SUCCESS;
    }
}

/* lmpi_complete_eager for a plain receive. */
static inline double complete_one(lmpi_request *r, double *clock) {
    const struct bsim_eager *e = __builtin_expect(r->path != LMPI_PATH_STANDARD || lmpi_quick_by_distance, 0)
                                     ? NULL
                                     : lmpi_quick_eager(NULL, NULL, r->near, r->bytes);
    if (__builtin_expect(!e, 0))
        return lmpi_complete_eager(r, clock);
    double start_s = clock[0];
    clock[0] = bsim_max(start_s, r->times[1]) + e->recv_s;
    return lmpi_waited(start_s, clock[0], r->other_s);
}

/* Completes the requests of a list, which are those of the call. Returns the waiting time. */
static inline double complete(const struct lmpi_plain_list *list, int count, MPI_Request *requests,
                              MPI_Status *statuses, const lmpi_call *call) {
    double wait_s = 0, *clock = bsim_self->clock;
    for (int i = 0; i < list->n; i++) {
        wait_s += complete_one(list->of[i].request, clock);
        lmpi_take_kept(list->of[i].request);
    }
    if (statuses != MPI_STATUSES_IGNORE)
        tell(count, requests, statuses, call);
    for (int i = 0; i < count; i++) {
        if (lmpi_is_sent(requests[i]))
            bsim_site_numbered(requests[i] & LMPI_HANDLE_INDEX)->open--;
        requests[i] = MPI_REQUEST_NULL;
    }
    for (int i = 0; i < list->n; i++)
        lmpi_request_recycle(list->of[i].request);
    return wait_s;
}

/* Ends a call whose receives are matched. Returns its error code. A function of its own, so that its list takes no room
 * on the stack between the caller's data and the place where the rank waits: a rank that goes on touches few lines. */
static int __attribute__((noinline)) end_wait(const struct receives *receives, int count, MPI_Request *requests,
                                              MPI_Status *statuses, const lmpi_call *call, double *wait_s) {
    struct lmpi_plain_list list;
    if (__builtin_expect(!put_in_list(&list, receives, requests) || !claim(&list), 0))
        return lmpi_complete_all(call, count, requests, statuses, wait_s);
    *wait_s = complete(&list, count, requests, statuses, call);
    return MPI_SUCCESS;
}

/* Waits for the receives that are not matched yet. */
static inline void wait_for_open(const struct receives *receives, int count, const MPI_Request *requests,
                                 const lmpi_call *call) {
    uint32_t waiting = 0;
    for (int i = 0; i < receives->n; i++) {
        lmpi_request *r = lmpi_plain_request_at(requests[receives->place[i]]);
        if (r->state == LMPI_REQ_MATCHED || r->flags & LMPI_REQ_WAITED) /* a handle may stand there twice */
            continue;
        r->flags |= LMPI_REQ_WAITED;
        waiting++;
    }
    lmpi_self()->waiting = waiting;
    struct lmpi_request_list all = {count, requests};
    struct bsim_wait why;
    lmpi_wait_reason(&why, call, &all);
    bsim_block(&why);
}

bool lmpi_quick_wait(int count, MPI_Request *requests, MPI_Status *statuses, const lmpi_call *call, int *error) {
    struct receives receives;
    if (__builtin_expect(!lmpi_may_be_quick() || (unsigned)count > LMPI_PLAIN_MOST, 0))
        return false;
    int nopen = find_receives(&receives, count, requests);
    if (nopen < 0)
        return false;
    struct bsim_site *site = bsim_site_at(call->ret, call->name);
    double start_s = bsim_self->clock[0], wait_s = 0;
    site->calls++;
    if (nopen > 0)
        wait_for_open(&receives, count, requests, call);
    *error = end_wait(&receives, count, requests, statuses, call, &wait_s);
    lmpi_charge(site, start_s, wait_s);
    return true;
}
