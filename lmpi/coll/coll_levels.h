/* coll_levels.h - the members of a collective by their nodes, and collectives among those of a node or among leaders.
 */
#ifndef LMPI_COLL_LEVELS_H
#define LMPI_COLL_LEVELS_H

#include "lmpi/coll/coll_algorithm.h"

typedef struct lmpi_levels {
    int nodes;
    int *first; /* node i has the members member[first[i]] ... member[first[i + 1] - 1], its leader in front */
    int *member;
    int *leader; /* of each node; nodes are in the order of their first members */
    int root;    /* the number of the root's node */
} lmpi_levels;

/* The leader of a node is its first member; root_leads: on the root's node it is the root. In scratch memory. */
lmpi_levels lmpi_levels_of(const lmpi_coll_run *run, int root, bool root_leads);

/* How many members a node has. */
static inline int lmpi_levels_size(const lmpi_levels *l, int node) {
    return l->first[node + 1] - l->first[node];
}

/* A collective among the members of a node, whose task->root is a number among these; among those of each node, whose
 * root is the leader; among the leaders, whose root is that of the root's node. Each as the platform chooses. */
void lmpi_levels_on(lmpi_coll_run *run, const lmpi_levels *l, int node, enum bsim_collective collective,
                    const lmpi_task *task);
void lmpi_levels_within(lmpi_coll_run *run, const lmpi_levels *l, enum bsim_collective collective,
                        const lmpi_task *task);
void lmpi_levels_between(lmpi_coll_run *run, const lmpi_levels *l, enum bsim_collective collective,
                         const lmpi_task *task);

/* An allreduce, and a barrier, whose members on a node hear by a broadcast of one byte that all nodes have come. */
void lmpi_levels_allreduce(lmpi_coll_run *run, const lmpi_levels *l, const lmpi_task *task);
void lmpi_levels_barrier(lmpi_coll_run *run, const lmpi_levels *l, const lmpi_task *task);

/* coll_composed.c: performs a collective by MPICH's composition for nodes with several members. False: MPICH has none
 * for it, and nothing was done. */
bool lmpi_coll_compose(lmpi_coll_run *run, enum bsim_collective collective, const lmpi_task *task);
/* coll_han.c: as Open MPI does. */
bool lmpi_coll_compose_han(lmpi_coll_run *run, enum bsim_collective collective, const lmpi_task *task);

#endif
