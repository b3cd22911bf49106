/* datatype_api.c - the MPI_Type_* functions other than constructors, and packing. */
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "lmpi/datatype/datatype_table.h"
#include "lmpi/datatype/packing.h"
#include "lmpi/core/lmpi_internal.h"
#include "lmpi/core/props.h"

#define TYPE_OR_FAIL(variable, handle)                                                                                 \
    const lmpi_type *variable = lmpi_type_of(handle);                                                                  \
    if (!variable)                                                                                                     \
    return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_TYPE, "datatype handle 0x%x is not valid", (unsigned)(handle))

/* ---- life ---- */

static void run_commit(void *argument) {
    PMPI_Type_commit(argument);
}

int MPI_Type_commit(MPI_Datatype *datatype) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, *datatype);
    lmpi_type *type = lmpi_type_derived(*datatype);
    if (t->committed || !type)
        return MPI_SUCCESS;
    MPI_Datatype handle = *datatype;
    if (!type->committed_there)
        bsim_on_host_stack(run_commit, &handle);
    type->committed = type->committed_there = 1;
    return MPI_SUCCESS;
}

/* Drops the running rank's attributes of a type. */
static int drop_attached(MPI_Datatype datatype) {
    if (!lmpi_props_find(LMPI_DOMAIN_TYPE, datatype, bsim_self->id))
        return MPI_SUCCESS;
    BSIM_ALONE;
    int code = lmpi_attr_delete_all(LMPI_DOMAIN_TYPE, datatype, datatype);
    if (code == MPI_SUCCESS)
        lmpi_props_drop(LMPI_DOMAIN_TYPE, datatype, bsim_self->id);
    return code;
}

int MPI_Type_free(MPI_Datatype *datatype) {
    if (!lmpi_type_derived(*datatype))
        return LMPI_FAIL(MPI_COMM_WORLD, MPI_ERR_TYPE, "datatype handle 0x%x is not one that can be freed",
                         (unsigned)*datatype);
    int code = drop_attached(*datatype);
    if (code != MPI_SUCCESS)
        return LMPI_FAIL(MPI_COMM_WORLD, code, "the delete callback of an attribute failed");
    lmpi_type_release(*datatype);
    *datatype = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}

/* ---- queries ---- */

int MPI_Type_size(MPI_Datatype datatype, int *size) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *size = t->size > 0x7fffffff ? MPI_UNDEFINED : (int)t->size;
    return MPI_SUCCESS;
}

int MPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *size = t->size;
    return MPI_SUCCESS;
}

int MPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *lb = t->lb;
    *extent = t->extent;
    return MPI_SUCCESS;
}

int MPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *lb = t->lb;
    *extent = t->extent;
    return MPI_SUCCESS;
}

int MPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *true_lb = t->true_lb;
    *true_extent = t->true_extent;
    return MPI_SUCCESS;
}

int MPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *true_lb = t->true_lb;
    *true_extent = t->true_extent;
    return MPI_SUCCESS;
}

int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *extent = t->extent;
    return MPI_SUCCESS;
}

int MPI_Type_lb(MPI_Datatype datatype, MPI_Aint *displacement) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *displacement = t->lb;
    return MPI_SUCCESS;
}

int MPI_Type_ub(MPI_Datatype datatype, MPI_Aint *displacement) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *displacement = t->lb + t->extent;
    return MPI_SUCCESS;
}

typedef struct inquiry {
    MPI_Datatype type;
    int *n[4]; /* integers, addresses, datatypes, combiner */
    int max[3];
    int *integers;
    MPI_Aint *addresses;
    MPI_Datatype *types;
    char *name;
    int *length;
    int code;
} inquiry;

static void run_envelope(void *argument) {
    inquiry *q = argument;
    q->code = PMPI_Type_get_envelope(q->type, q->n[0], q->n[1], q->n[2], q->n[3]);
}

int MPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes,
                          int *combiner) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    (void)t;
    inquiry q = {.type = datatype, .n = {num_integers, num_addresses, num_datatypes, combiner}};
    lmpi_pmpi_init();
    bsim_on_host_stack(run_envelope, &q);
    return q.code;
}

static void run_contents(void *argument) {
    inquiry *q = argument;
    q->code = PMPI_Type_get_contents(q->type, q->max[0], q->max[1], q->max[2], q->integers, q->addresses, q->types);
    if (q->code != MPI_SUCCESS) {
        PMPI_Error_class(q->code, &q->code);
        return;
    }
    int unused, ntypes;
    PMPI_Type_get_envelope(q->type, &unused, &unused, &ntypes, &unused);
    *q->length = ntypes;
}

/* Gives up a reference to a derived type that MPICH has returned; the table counts references itself. */
static void run_release(void *argument) {
    MPI_Datatype handle = *(MPI_Datatype *)argument;
    PMPI_Type_free(&handle);
}

int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
                          int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    (void)t;
    int n = 0;
    inquiry q = {.type = datatype,
                 .max = {max_integers, max_addresses, max_datatypes},
                 .integers = array_of_integers,
                 .addresses = array_of_addresses,
                 .types = array_of_datatypes,
                 .length = &n};
    lmpi_pmpi_init();
    bsim_on_host_stack(run_contents, &q);
    if (q.code != MPI_SUCCESS)
        return LMPI_FAIL(MPI_COMM_WORLD, q.code, "the type's contents cannot be given in this room");
    for (int i = 0; i < n; i++) {
        lmpi_type *base = lmpi_type_derived(array_of_datatypes[i]);
        if (!base)
            continue;
        base->refs++;
        bsim_on_host_stack(run_release, &array_of_datatypes[i]);
    }
    return MPI_SUCCESS;
}

static void run_match(void *argument) {
    inquiry *q = argument;
    q->code = PMPI_Type_match_size(q->max[0], q->max[1], q->types);
    if (q->code != MPI_SUCCESS)
        PMPI_Error_class(q->code, &q->code);
}

int MPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype) {
    BSIM_LOCKED;
    inquiry q = {.max = {typeclass, size}, .types = datatype};
    lmpi_pmpi_init();
    bsim_on_host_stack(run_match, &q);
    return q.code == MPI_SUCCESS ? q.code
                                 : LMPI_FAIL(MPI_COMM_WORLD, q.code, "no type of this class has %d bytes", size);
}

/* Ranks share handles, so each rank has its own name for a type. */
int MPI_Type_set_name(MPI_Datatype datatype, const char *type_name) {
    BSIM_ALONE;
    TYPE_OR_FAIL(t, datatype);
    (void)t;
    lmpi_props *p = lmpi_props_get(LMPI_DOMAIN_TYPE, datatype, bsim_self->id);
    bsim_free(p->name);
    p->name = bsim_alloc(MPI_MAX_OBJECT_NAME);
    snprintf(p->name, MPI_MAX_OBJECT_NAME, "%s", type_name);
    return MPI_SUCCESS;
}

static void run_name(void *argument) {
    inquiry *q = argument;
    q->code = PMPI_Type_get_name(q->type, q->name, q->length);
}

int MPI_Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    (void)t;
    const lmpi_props *p = lmpi_props_find(LMPI_DOMAIN_TYPE, datatype, bsim_self->id);
    if (p && p->name) {
        *resultlen = snprintf(type_name, MPI_MAX_OBJECT_NAME, "%s", p->name);
        return MPI_SUCCESS;
    }
    inquiry q = {.type = datatype, .name = type_name, .length = resultlen};
    lmpi_pmpi_init();
    bsim_on_host_stack(run_name, &q);
    return q.code;
}

/* ---- packing: packed data has no header ---- */

static int is_missing(const void *buffer, int64_t bytes, MPI_Datatype datatype) {
    return bytes > 0 && !lmpi_type_has_memory(buffer, datatype) && !lmpi_is_skeleton();
}

/* The calling rank packs or unpacks: its own calculation. */
static void take_time(MPI_Datatype datatype, int64_t bytes) {
    double *clock = bsim_self->clock, start_s = *clock;
    lmpi_packed(datatype, bytes, clock);
    bsim_self->calc_s += *clock - start_s;
}

int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    if (incount < 0)
        return LMPI_FAIL(comm, MPI_ERR_COUNT, "count is %d", incount);
    *size = (int)(incount * t->size);
    return MPI_SUCCESS;
}

int MPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position,
             MPI_Comm comm) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    if (incount < 0)
        return LMPI_FAIL(comm, MPI_ERR_COUNT, "count is %d", incount);
    int64_t bytes = incount * t->size;
    if (*position < 0 || *position + bytes > outsize)
        return LMPI_FAIL(comm, MPI_ERR_ARG, "%lld bytes at position %d do not fit into the %d of the pack buffer",
                         (long long)bytes, *position, outsize);
    if (is_missing(inbuf, bytes, datatype))
        return LMPI_FAIL(comm, MPI_ERR_BUFFER, "the input buffer is null");
    take_time(datatype, bytes);
    lmpi_type_pack(inbuf, incount, datatype, (char *)outbuf + *position);
    *position += (int)bytes;
    return MPI_SUCCESS;
}

int MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype,
               MPI_Comm comm) {
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    if (outcount < 0)
        return LMPI_FAIL(comm, MPI_ERR_COUNT, "count is %d", outcount);
    int64_t bytes = outcount * t->size;
    if (*position < 0 || *position + bytes > insize)
        return LMPI_FAIL(comm, MPI_ERR_ARG, "%lld bytes at position %d are not in the %d of the packed buffer",
                         (long long)bytes, *position, insize);
    if (is_missing(outbuf, bytes, datatype))
        return LMPI_FAIL(comm, MPI_ERR_BUFFER, "the output buffer is null");
    take_time(datatype, bytes);
    lmpi_type_unpack((const char *)inbuf + *position, bytes, outbuf, outcount, datatype);
    *position += (int)bytes;
    return MPI_SUCCESS;
}

typedef struct external_call {
    const char *datarep;
    const void *in;
    void *out;
    int count;
    MPI_Datatype type;
    MPI_Aint size, *position;
    int code;
} external_call;

static void run_pack_external(void *argument) {
    external_call *c = argument;
    c->code = PMPI_Pack_external(c->datarep, c->in, c->count, c->type, c->out, c->size, c->position);
    if (c->code != MPI_SUCCESS)
        PMPI_Error_class(c->code, &c->code);
}

static void run_unpack_external(void *argument) {
    external_call *c = argument;
    c->code = PMPI_Unpack_external(c->datarep, c->in, c->size, c->position, c->out, c->count, c->type);
    if (c->code != MPI_SUCCESS)
        PMPI_Error_class(c->code, &c->code);
}

static void run_external_size(void *argument) {
    external_call *c = argument;
    c->code = PMPI_Pack_external_size(c->datarep, c->count, c->type, c->position);
    if (c->code != MPI_SUCCESS)
        PMPI_Error_class(c->code, &c->code);
}

static int external(const char *call, const void *site, external_call *c, void (*run)(void *)) {
    if (!lmpi_type_of(c->type))
        return lmpi_error(MPI_COMM_WORLD, call, site, MPI_ERR_TYPE, "datatype handle 0x%x is not valid",
                          (unsigned)c->type);
    lmpi_pmpi_init();
    bsim_on_host_stack(run, c);
    return c->code == MPI_SUCCESS ? c->code : lmpi_error(MPI_COMM_WORLD, call, site, c->code, "external32 data");
}

int MPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf,
                      MPI_Aint outsize, MPI_Aint *position) {
    BSIM_LOCKED;
    external_call c = {datarep, inbuf, outbuf, incount, datatype, outsize, position, 0};
    return external(__func__, LMPI_SITE, &c, run_pack_external);
}

int MPI_Unpack_external(const char datarep[], const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf,
                        int outcount, MPI_Datatype datatype) {
    BSIM_LOCKED;
    external_call c = {datarep, inbuf, outbuf, outcount, datatype, insize, position, 0};
    return external(__func__, LMPI_SITE, &c, run_unpack_external);
}

int MPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size) {
    BSIM_LOCKED;
    external_call c = {datarep, NULL, NULL, incount, datatype, 0, size, 0};
    return external(__func__, LMPI_SITE, &c, run_external_size);
}
