/* coll_han.c - Open MPI's compositions: its component "han" takes the blocking collectives of a communicator with
 * several nodes, one of which has several members, and makes them of parts on the nodes and between their leaders.
 * Facts: Open MPI 5.0.2 with its defaults, where "han" has the highest priority. Leaders are the members with the
 * root's number on their nodes. Vectors above 64 KiB go in segments: while the leaders hand one on, the members of a
 * node work on the next one. Blocking parts are as "tuned" chooses, the others as "libnbc" does. */
#include "lmpi/coll/coll_levels.h"

#include "bsim/base/context.h"
#include "bsim/base/warn.h"

enum {
    SEGMENT = 65536, /* bytes of a segment of a vector */
    FEW = 4,         /* up to so many leaders libnbc has no trees of them */
    LONG_BYTES = 65536,
    CHAIN = 8192, /* libnbc: from how many bytes on it makes chains, with segments of so many */
    MOST_STARTED = 2
};

/* A composition under way. */
typedef struct parts {
    lmpi_coll_run *run;
    lmpi_levels levels;
    int own;     /* the leaders' number on their nodes */
    int *leader; /* by node */
    int started; /* parts of the leaders that are not joined yet */
    lmpi_coll_run of_leaders[MOST_STARTED];
} parts;

static parts parts_of(lmpi_coll_run *run, int root) {
    parts p = {.run = run, .levels = lmpi_levels_of(run, root, false)};
    const int *member = p.levels.member + p.levels.first[p.levels.root];
    p.leader = lmpi_coll_scratch((size_t)p.levels.nodes * sizeof *p.leader);
    while (member[p.own] != root)
        p.own++;
    return p;
}

/* Whether all nodes have equally many members: then each has a member of the leaders' number. */
static bool is_balanced(const parts *p) {
    for (int i = 1; i < p->levels.nodes; i++)
        if (lmpi_levels_size(&p->levels, i) != lmpi_levels_size(&p->levels, 0))
            return false;
    return true;
}

static void name_leaders(parts *p) {
    for (int i = 0; i < p->levels.nodes; i++)
        p->leader[i] = p->levels.member[p->levels.first[i] + p->own];
}

/* ---- parts ---- */

/* On each node, with the leader as the root. */
static void within(parts *p, lmpi_algorithm *algorithm, lmpi_task task) {
    task.root = p->own;
    for (int i = 0; i < p->levels.nodes; i++) {
        const int *member = p->levels.member + p->levels.first[i];
        if (lmpi_levels_size(&p->levels, i) < 2)
            continue;
        lmpi_coll_run part = lmpi_coll_part(p->run, member, lmpi_levels_size(&p->levels, i));
        algorithm(&part, &task);
        lmpi_coll_join_part(p->run, &part, member);
    }
}

/* Between the leaders, who go on at once: what follows begins with it. */
static void start_between(parts *p, lmpi_algorithm *algorithm, lmpi_task task) {
    lmpi_coll_run *part = &p->of_leaders[p->started++];
    task.root = p->levels.root;
    *part = lmpi_coll_part(p->run, p->leader, p->levels.nodes);
    algorithm(part, &task);
}

static void wait_between(parts *p) {
    for (int i = 0; i < p->started; i++)
        lmpi_coll_join_beside(p->run, &p->of_leaders[i], p->leader);
    p->started = 0;
}

static void between(parts *p, lmpi_algorithm *algorithm, lmpi_task task) {
    start_between(p, algorithm, task);
    wait_between(p);
}

/* ---- what libnbc chooses ---- */

static void nonblocking_bcast(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_task as = *task;
    as.segment = task->bytes < LONG_BYTES ? 0 : CHAIN;
    if (run->n <= FEW)
        lmpi_bcast_linear(run, &as);
    else if (task->bytes < LONG_BYTES)
        lmpi_bcast_near_first(run, &as);
    else
        lmpi_bcast_pipeline(run, &as);
}

static void nonblocking_reduce(lmpi_coll_run *run, const lmpi_task *task) {
    lmpi_task as = *task;
    as.segment = 0;
    if (run->n > 2 && task->count >= lmpi_pof2_below(run->n)) {
        lmpi_reduce_rabenseifner(run, &as);
    } else if (run->n > FEW || task->bytes < LONG_BYTES) {
        lmpi_reduce_binomial(run, &as);
    } else {
        as.segment = CHAIN;
        lmpi_reduce_pipeline(run, &as);
    }
}

/* ---- vectors in segments ---- */

typedef struct segments {
    lmpi_task whole;
    int64_t each, count, n; /* bytes of an element, elements of a segment, segments */
} segments;

/* Elements of which a segment has the nearest number; those of a broadcast count as bytes. */
static segments segments_of(const lmpi_coll_run *run, const lmpi_task *task) {
    segments s = {*task, task->each > 0 ? task->each : 1, 0, 1};
    int64_t all = task->bytes / s.each;
    s.count = all;
    if (s.each <= SEGMENT && SEGMENT < task->bytes) {
        s.count = SEGMENT / s.each;
        s.count += SEGMENT - s.count * s.each > s.each / 2;
        s.n = (all + s.count - 1) / s.count;
        if (run->steps)
            bsim_warn(
                "Open MPI works on several segments of a vector above 64 KiB at a time; over shared links or cards "
                "its leaders take them one after the other here, so that such collectives may last too long");
    }
    return s;
}

static lmpi_task segment(const segments *s, int64_t i) {
    lmpi_task part = s->whole;
    int64_t left = s->whole.bytes - i * s->count * s->each, most = s->count * s->each;
    if (s->n > 1)
        part.bytes = left < most ? left : most;
    part.count = s->whole.count ? part.bytes / s->each : 0;
    return part;
}

static bool has(const segments *s, int64_t i) {
    return i >= 0 && i < s->n;
}

static void bcast(parts *p, const lmpi_task *task) {
    segments s = segments_of(p->run, task);
    between(p, lmpi_openmpi_bcast, segment(&s, 0));
    for (int64_t i = 0; i < s.n; i++) {
        void *mark = lmpi_coll_scratch_mark();
        if (has(&s, i + 1))
            start_between(p, nonblocking_bcast, segment(&s, i + 1));
        within(p, lmpi_openmpi_bcast, segment(&s, i));
        wait_between(p);
        lmpi_coll_scratch_free(mark);
    }
}

static void reduce(parts *p, const lmpi_task *task) {
    segments s = segments_of(p->run, task);
    within(p, lmpi_openmpi_reduce, segment(&s, 0));
    for (int64_t i = 0; i < s.n; i++) {
        void *mark = lmpi_coll_scratch_mark();
        start_between(p, nonblocking_reduce, segment(&s, i));
        if (has(&s, i + 1))
            within(p, lmpi_openmpi_reduce, segment(&s, i + 1));
        wait_between(p);
        lmpi_coll_scratch_free(mark);
    }
}

/* Each segment is reduced on the nodes, then between the leaders, and broadcast between these and on the nodes. */
static void allreduce(parts *p, const lmpi_task *task) {
    segments s = segments_of(p->run, task);
    for (int64_t i = 0; i < s.n + 3; i++) {
        void *mark = lmpi_coll_scratch_mark();
        if (has(&s, i - 2))
            start_between(p, nonblocking_bcast, segment(&s, i - 2));
        if (has(&s, i - 1))
            start_between(p, nonblocking_reduce, segment(&s, i - 1));
        if (has(&s, i))
            within(p, lmpi_openmpi_reduce, segment(&s, i));
        if (has(&s, i - 3))
            within(p, lmpi_openmpi_bcast, segment(&s, i - 3));
        wait_between(p);
        lmpi_coll_scratch_free(mark);
    }
}

/* ---- blocks ---- */

/* What a node has together. */
static lmpi_task of_node(const parts *p, const lmpi_task *task) {
    lmpi_task node = *task;
    node.bytes *= lmpi_levels_size(&p->levels, 0);
    return node;
}

static void barrier(parts *p, const lmpi_task *task) {
    within(p, lmpi_openmpi_barrier, *task);
    between(p, lmpi_openmpi_barrier, *task);
    within(p, lmpi_openmpi_barrier, *task);
}

static void gather(parts *p, const lmpi_task *task) {
    within(p, lmpi_openmpi_gather, *task);
    between(p, lmpi_openmpi_gather, of_node(p, task));
}

static void scatter(parts *p, const lmpi_task *task) {
    between(p, lmpi_openmpi_scatter, of_node(p, task));
    within(p, lmpi_openmpi_scatter, *task);
}

static void allgather(parts *p, const lmpi_task *task) {
    lmpi_task all = *task;
    all.bytes *= p->run->n;
    within(p, lmpi_openmpi_gather, *task);
    between(p, lmpi_openmpi_allgather, of_node(p, task));
    within(p, lmpi_openmpi_bcast, all);
}

typedef void composition(parts *p, const lmpi_task *task);

static composition *const compositions[BSIM_COLLECTIVES] = {
    [BSIM_COLLECTIVE_barrier] = barrier,     [BSIM_COLLECTIVE_bcast] = bcast,         [BSIM_COLLECTIVE_reduce] = reduce,
    [BSIM_COLLECTIVE_allreduce] = allreduce, [BSIM_COLLECTIVE_allgather] = allgather, [BSIM_COLLECTIVE_gather] = gather,
    [BSIM_COLLECTIVE_scatter] = scatter,
};

bool lmpi_coll_compose_han(lmpi_coll_run *run, enum bsim_collective collective, const lmpi_task *task) {
    bool reduces = collective == BSIM_COLLECTIVE_reduce || collective == BSIM_COLLECTIVE_allreduce;
    bool any_root = collective == BSIM_COLLECTIVE_barrier || collective == BSIM_COLLECTIVE_allreduce;
    if (!compositions[collective] || task->purpose != LMPI_FOR_PROGRAM || lmpi_coll_is_started(run) || run->is_part ||
        run->of_one || !run->node || bsim_context.cores_per_node < 2 || (reduces && !task->commutes))
        return false;
    parts p = parts_of(run, any_root || collective == BSIM_COLLECTIVE_allgather ? 0 : task->root);
    if (p.levels.nodes < 2 || p.levels.nodes == run->n || !(any_root || is_balanced(&p)))
        return false;
    name_leaders(&p);
    compositions[collective](&p, task);
    return true;
}
