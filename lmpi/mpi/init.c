/* init.c - start and end of the MPI layer and of its ranks; MPI_Wtime. */
#include "bsim/base/clock.h"
#include "bsim/base/warn.h"
#include "bsim/cost/rest.h"
#include "lmpi/capture/capture.h"
#include "lmpi/coll/coll.h"
#include "lmpi/comm/comm_freed.h"
#include "lmpi/match/behind.h"
#include "lmpi/match/message_number.h"
#include "lmpi/match/transfer.h"
#include "lmpi/match/undisturbed.h"
#include "lmpi/core/checker.h"
#include "lmpi/core/hosts.h"
#include "lmpi/p2p/p2p.h"
#include "lmpi/p2p/partitioned.h"
#include "lmpi/p2p/quick.h"
#include "lmpi/p2p/too_long.h"
#include "lmpi/core/props.h"

/* ---- the layer ---- */

#pragma weak lmpi_check_start

static void start(void) {
    if (lmpi_check_start)
        lmpi_check_start();
    bsim_hosts_refuse(LMPI_CHECKED ? "bsim check" : NULL);
    lmpi_group *world = lmpi_group_range(bsim_context.np, 0, 1), *self = lmpi_group_range(1, 0, 1);
    lmpi_comm_new(world)->handle = MPI_COMM_WORLD;
    lmpi_comm_new(self)->handle = MPI_COMM_SELF;
    bsim_check(lmpi_comms[LMPI_COMM_ID_WORLD]->handle == MPI_COMM_WORLD);
    lmpi_hosts_made(NULL, lmpi_comms[LMPI_COMM_ID_WORLD]);
    lmpi_hosts_made(NULL, lmpi_comms[LMPI_COMM_ID_SELF]);
    lmpi_group_unref(world);
    lmpi_group_unref(self);
    lmpi_pool_init();
    lmpi_paths_init();
    lmpi_transfers_init();
    lmpi_message_numbers_init();
    lmpi_trace_start();
    lmpi_capture_start();
    lmpi_quick_start();
}

struct leaks {
    const lmpi_message *example;
    int receiver, rank;
};

static bool count_leak(lmpi_message *m, void *arg) {
    struct leaks *leaks = arg;
    bsim_run.unreceived_messages++;
    const lmpi_message *first = leaks->example; /* of the first receiver, the first that was sent to it */
    bool is_earlier = first && leaks->receiver == leaks->rank &&
                      (m->sent_s < first->sent_s || (m->sent_s == first->sent_s && m->source < first->source));
    if (!first || is_earlier) {
        leaks->example = m;
        leaks->receiver = leaks->rank;
    }
    return true;
}

/* Counts, at their call sites, the requests that the program has started and not completed. */
static void count_open(void) {
    for (uint32_t i = 0; i < lmpi_request_top; i++) {
        const lmpi_request *r = (const lmpi_request *)(lmpi_request_base + i * lmpi_request_slot);
        if (r->kind != LMPI_REQ_FREE && !bsim_is_away(r->owner) && r->state != LMPI_REQ_INACTIVE &&
            !(r->flags & LMPI_REQ_HALF))
            bsim_site_find(r->site->address, r->site->call)->open++;
    }
}

/* Warns of messages that were not received and of requests that were not completed. */
static void report_leaks(void) {
    struct leaks leaks = {NULL, -1, 0};
    for (; leaks.rank < bsim_context.np; leaks.rank++) {
        lmpi_unexpected_each(lmpi_rank_at(leaks.rank), count_leak, &leaks);
        lmpi_matched_each(lmpi_rank_at(leaks.rank), count_leak, &leaks);
    }
    const lmpi_message *example = leaks.example;
    char one[512] = "";
    if (example)
        snprintf(one, sizeof one, "from rank %d to rank %d, tag %d, %lld bytes, sent at %s", example->source,
                 leaks.receiver, lmpi_partitioned_tag(example->comm, example->tag), (long long)example->bytes,
                 bsim_site_name(example->site->address));
    count_open();
    lmpi_hosts_gather(one, sizeof one);
    if (bsim_context.host > 0)
        return;
    if (one[0])
        bsim_warn("%llu messages were never received; one of them: %s",
                  (unsigned long long)bsim_run.unreceived_messages, one);
    const struct bsim_site *site = NULL;
    for (uintptr_t i = 0; i <= bsim_site_mask; i++) {
        if (!bsim_site_slots[i].address)
            continue;
        const struct bsim_site *s = bsim_site_slots[i].site;
        if ((int64_t)s->open < 0) { /* a copy of a handle of a send that needed no request */
            bsim_warn(
                "%lld more requests of %s at %s were completed than it began: a copy of a handle was completed, too",
                -(long long)s->open, s->call, bsim_site_name(s->address));
            continue;
        }
        bsim_run.leaked_requests += s->open;
        if (s->open && (!site || s->open > site->open || (s->open == site->open && s->address < site->address)))
            site = s;
    }
    if (site)
        bsim_warn("%llu requests were never completed; most of them (%llu) from %s at %s",
                  (unsigned long long)bsim_run.leaked_requests, (unsigned long long)site->open, site->call,
                  bsim_site_name(site->address));
}

static void finish(void) {
    if (LMPI_CHECKED)
        lmpi_checker->finish();
    lmpi_comm_sweep_all();
    lmpi_coll_finish();
    lmpi_late_report();
    lmpi_undisturbed_report();
    lmpi_behind_report();
    lmpi_too_long_report();
    report_leaks();
    lmpi_trace_finish();
    lmpi_capture_finish();
    if (bsim_context.nhosts == 1) /* else the hosts have more to tell */
        lmpi_pmpi_finalize();
}

static const char *comm_name(int id) {
    static char name[160];
    const lmpi_comm *comm = lmpi_comms[id];
    if (id == LMPI_COMM_ID_WORLD)
        return "communicator MPI_COMM_WORLD";
    if (id == LMPI_COMM_ID_SELF)
        return "communicator MPI_COMM_SELF";
    if (comm && comm->of)
        snprintf(name, sizeof name, "%.120s (of %d ranks)", comm->of, comm->size);
    else
        snprintf(name, sizeof name, "communicator %d (of %d ranks)", id, comm ? comm->size : 0);
    return name;
}

static const char *unfinished(const bsim_rank *rank) {
    const lmpi_rank *r = lmpi_rank_at(rank->id);
    if (LMPI_CHECKED)
        lmpi_checker->rank_ends(rank->id);
    return r->initialized && !r->finalized ? "before MPI_Finalize" : NULL;
}

const struct bsim_layer bsim_layer = {
    .start = start,
    .decide = lmpi_decide,
    .deliver = lmpi_deliver,
    .comm_name = comm_name,
    .waits_in = lmpi_coll_waits_in,
    .unfinished = unfinished,
    .finish = finish,
    .calls = bsim_site_calls,
    .wire = &lmpi_wire,
};

/* ---- entry functions ---- */

static int init(const lmpi_call *call) {
    lmpi_rank *self = lmpi_self();
    if (self->initialized)
        return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_OTHER, "MPI is initialized already");
    self->initialized = 1;
    lmpi_inside_changed();
    return MPI_SUCCESS;
}

int MPI_Init(int *argc, char ***argv) {
    (void)argc, (void)argv;
    return init(LMPI_CALL(MPI_Init));
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    (void)argc, (void)argv;
    int code = init(LMPI_CALL(MPI_Init_thread));
    if (code == MPI_SUCCESS)
        lmpi_self()->thread_level = lmpi_thread_level(required);
    *provided = (int)lmpi_self()->thread_level;
    return code;
}

/* Nearly every program has no attributes to delete, and then no other shard has to stand still. */
int MPI_Finalize(void) {
    BSIM_LOCKED;
    lmpi_rank *self = lmpi_self();
    if (!self->initialized || self->finalized)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_OTHER,
                         self->finalized ? "MPI is finalized already" : "MPI was not initialized");
    /* MPI-4.0, 11.2.4: first delete the attributes of MPI_COMM_SELF. */
    int code = lmpi_attr_delete_all(LMPI_DOMAIN_COMM, MPI_COMM_SELF, LMPI_COMM_ID_SELF);
    if (LMPI_CHECKED)
        lmpi_checker->finalizes();
    bsim_rest_add();
    if (__builtin_expect(lmpi_capture_on, 0))
        lmpi_capture_finalize(LMPI_SITE);
    self->finalized = 1;
    lmpi_inside_changed();
    return code;
}

int MPI_Initialized(int *flag) {
    *flag = lmpi_self()->initialized;
    return MPI_SUCCESS;
}

int MPI_Finalized(int *flag) {
    *flag = lmpi_self()->finalized;
    return MPI_SUCCESS;
}

int MPI_Query_thread(int *provided) {
    LMPI_ENTER;
    *provided = (int)lmpi_self()->thread_level;
    return MPI_SUCCESS;
}

int MPI_Is_thread_main(int *flag) {
    if (bsim_self) { /* other threads are not the engine's */
        LMPI_ENTER;
    }
    *flag = bsim_self != NULL;
    return MPI_SUCCESS;
}

int MPI_Abort(MPI_Comm comm, int errorcode) {
    (void)comm;
    bsim_abort(LMPI_SITE, "MPI_Abort", errorcode);
}

double MPI_Wtime(void) {
    bsim_clock_asked();
    return bsim_self->clock[0];
}

double MPI_Wtick(void) {
    return 1e-9;
}
