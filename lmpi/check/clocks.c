/* clocks.c - what is ordered before what: a vector clock for each rank, which messages, collectives and locks carry.
 *
 * They are kept from the first window or file on, or the first request that is freed while it is active, since only
 * accesses of their memory and data need them. Time s of a rank is over when
 * something that others may see of it, such as a message, carries s away. Where MPI's rule would need more than the run
 * shows, two things count as ordered: then a conflict may be missed, but none is invented. */
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/check/check.h"
#include "lmpi/coll/coll.h"
#include "lmpi/core/pool.h"

bool lmpi_check_has_clocks;

static uint32_t *clock_of(int rank) {
    return lmpi_check_ranks[rank].clock;
}

void lmpi_check_clocks_start(void) {
    size_t n = (size_t)bsim_context.np;
    if (lmpi_check_has_clocks)
        return;
    lmpi_check_has_clocks = true;
    for (size_t r = 0; r < n; r++) {
        lmpi_check_ranks[r].clock = bsim_alloc(2 * n * sizeof(uint32_t));
        lmpi_check_ranks[r].arriving = lmpi_check_ranks[r].clock + n;
        lmpi_check_ranks[r].clock[r] = 1;
    }
}

uint32_t lmpi_check_now(int rank) {
    return clock_of(rank)[rank];
}

bool lmpi_check_has_seen(int rank, int other, uint32_t time) {
    return clock_of(rank)[other] >= time;
}

uint32_t *lmpi_check_clock_new(void) {
    return bsim_alloc((size_t)bsim_context.np * sizeof(uint32_t));
}

static void join(uint32_t *into, const uint32_t *from) {
    for (int i = 0; i < bsim_context.np; i++)
        if (from[i] > into[i])
            into[i] = from[i];
}

void lmpi_check_release(int rank, uint32_t *into) {
    join(into, clock_of(rank));
    clock_of(rank)[rank]++;
}

void lmpi_check_acquire(int rank, const uint32_t *from) {
    join(clock_of(rank), from);
    clock_of(rank)[rank]++;
}

/* ---- requests: what comes with them is known when they are complete ---- */

struct check_brought {
    struct check_brought *next;
    MPI_Request handle;
    uint32_t *clock; /* owned */
};

/* Whether the program completes a request: it has its handle, or gets it when the present call of the rank ends. The
 * layer has other requests of its own. */
static bool is_of_program(int rank, MPI_Request handle) {
    const check_call *call = lmpi_check_ranks[rank].current;
    if (handle == MPI_REQUEST_NULL || lmpi_check_request_of(rank, handle))
        return handle != MPI_REQUEST_NULL;
    switch (call ? check_function_of(call)->family : CHECK_FAMILY_LOCAL) {
    case CHECK_FAMILY_P2P_RECV:
    case CHECK_FAMILY_P2P_ISENDRECV:
    case CHECK_FAMILY_MRECV:
    case CHECK_FAMILY_ICOLL:
    case CHECK_FAMILY_COMM_MORE:
        return true;
    default:
        return false;
    }
}

/* The clock that the completion of a request gives to a rank, or the end of its call. */
static uint32_t *arriving_of(int rank, MPI_Request handle) {
    check_rank *to = &lmpi_check_ranks[rank];
    if (!is_of_program(rank, handle))
        return to->arriving;
    for (struct check_brought *b = to->brought; b; b = b->next)
        if (b->handle == handle)
            return b->clock;
    struct check_brought *b = bsim_alloc(sizeof *b);
    *b = (struct check_brought){to->brought, handle, lmpi_check_clock_new()};
    to->brought = b;
    return b->clock;
}

void lmpi_check_request_brings(MPI_Request handle, bool known) {
    check_rank *rank = &lmpi_check_ranks[bsim_self->id];
    struct check_brought **at = &rank->brought, *b;
    while (*at && (*at)->handle != handle)
        at = &(*at)->next;
    if (!(b = *at))
        return;
    if (known)
        join(rank->arriving, b->clock);
    *at = b->next;
    bsim_free(b->clock);
    bsim_free(b);
}

void lmpi_check_arrives(int rank, const uint32_t *from, MPI_Request handle) {
    if (from)
        join(arriving_of(rank, handle), from);
}

void lmpi_check_message(int from, int to, MPI_Request handle) {
    if (lmpi_check_has_clocks && from != to)
        lmpi_check_release(from, arriving_of(to, handle));
}

void lmpi_check_clocks_leave(const check_call *call) {
    check_rank *rank = &lmpi_check_ranks[bsim_self->id];
    enum check_family family = check_function_of(call)->family;
    if (!lmpi_check_has_clocks || family == CHECK_FAMILY_ICOLL || family == CHECK_FAMILY_LOCAL ||
        family == CHECK_FAMILY_P2P_START || family == CHECK_FAMILY_RMA_DATA)
        return;
    for (int i = 0; i < bsim_context.np; i++)
        if (rank->arriving[i] > rank->clock[i]) {
            lmpi_check_acquire(bsim_self->id, rank->arriving);
            return;
        }
}

/* ---- collectives ---- */

enum direction { TO_ALL, FROM_ROOT, TO_ROOT, UPWARDS };

static enum direction direction_of(const lmpi_coll_run *run) {
    const char *name = run->call[0]->kind->name + 4;
    if (run->comm->left)
        return TO_ALL;
    if (!strcmp(name, "Bcast") || !strncmp(name, "Scatter", 7))
        return FROM_ROOT;
    if (!strncmp(name, "Gather", 6) || !strcmp(name, "Reduce"))
        return TO_ROOT;
    return !strcmp(name, "Scan") || !strcmp(name, "Exscan") ? UPWARDS : TO_ALL;
}

static MPI_Request request_of(const lmpi_coll_call *call) {
    return call->request ? lmpi_request_handle(call->request) : MPI_REQUEST_NULL;
}

void lmpi_check_clocks_meet(const lmpi_coll_run *run) {
    enum direction direction = direction_of(run);
    int root = run->call[0]->root;
    if (!lmpi_check_has_clocks || run->n < 2)
        return;
    uint32_t *all = lmpi_check_clock_new();
    for (int i = 0; i < run->n; i++) {
        int world = run->call[i]->world;
        if (direction == UPWARDS)
            lmpi_check_arrives(world, all, request_of(run->call[i]));
        if (direction != FROM_ROOT || i == root)
            lmpi_check_release(world, all);
    }
    for (int i = 0; i < run->n && direction != UPWARDS; i++)
        if (direction != TO_ROOT || i == root)
            lmpi_check_arrives(run->call[i]->world, all, request_of(run->call[i]));
    bsim_free(all);
}
