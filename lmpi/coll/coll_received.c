/* coll_received.c - how many bytes a collective leaves in a member's buffer, for calls that receive into untouched
 * memory (bsim/cost/receives.h), and which of a member's messages count as first ones (bsim/cost/first_messages.h). */
#include "bsim/cost/first_messages.h"
#include "bsim/cost/receives.h"
#include "lmpi/coll/coll.h"

/* The bytes in all parts of the receive buffer. */
static double in_parts(const lmpi_comm *comm, const lmpi_coll_call *call) {
    if (!call->recv_counts)
        return (double)call->recv_count * comm->size;
    double sum = 0;
    for (int i = 0; i < comm->size; i++)
        sum += call->recv_counts[i];
    return sum;
}

double lmpi_coll_received(const lmpi_comm *comm, const lmpi_coll_call *call) {
    double count = 0;
    if (!bsim_receives_on || comm->left)
        return 0;
    switch (call->kind->receives) {
    case LMPI_COLL_RECEIVES_NOTHING:
        return 0;
    case LMPI_COLL_RECEIVES_IF_NOT_ROOT:
        count = call->local == call->root ? 0 : (double)call->recv_count;
        break;
    case LMPI_COLL_RECEIVES_IF_ROOT:
        count = call->local == call->root ? (double)call->recv_count : 0;
        break;
    case LMPI_COLL_RECEIVES:
        count = (double)call->recv_count;
        break;
    case LMPI_COLL_RECEIVES_OWN_PART:
        count = call->recv_counts ? call->recv_counts[call->local] : (double)call->recv_count;
        break;
    case LMPI_COLL_RECEIVES_PARTS:
        count = in_parts(comm, call);
        break;
    case LMPI_COLL_RECEIVES_PARTS_IF_ROOT:
        count = call->local == call->root ? in_parts(comm, call) : 0;
        break;
    }
    return count > 0 ? count * (double)lmpi_coll_size_of(call->recv_type) : 0;
}

bool lmpi_coll_has_messages(const lmpi_comm *comm, const lmpi_coll_call *call) {
    bool has_data = call->type[0] && (call->bytes || !call->kind->same_bytes);
    return comm->size > 1 && (!call->kind->data || has_data);
}

void lmpi_coll_first(const lmpi_comm *comm, const lmpi_coll_call *call) {
    if (comm->left || !lmpi_coll_has_messages(comm, call))
        return;
    int next = lmpi_comm_world(comm, (call->local + 1) % comm->size);
    bool near = bsim_context.node[next] == bsim_context.node[bsim_self->id];
    struct bsim_site *site = bsim_site_here(call->site);
    for (int received = 0; received < 2; received++)
        bsim_first_message(site, received, near, (double)call->bytes);
}
