/* env.c - small functions of the environment: versions, names, memory, addresses. */
#include <stdarg.h>
#include <stdio.h>

#include "bsim/base/alloc.h"
#include "lmpi/core/lmpi_internal.h"

int MPI_Get_version(int *version, int *subversion) {
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    return MPI_SUCCESS;
}

int MPI_Get_library_version(char *version, int *resultlen) {
    *resultlen = snprintf(version, MPI_MAX_LIBRARY_VERSION_STRING,
                          "bsim, a simulator; datatypes and operators of MPICH %s", MPICH_VERSION);
    return MPI_SUCCESS;
}

/* The name of the simulated node. */
int MPI_Get_processor_name(char *name, int *resultlen) {
    LMPI_ENTER;
    *resultlen = snprintf(name, MPI_MAX_PROCESSOR_NAME, "node%d", (int)bsim_context.node[bsim_self->id]);
    return MPI_SUCCESS;
}

int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr) {
    LMPI_ENTER;
    (void)info;
    if (size < 0)
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_ARG, "size is %lld", (long long)size);
    *(void **)baseptr = bsim_alloc(size ? (size_t)size : 1);
    return MPI_SUCCESS;
}

int MPI_Free_mem(void *base) {
    LMPI_ENTER;
    bsim_free(base);
    return MPI_SUCCESS;
}

int MPI_Get_address(const void *location, MPI_Aint *address) {
    LMPI_ENTER;
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}

int MPI_Address(void *location, MPI_Aint *address) {
    LMPI_ENTER;
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}

MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint disp) {
    return (MPI_Aint)((uint64_t)base + (uint64_t)disp);
}

MPI_Aint MPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2) {
    return (MPI_Aint)((uint64_t)addr1 - (uint64_t)addr2);
}

int MPI_Pcontrol(const int level, ...) {
    (void)level;
    return MPI_SUCCESS;
}
