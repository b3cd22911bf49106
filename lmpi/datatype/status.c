/* status.c - functions on statuses: Get_count, Get_elements, Test_cancelled, ... The fields are MPICH's. */
#include <string.h>

#include "lmpi/core/lmpi_internal.h"

static int64_t status_bytes(const MPI_Status *status) {
    return (int64_t)((uint64_t)(uint32_t)status->count_hi_and_cancelled >> 1 << 32 | (uint32_t)status->count_lo);
}

/* The number of whole elements; MPI_UNDEFINED if there is a rest. False: there is no such type. */
static bool count_of(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
    int64_t size = lmpi_type_size(datatype), bytes = status_bytes(status);
    if (size < 0)
        return false;
    if (size == 0)
        *count = bytes ? MPI_UNDEFINED : 0;
    else
        *count = bytes % size ? MPI_UNDEFINED : bytes / size;
    return true;
}

int MPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count) {
    LMPI_ENTER;
    MPI_Count n;
    if (!count_of(status, datatype, &n))
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_TYPE, "no such datatype (%#x)", (unsigned)datatype);
    *count = n > INT32_MAX ? MPI_UNDEFINED : (int)n;
    return MPI_SUCCESS;
}

int MPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
    LMPI_ENTER;
    if (!count_of(status, datatype, count))
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_TYPE, "no such datatype (%#x)", (unsigned)datatype);
    return MPI_SUCCESS;
}

struct elements {
    const MPI_Status *status;
    MPI_Datatype type;
    MPI_Count count;
};

static void elements(void *arg) {
    struct elements *e = arg;
    PMPI_Get_elements_x(e->status, e->type, &e->count);
}

static MPI_Count count_elements(const MPI_Status *status, MPI_Datatype datatype) {
    struct elements e = {status, datatype, 0};
    if (LMPI_TYPE_IS_BUILTIN(datatype)) {
        int64_t size = lmpi_type_size(datatype);
        return size ? status_bytes(status) / size : 0;
    }
    lmpi_pmpi_init();
    bsim_on_host_stack(elements, &e);
    return e.count;
}

int MPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count) {
    LMPI_ENTER;
    BSIM_ALONE;
    if (lmpi_type_size(datatype) < 0)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_TYPE, "no such datatype (%#x)", (unsigned)datatype);
    MPI_Count n = count_elements(status, datatype);
    *count = n > INT32_MAX ? MPI_UNDEFINED : (int)n;
    return MPI_SUCCESS;
}

int MPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
    LMPI_ENTER;
    BSIM_ALONE;
    if (lmpi_type_size(datatype) < 0)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_TYPE, "no such datatype (%#x)", (unsigned)datatype);
    *count = count_elements(status, datatype);
    return MPI_SUCCESS;
}

int MPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
    LMPI_ENTER;
    BSIM_ALONE;
    if (lmpi_type_size(datatype) < 0)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_TYPE, "no such datatype (%#x)", (unsigned)datatype);
    *count = count_elements(status, datatype);
    return MPI_SUCCESS;
}

int MPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count) {
    LMPI_ENTER;
    BSIM_ALONE;
    int64_t size = lmpi_type_size(datatype);
    if (size < 0)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_TYPE, "no such datatype (%#x)", (unsigned)datatype);
    int cancelled = status->count_hi_and_cancelled & 1;
    lmpi_status_set(status, status->MPI_SOURCE, status->MPI_TAG, size * count);
    status->count_hi_and_cancelled |= cancelled;
    return MPI_SUCCESS;
}

int MPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) {
    LMPI_ENTER;
    BSIM_ALONE;
    int64_t size = lmpi_type_size(datatype);
    if (size < 0)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_TYPE, "no such datatype (%#x)", (unsigned)datatype);
    int cancelled = status->count_hi_and_cancelled & 1;
    lmpi_status_set(status, status->MPI_SOURCE, status->MPI_TAG, size * count);
    status->count_hi_and_cancelled |= cancelled;
    return MPI_SUCCESS;
}

/* A Fortran status is an array of the members. */
int MPI_Status_c2f(const MPI_Status *c_status, MPI_Fint *f_status) {
    BSIM_ALONE;
    if (c_status == MPI_STATUS_IGNORE || c_status == MPI_STATUSES_IGNORE)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_OTHER, "there is no status");
    memcpy(f_status, c_status, sizeof *c_status);
    return MPI_SUCCESS;
}

int MPI_Status_f2c(const MPI_Fint *f_status, MPI_Status *c_status) {
    BSIM_ALONE;
    memcpy(c_status, f_status, sizeof *c_status);
    return MPI_SUCCESS;
}

int MPI_Test_cancelled(const MPI_Status *status, int *flag) {
    LMPI_ENTER;
    *flag = status->count_hi_and_cancelled & 1;
    return MPI_SUCCESS;
}

int MPI_Status_set_cancelled(MPI_Status *status, int flag) {
    LMPI_ENTER;
    status->count_hi_and_cancelled = (status->count_hi_and_cancelled & ~1) | (flag != 0);
    return MPI_SUCCESS;
}
