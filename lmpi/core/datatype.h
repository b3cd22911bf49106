/* datatype.h - datatypes as the rest of the runtime sees them: sizes without a call, copies of typed data.
 *
 * Datatypes are MPICH's own handles, made through PMPI_*. MPICH is initialised when the first derived type, packing or
 * operator that it alone knows is needed: sizes of predefined types stand in their handles (bits 8 to 15). Equal
 * constructions share one counted handle, so that a million ranks that build the same vector type hold it once. */
#ifndef LMPI_DATATYPE_H
#define LMPI_DATATYPE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lmpi_type {
    MPI_Datatype handle;
    int64_t size;       /* bytes of data */
    int64_t lb, extent; /* in bytes */
    int64_t true_lb, true_extent;
    int contiguous; /* memory order is data order without holes: a copy is a memcpy from true_lb */
    int committed;
    int refs;
    struct lmpi_type_key *key; /* how it was made; null for predefined types */
    int committed_there;       /* by MPICH, for good */
    MPI_Datatype basic;        /* type_class.h: what it consists of */
} lmpi_type;

#define LMPI_TYPE_IS_BUILTIN(datatype) ((((unsigned)(datatype)) >> 24) == 0x4cu)

/* Null if the handle is no datatype that a program may use. Valid until the next call that makes or frees a type. */
const lmpi_type *lmpi_type_of(MPI_Datatype datatype);

/* Bytes of data of one element; -1 if the handle is no datatype. */
static inline int64_t lmpi_type_size(MPI_Datatype datatype) {
    if (LMPI_TYPE_IS_BUILTIN(datatype))
        return ((unsigned)datatype >> 8) & 0xffu;
    const lmpi_type *type = lmpi_type_of(datatype);
    return type ? type->size : -1;
}

/* The same for communication: negative for a type that is not committed, too. */
static inline int64_t lmpi_type_size_committed(MPI_Datatype datatype) {
    if (LMPI_TYPE_IS_BUILTIN(datatype))
        return ((unsigned)datatype >> 8) & 0xffu;
    const lmpi_type *type = lmpi_type_of(datatype);
    return type && type->committed ? type->size : -1;
}

/* Whether the program is a skeleton: it gives null where nobody has the data or the layout. */
int lmpi_is_skeleton(void);

/* Whether data that begin there are in memory. Below a quarter of the program's own address the system maps nothing: a
 * null buffer, also one with an offset, has no data. With a type whose addresses are absolute, null is MPI_BOTTOM. */
static inline int lmpi_is_null(const void *address) {
    extern const char __executable_start[];
    return (uintptr_t)address < (uintptr_t)__executable_start / 4;
}
/* The same for elements of a type at a buffer. */
int lmpi_null_has_memory(const void *buffer, MPI_Datatype datatype);
static inline int lmpi_type_has_memory(const void *buffer, MPI_Datatype datatype) {
    return __builtin_expect(!lmpi_is_null(buffer), 1) || lmpi_null_has_memory(buffer, datatype);
}

/* Whether COUNT elements lie in memory as they lie in a message. *OFFSET: bytes from the buffer to the first. */
int lmpi_type_is_flat(MPI_Datatype datatype, int64_t count, int64_t *offset);

/* Packs COUNT elements at SOURCE to TO, which has room for count * size bytes; and the inverse, which writes no more
 * than BYTES bytes of data (a message may be shorter than its receive buffer). A source without memory gives zeros,
 * nothing is written to a target without. */
void lmpi_type_pack(const void *source, int64_t count, MPI_Datatype datatype, void *to);
void lmpi_type_unpack(const void *from, int64_t bytes, void *target, int64_t count, MPI_Datatype datatype);

/* Copies SOURCE's data (COUNT elements of a type) to TARGET, at most what TARGET's description holds. The buffers must
 * not overlap. Nothing is done where one of them has no memory. */
void lmpi_type_copy(const void *source, int64_t source_count, MPI_Datatype source_type, void *target,
                    int64_t target_count, MPI_Datatype target_type);

/* A reference to a type in use, and its end: a derived type goes some time after the last one. Release gives 0 if the
 * handle is no derived type. */
void lmpi_type_hold(MPI_Datatype datatype);
int lmpi_type_release(MPI_Datatype datatype);

/* Initialises MPICH if this was not done yet (on the host's stack). */
void lmpi_pmpi_init(void);
/* Frees what is left and finalizes MPICH if it was initialised. On the host's stack, at the end of the run. */
void lmpi_pmpi_finalize(void);

#endif
