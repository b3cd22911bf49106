/* group.h - groups of ranks: an arithmetic sequence of world ranks, or a list that equal groups share.
 *
 * A group is immutable and counted. All ranks share the objects, so equal groups have one MPI_Group handle. Must not
 * know communicators. */
#ifndef LMPI_GROUP_H
#define LMPI_GROUP_H

#include <mpi.h>
#include <stdint.h>

typedef struct lmpi_group {
    int size;
    int first, stride; /* world rank of local rank i is first + i * stride, if ranks is null */
    int *ranks;        /* owned; world rank of each local rank, or null */
    int *order;        /* owned; local ranks sorted by world rank; null if ranks is null or ascending */
    int ascending;     /* ranks is ascending */
    int refs;
    MPI_Group handle;
    uint64_t hash;
    struct lmpi_group *next; /* chain of the table of equal groups */
} lmpi_group;

/* The group first, first + stride, ...; the caller owns one reference. */
lmpi_group *lmpi_group_range(int size, int first, int stride);
/* The group of SIZE world ranks, copied. The caller owns one reference. */
lmpi_group *lmpi_group_list(int size, const int *world_ranks);
void lmpi_group_ref(lmpi_group *group);
void lmpi_group_unref(lmpi_group *group);
/* Null if the handle is not a group. */
lmpi_group *lmpi_group_of(MPI_Group handle);

/* The local rank of a world rank; MPI_UNDEFINED if it is not a member. O(1) for sequences, else O(log size). */
int lmpi_group_find(lmpi_group *group, int world_rank);

static inline int lmpi_group_world(const lmpi_group *group, int local_rank) {
    return group->ranks ? group->ranks[local_rank] : group->first + local_rank * group->stride;
}

#endif
