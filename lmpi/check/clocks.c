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

void lmpi_check_arrives(int rank, const uint32_t *from) {
    if (from)
        join(lmpi_check_ranks[rank].arriving, from);
}

void lmpi_check_message(int from, int to) {
    if (lmpi_check_has_clocks && from != to)
        lmpi_check_release(from, lmpi_check_ranks[to].arriving);
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

void lmpi_check_clocks_meet(const lmpi_coll_run *run) {
    enum direction direction = direction_of(run);
    int root = run->call[0]->root;
    if (!lmpi_check_has_clocks || run->n < 2)
        return;
    uint32_t *all = lmpi_check_clock_new();
    for (int i = 0; i < run->n; i++) {
        int world = run->call[i]->world;
        if (direction == UPWARDS)
            lmpi_check_arrives(world, all);
        if (direction != FROM_ROOT || i == root)
            lmpi_check_release(world, all);
    }
    for (int i = 0; i < run->n && direction != UPWARDS; i++)
        if (direction != TO_ROOT || i == root)
            lmpi_check_arrives(run->call[i]->world, all);
    bsim_free(all);
}
