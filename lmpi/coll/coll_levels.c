/* coll_levels.c - collectives in two levels, as Open MPI's han has them: within each node, between one leader of each
 * node, within each node. The parts are collectives of their own, each as the platform chooses for its size and number
 * of members. The root is the leader of its node. */
#include "lmpi/coll/coll_levels.h"

#include "bsim/base/context.h"

/* Numbers of nodes, from 1; 0: not seen. By node, or, where far fewer members than nodes are, in a hash table. */
typedef struct numbers {
    int *number;
    int32_t *node; /* NULL: by node */
    uint32_t mask;
} numbers;

static numbers numbers_for(int members) {
    numbers t = {0};
    size_t room = (size_t)bsim_context.nodes;
    if (bsim_context.nodes / 4 > members) {
        room = 4 * (size_t)lmpi_pof2_below(members);
        t.node = lmpi_coll_scratch(room * sizeof *t.node);
        t.mask = (uint32_t)room - 1;
    }
    t.number = lmpi_coll_scratch(room * sizeof *t.number);
    return t;
}

static int *number_of(const numbers *t, int32_t node) {
    if (!t->node)
        return &t->number[node];
    uint32_t i = (uint32_t)node * UINT32_C(2654435761) & t->mask;
    while (t->number[i] && t->node[i] != node)
        i = (i + 1) & t->mask;
    t->node[i] = node;
    return &t->number[i];
}

lmpi_levels lmpi_levels_of(const lmpi_coll_run *run, int root, bool root_leads) {
    size_t n = (size_t)run->n;
    lmpi_levels l = {0};
    numbers number = numbers_for(run->n);
    int *on = lmpi_coll_scratch(n * sizeof *on), *used = lmpi_coll_scratch(n * sizeof *used);
    l.first = lmpi_coll_scratch((n + 1) * sizeof *l.first);
    l.member = lmpi_coll_scratch(n * sizeof *l.member);
    l.leader = lmpi_coll_scratch(n * sizeof *l.leader);
    for (int i = 0; i < run->n; i++) {
        int *node = number_of(&number, run->node[i]);
        if (*node == 0) {
            *node = ++l.nodes;
            l.leader[*node - 1] = i;
        }
        on[i] = *node - 1;
        l.first[*node]++; /* how many, for now */
    }
    l.root = on[root];
    if (root_leads)
        l.leader[l.root] = root;
    for (int i = 0; i < l.nodes; i++) {
        l.first[i + 1] += l.first[i];
        l.member[l.first[i]] = l.leader[i];
        used[i] = 1;
    }
    for (int i = 0; i < run->n; i++)
        if (i != l.leader[on[i]])
            l.member[l.first[on[i]] + used[on[i]]++] = i;
    return l;
}

void lmpi_levels_on(lmpi_coll_run *run, const lmpi_levels *l, int node, enum bsim_collective collective,
                    const lmpi_task *task) {
    const int *member = l->member + l->first[node];
    if (lmpi_levels_size(l, node) < 2)
        return;
    lmpi_coll_run part = lmpi_coll_part(run, member, lmpi_levels_size(l, node));
    lmpi_coll_choose(&part, collective, task);
    lmpi_coll_join_part(run, &part, member);
}

void lmpi_levels_within(lmpi_coll_run *run, const lmpi_levels *l, enum bsim_collective collective,
                        const lmpi_task *task) {
    lmpi_task own = *task;
    own.root = 0;
    for (int i = 0; i < l->nodes; i++)
        lmpi_levels_on(run, l, i, collective, &own);
}

void lmpi_levels_between(lmpi_coll_run *run, const lmpi_levels *l, enum bsim_collective collective,
                         const lmpi_task *task) {
    lmpi_task own = *task;
    own.root = l->root;
    lmpi_coll_run part = lmpi_coll_part(run, l->leader, l->nodes);
    lmpi_coll_choose(&part, collective, &own);
    lmpi_coll_join_part(run, &part, l->leader);
}

void lmpi_bcast_two_level(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_levels l = lmpi_levels_of(run, task->root, true);
    lmpi_levels_between(run, &l, BSIM_COLLECTIVE_bcast, task);
    lmpi_levels_within(run, &l, BSIM_COLLECTIVE_bcast, task);
}

void lmpi_reduce_two_level(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_levels l = lmpi_levels_of(run, task->root, true);
    lmpi_levels_within(run, &l, BSIM_COLLECTIVE_reduce, task);
    lmpi_levels_between(run, &l, BSIM_COLLECTIVE_reduce, task);
}

void lmpi_levels_allreduce(lmpi_coll_run *run, const lmpi_levels *l, const lmpi_task *task) {
    lmpi_levels_within(run, l, BSIM_COLLECTIVE_reduce, task);
    lmpi_levels_between(run, l, BSIM_COLLECTIVE_allreduce, task);
    lmpi_levels_within(run, l, BSIM_COLLECTIVE_bcast, task);
}

void lmpi_allreduce_two_level(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_levels l = lmpi_levels_of(run, 0, true);
    lmpi_levels_allreduce(run, &l, task);
}

void lmpi_levels_barrier(lmpi_coll_run *run, const lmpi_levels *l, const lmpi_task *task) {
    lmpi_levels_within(run, l, BSIM_COLLECTIVE_barrier, task);
    lmpi_levels_between(run, l, BSIM_COLLECTIVE_barrier, task);
    lmpi_levels_within(run, l, BSIM_COLLECTIVE_bcast, &(lmpi_task){.bytes = 1});
}

void lmpi_barrier_two_level(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_levels l = lmpi_levels_of(run, 0, true);
    lmpi_levels_barrier(run, &l, task);
}

/* Gathers in each node, an allgather of the nodes' blocks between the leaders, and a broadcast of all in each node. */
void lmpi_allgather_two_level(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_levels l = lmpi_levels_of(run, 0, true);
    int64_t total = lmpi_offset(task, run->n);
    int64_t *start = lmpi_coll_scratch(((size_t)l.nodes + 1) * sizeof *start);
    for (int i = 0; i < l.nodes; i++) {
        const int *member = l.member + l.first[i];
        int n = lmpi_levels_size(&l, i);
        int64_t *own = lmpi_coll_scratch(((size_t)n + 1) * sizeof *own);
        for (int j = 0; j < n; j++)
            own[j + 1] = own[j] + (lmpi_offset(task, member[j] + 1) - lmpi_offset(task, member[j]));
        start[i + 1] = start[i] + own[n];
        if (n < 2 || own[n] == 0)
            continue;
        lmpi_coll_run part = lmpi_coll_part(run, member, n);
        lmpi_task gather = {.bytes = task->start ? own[n] / n : task->bytes, .start = task->start ? own : NULL};
        lmpi_coll_choose(&part, task->start ? BSIM_COLLECTIVE_gatherv : BSIM_COLLECTIVE_gather, &gather);
        lmpi_coll_join_part(run, &part, member);
    }
    lmpi_levels_between(run, &l, BSIM_COLLECTIVE_allgatherv, &(lmpi_task){.bytes = total / l.nodes, .start = start});
    lmpi_levels_within(run, &l, BSIM_COLLECTIVE_bcast, &(lmpi_task){.bytes = total});
}
