/* comm_info.c - queries of communicators: rank, size, group, comparison, name. */
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "lmpi/comm/comm.h"
#include "lmpi/core/props.h"

int MPI_Comm_rank(MPI_Comm comm, int *rank) {
    LMPI_ENTER;
    LMPI_COMM_OR_FAIL(c, comm);
    *rank = lmpi_comm_rank(c, bsim_self->id);
    return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size) {
    LMPI_ENTER;
    LMPI_COMM_OR_FAIL(c, comm);
    *size = c->size;
    return MPI_SUCCESS;
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_COMM_OR_FAIL(c, comm);
    *group = lmpi_comm_group(c, bsim_self->id)->handle;
    return MPI_SUCCESS;
}

int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_COMM_OR_FAIL(a, comm1);
    LMPI_COMM_OR_FAIL(b, comm2);
    if (a == b) {
        *result = MPI_IDENT;
        return MPI_SUCCESS;
    }
    if (!a->all != !b->all) {
        *result = MPI_UNEQUAL;
        return MPI_SUCCESS;
    }
    lmpi_group *ga = lmpi_comm_group(a, bsim_self->id), *gb = lmpi_comm_group(b, bsim_self->id);
    int code = MPI_Group_compare(ga->handle, gb->handle, result);
    lmpi_group_unref(ga);
    lmpi_group_unref(gb);
    if (a->all && code == MPI_SUCCESS && *result != MPI_UNEQUAL) { /* both groups count */
        int remote;
        code = MPI_Group_compare(a->peers->group->handle, b->peers->group->handle, &remote);
        *result = remote == MPI_UNEQUAL || *result == MPI_IDENT ? remote : *result;
    }
    if (*result == MPI_IDENT)
        *result = MPI_CONGRUENT;
    return code;
}

int MPI_Comm_get_parent(MPI_Comm *parent) {
    LMPI_ENTER;
    BSIM_ALONE;
    *parent = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int MPI_Comm_set_name(MPI_Comm comm, const char *comm_name) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_COMM_OR_FAIL(c, comm);
    lmpi_props *p = lmpi_props_get(LMPI_DOMAIN_COMM, c->id, bsim_self->id);
    bsim_free(p->name);
    p->name = bsim_alloc(MPI_MAX_OBJECT_NAME);
    snprintf(p->name, MPI_MAX_OBJECT_NAME, "%s", comm_name);
    return MPI_SUCCESS;
}

int MPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen) {
    LMPI_ENTER;
    BSIM_ALONE;
    LMPI_COMM_OR_FAIL(c, comm);
    const lmpi_props *p = lmpi_props_find(LMPI_DOMAIN_COMM, c->id, bsim_self->id);
    const char *name = p && p->name                  ? p->name
                       : c->id == LMPI_COMM_ID_WORLD ? "MPI_COMM_WORLD"
                       : c->id == LMPI_COMM_ID_SELF  ? "MPI_COMM_SELF"
                                                     : "";
    *resultlen = snprintf(comm_name, MPI_MAX_OBJECT_NAME, "%s", name);
    return MPI_SUCCESS;
}

const char *lmpi_comm_label(const lmpi_comm *comm) {
    static char label[MPI_MAX_OBJECT_NAME + 40];
    if (comm->id == LMPI_COMM_ID_WORLD)
        return "MPI_COMM_WORLD";
    if (comm->id == LMPI_COMM_ID_SELF)
        return "MPI_COMM_SELF";
    const lmpi_props *p = lmpi_props_find(LMPI_DOMAIN_COMM, comm->id, lmpi_group_world(comm->group, 0));
    if (comm->left)
        snprintf(label, sizeof label, "an inter-communicator (groups of %d and %d ranks)", comm->left,
                 comm->size - comm->left);
    else if (comm->of)
        snprintf(label, sizeof label, "%.120s (%d ranks)", comm->of, comm->size);
    else if (p && p->name)
        snprintf(label, sizeof label, "communicator '%s'", p->name);
    else
        snprintf(label, sizeof label, "communicator number %d (%d ranks)", comm->id, comm->size);
    return label;
}
