/* buffer.c - MPI_Buffer_attach and MPI_Buffer_detach. The latter gives a null buffer if there is none, as in MPICH. The
 * buffer stores no messages; its size only limits them. */
#include "lmpi/p2p/p2p.h"

static int attach(const lmpi_call *call, void *buffer, int64_t size) {
    struct lmpi_rank_extension *more = lmpi_extension(lmpi_self());
    if (size < 0)
        return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_ARG, "size is %lld", (long long)size);
    if (more->attached)
        return lmpi_error(MPI_COMM_WORLD, call->name, call->ret, MPI_ERR_BUFFER, "a buffer is attached already");
    more->attached = buffer;
    more->attached_bytes = size;
    return MPI_SUCCESS;
}

static void *detach(int64_t *size) {
    struct lmpi_rank_extension *more = lmpi_extension(lmpi_self());
    void *buffer = more->attached;
    *size = more->attached_bytes;
    more->attached = NULL;
    more->attached_bytes = 0;
    return buffer;
}

int MPI_Buffer_attach(void *buffer, int size) {
    LMPI_ENTER;
    return attach(LMPI_CALL(MPI_Buffer_attach), buffer, size);
}

int MPI_Buffer_attach_c(void *buffer, MPI_Count size) {
    LMPI_ENTER;
    return attach(LMPI_CALL(MPI_Buffer_attach_c), buffer, size);
}

/* MPI has no answer for a size above INT_MAX, which only MPI_Buffer_attach_c takes. */
int MPI_Buffer_detach(void *buffer_addr, int *size) {
    LMPI_ENTER;
    int64_t bytes;
    *(void **)buffer_addr = detach(&bytes);
    *size = bytes > INT32_MAX ? MPI_UNDEFINED : (int)bytes;
    return MPI_SUCCESS;
}

int MPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size) {
    LMPI_ENTER;
    int64_t bytes;
    *(void **)buffer_addr = detach(&bytes);
    *size = bytes;
    return MPI_SUCCESS;
}

int lmpi_buffer_check(const lmpi_call *call, int count, MPI_Datatype type, MPI_Comm comm) {
    const struct lmpi_rank_extension *more = lmpi_self()->extension;
    int64_t size = lmpi_type_size(type), room = more && more->attached ? more->attached_bytes : -1;
    if (size < 0 || count < 0)
        return MPI_SUCCESS; /* the send reports the error */
    if (room < 0)
        return lmpi_error(comm, call->name, call->ret, MPI_ERR_BUFFER, "no buffer is attached (MPI_Buffer_attach)");
    if (size * count + MPI_BSEND_OVERHEAD > room)
        return lmpi_error(comm, call->name, call->ret, MPI_ERR_BUFFER,
                          "the message has %lld bytes, and needs %d more; the attached buffer has %lld",
                          (long long)(size * count), MPI_BSEND_OVERHEAD, (long long)room);
    return MPI_SUCCESS;
}
