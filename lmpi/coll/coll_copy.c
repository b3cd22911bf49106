/* coll_copy.c - what a collective copies within a member, from one of its buffers to another, and how long this takes
 * by the platform's "copy". Measured times of a table contain it. */
#include <string.h>
#include <strings.h>

#include "bsim/base/clock.h"
#include "bsim/base/warn.h"
#include "bsim/platform/platform.h"
#include "lmpi/coll/coll.h"
#include "lmpi/coll/coll_algorithm.h"

/* The member's own part of what it sends. */
static double own_part(const lmpi_coll_call *call) {
    if (call->send == MPI_IN_PLACE)
        return 0;
    double count = call->send_counts ? call->send_counts[call->local] : (double)call->send_count;
    MPI_Datatype type = call->send_types ? call->send_types[call->local] : call->send_type;
    return count > 0 ? count * (double)lmpi_coll_size_of(type) : 0;
}

/* The root's own part of what it scatters; it gets as many bytes. */
static double scattered_part(const lmpi_coll_call *call) {
    return call->recv == MPI_IN_PLACE ? 0 : (double)call->recv_count * (double)lmpi_coll_size_of(call->recv_type);
}

/* A reduction begins with a copy of its operand; one that scatters, with that of the part that stays. */
static double operand(const lmpi_coll_call *call) {
    double count = call->recv_counts ? call->recv_counts[call->local] : (double)call->recv_count;
    return call->send == MPI_IN_PLACE ? 0 : count * (double)lmpi_coll_size_of(call->recv_type);
}

static double bytes_of(const lmpi_coll_call *call) {
    switch (call->kind->copies) {
    case LMPI_COLL_COPIES_NOTHING:
        return 0;
    case LMPI_COLL_COPIES_OWN_PART:
        return own_part(call);
    case LMPI_COLL_COPIES_OWN_PART_IF_ROOT:
        return call->local == call->root ? own_part(call) : 0;
    case LMPI_COLL_COPIES_SCATTERED_PART:
        return call->local == call->root ? scattered_part(call) : 0;
    case LMPI_COLL_COPIES_OPERAND:
        return operand(call);
    }
    return 0;
}

/* Whether a table has measured times of the function. */
static bool is_measured(const char *name) {
    if (!lmpi_coll_has_tables())
        return false;
    for (int c = 0; c < BSIM_COLLECTIVES; c++)
        if (strcasecmp(name + strlen("MPI_"), bsim_collective_names[c]) == 0)
            return lmpi_coll_has_table((enum bsim_collective)c);
    return false;
}

void lmpi_coll_copy_own(const lmpi_comm *comm, const lmpi_coll_call *call, double *clock) {
    const struct bsim_local_work *work = bsim_context.work;
    double bytes = comm->left || comm->all ? 0 : bytes_of(call);
    if (bytes <= 0 || is_measured(call->kind->name))
        return;
    for (int k = 0; k < bsim_times(); k++)
        clock[k] += work->copy_s[k] + bytes * work->copy_s_per_byte[k];
}

void lmpi_coll_tell_copies(const lmpi_coll_run *run) {
    enum { LONG_KIB = 64 };
    const lmpi_coll_call *call = run->call[0];
    bool rooted = call->kind->copies == LMPI_COLL_COPIES_OWN_PART_IF_ROOT ||
                  call->kind->copies == LMPI_COLL_COPIES_SCATTERED_PART;
    if (rooted && call->root >= 0)
        call = run->call[call->root];
    if (!run->comm->left && !run->comm->all && bytes_of(call) >= LONG_KIB * 1024.0 && !is_measured(call->kind->name))
        bsim_warn("collectives copy %d KiB and more from one buffer of a rank to another, and the platform has no "
                  "\"copy\": that takes no time",
                  LONG_KIB);
}
