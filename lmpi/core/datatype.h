/* datatype.h - datatypes as the rest of the runtime sees them: sizes, and copies of typed data.
 *
 * Datatypes are MPICH's own handles, made through PMPI_*. MPICH is initialised only when a derived type, packing, or an
 * operator that only MPICH implements is needed. A predefined type's size is in bits 8 to 15 of its handle. Equal
 * constructions share one counted handle: if a million ranks build a vector type, it exists once. In a
 * run of bsim check each construction has a handle of its own. */
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
    int contiguous; /* the data are in order and without holes: a copy is a memcpy from true_lb */
    int committed;
    int refs;
    struct lmpi_type_key *key; /* constructor and arguments; null for predefined types */
    int committed_there;       /* committed in MPICH; stays so */
    MPI_Datatype basic;        /* lmpi_type_basic (type_class.h) */
    int permanent;             /* predefined, and yet no built-in handle: MPICH must not free it */
    int64_t blocks;            /* separate blocks in memory of one element, as its constructors give them; 0: one */
} lmpi_type;

#define LMPI_TYPE_IS_BUILTIN(datatype) ((((unsigned)(datatype)) >> 24) == 0x4cu)

/* The description of a datatype; null if the program may not use the handle. Valid until the next call that makes or
 * frees a type. */
const lmpi_type *lmpi_type_of(MPI_Datatype datatype);

/* Bytes of data of one element; -1 if the handle is no datatype. */
static inline int64_t lmpi_type_size(MPI_Datatype datatype) {
    if (LMPI_TYPE_IS_BUILTIN(datatype))
        return ((unsigned)datatype >> 8) & 0xffu;
    const lmpi_type *type = lmpi_type_of(datatype);
    return type ? type->size : -1;
}

/* As lmpi_type_size, for communication: also -1 if the type is not committed. */
static inline int64_t lmpi_type_size_committed(MPI_Datatype datatype) {
    if (LMPI_TYPE_IS_BUILTIN(datatype))
        return ((unsigned)datatype >> 8) & 0xffu;
    const lmpi_type *type = lmpi_type_of(datatype);
    return type && type->committed ? type->size : -1;
}

/* The address so many bytes from another. With a type that holds absolute addresses the one may be MPI_BOTTOM, or the
 * other outside of every object, where C knows no arithmetic on pointers. */
static inline void *lmpi_displaced(const void *origin, int64_t bytes) {
    return (void *)((uintptr_t)origin + (uintptr_t)bytes);
}

/* Whether the program is a skeleton. Skeletons may give null for buffers and layouts that they do not keep. */
int lmpi_is_skeleton(void);

/* Whether an address is null, perhaps with an offset. Linux maps nothing below a quarter of the executable's address.
 * With a type that holds absolute addresses, null is MPI_BOTTOM. */
static inline int lmpi_is_null(const void *address) {
    extern const char __executable_start[];
    return (uintptr_t)address < (uintptr_t)__executable_start / 4;
}
/* Whether an address is null, or MPI_IN_PLACE, which is -1. */
static inline int lmpi_is_nowhere(const void *address) {
    extern const char __executable_start[];
    return (uintptr_t)address + 1 <= (uintptr_t)__executable_start / 4;
}
/* Whether elements of a type at a buffer are in memory. lmpi_null_has_memory is the rare case of a null buffer. */
int lmpi_null_has_memory(const void *buffer, MPI_Datatype datatype);
static inline int lmpi_type_has_memory(const void *buffer, MPI_Datatype datatype) {
    return __builtin_expect(!lmpi_is_null(buffer), 1) || lmpi_null_has_memory(buffer, datatype);
}

/* Whether count elements lie in memory as in a message, without holes. *offset: bytes from the buffer to the first
 * element's data. */
int lmpi_type_is_flat(MPI_Datatype datatype, int64_t count, int64_t *offset);

/* lmpi_type_pack packs count elements at source into `to`, which has room for count * size bytes. lmpi_type_unpack is
 * the inverse; it writes at most `bytes` bytes, since a message may be shorter than its receive buffer. A null source
 * gives zeros; a null target is not written. */
void lmpi_type_pack(const void *source, int64_t count, MPI_Datatype datatype, void *to);
void lmpi_type_unpack(const void *from, int64_t bytes, void *target, int64_t count, MPI_Datatype datatype);

/* Copies the elements at source to target, at most as many bytes as the target's count and type hold. The buffers must
 * not overlap. Does nothing if one of them has no memory. */
void lmpi_type_copy(const void *source, int64_t source_count, MPI_Datatype source_type, void *target,
                    int64_t target_count, MPI_Datatype target_type);

/* A committed type of count elements of a committed type, for counts that an int does not hold. It stays until the end
 * of the run, and so does the type; equal ones are one. Gives other types back as they are. */
MPI_Datatype lmpi_type_large(int64_t count, MPI_Datatype datatype);

/* A committed type of `size` bytes without holes, which agrees with other types (type_class.h) as one of this basic
 * type does; 0: of several. With a reference for the caller. */
MPI_Datatype lmpi_type_stand_in(int64_t size, MPI_Datatype basic);

/* Take and give up a reference to a derived type. The type may be freed any time after the last reference is gone.
 * lmpi_type_release returns 0 if the handle is not a derived type. */
void lmpi_type_hold(MPI_Datatype datatype);
int lmpi_type_release(MPI_Datatype datatype);

/* Initialises MPICH if that has not been done yet, on the host stack. */
void lmpi_pmpi_init(void);
/* Frees all datatypes, and finalizes MPICH if it was initialised. Called on the host stack at the end of the run. */
void lmpi_pmpi_finalize(void);

#endif
