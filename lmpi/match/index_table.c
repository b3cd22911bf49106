/* index_table.c - a hash table of buckets by (comm, source, tag). */
#include "bsim/base/alloc.h"
#include "lmpi/match/index.h"

static uint32_t hash(int comm, int source, int tag) {
    uint64_t x = (uint64_t)(uint32_t)source * 0x9e3779b97f4a7c15u;
    x ^= ((uint64_t)(uint32_t)tag << 32 | (uint32_t)comm) * 0xc2b2ae3d27d4eb4fu;
    return (uint32_t)(x >> 29 ^ x);
}

lmpi_bucket *lmpi_table_find(const lmpi_table *table, int comm, int source, int tag) {
    if (!table->size)
        return NULL;
    lmpi_bucket *b = table->slots[hash(comm, source, tag) & (table->size - 1)];
    while (b && (b->comm != comm || b->source != source || b->tag != tag))
        b = b->chain;
    return b;
}

static void grow(lmpi_table *table) {
    uint32_t size = table->size ? 2 * table->size : 64;
    lmpi_bucket **slots = bsim_alloc(size * sizeof *slots);
    for (uint32_t i = 0; i < table->size; i++) {
        while (table->slots[i]) {
            lmpi_bucket *b = table->slots[i];
            table->slots[i] = b->chain;
            lmpi_bucket **slot = &slots[hash(b->comm, b->source, b->tag) & (size - 1)];
            b->chain = *slot;
            *slot = b;
        }
    }
    bsim_free(table->slots);
    table->slots = slots;
    table->size = size;
}

lmpi_bucket *lmpi_table_get(lmpi_table *table, int comm, int source, int tag, bool *made) {
    lmpi_bucket *b = lmpi_table_find(table, comm, source, tag);
    *made = !b;
    if (b)
        return b;
    if (table->count >= table->size)
        grow(table);
    b = bsim_alloc(sizeof *b);
    b->comm = comm;
    b->source = source;
    b->tag = tag;
    lmpi_bucket **slot = &table->slots[hash(comm, source, tag) & (table->size - 1)];
    b->chain = *slot;
    *slot = b;
    table->count++;
    return b;
}

void lmpi_table_drop(lmpi_table *table, lmpi_bucket *bucket) {
    lmpi_bucket **at = &table->slots[hash(bucket->comm, bucket->source, bucket->tag) & (table->size - 1)];
    while (*at != bucket)
        at = &(*at)->chain;
    *at = bucket->chain;
    table->count--;
    bsim_free(bucket->heap);
    bsim_free(bucket);
}

void lmpi_table_clear(lmpi_table *table) {
    for (uint32_t i = 0; i < table->size; i++)
        while (table->slots[i])
            lmpi_table_drop(table, table->slots[i]);
    bsim_free(table->slots);
    *table = (lmpi_table){0};
}
