/* index.h - long queues of a rank: searches that do not depend on their length. Used through match.h alone.
 *
 * The results are those of the lists of short queues, so when a queue is indexed does not matter. A queue goes back to
 * its list when it is empty. */
#ifndef LMPI_INDEX_H
#define LMPI_INDEX_H

#include "lmpi/core/lmpi_internal.h"

lmpi_request *lmpi_index_posted_find(lmpi_rank *rank, int comm, int source, int tag);
void lmpi_index_posted_add(lmpi_rank *rank, lmpi_request *r);
void lmpi_index_posted_remove(lmpi_rank *rank, lmpi_request *r);
void lmpi_index_posted_each_named(lmpi_rank *rank, void (*fn)(lmpi_rank *rank, lmpi_request *r, lmpi_request *before));
bool lmpi_index_posted_wild_kind(const lmpi_rank *rank, const void **at, int *comm, int *tag);

lmpi_message *lmpi_index_unexpected_find(lmpi_rank *rank, int comm, int source, int tag);
void lmpi_index_unexpected_add(lmpi_rank *rank, lmpi_message *m);
void lmpi_index_unexpected_remove(lmpi_rank *rank, lmpi_message *m);
lmpi_message *lmpi_index_unexpected_earliest(lmpi_rank *rank, int comm, int tag);
void lmpi_index_unexpected_each(lmpi_rank *rank, bool (*fn)(lmpi_message *m, void *arg), void *arg);

/* The tables of buckets that both sides use: by (comm, source, tag), each a wildcard or not. */
typedef struct lmpi_bucket {
    struct lmpi_bucket *chain; /* in the table */
    int comm, source, tag;
    void *first, *last; /* FIFO; what is in it and how it is linked is the user's */
    /* Users' extras. */
    struct lmpi_bucket *next, *previous; /* in a list of some of the buckets */
    void **heap;
    int heap_count, heap_room;
} lmpi_bucket;

typedef struct lmpi_table {
    lmpi_bucket **slots;
    uint32_t size, count; /* a power of two, or 0 */
} lmpi_table;

lmpi_bucket *lmpi_table_find(const lmpi_table *table, int comm, int source, int tag);
/* Made if there is none. */
lmpi_bucket *lmpi_table_get(lmpi_table *table, int comm, int source, int tag, bool *made);
void lmpi_table_drop(lmpi_table *table, lmpi_bucket *bucket);
/* Frees all buckets. */
void lmpi_table_clear(lmpi_table *table);

#endif
