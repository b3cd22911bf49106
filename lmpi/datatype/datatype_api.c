/* datatype_api.c - the MPI_Type_* functions other than constructors. */
#include <stdio.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/kernel/engine.h"
#include "lmpi/datatype/datatype_table.h"
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
    LMPI_ENTER;
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

MPI_Datatype lmpi_type_large(int64_t count, MPI_Datatype datatype) {
    BSIM_LOCKED;
    MPI_Datatype whole;
    if (lmpi_type_size_committed(datatype) < 0 || lmpi_type_repeat(count, datatype, &whole) != MPI_SUCCESS)
        return datatype;
    lmpi_type *type = lmpi_type_derived(whole);
    if (!type->committed_there)
        bsim_on_host_stack(run_commit, &whole);
    type->committed = type->committed_there = 1;
    return whole;
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
    LMPI_ENTER;
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
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *size = t->size > 0x7fffffff ? MPI_UNDEFINED : (int)t->size;
    return MPI_SUCCESS;
}

int MPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *size = t->size;
    return MPI_SUCCESS;
}

int MPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *size = t->size;
    return MPI_SUCCESS;
}

int MPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *lb = t->lb;
    *extent = t->extent;
    return MPI_SUCCESS;
}

int MPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *lb = t->lb;
    *extent = t->extent;
    return MPI_SUCCESS;
}

int MPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *lb = t->lb;
    *extent = t->extent;
    return MPI_SUCCESS;
}

int MPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *true_lb = t->true_lb;
    *true_extent = t->true_extent;
    return MPI_SUCCESS;
}

int MPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *true_lb = t->true_lb;
    *true_extent = t->true_extent;
    return MPI_SUCCESS;
}

int MPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *true_lb = t->true_lb;
    *true_extent = t->true_extent;
    return MPI_SUCCESS;
}

int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *extent = t->extent;
    return MPI_SUCCESS;
}

int MPI_Type_lb(MPI_Datatype datatype, MPI_Aint *displacement) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *displacement = t->lb;
    return MPI_SUCCESS;
}

int MPI_Type_ub(MPI_Datatype datatype, MPI_Aint *displacement) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    *displacement = t->lb + t->extent;
    return MPI_SUCCESS;
}

typedef struct inquiry {
    MPI_Datatype type;
    int *n[4];           /* integers, addresses, datatypes, combiner */
    MPI_Count *large[4]; /* integers, addresses, large counts, datatypes */
    MPI_Count max[4];
    int *integers;
    MPI_Aint *addresses;
    MPI_Count *counts;
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
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    (void)t;
    inquiry q = {.type = datatype, .n = {num_integers, num_addresses, num_datatypes, combiner}};
    lmpi_pmpi_init();
    bsim_on_host_stack(run_envelope, &q);
    return q.code;
}

static void run_envelope_c(void *argument) {
    inquiry *q = argument;
    q->code = PMPI_Type_get_envelope_c(q->type, q->large[0], q->large[1], q->large[2], q->large[3], q->n[3]);
}

int MPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers, MPI_Count *num_addresses,
                            MPI_Count *num_large_counts, MPI_Count *num_datatypes, int *combiner) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    (void)t;
    inquiry q = {.type = datatype,
                 .n = {NULL, NULL, NULL, combiner},
                 .large = {num_integers, num_addresses, num_large_counts, num_datatypes}};
    lmpi_pmpi_init();
    bsim_on_host_stack(run_envelope_c, &q);
    return q.code;
}

/* counts: NULL for the form without large counts. */
static void run_contents(void *argument) {
    inquiry *q = argument;
    q->code = q->counts ? PMPI_Type_get_contents_c(q->type, q->max[0], q->max[1], q->max[3], q->max[2], q->integers,
                                                   q->addresses, q->counts, q->types)
                        : PMPI_Type_get_contents(q->type, (int)q->max[0], (int)q->max[1], (int)q->max[2], q->integers,
                                                 q->addresses, q->types);
    if (q->code != MPI_SUCCESS) {
        PMPI_Error_class(q->code, &q->code);
        return;
    }
    MPI_Count unused, ntypes;
    int combiner;
    PMPI_Type_get_envelope_c(q->type, &unused, &unused, &unused, &ntypes, &combiner);
    *q->length = (int)ntypes;
}

/* Gives up a reference to a derived type that MPICH has returned; the table counts references itself. */
static void run_release(void *argument) {
    MPI_Datatype handle = *(MPI_Datatype *)argument;
    PMPI_Type_free(&handle);
}

static int contents(inquiry *q, const void *site) {
    int n = 0;
    q->length = &n;
    lmpi_pmpi_init();
    bsim_on_host_stack(run_contents, q);
    if (q->code != MPI_SUCCESS)
        return lmpi_error(MPI_COMM_WORLD, q->counts ? "MPI_Type_get_contents_c" : "MPI_Type_get_contents", site,
                          q->code, "the type's contents cannot be given in this room");
    for (int i = 0; i < n; i++) {
        lmpi_type *base = lmpi_type_derived(q->types[i]);
        if (!base)
            continue;
        base->refs++;
        bsim_on_host_stack(run_release, &q->types[i]);
    }
    return MPI_SUCCESS;
}

int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
                          int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    (void)t;
    inquiry q = {.type = datatype,
                 .max = {max_integers, max_addresses, max_datatypes},
                 .integers = array_of_integers,
                 .addresses = array_of_addresses,
                 .types = array_of_datatypes};
    return contents(&q, LMPI_SITE);
}

int MPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
                            MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[],
                            MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[],
                            MPI_Datatype array_of_datatypes[]) {
    LMPI_ENTER;
    BSIM_LOCKED;
    TYPE_OR_FAIL(t, datatype);
    (void)t;
    MPI_Count none;
    inquiry q = {.type = datatype,
                 .max = {max_integers, max_addresses, max_datatypes, max_large_counts},
                 .integers = array_of_integers,
                 .addresses = array_of_addresses,
                 .counts = array_of_large_counts ? array_of_large_counts : &none,
                 .types = array_of_datatypes};
    return contents(&q, LMPI_SITE);
}

static void run_match(void *argument) {
    inquiry *q = argument;
    q->code = PMPI_Type_match_size((int)q->max[0], (int)q->max[1], q->types);
    if (q->code != MPI_SUCCESS)
        PMPI_Error_class(q->code, &q->code);
}

int MPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    inquiry q = {.max = {typeclass, size}, .types = datatype};
    lmpi_pmpi_init();
    bsim_on_host_stack(run_match, &q);
    return q.code == MPI_SUCCESS ? q.code
                                 : LMPI_FAIL(MPI_COMM_WORLD, q.code, "no type of this class has %d bytes", size);
}

/* Ranks share handles, so each rank has its own name for a type. */
int MPI_Type_set_name(MPI_Datatype datatype, const char *type_name) {
    LMPI_ENTER;
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
    LMPI_ENTER;
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
