/* pack_api.c - MPI_Pack and its like. Packed data has no header. */
#include "bsim/kernel/engine.h"
#include "lmpi/datatype/packing.h"
#include "lmpi/core/lmpi_internal.h"

static int not_a_type(const char *call, const void *site, MPI_Datatype datatype) {
    return lmpi_error(MPI_COMM_WORLD, call, site, MPI_ERR_TYPE, "datatype handle 0x%x is not valid",
                      (unsigned)datatype);
}

/* The calling rank packs or unpacks: its own calculation, which in a skeleton is in a block. */
static void take_time(MPI_Datatype datatype, int64_t bytes) {
    if (lmpi_is_skeleton())
        return;
    double *clock = bsim_self->clock, start_s = *clock;
    lmpi_packed(datatype, bytes, clock);
    bsim_self->calc_s += *clock - start_s;
}

/* A call that packs, or unpacks, count elements of a type at a position of a packed buffer of `size` bytes. */
typedef struct packing {
    const char *call;
    const void *site;
    const void *in;
    void *out;
    int64_t count, size;
    MPI_Datatype type;
    MPI_Comm comm;
    bool unpacks;
} packing;

static int pack(const packing *p, int64_t *position) {
    const lmpi_type *t = lmpi_type_of(p->type);
    if (!t)
        return not_a_type(p->call, p->site, p->type);
    if (p->count < 0)
        return lmpi_error(p->comm, p->call, p->site, MPI_ERR_COUNT, "count is %lld", (long long)p->count);
    int64_t bytes = p->count * t->size;
    if (*position < 0 || *position + bytes > p->size)
        return lmpi_error(p->comm, p->call, p->site, MPI_ERR_ARG,
                          p->unpacks ? "%lld bytes at position %lld are not in the %lld of the packed buffer"
                                     : "%lld bytes at position %lld do not fit into the %lld of the pack buffer",
                          (long long)bytes, (long long)*position, (long long)p->size);
    if (bytes > 0 && !lmpi_type_has_memory(p->unpacks ? p->out : p->in, p->type) && !lmpi_is_skeleton())
        return lmpi_error(p->comm, p->call, p->site, MPI_ERR_BUFFER, "the %s buffer is null",
                          p->unpacks ? "output" : "input");
    take_time(p->type, bytes);
    if (p->unpacks)
        lmpi_type_unpack((const char *)p->in + *position, bytes, p->out, p->count, p->type);
    else
        lmpi_type_pack(p->in, p->count, p->type, (char *)p->out + *position);
    *position += bytes;
    return MPI_SUCCESS;
}

int MPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position,
             MPI_Comm comm) {
    LMPI_ENTER;
    BSIM_LOCKED;
    int64_t at = *position;
    int code = pack(&(packing){"MPI_Pack", LMPI_SITE, inbuf, outbuf, incount, outsize, datatype, comm, false}, &at);
    *position = (int)at;
    return code;
}

int MPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
               MPI_Count *position, MPI_Comm comm) {
    LMPI_ENTER;
    BSIM_LOCKED;
    int64_t at = *position;
    int code = pack(&(packing){"MPI_Pack_c", LMPI_SITE, inbuf, outbuf, incount, outsize, datatype, comm, false}, &at);
    *position = at;
    return code;
}

int MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype,
               MPI_Comm comm) {
    LMPI_ENTER;
    BSIM_LOCKED;
    int64_t at = *position;
    int code = pack(&(packing){"MPI_Unpack", LMPI_SITE, inbuf, outbuf, outcount, insize, datatype, comm, true}, &at);
    *position = (int)at;
    return code;
}

int MPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount,
                 MPI_Datatype datatype, MPI_Comm comm) {
    LMPI_ENTER;
    BSIM_LOCKED;
    int64_t at = *position;
    int code = pack(&(packing){"MPI_Unpack_c", LMPI_SITE, inbuf, outbuf, outcount, insize, datatype, comm, true}, &at);
    *position = at;
    return code;
}

static int pack_size(const char *call, const void *site, int64_t count, MPI_Datatype datatype, MPI_Comm comm,
                     int64_t *size) {
    const lmpi_type *t = lmpi_type_of(datatype);
    if (!t)
        return not_a_type(call, site, datatype);
    if (count < 0)
        return lmpi_error(comm, call, site, MPI_ERR_COUNT, "count is %lld", (long long)count);
    *size = count * t->size;
    return MPI_SUCCESS;
}

int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size) {
    LMPI_ENTER;
    BSIM_LOCKED;
    int64_t bytes = *size;
    int code = pack_size("MPI_Pack_size", LMPI_SITE, incount, datatype, comm, &bytes);
    *size = bytes > INT32_MAX ? MPI_UNDEFINED : (int)bytes;
    return code;
}

int MPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size) {
    LMPI_ENTER;
    BSIM_LOCKED;
    int64_t bytes = *size;
    int code = pack_size("MPI_Pack_size_c", LMPI_SITE, incount, datatype, comm, &bytes);
    *size = bytes;
    return code;
}

/* ---- external32: by MPICH ---- */

typedef struct external_call {
    const char *call;
    const void *site;
    const char *datarep;
    const void *in;
    void *out;
    MPI_Count count;
    MPI_Datatype type;
    MPI_Count size, *position;
    int code;
} external_call;

static void run_pack_external(void *argument) {
    external_call *c = argument;
    MPI_Count begin = *c->position, bytes = 0;
    PMPI_Pack_external_size_c(c->datarep, c->count, c->type, &bytes);
    c->code = PMPI_Pack_external_c(c->datarep, c->in, c->count, c->type, c->out, c->size, c->position);
    bsim_check(c->code != MPI_SUCCESS || *c->position == begin + bytes); /* datatype.c: it may pack too little */
    if (c->code != MPI_SUCCESS)
        PMPI_Error_class(c->code, &c->code);
}

static void run_unpack_external(void *argument) {
    external_call *c = argument;
    c->code = PMPI_Unpack_external_c(c->datarep, c->in, c->size, c->position, c->out, c->count, c->type);
    if (c->code != MPI_SUCCESS)
        PMPI_Error_class(c->code, &c->code);
}

static void run_external_size(void *argument) {
    external_call *c = argument;
    c->code = PMPI_Pack_external_size_c(c->datarep, c->count, c->type, c->position);
    if (c->code != MPI_SUCCESS)
        PMPI_Error_class(c->code, &c->code);
}

static int external(external_call *c, void (*run)(void *)) {
    if (!lmpi_type_of(c->type))
        return not_a_type(c->call, c->site, c->type);
    lmpi_pmpi_init();
    bsim_on_host_stack(run, c);
    return c->code == MPI_SUCCESS ? c->code : lmpi_error(MPI_COMM_WORLD, c->call, c->site, c->code, "external32 data");
}

int MPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf,
                      MPI_Aint outsize, MPI_Aint *position) {
    LMPI_ENTER;
    BSIM_LOCKED;
    external_call c = {__func__, LMPI_SITE, datarep, inbuf, outbuf, incount, datatype, outsize, position, 0};
    return external(&c, run_pack_external);
}

int MPI_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf,
                        MPI_Count outsize, MPI_Count *position) {
    LMPI_ENTER;
    BSIM_LOCKED;
    external_call c = {__func__, LMPI_SITE, datarep, inbuf, outbuf, incount, datatype, outsize, position, 0};
    return external(&c, run_pack_external);
}

int MPI_Unpack_external(const char datarep[], const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf,
                        int outcount, MPI_Datatype datatype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    external_call c = {__func__, LMPI_SITE, datarep, inbuf, outbuf, outcount, datatype, insize, position, 0};
    return external(&c, run_unpack_external);
}

int MPI_Unpack_external_c(const char datarep[], const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
                          MPI_Count outcount, MPI_Datatype datatype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    external_call c = {__func__, LMPI_SITE, datarep, inbuf, outbuf, outcount, datatype, insize, position, 0};
    return external(&c, run_unpack_external);
}

int MPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size) {
    LMPI_ENTER;
    BSIM_LOCKED;
    external_call c = {__func__, LMPI_SITE, datarep, NULL, NULL, incount, datatype, 0, size, 0};
    return external(&c, run_external_size);
}

int MPI_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype, MPI_Count *size) {
    LMPI_ENTER;
    BSIM_LOCKED;
    external_call c = {__func__, LMPI_SITE, datarep, NULL, NULL, incount, datatype, 0, size, 0};
    return external(&c, run_external_size);
}
