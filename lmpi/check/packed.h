/* packed.h - packed data that wait to be unpacked, in memory and in messages (packed.c). */
#ifndef LMPI_CHECK_PACKED_H
#define LMPI_CHECK_PACKED_H

#include "lmpi/check/check.h"

/* Pieces of packed data: of a rank's memory, by address; of a message or a file, by the place in it. Empty if it is
 * zero. */
typedef struct check_packed {
    struct check_piece *at; /* owned; sorted, without overlaps */
    int count, room;
} check_packed;

void lmpi_check_packed_free(check_packed *packed);
/* What a rank has packed into the memory that it sends. An empty result: nothing is known of the data. */
check_packed lmpi_check_packed_taken(int rank, const void *memory, int64_t bytes);
/* A rank gets such data, of so many bytes, into its memory. */
void lmpi_check_packed_given(int rank, const void *memory, int64_t bytes, const check_packed *packed);
/* The same for what is no memory: puts such data in the place of what is known there, and takes what is known. */
void lmpi_check_packed_put(check_packed *to, uintptr_t begin, int64_t bytes, const check_packed *packed);
check_packed lmpi_check_packed_part(const check_packed *of, uintptr_t at, int64_t bytes);
/* The running rank writes its memory to a file, in one piece, or reads it from there (packed_moves.c). */
void lmpi_check_packed_to_file(check_packed *file, uintptr_t at, const void *memory, int64_t bytes, MPI_Datatype type);
void lmpi_check_packed_from_file(const check_packed *file, uintptr_t at, const void *memory, int64_t bytes,
                                 MPI_Datatype type);
/* A rank gets data of known types there. */
void lmpi_check_packed_given_types(int rank, const void *memory, const void *data, int64_t bytes,
                                   const check_signature *signature, check_place sender);
/* Packed data are received with a datatype: as if they were unpacked. */
void lmpi_check_packed_received(const check_packed *packed, const check_signature *wanted, check_place receiver);
/* Data that members of a collective give each other: of one to another one, or of all (packed_collectives.c). */
void lmpi_check_packed_pair(const struct lmpi_coll_call *from, lmpi_coll_data sent, const struct lmpi_coll_call *to,
                            lmpi_coll_data received);
void lmpi_check_packed_collective(const struct lmpi_coll_run *run);
/* Whether data of this type may be packed data. */
bool lmpi_check_may_be_packed(MPI_Datatype type);

#endif
