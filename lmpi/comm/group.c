/* group.c - group objects: construction, sharing, lookup, handles. The MPI functions are in group_api.c.
 *
 * Equal groups are one object, which is found in a hash table by its members: if a million ranks build a group, it
 * exists once. The table does not own a reference. */
#include "lmpi/core/group.h"

#include <stdlib.h>
#include <string.h>

#include "bsim/kernel/engine.h"
#include "bsim/base/alloc.h"

enum { HANDLE_BASE = (int)0x88000000, HANDLE_INDEX = 0x03ffffff };

static lmpi_group **handles; /* indexed by handle; null: free */
static int nhandles, handles_room, free_hint;
static lmpi_group **table;
static int table_size, table_used; /* size is a power of two */

static lmpi_group empty_group = {.size = 0, .stride = 1, .refs = 1, .handle = MPI_GROUP_EMPTY};

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash ^= value;
    hash *= 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

static uint64_t hash_range(int size, int first, int stride) {
    return mix(mix(mix(1, (uint64_t)size), (uint64_t)first), (uint64_t)stride);
}

static uint64_t hash_list(int size, const int *ranks) {
    uint64_t hash = mix(2, (uint64_t)size);
    for (int i = 0; i < size; i++)
        hash = mix(hash, (uint64_t)ranks[i]);
    return hash;
}

static void table_grow(void) {
    int bigger = table_size ? 2 * table_size : 64;
    lmpi_group **chains = bsim_alloc((size_t)bigger * sizeof *chains);
    for (int i = 0; i < table_size; i++)
        for (lmpi_group *g = table[i], *next; g; g = next) {
            next = g->next;
            lmpi_group **at = &chains[g->hash & (uint64_t)(bigger - 1)];
            g->next = *at;
            *at = g;
        }
    bsim_free(table);
    table = chains;
    table_size = bigger;
}

static void register_group(lmpi_group *g) {
    if (table_used >= table_size)
        table_grow();
    lmpi_group **at = &table[g->hash & (uint64_t)(table_size - 1)];
    g->next = *at;
    *at = g;
    table_used++;
    int index = free_hint;
    while (index < nhandles && handles[index])
        index++;
    if (index == nhandles) {
        if (nhandles == handles_room) {
            handles_room = handles_room ? 2 * handles_room : 64;
            handles = bsim_realloc(handles, (size_t)handles_room * sizeof *handles);
        }
        nhandles++;
    }
    handles[index] = g;
    free_hint = index + 1;
    g->handle = HANDLE_BASE | index;
}

static lmpi_group *find_equal(uint64_t hash, int size, int first, int stride, const int *ranks) {
    if (!table_size)
        return NULL;
    for (lmpi_group *g = table[hash & (uint64_t)(table_size - 1)]; g; g = g->next) {
        if (g->hash != hash || g->size != size || !g->ranks != !ranks)
            continue;
        if (ranks ? !memcmp(g->ranks, ranks, (size_t)size * sizeof *ranks) : g->first == first && g->stride == stride)
            return g;
    }
    return NULL;
}

lmpi_group *lmpi_group_range(int size, int first, int stride) {
    if (size == 0) {
        empty_group.refs++;
        return &empty_group;
    }
    if (size == 1)
        stride = 1;
    uint64_t hash = hash_range(size, first, stride);
    lmpi_group *g = find_equal(hash, size, first, stride, NULL);
    if (g) {
        g->refs++;
        return g;
    }
    g = bsim_alloc(sizeof *g);
    g->size = size;
    g->first = first;
    g->stride = stride;
    g->refs = 1;
    g->hash = hash;
    register_group(g);
    return g;
}

static int by_world_rank(const void *a, const void *b, void *group) {
    const int *ranks = ((const lmpi_group *)group)->ranks;
    int x = ranks[*(const int *)a], y = ranks[*(const int *)b];
    return (x > y) - (x < y);
}

static void make_order(lmpi_group *g) {
    g->order = bsim_alloc((size_t)g->size * sizeof *g->order);
    for (int i = 0; i < g->size; i++)
        g->order[i] = i;
    qsort_r(g->order, (size_t)g->size, sizeof *g->order, by_world_rank, g);
}

lmpi_group *lmpi_group_list(int size, const int *world_ranks) {
    int stride = size > 1 ? world_ranks[1] - world_ranks[0] : 1, i = 2;
    while (i < size && world_ranks[i] - world_ranks[i - 1] == stride)
        i++;
    if (i >= size)
        return lmpi_group_range(size, size ? world_ranks[0] : 0, stride);
    uint64_t hash = hash_list(size, world_ranks);
    lmpi_group *g = find_equal(hash, size, 0, 0, world_ranks);
    if (g) {
        g->refs++;
        return g;
    }
    g = bsim_alloc(sizeof *g);
    g->size = size;
    g->ranks = bsim_alloc((size_t)size * sizeof *g->ranks);
    memcpy(g->ranks, world_ranks, (size_t)size * sizeof *g->ranks);
    g->ascending = 1;
    for (int j = 1; j < size; j++)
        g->ascending &= world_ranks[j - 1] < world_ranks[j];
    if (!g->ascending)
        make_order(g); /* here, since later the ranks of all shards may search at once */
    g->refs = 1;
    g->hash = hash;
    register_group(g);
    return g;
}

void lmpi_group_ref(lmpi_group *group) {
    group->refs++;
}

void lmpi_group_unref(lmpi_group *group) {
    if (--group->refs || group == &empty_group)
        return;
    lmpi_group **at = &table[group->hash & (uint64_t)(table_size - 1)];
    while (*at != group)
        at = &(*at)->next;
    *at = group->next;
    table_used--;
    int index = group->handle & HANDLE_INDEX;
    handles[index] = NULL;
    if (index < free_hint)
        free_hint = index;
    bsim_free(group->ranks);
    bsim_free(group->order);
    bsim_free(group);
}

lmpi_group *lmpi_group_of(MPI_Group handle) {
    if (handle == MPI_GROUP_EMPTY)
        return &empty_group;
    int index = handle & HANDLE_INDEX;
    return (handle & ~HANDLE_INDEX) == HANDLE_BASE && index < nhandles ? handles[index] : NULL;
}

int lmpi_group_find(lmpi_group *group, int world_rank) {
    if (!group->ranks) {
        int offset = world_rank - group->first;
        int local = group->stride == 1 ? offset : offset / group->stride;
        return local >= 0 && local < group->size && local * group->stride == offset ? local : MPI_UNDEFINED;
    }
    int low = 0, high = group->size - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        int local = group->order ? group->order[middle] : middle;
        if (group->ranks[local] == world_rank)
            return local;
        if (group->ranks[local] < world_rank)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return MPI_UNDEFINED;
}
