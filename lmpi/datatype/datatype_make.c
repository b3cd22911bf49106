/* datatype_make.c - constructors of datatypes. The arguments become a key; PMPI makes the type if none with this key
 * exists.
 *
 * Owns the layout of keys, and decides which types are contiguous. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/bsim.h"
#include "bsim/kernel/engine.h"
#include "lmpi/datatype/datatype_table.h"
#include "lmpi/core/checker.h"
#include "lmpi/core/errhandler.h"
#include "lmpi/core/props.h"
#include "lmpi/core/rank_extension.h"
#include "lmpi/datatype/type_class.h"
#include "bsim/base/alloc.h"

enum kind {
    CONTIGUOUS,
    VECTOR,
    HVECTOR,
    INDEXED,
    HINDEXED,
    INDEXED_BLOCK,
    HINDEXED_BLOCK,
    STRUCT,
    RESIZED,
    SUBARRAY,
    DARRAY,
    DUP,
    F90_REAL, /* size and rank: precision and range */
    F90_COMPLEX,
    F90_INTEGER
};

/* The extent of a CONTIGUOUS that stands for a type whose layout is not known, only its size. */
enum { WITHOUT_LAYOUT = -1 };

/* The arguments of a constructor. Those that a kind does not have are zero. */
typedef struct construction {
    enum kind kind;
    const char *call;
    const void *site;
    int64_t count, blocklength;
    int64_t stride; /* VECTOR: in elements; HVECTOR: in bytes; RESIZED: the lower bound */
    int64_t extent;
    const int *ints[4];         /* block lengths and displacements; for arrays: sizes and so on */
    const MPI_Count *counts[3]; /* instead of the first ints */
    const MPI_Aint *displacements;
    MPI_Datatype old;
    const MPI_Datatype *types;
    int size, rank, order;
    bool shared; /* a type of the runtime's own, not the program's */
    MPI_Datatype made;
    lmpi_type description;
    int code;
    char message[MPI_MAX_ERROR_STRING];
} construction;

static bool has(const construction *c, int list) {
    return c->ints[list] || (list < 3 && c->counts[list]);
}

/* An element of a list of ints or counts. */
static int64_t at(const construction *c, int list, int64_t i) {
    return c->ints[list] ? c->ints[list][i] : c->counts[list][i];
}

/* The key under construction, shared by all ranks: constructors are BSIM_LOCKED and do not block. */
static int64_t *words;
static int nwords, words_room;

static void put(int64_t value) {
    if (nwords == words_room) {
        words_room = words_room ? 2 * words_room : 256;
        words = bsim_realloc(words, (size_t)words_room * sizeof *words);
    }
    words[nwords++] = value;
}

/* bsim check tells equal constructions apart, since each is committed and freed by itself. */
static void make_key(const construction *c) {
    static int64_t made;
    nwords = 0;
    put(c->kind);
    put(LMPI_CHECKED && c->kind < F90_REAL && !c->shared ? ++made : 0);
    put(c->count);
    put(c->blocklength);
    put(c->stride);
    put(c->extent);
    put(c->size);
    put(c->rank);
    put(c->order);
    put(c->old);
    if (!has(c, 0) && !has(c, 1) && !c->displacements && !c->types)
        return; /* nothing for each element, and count may be large */
    for (int64_t i = 0; i < c->count; i++) {
        for (int j = 0; j < 4; j++)
            if (has(c, j))
                put(at(c, j, i));
        if (c->displacements)
            put(c->displacements[i]);
        if (c->types)
            put(c->types[i]);
    }
}

/* For counts above INT_MAX. The other forms say how a type was made with smaller ones. */
static int call_pmpi_large(const construction *c, MPI_Datatype *made) {
    switch (c->kind) {
    case CONTIGUOUS:
        return PMPI_Type_contiguous_c(c->count, c->old, made);
    case VECTOR:
        return PMPI_Type_vector_c(c->count, c->blocklength, c->stride, c->old, made);
    case HVECTOR:
        return PMPI_Type_create_hvector_c(c->count, c->blocklength, c->stride, c->old, made);
    case INDEXED:
        return PMPI_Type_indexed_c(c->count, c->counts[0], c->counts[1], c->old, made);
    case HINDEXED:
        return PMPI_Type_create_hindexed_c(c->count, c->counts[0], c->displacements, c->old, made);
    case INDEXED_BLOCK:
        return PMPI_Type_create_indexed_block_c(c->count, c->blocklength, c->counts[0], c->old, made);
    case HINDEXED_BLOCK:
        return PMPI_Type_create_hindexed_block_c(c->count, c->blocklength, c->displacements, c->old, made);
    case STRUCT:
        return PMPI_Type_create_struct_c(c->count, c->counts[0], c->displacements, c->types, made);
    default:
        return PMPI_Type_create_subarray_c((int)c->count, c->counts[0], c->counts[1], c->counts[2], c->order, c->old,
                                           made);
    }
}

static bool is_above_int(int64_t value) {
    return value > INT_MAX || value < INT_MIN;
}

static bool is_large(const construction *c) {
    bool large =
        is_above_int(c->count) || is_above_int(c->blocklength) || (c->kind == VECTOR && is_above_int(c->stride));
    for (int j = 0; j < 3; j++)
        for (int64_t i = 0; !large && c->counts[j] && i < c->count; i++)
            large = is_above_int(c->counts[j][i]);
    return large;
}

/* Gives a construction with counts that ints hold a copy of them, owned by the caller. */
static int *narrow(construction *c) {
    size_t n = (size_t)c->count;
    int *room = bsim_alloc((3 * n + 1) * sizeof *room);
    for (int j = 0; j < 3; j++) {
        for (size_t i = 0; c->counts[j] && i < n; i++)
            room[(size_t)j * n + i] = (int)c->counts[j][i];
        c->ints[j] = c->counts[j] ? &room[(size_t)j * n] : c->ints[j];
    }
    return room;
}

static void call_pmpi(construction *c) {
    MPI_Datatype *made = &c->made;
    int count = (int)c->count, blocklength = (int)c->blocklength;
    switch (c->kind) {
    case CONTIGUOUS:
        c->code = PMPI_Type_contiguous(count, c->old, made);
        break;
    case VECTOR:
        c->code = PMPI_Type_vector(count, blocklength, (int)c->stride, c->old, made);
        break;
    case HVECTOR:
        c->code = PMPI_Type_create_hvector(count, blocklength, c->stride, c->old, made);
        break;
    case INDEXED:
        c->code = PMPI_Type_indexed(count, c->ints[0], c->ints[1], c->old, made);
        break;
    case HINDEXED:
        c->code = PMPI_Type_create_hindexed(count, c->ints[0], c->displacements, c->old, made);
        break;
    case INDEXED_BLOCK:
        c->code = PMPI_Type_create_indexed_block(count, blocklength, c->ints[0], c->old, made);
        break;
    case HINDEXED_BLOCK:
        c->code = PMPI_Type_create_hindexed_block(count, blocklength, c->displacements, c->old, made);
        break;
    case STRUCT:
        c->code = PMPI_Type_create_struct(count, c->ints[0], c->displacements, c->types, made);
        break;
    case RESIZED:
        c->code = PMPI_Type_create_resized(c->old, c->stride, c->extent, made);
        break;
    case SUBARRAY:
        c->code = PMPI_Type_create_subarray(count, c->ints[0], c->ints[1], c->ints[2], c->order, c->old, made);
        break;
    case DARRAY:
        c->code = PMPI_Type_create_darray(c->size, c->rank, count, c->ints[0], c->ints[1], c->ints[2], c->ints[3],
                                          c->order, c->old, made);
        break;
    case DUP:
        c->code = PMPI_Type_dup(c->old, made);
        break;
    case F90_REAL:
        c->code = PMPI_Type_create_f90_real(c->size, c->rank, made);
        break;
    case F90_COMPLEX:
        c->code = PMPI_Type_create_f90_complex(c->size, c->rank, made);
        break;
    case F90_INTEGER:
        c->code = PMPI_Type_create_f90_integer(c->rank, made);
        break;
    }
}

static void run_construction(void *argument) {
    construction *c = argument;
    if (is_large(c)) {
        c->code = call_pmpi_large(c, &c->made);
    } else if (c->counts[0]) {
        construction same = *c;
        int *owned = narrow(&same);
        call_pmpi(&same);
        c->code = same.code;
        c->made = same.made;
        bsim_free(owned);
    } else {
        call_pmpi(c);
    }
    if (c->code != MPI_SUCCESS) {
        int length;
        PMPI_Error_string(c->code, c->message, &length);
        PMPI_Error_class(c->code, &c->code);
        return;
    }
    lmpi_type *d = &c->description;
    MPI_Count size;
    MPI_Aint lb, extent, true_lb, true_extent;
    PMPI_Type_size_x(c->made, &size);
    PMPI_Type_get_extent(c->made, &lb, &extent);
    PMPI_Type_get_true_extent(c->made, &true_lb, &true_extent);
    d->handle = c->made;
    d->size = size;
    d->lb = lb;
    d->extent = extent;
    d->true_lb = true_lb;
    d->true_extent = true_extent;
}

/* Whether a type is contiguous: data fill its true extent, in ascending order. The order is known for constructors that
 * cannot permute, and for blocks with ascending displacements. All other types count as not contiguous. */
static int is_contiguous(const construction *c) {
    const lmpi_type *d = &c->description;
    if (d->size != d->true_extent)
        return 0;
    if (c->kind == STRUCT) {
        for (int i = 0; i < c->count; i++) {
            const lmpi_type *base = lmpi_type_of(c->types[i]);
            if (!base->contiguous || base->lb < 0 || (at(c, 0, i) > 1 && base->extent != base->size))
                return 0;
            if (i && c->displacements[i] < c->displacements[i - 1])
                return 0;
        }
        return 1;
    }
    const lmpi_type *base = lmpi_type_of(c->old);
    if (!base->contiguous || base->lb < 0 || base->extent < 0)
        return 0;
    switch (c->kind) {
    case VECTOR:
    case HVECTOR:
        return c->stride >= 0;
    case INDEXED:
        for (int i = 1; i < c->count; i++)
            if (at(c, 1, i) < at(c, 1, i - 1))
                return 0;
        return 1;
    case INDEXED_BLOCK:
        for (int i = 1; i < c->count; i++)
            if (at(c, 0, i) < at(c, 0, i - 1))
                return 0;
        return 1;
    case HINDEXED:
    case HINDEXED_BLOCK:
        for (int i = 1; i < c->count; i++)
            if (c->displacements[i] < c->displacements[i - 1])
                return 0;
        return 1;
    case DARRAY:
        return 0;
    default:
        return 1;
    }
}

static int64_t blocks_of(MPI_Datatype type) {
    const lmpi_type *base = lmpi_type_of(type);
    return base->blocks ? base->blocks : 1;
}

/* Whether elements of a type one after the other have no holes. */
static bool is_dense(MPI_Datatype type) {
    const lmpi_type *base = lmpi_type_of(type);
    return base->contiguous && base->extent == base->size && base->blocks <= 1;
}

/* A block of `length` elements of a type. */
static int64_t blocks_of_run(MPI_Datatype type, int64_t length) {
    return length <= 0 ? 0 : is_dense(type) ? 1 : length * blocks_of(type);
}

/* A block of a subarray ends where its innermost dimension that is not complete does. */
static int64_t blocks_of_subarray(const construction *c) {
    bool rows = c->order == MPI_ORDER_C, open = true;
    int64_t run = 1, blocks = 1;
    int dimensions = (int)c->count;
    for (int i = 0; i < dimensions; i++) {
        int dimension = rows ? dimensions - 1 - i : i;
        int64_t part = at(c, 1, dimension);
        *(open ? &run : &blocks) *= part;
        open &= part == at(c, 0, dimension);
    }
    return blocks * blocks_of_run(c->old, run);
}

/* lmpi_type.blocks. Blocks that touch each other count as two; the distributed arrays of HPF as one for each element.
 */
static int64_t count_blocks(const construction *c) {
    int64_t blocks = 0;
    if (c->kind == CONTIGUOUS && c->extent == WITHOUT_LAYOUT)
        return c->blocklength;
    if (c->description.contiguous && c->kind != CONTIGUOUS && c->kind != RESIZED && c->kind != DUP)
        return 1;
    switch (c->kind) {
    case CONTIGUOUS:
        return blocks_of_run(c->old, c->count);
    case VECTOR:
    case HVECTOR:
    case INDEXED_BLOCK:
    case HINDEXED_BLOCK:
        return c->count * blocks_of_run(c->old, c->blocklength);
    case INDEXED:
    case HINDEXED:
        for (int i = 0; i < c->count; i++)
            blocks += blocks_of_run(c->old, at(c, 0, i));
        return blocks;
    case STRUCT:
        for (int i = 0; i < c->count; i++)
            blocks += blocks_of_run(c->types[i], at(c, 0, i));
        return blocks;
    case RESIZED:
    case DUP:
        return blocks_of(c->old);
    case SUBARRAY:
        return blocks_of_subarray(c);
    default:
        return c->description.size / lmpi_type_size(c->old) * blocks_of(c->old);
    }
}

/* The basic type that all base types consist of; 0 if there are several. */
static MPI_Datatype basic_of(const MPI_Datatype *bases, int n) {
    MPI_Datatype basic = n ? lmpi_type_basic(bases[0]) : 0;
    for (int i = 1; i < n && basic; i++) {
        MPI_Datatype other = bases[i] == bases[i - 1] ? basic : lmpi_type_basic(bases[i]);
        if (!other || !lmpi_types_agree(other, basic, true))
            basic = 0;
    }
    return basic;
}

/* The type of C that a type of Fortran's precision and range is. */
static MPI_Datatype basic_of_f90(const construction *c) {
    int64_t size = c->description.size;
    if (c->kind == F90_REAL)
        return size == 4 ? MPI_FLOAT : size == 8 ? MPI_DOUBLE : 0;
    if (c->kind == F90_COMPLEX)
        return size == 8 ? MPI_C_FLOAT_COMPLEX : size == 16 ? MPI_C_DOUBLE_COMPLEX : 0;
    return size == 1 ? MPI_INT8_T : size == 2 ? MPI_INT16_T : size == 4 ? MPI_INT32_T : size == 8 ? MPI_INT64_T : 0;
}

static int check_old(const construction *c, MPI_Datatype old) {
    if (lmpi_type_of(old))
        return MPI_SUCCESS;
    return lmpi_error(MPI_COMM_WORLD, c->call, c->site, MPI_ERR_TYPE, "datatype handle 0x%x is not valid",
                      (unsigned)old);
}

/* The end of the run of equal types that begins at i. The usual case, one type throughout, is found by a single memcmp
 * of the array with itself, shifted by one. */
static int end_of_run(const MPI_Datatype *types, int i, int count) {
    if (memcmp(&types[i], &types[i + 1], (size_t)(count - i - 1) * sizeof *types) == 0)
        return count;
    MPI_Datatype type = types[i];
    do
        i++;
    while (types[i] == type);
    return i;
}

/* Handles null displacements. A skeleton passes null if no kept data has the layout (role l of mpi_calls.def); then
 * only the size counts. */
static int check_layout(construction *c) {
    bool without = c->count > 0 && !c->displacements &&
                   (c->kind == HINDEXED || c->kind == HINDEXED_BLOCK || c->kind == STRUCT ||
                    (c->kind == INDEXED && !has(c, 1)) || (c->kind == INDEXED_BLOCK && !has(c, 0)));
    if (!without)
        return MPI_SUCCESS;
    if (!lmpi_is_skeleton())
        return lmpi_error(MPI_COMM_WORLD, c->call, c->site, MPI_ERR_ARG, "the displacements are null");
    bool lengths = c->kind != HINDEXED_BLOCK && c->kind != INDEXED_BLOCK;
    int64_t bytes = 0;
    int count = (int)c->count;
    for (int i = 0, end; i < count; i = end) {
        end = c->kind == STRUCT ? end_of_run(c->types, i, count) : count;
        int64_t length = lengths ? 0 : c->blocklength * (end - i);
        for (int j = i; lengths && j < end; j++)
            length += at(c, 0, j);
        bytes += length * lmpi_type_size(c->kind == STRUCT ? c->types[i] : c->old);
    }
    int unit = bytes % 8 == 0 ? 8 : 1;
    c->blocklength = c->count; /* of the blocks, for count_blocks */
    c->kind = CONTIGUOUS;
    c->extent = WITHOUT_LAYOUT;
    c->count = bytes / unit;
    c->ints[0] = c->ints[1] = NULL;
    c->counts[0] = c->counts[1] = NULL;
    c->displacements = NULL;
    c->types = NULL;
    c->old = unit == 8 ? MPI_DOUBLE : MPI_BYTE;
    return MPI_SUCCESS;
}

static int make(construction *c, MPI_Datatype *newtype) {
    if (c->count < 0)
        return lmpi_error(MPI_COMM_WORLD, c->call, c->site, MPI_ERR_COUNT, "count is %lld", (long long)c->count);
    if (c->count > INT_MAX && c->kind != CONTIGUOUS && c->kind != VECTOR && c->kind != HVECTOR)
        return lmpi_error(MPI_COMM_WORLD, c->call, c->site, MPI_ERR_COUNT,
                          "count is %lld: more than %d is not supported here", (long long)c->count, INT_MAX);
    int nbases = c->kind == STRUCT ? (int)c->count : 1;
    const MPI_Datatype *bases = c->kind == STRUCT ? c->types : &c->old;
    for (int i = 0; i < nbases; i = end_of_run(bases, i, nbases)) {
        int valid = check_old(c, bases[i]);
        if (valid != MPI_SUCCESS)
            return valid;
    }
    int code = check_layout(c);
    if (code != MPI_SUCCESS)
        return code;
    if (c->kind != STRUCT) {
        bases = &c->old;
        nbases = 1;
    }
    make_key(c);
    int committed = c->kind >= F90_REAL || (c->kind == DUP && lmpi_type_of(c->old)->committed);
    const lmpi_type *type = lmpi_type_again(words, nwords, committed);
    if (type) {
        *newtype = type->handle;
        return MPI_SUCCESS;
    }
    lmpi_pmpi_init();
    bsim_on_host_stack(run_construction, c);
    if (c->code != MPI_SUCCESS)
        return lmpi_error(MPI_COMM_WORLD, c->call, c->site, c->code, "%s", c->message);
    c->description.contiguous = is_contiguous(c);
    c->description.blocks = c->description.size > 0 ? count_blocks(c) : 0;
    c->description.committed = committed;
    c->description.committed_there = c->description.permanent = c->kind >= F90_REAL;
    c->description.basic = c->kind >= F90_REAL                                    ? basic_of_f90(c)
                           : c->kind == CONTIGUOUS && c->extent == WITHOUT_LAYOUT ? 0
                                                                                  : basic_of(bases, nbases);
    *newtype = lmpi_type_add(&c->description, words, nwords, bases, nbases)->handle;
    return MPI_SUCCESS;
}

#define PLACE .call = __func__, .site = __builtin_return_address(0)

int MPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = CONTIGUOUS, PLACE, .count = count, .old = oldtype}, newtype);
}

int MPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(
        &(construction){
            .kind = VECTOR, PLACE, .count = count, .blocklength = blocklength, .stride = stride, .old = oldtype},
        newtype);
}

int MPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(
        &(construction){
            .kind = HVECTOR, PLACE, .count = count, .blocklength = blocklength, .stride = stride, .old = oldtype},
        newtype);
}

int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(
        &(construction){
            .kind = HVECTOR, PLACE, .count = count, .blocklength = blocklength, .stride = stride, .old = oldtype},
        newtype);
}

int MPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[],
                     MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = INDEXED,
                                PLACE,
                                .count = count,
                                .ints = {array_of_blocklengths, array_of_displacements},
                                .old = oldtype},
                newtype);
}

int MPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
                             MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = HINDEXED,
                                PLACE,
                                .count = count,
                                .ints = {array_of_blocklengths},
                                .displacements = array_of_displacements,
                                .old = oldtype},
                newtype);
}

int MPI_Type_hindexed(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                      MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = HINDEXED,
                                PLACE,
                                .count = count,
                                .ints = {array_of_blocklengths},
                                .displacements = array_of_displacements,
                                .old = oldtype},
                newtype);
}

int MPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype,
                                  MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = INDEXED_BLOCK,
                                PLACE,
                                .count = count,
                                .blocklength = blocklength,
                                .ints = {array_of_displacements},
                                .old = oldtype},
                newtype);
}

int MPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint array_of_displacements[],
                                   MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = HINDEXED_BLOCK,
                                PLACE,
                                .count = count,
                                .blocklength = blocklength,
                                .displacements = array_of_displacements,
                                .old = oldtype},
                newtype);
}

int MPI_Type_create_struct(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
                           const MPI_Datatype array_of_types[], MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = STRUCT,
                                PLACE,
                                .count = count,
                                .ints = {array_of_blocklengths},
                                .displacements = array_of_displacements,
                                .types = array_of_types},
                newtype);
}

int MPI_Type_struct(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[],
                    MPI_Datatype array_of_types[], MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = STRUCT,
                                PLACE,
                                .count = count,
                                .ints = {array_of_blocklengths},
                                .displacements = array_of_displacements,
                                .types = array_of_types},
                newtype);
}

int MPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = RESIZED, PLACE, .stride = lb, .extent = extent, .old = oldtype}, newtype);
}

int MPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[],
                             const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = SUBARRAY,
                                PLACE,
                                .count = ndims,
                                .ints = {array_of_sizes, array_of_subsizes, array_of_starts},
                                .order = order,
                                .old = oldtype},
                newtype);
}

int MPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[],
                           const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype,
                           MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = DARRAY,
                                PLACE,
                                .size = size,
                                .rank = rank,
                                .count = ndims,
                                .ints = {array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes},
                                .order = order,
                                .old = oldtype},
                newtype);
}

/* MPI's predefined types of this precision and range. */
int MPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = F90_REAL, PLACE, .size = p, .rank = r, .old = MPI_BYTE}, newtype);
}

int MPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = F90_COMPLEX, PLACE, .size = p, .rank = r, .old = MPI_BYTE}, newtype);
}

int MPI_Type_create_f90_integer(int r, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = F90_INTEGER, PLACE, .rank = r, .old = MPI_BYTE}, newtype);
}

int MPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = CONTIGUOUS, PLACE, .count = count, .old = oldtype}, newtype);
}

int MPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
                      MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(
        &(construction){
            .kind = VECTOR, PLACE, .count = count, .blocklength = blocklength, .stride = stride, .old = oldtype},
        newtype);
}

int MPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
                              MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(
        &(construction){
            .kind = HVECTOR, PLACE, .count = count, .blocklength = blocklength, .stride = stride, .old = oldtype},
        newtype);
}

int MPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                       const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = INDEXED,
                                PLACE,
                                .count = count,
                                .counts = {array_of_blocklengths, array_of_displacements},
                                .old = oldtype},
                newtype);
}

int MPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                               const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = HINDEXED,
                                PLACE,
                                .count = count,
                                .counts = {array_of_blocklengths},
                                .displacements = array_of_displacements,
                                .old = oldtype},
                newtype);
}

int MPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[],
                                    MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = INDEXED_BLOCK,
                                PLACE,
                                .count = count,
                                .blocklength = blocklength,
                                .counts = {array_of_displacements},
                                .old = oldtype},
                newtype);
}

int MPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[],
                                     MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = HINDEXED_BLOCK,
                                PLACE,
                                .count = count,
                                .blocklength = blocklength,
                                .displacements = array_of_displacements,
                                .old = oldtype},
                newtype);
}

int MPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                             const MPI_Count array_of_displacements[], const MPI_Datatype array_of_types[],
                             MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = STRUCT,
                                PLACE,
                                .count = count,
                                .counts = {array_of_blocklengths},
                                .displacements = array_of_displacements,
                                .types = array_of_types},
                newtype);
}

int MPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[],
                               const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype,
                               MPI_Datatype *newtype) {
    LMPI_ENTER;
    BSIM_LOCKED;
    return make(&(construction){.kind = SUBARRAY,
                                PLACE,
                                .count = ndims,
                                .counts = {array_of_sizes, array_of_subsizes, array_of_starts},
                                .order = order,
                                .old = oldtype},
                newtype);
}

int lmpi_type_repeat(int64_t count, MPI_Datatype old, MPI_Datatype *made) {
    return make(&(construction){.kind = CONTIGUOUS, PLACE, .count = count, .old = old, .shared = true}, made);
}

static int make_dup(construction *c, MPI_Datatype *newtype) {
    BSIM_LOCKED;
    return make(c, newtype);
}

/* Each duplicate that a rank makes is a type of its own, since a program makes one for attributes and a name of its
 * own. Duplicates of several ranks are shared; what they attach is kept by rank. */
int MPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype) {
    LMPI_ENTER;
    construction c = {.kind = DUP, PLACE, .old = oldtype, .size = ++lmpi_extension(lmpi_self())->duplicates};
    const lmpi_props *p = lmpi_props_find(LMPI_DOMAIN_TYPE, oldtype, bsim_self->id);
    if (!p || !p->attrs)
        return make_dup(&c, newtype);
    BSIM_ALONE;
    int code = make(&c, newtype);
    if (code != MPI_SUCCESS)
        return code;
    code = lmpi_attr_copy_all(LMPI_DOMAIN_TYPE, oldtype, oldtype, *newtype);
    if (code == MPI_SUCCESS)
        return code;
    lmpi_attr_delete_all(LMPI_DOMAIN_TYPE, *newtype, *newtype);
    lmpi_props_drop(LMPI_DOMAIN_TYPE, *newtype, bsim_self->id);
    lmpi_type_release(*newtype);
    *newtype = MPI_DATATYPE_NULL;
    return lmpi_error(MPI_COMM_WORLD, c.call, c.site, code, "the copy callback of an attribute failed");
}
