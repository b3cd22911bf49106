/* coll_entry.c - MPI_X and LMPI_X of all collectives, thin: place, trace line, then the function of the collective. */
#include "lmpi/coll/coll_entry.h"

#include "lmpi/lmpi.h"
#include "lmpi/datatype/op.h"
#include "lmpi/trace/trace.h"

static int size_of_comm(MPI_Comm comm) {
    const lmpi_comm *c = lmpi_comm_of(comm);
    return c ? c->size : 0;
}

static int rank_in_comm(MPI_Comm comm) {
    const lmpi_comm *c = lmpi_comm_of(comm);
    return c ? lmpi_comm_rank(c, bsim_self->id) : 0;
}

#define TRACE_TYPE_SIZE(datatype) lmpi_type_size(datatype)
#define TRACE_COMM_SIZE(comm) size_of_comm(comm)
#define TRACE_COMM_RANK(comm) rank_in_comm(comm)
#include "lmpi/trace/trace_bytes.h"

static int world_root(MPI_Comm comm, int root) {
    const lmpi_comm *c = lmpi_comm_of(comm);
    return c && root >= 0 && root < c->size ? lmpi_comm_world(c, root) : TRACE_PEER_NONE;
}

#define TRACE_LINE(name, args)                                                                                         \
    if (__builtin_expect(lmpi_trace_on, 0))                                                                            \
    lmpi_trace_p2p("MPI_" #name, world_root(comm, TRACE_ROOT_##name), TRACE_TAG_NONE, trace_bytes_##name args, comm)

#define WRAP_COLL(name, params, args)                                                                                  \
    int MPI_##name params {                                                                                            \
        BSIM_LOCKED;                                                                                                   \
        lmpi_coll_place_now = (lmpi_coll_place){"MPI_" #name, LMPI_SITE, true};                                        \
        TRACE_LINE(name, args);                                                                                        \
        return lmpi_coll_##name args;                                                                                  \
    }                                                                                                                  \
    int LMPI_##name params {                                                                                           \
        BSIM_LOCKED;                                                                                                   \
        lmpi_coll_place_now = (lmpi_coll_place){"MPI_" #name, LMPI_SITE, false};                                       \
        TRACE_LINE(name, args);                                                                                        \
        return lmpi_coll_##name args;                                                                                  \
    }
#define WRAP_ENV(name, params, args)
#define WRAP_P2P_SEND(name, params, args)
#define WRAP_P2P_RECV(name, params, args)
#define WRAP_P2P_SENDRECV(name, params, args)
#define WRAP_P2P_INIT(name, params, args)
#define WRAP_P2P_START(name, params, args)
#define WRAP_PROBE(name, params, args)
#define WRAP_COMPLETE(name, params, args)
#define WRAP_COMM(name, params, args)
#define WRAP_LOCAL(name, params, args)
#define MPI_CALL(ret, name, params, args, family, roles) WRAP_##family(name, params, args)
#include "lmpi/mpi_calls.def"

static int check_buffer(const lmpi_coll_call *call, MPI_Comm comm, const void *buffer, MPI_Datatype type) {
    if (lmpi_is_skeleton() || !call->real || lmpi_type_size(type) == 0 || lmpi_type_has_memory(buffer, type))
        return MPI_SUCCESS;
    return lmpi_coll_error(call, comm, MPI_ERR_BUFFER, "the buffer is null");
}

int lmpi_coll_check_data(lmpi_coll_call *call, MPI_Comm comm, const void *buffer, int64_t count, MPI_Datatype type) {
    if (count < 0)
        return lmpi_coll_error(call, comm, MPI_ERR_COUNT, "count is %lld", (long long)count);
    if (count > 0 && type != call->type[0])
        call->type[call->type[0] != 0] = type;
    bool is_null = lmpi_is_null(buffer) && count > 0;
    if (LMPI_TYPE_IS_BUILTIN(type))
        return is_null ? check_buffer(call, comm, buffer, type) : MPI_SUCCESS;
    const lmpi_type *t = lmpi_type_of(type);
    if (!t)
        return lmpi_coll_error(call, comm, MPI_ERR_TYPE, "datatype handle 0x%x is not valid", (unsigned)type);
    if (!t->committed)
        return lmpi_coll_error(call, comm, MPI_ERR_TYPE, "the datatype is not committed");
    return is_null ? check_buffer(call, comm, buffer, type) : MPI_SUCCESS;
}

int lmpi_coll_check_vectors(lmpi_coll_call *call, MPI_Comm comm, int64_t count, bool receives) {
    const void *input = call->send == MPI_IN_PLACE ? call->recv : call->send;
    LMPI_COLL_TRY(lmpi_coll_check_data(call, comm, input, count, call->recv_type));
    return receives ? lmpi_coll_check_data(call, comm, call->recv, count, call->recv_type) : MPI_SUCCESS;
}

int lmpi_coll_check_root(const lmpi_coll_call *call, MPI_Comm comm, const lmpi_comm *object, int root) {
    if (root >= 0 && root < object->size)
        return MPI_SUCCESS;
    return lmpi_coll_error(call, comm, MPI_ERR_ROOT, "root %d is not in the communicator of %d", root, object->size);
}

int lmpi_coll_check_op(const lmpi_coll_call *call, MPI_Comm comm, MPI_Op op, MPI_Datatype type) {
    const char *why;
    if (lmpi_op_check(op, type, &why) == MPI_SUCCESS)
        return MPI_SUCCESS;
    return lmpi_coll_error(call, comm, MPI_ERR_OP, "%s", why);
}
