/* coll_composed.c - MPICH's compositions: collectives of a communicator some of whose nodes have several members, in
 * parts on the nodes and between their leaders, which are their first members. Facts: MPICH 4.0.2, device ch4, and the
 * table of its choices, maint/tuning/coll/ch4/generic.json; each was seen in the numbers of messages that its processes
 * send (tests/mpich/messages.py). Non-blocking and persistent forms have compositions of their own. */
#include "lmpi/coll/coll_levels.h"

#include "bsim/base/context.h"
#include "lmpi/coll/coll_tuning.h"

static int leader_of_root(const lmpi_levels *l) {
    return l->leader[l->root];
}

/* The root's number among the members of its node. */
static int root_on_node(const lmpi_levels *l, int root) {
    const int *member = l->member + l->first[l->root];
    int i = 0;
    while (member[i] != root)
        i++;
    return i;
}

/* A part on the root's node whose root is the root. */
static void on_node_of_root(lmpi_coll_run *run, const lmpi_levels *l, enum bsim_collective collective,
                            const lmpi_task *task) {
    lmpi_task own = *task;
    own.root = root_on_node(l, task->root);
    lmpi_levels_on(run, l, l->root, collective, &own);
}

/* A part on each other node whose root is the leader. */
static void on_other_nodes(lmpi_coll_run *run, const lmpi_levels *l, enum bsim_collective collective,
                           const lmpi_task *task) {
    lmpi_task own = *task;
    own.root = 0;
    for (int i = 0; i < l->nodes; i++)
        if (i != l->root)
            lmpi_levels_on(run, l, i, collective, &own);
}

/* From the root to its leader by a message, to the leaders, to all on each node, the root too. */
static void bcast_by_leader(lmpi_coll_run *run, const lmpi_levels *l, const lmpi_task *task) {
    if (task->root != leader_of_root(l))
        lmpi_coll_message(run, task->root, leader_of_root(l), task->bytes);
    lmpi_levels_between(run, l, BSIM_COLLECTIVE_bcast, task);
    lmpi_levels_within(run, l, BSIM_COLLECTIVE_bcast, task);
}

/* First on the root's node, unless the root is its leader. */
static void bcast_from_node(lmpi_coll_run *run, const lmpi_levels *l, const lmpi_task *task) {
    bool leads = task->root == leader_of_root(l);
    if (!leads)
        on_node_of_root(run, l, BSIM_COLLECTIVE_bcast, task);
    lmpi_levels_between(run, l, BSIM_COLLECTIVE_bcast, task);
    on_other_nodes(run, l, BSIM_COLLECTIVE_bcast, task);
    if (leads)
        on_node_of_root(run, l, BSIM_COLLECTIVE_bcast, task);
}

static bool compose_bcast(lmpi_coll_run *run, const lmpi_levels *l, const lmpi_task *task) {
    if (lmpi_coll_is_started(run) || task->bytes < BCAST_SHORT_BYTES || run->n < BCAST_MIN_PROCS)
        bcast_by_leader(run, l, task);
    else if (task->bytes < BCAST_LONG_BYTES && lmpi_is_pof2(run->n))
        bcast_from_node(run, l, task);
    else
        return false;
    return true;
}

/* To the leaders of the other nodes, to the leader of the root's node, and there to the root. */
static void reduce_short(lmpi_coll_run *run, const lmpi_levels *l, const lmpi_task *task) {
    on_other_nodes(run, l, BSIM_COLLECTIVE_reduce, task);
    lmpi_levels_between(run, l, BSIM_COLLECTIVE_reduce, task);
    on_node_of_root(run, l, BSIM_COLLECTIVE_reduce, task);
}

/* To the leaders of all nodes, to that of the root's node, and by a message to the root. */
static void reduce_long(lmpi_coll_run *run, const lmpi_levels *l, const lmpi_task *task) {
    lmpi_levels_within(run, l, BSIM_COLLECTIVE_reduce, task);
    lmpi_levels_between(run, l, BSIM_COLLECTIVE_reduce, task);
    if (task->root != leader_of_root(l))
        lmpi_coll_message(run, leader_of_root(l), task->root, task->bytes);
}

static bool compose_reduce(lmpi_coll_run *run, const lmpi_levels *l, const lmpi_task *task) {
    if (!task->commutes)
        return false;
    if (lmpi_coll_is_started(run) || task->bytes <= REDUCE_SHORT_BYTES)
        reduce_short(run, l, task);
    else
        reduce_long(run, l, task);
    return true;
}

static bool compose_allreduce(lmpi_coll_run *run, const lmpi_levels *l, const lmpi_task *task) {
    bool is_program = task->purpose == LMPI_FOR_PROGRAM;
    if (is_program && (lmpi_coll_is_started(run) || !task->commutes || l->nodes == 1))
        return false;
    lmpi_levels_allreduce(run, l, task);
    return true;
}

static bool compose_barrier(lmpi_coll_run *run, const lmpi_levels *l, const lmpi_task *task) {
    if (lmpi_coll_is_started(run))
        return false;
    lmpi_levels_barrier(run, l, task);
    return true;
}

/* Whether the members of each node are consecutive. */
static bool in_blocks(const lmpi_coll_run *run, const lmpi_levels *l) {
    int changes = 0;
    for (int i = 1; i < run->n; i++)
        changes += run->node[i] != run->node[i - 1];
    return changes == l->nodes - 1;
}

/* A scan on each node, whose last member sends the node's sum to the leader; a scan of the leaders, each of which sends
 * its result to the next one. On each node the leader broadcasts it, and before that, in the blocking form, an int that
 * says whether there is one. */
static bool compose_scan(lmpi_coll_run *run, const lmpi_levels *l, const lmpi_task *task) {
    if (!in_blocks(run, l))
        return false;
    lmpi_levels_within(run, l, BSIM_COLLECTIVE_scan, task);
    for (int i = 0; i < l->nodes; i++)
        if (lmpi_levels_size(l, i) > 1)
            lmpi_coll_message(run, l->member[l->first[i + 1] - 1], l->leader[i], task->bytes);
    lmpi_levels_between(run, l, BSIM_COLLECTIVE_scan, task);
    for (int i = l->nodes - 1; i > 0; i--) /* each sends before it receives */
        lmpi_coll_message(run, l->leader[i - 1], l->leader[i], task->bytes);
    if (!lmpi_coll_is_started(run))
        lmpi_levels_within(run, l, BSIM_COLLECTIVE_bcast, &(lmpi_task){.bytes = sizeof(int)});
    for (int i = 1; i < l->nodes; i++) {
        lmpi_levels_on(run, l, i, BSIM_COLLECTIVE_bcast, &(lmpi_task){.bytes = task->bytes});
        for (int j = l->first[i]; j < l->first[i + 1]; j++)
            lmpi_coll_combine(run, l->member[j], task->bytes);
    }
    return true;
}

/* Of a communicator's constructor MPICH composes the allreduce of a non-blocking one only. */
static bool composes(const lmpi_coll_run *run, enum bsim_collective collective, const lmpi_task *task) {
    if (task->purpose == LMPI_FOR_PROGRAM)
        return true;
    return task->purpose == LMPI_FOR_CONTEXT && collective == BSIM_COLLECTIVE_allreduce && lmpi_coll_is_started(run);
}

bool lmpi_coll_compose(lmpi_coll_run *run, enum bsim_collective collective, const lmpi_task *task) {
    static bool (*const compose[BSIM_COLLECTIVES])(lmpi_coll_run *, const lmpi_levels *, const lmpi_task *) = {
        [BSIM_COLLECTIVE_barrier] = compose_barrier,
        [BSIM_COLLECTIVE_bcast] = compose_bcast,
        [BSIM_COLLECTIVE_reduce] = compose_reduce,
        [BSIM_COLLECTIVE_allreduce] = compose_allreduce,
        [BSIM_COLLECTIVE_scan] = compose_scan};
    if (!compose[collective] || !composes(run, collective, task) || run->is_part || run->of_one || !run->node ||
        bsim_context.cores_per_node < 2)
        return false;
    lmpi_levels l = lmpi_levels_of(run, task->root, false);
    return l.nodes < run->n && compose[collective](run, &l, task);
}
