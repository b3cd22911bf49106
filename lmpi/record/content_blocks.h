/* content_blocks.h - the memory into which a call receives, and its contents as bytes, packed as by MPI_Pack. */
#ifndef LMPI_RECORD_CONTENT_BLOCKS_H
#define LMPI_RECORD_CONTENT_BLOCKS_H

#include "lmpi/record/record.h"

struct content_block {
    char *at;
    int count;
    MPI_Datatype type;
    bool is_kept; /* type belongs to the block */
};

/* All zero: none. */
struct content_blocks {
    struct content_block *block; /* owned */
    size_t n, room;
};

/* Sets the blocks of a call of this rank. comm: the communicator, or NULL; size: from how many processes it may receive
 * (content_sources). */
void content_blocks_find(struct content_blocks *blocks, const struct record_call *call, const struct record_comm *comm,
                         int size);
/* The same of what the call sends: one block, or none. Not of collectives. */
void content_blocks_find_sent(struct content_blocks *blocks, const struct record_call *call);
/* Sets the blocks of n elements of others, from element `first` on. */
void content_blocks_part(struct content_blocks *part, const struct content_blocks *whole, int64_t first, int64_t n);
/* Blocks that stay good when the program frees its datatypes. content_blocks_empty ends that. */
void content_blocks_keep(struct content_blocks *blocks);
void content_blocks_empty(struct content_blocks *blocks);
/* All bytes for which there is room. */
int64_t content_blocks_bytes(const struct content_blocks *blocks);

/* Gives the first n bytes, piece by piece. */
void content_pack(const struct content_blocks *blocks, int64_t n, void (*give)(const void *bytes, size_t n));
/* Fills the first n bytes. take: gets the next ones; false: there are none. Returns what it has returned. */
bool content_unpack(const struct content_blocks *blocks, int64_t n, bool (*take)(void *bytes, size_t n));

#endif
