/* index.h - indexes of long queues, whose searches do not take longer the longer the queue is. Used by match.h only.
 *
 * Results are those of the list of a short queue. So it does not matter when a queue is indexed. An indexed queue
 * becomes a list again when it is empty. Most functions are as in match.h. */
#ifndef LMPI_INDEX_H
#define LMPI_INDEX_H

#include "lmpi/core/lmpi_internal.h"

lmpi_request *lmpi_index_posted_find(lmpi_rank *rank, int comm, int source, int tag);
void lmpi_index_posted_add(lmpi_rank *rank, lmpi_request *r);
void lmpi_index_posted_remove(lmpi_rank *rank, lmpi_request *r);
void lmpi_index_posted_each(lmpi_rank *rank, void (*fn)(lmpi_request *r, void *arg), void *arg);
void lmpi_index_posted_each_named(lmpi_rank *rank, void (*fn)(lmpi_rank *rank, lmpi_request *r, lmpi_request *before));
bool lmpi_index_posted_wild_kind(const lmpi_rank *rank, const void **at, int *comm, int *tag);

lmpi_message *lmpi_index_unexpected_find(lmpi_rank *rank, int comm, int source, int tag);
void lmpi_index_unexpected_add(lmpi_rank *rank, lmpi_message *m);
void lmpi_index_unexpected_remove(lmpi_rank *rank, lmpi_message *m);
lmpi_message *lmpi_index_unexpected_earliest(lmpi_rank *rank, int comm, int tag);
void lmpi_index_unexpected_each(lmpi_rank *rank, bool (*fn)(lmpi_message *m, void *arg), void *arg);

/* A hash table of buckets by (comm, source, tag), any of which may be a wildcard. Both indexes use it. */
typedef struct lmpi_bucket {
    struct lmpi_bucket *chain; /* the next bucket in the table's slot */
    int comm, source, tag;
    void *first, *last; /* a FIFO; the user defines its elements and their links */
    /* For the users of the table. */
    struct lmpi_bucket *next, *previous; /* in a list of some buckets */
    void **heap;
    int heap_count, heap_room;
} lmpi_bucket;

typedef struct lmpi_table {
    lmpi_bucket **slots;
    uint32_t size, count; /* size: a power of two, or 0 */
} lmpi_table;

/* NULL if there is none. */
lmpi_bucket *lmpi_table_find(const lmpi_table *table, int comm, int source, int tag);
/* Finds or makes a bucket; *made: it is new. */
lmpi_bucket *lmpi_table_get(lmpi_table *table, int comm, int source, int tag, bool *made);
void lmpi_table_drop(lmpi_table *table, lmpi_bucket *bucket);
/* Frees all buckets. */
void lmpi_table_clear(lmpi_table *table);

#endif
