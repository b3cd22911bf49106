/* coll_tree.c - see coll_tree.h. The trees are those of MPICH 4.0 and Open MPI 5.0. */
#include "lmpi/coll/coll_tree.h"

#include "lmpi/coll/coll_program.h"

/* ---- trees ---- */

/* The children of each rank relative to the root are given by parents first: makes the arrays from a list of pairs that
 * is sorted by parent. */
typedef struct maker {
    lmpi_tree tree;
    int used;
} maker;

static int member_of(const lmpi_tree *tree, int64_t relative) {
    return (int)((relative + tree->root) % tree->n);
}

static maker begin(const lmpi_coll_run *run, int root) {
    size_t n = (size_t)run->n;
    lmpi_tree tree = {.n = run->n, .root = root};
    tree.parent = lmpi_coll_scratch(n * sizeof *tree.parent);
    tree.first = lmpi_coll_scratch((n + 1) * sizeof *tree.first);
    tree.child = lmpi_coll_scratch(n * sizeof *tree.child);
    tree.parent[root] = -1;
    return (maker){.tree = tree};
}

/* Adds a child, if the relative rank is one. Parents must come in the order of their member numbers. */
static void add(maker *m, int parent, int64_t child) {
    if (child >= m->tree.n)
        return;
    int member = member_of(&m->tree, child);
    m->tree.child[m->used++] = member;
    m->tree.parent[member] = parent;
}

static int relative_of(const lmpi_tree *tree, int member) {
    return member >= tree->root ? member - tree->root : member - tree->root + tree->n;
}

static void end_member(maker *m, int member) {
    m->tree.first[member + 1] = m->used;
}

lmpi_tree lmpi_tree_knomial(const lmpi_coll_run *run, int root, int radix, bool near_first) {
    maker m = begin(run, root);
    for (int i = 0; i < run->n; i++, end_member(&m, i - 1)) {
        int64_t r = relative_of(&m.tree, i), top = 1;
        while (top < run->n && r % (top * radix) == 0)
            top *= radix;
        if (near_first) {
            for (int64_t mask = 1; mask < top; mask *= radix)
                for (int j = 1; j < radix; j++)
                    add(&m, i, r + j * mask);
        } else {
            for (int64_t mask = top / radix; mask; mask /= radix)
                for (int j = 1; j < radix; j++)
                    add(&m, i, r + j * mask);
        }
    }
    return m.tree;
}

lmpi_tree lmpi_tree_doubling(const lmpi_coll_run *run, int root) {
    maker m = begin(run, root);
    for (int i = 0; i < run->n; i++, end_member(&m, i - 1)) {
        int64_t r = relative_of(&m.tree, i), mask = 1;
        while (mask <= r)
            mask *= 2;
        for (; r + mask < run->n; mask *= 2)
            add(&m, i, r + mask);
    }
    return m.tree;
}

lmpi_tree lmpi_tree_chain(const lmpi_coll_run *run, int root, int fanout) {
    maker m = begin(run, root);
    int others = run->n - 1, chains = fanout < others ? fanout : others;
    int longest = chains ? (others + chains - 1) / chains : 0, longer = chains ? others % chains : 0;
    if (longer == 0)
        longer = chains;
    /* The first `longer` chains have `longest` members, the others one less. */
    for (int i = 0; i < run->n; i++, end_member(&m, i - 1)) {
        int r = relative_of(&m.tree, i), at = 1;
        for (int c = 0; r == 0 && c < chains; c++) {
            add(&m, i, at);
            at += c < longer ? longest : longest - 1;
        }
        if (r == 0)
            continue;
        int in_longer = longer * longest;
        bool last = r <= in_longer ? r % longest == 0 : (r - in_longer) % (longest - 1) == 0;
        if (!last)
            add(&m, i, r + 1);
    }
    return m.tree;
}

lmpi_tree lmpi_tree_binary(const lmpi_coll_run *run, int root) {
    maker m = begin(run, root);
    for (int i = 0; i < run->n; i++, end_member(&m, i - 1)) {
        int64_t r = relative_of(&m.tree, i), width = 1; /* of r's level, which begins at rank width - 1 */
        while (r >= 2 * width - 1)
            width *= 2;
        add(&m, i, r + width);
        add(&m, i, r + 2 * width);
    }
    return m.tree;
}

/* Sets the parents in the subtree of the members low .. low + size - 1, whose root is the last of them. */
static void in_order(const lmpi_tree *tree, int (*children)[2], int low, int size, int parent) {
    while (size > 0) {
        int root = low + size - 1, lower = size / 2;
        tree->parent[root] = parent;
        children[root][0] = size > 1 ? root - 1 : -1;
        children[root][1] = size > 2 ? low + lower - 1 : -1;
        if (size > 2)
            in_order(tree, children, low, lower, root);
        else
            lower = 0;
        low += lower;
        size -= lower + 1;
        parent = root;
    }
}

lmpi_tree lmpi_tree_in_order(const lmpi_coll_run *run) {
    maker m = begin(run, 0);
    int(*children)[2] = lmpi_coll_scratch((size_t)run->n * sizeof *children);
    in_order(&m.tree, children, 0, run->n, -1);
    for (int i = 0; i < run->n; i++, end_member(&m, i - 1))
        for (int c = 0; c < 2; c++)
            if (children[i][c] >= 0)
                m.tree.child[m.used++] = children[i][c];
    m.tree.root = run->n - 1;
    return m.tree;
}

/* ---- programs ---- */

/* A vector that goes through a tree in segments. */
typedef struct flow {
    const lmpi_tree *tree;
    int64_t bytes, segment, segments;
} flow;

static flow flow_of(const lmpi_tree *tree, int64_t bytes, int64_t segment) {
    if (segment <= 0 || segment > bytes)
        segment = bytes;
    return (flow){tree, bytes, segment, bytes ? (bytes + segment - 1) / segment : 1};
}

static int64_t segment_bytes(const flow *f, int64_t segment) {
    return segment + 1 < f->segments ? f->segment : f->bytes - segment * f->segment;
}

static const lmpi_step ended = {.kind = LMPI_STEP_END};
static const lmpi_step none = {.kind = LMPI_STEP_NONE};

/* Posts the receive of segment 0; then for each segment s: posts that of s + 1, waits for s, sends s to all children,
 * waits for these sends. */
static lmpi_step bcast_step(const void *what, int member, int64_t i) {
    const flow *f = what;
    const lmpi_tree *t = f->tree;
    int children = t->first[member + 1] - t->first[member], parent = t->parent[member];
    if (i == 0)
        return parent >= 0 ? (lmpi_step){LMPI_STEP_RECEIVE, parent, 0} : none;
    int64_t period = children + 3, s = (i - 1) / period, at = (i - 1) % period;
    if (s >= f->segments)
        return ended;
    if (at == 0)
        return parent >= 0 && s + 1 < f->segments ? (lmpi_step){LMPI_STEP_RECEIVE, parent, 0} : none;
    if (at == 1)
        return parent >= 0 ? (lmpi_step){LMPI_STEP_WAIT_OLDEST, 0, 1} : none;
    if (at - 2 < children)
        return (lmpi_step){LMPI_STEP_SEND, t->child[t->first[member] + (int)at - 2], segment_bytes(f, s)};
    return children ? (lmpi_step){LMPI_STEP_WAIT_NEWEST, 0, children} : none;
}

void lmpi_tree_bcast(lmpi_coll_run *run, const lmpi_tree *tree, int64_t bytes, int64_t segment) {
    flow f = flow_of(tree, bytes, segment);
    lmpi_coll_perform(run, bcast_step, &f);
}

/* The receives of a member, ordered by segments, then children, are numbered q = 0, 1, ... It posts receive 0; then for
 * each q: posts q + 1, waits for q, combines; after the last child of a segment it sends the segment to its parent. */
static lmpi_step reduce_step(const void *what, int member, int64_t i) {
    const flow *f = what;
    const lmpi_tree *t = f->tree;
    int children = t->first[member + 1] - t->first[member], parent = t->parent[member];
    if (children == 0) { /* sends each segment, and waits for it */
        if (i / 2 >= f->segments || parent < 0)
            return ended;
        return i % 2 ? (lmpi_step){LMPI_STEP_WAIT_NEWEST, 0, 1}
                     : (lmpi_step){LMPI_STEP_SEND, parent, segment_bytes(f, i / 2)};
    }
    const int *child = t->child + t->first[member];
    if (i == 0)
        return (lmpi_step){LMPI_STEP_RECEIVE, child[0], 0};
    int64_t q = (i - 1) / 5, at = (i - 1) % 5, s = q / children;
    bool sends = parent >= 0 && q % children == children - 1;
    if (s >= f->segments)
        return ended;
    switch (at) {
    case 0:
        return q + 1 < f->segments * children ? (lmpi_step){LMPI_STEP_RECEIVE, child[(q + 1) % children], 0} : none;
    case 1:
        return (lmpi_step){LMPI_STEP_WAIT_OLDEST, 0, 1};
    case 2:
        return (lmpi_step){LMPI_STEP_COMBINE, 0, segment_bytes(f, s)};
    case 3:
        return sends ? (lmpi_step){LMPI_STEP_SEND, parent, segment_bytes(f, s)} : none;
    default:
        return sends ? (lmpi_step){LMPI_STEP_WAIT_NEWEST, 0, 1} : none;
    }
}

void lmpi_tree_reduce(lmpi_coll_run *run, const lmpi_tree *tree, int64_t bytes, int64_t segment) {
    flow f = flow_of(tree, bytes, segment);
    lmpi_coll_perform(run, reduce_step, &f);
}

/* ---- a broadcast in two halves ---- */

typedef struct split {
    const lmpi_tree *tree;
    flow half[2];
    int n;
} split;

static lmpi_step split_root_step(const split *p, int64_t i) {
    const lmpi_tree *t = p->tree;
    int64_t s = i / 3, at = i % 3, rounds = p->half[0].segments; /* of the longer half */
    if (s < rounds) {
        bool both = s < p->half[1].segments;
        if (at == 2)
            return (lmpi_step){LMPI_STEP_WAIT_NEWEST, 0, both ? 2 : 1};
        if (at == 1 && !both)
            return none;
        return (lmpi_step){LMPI_STEP_SEND, t->child[t->first[t->root] + (int)at], segment_bytes(&p->half[at], s)};
    }
    if (p->n % 2 || at == 2)
        return ended;
    if (at == 1)
        return (lmpi_step){LMPI_STEP_WAIT_NEWEST, 0, 1};
    return (lmpi_step){LMPI_STEP_SEND, member_of(t, p->n - 1), p->half[1].bytes};
}

static lmpi_step split_step(const void *what, int member, int64_t i) {
    const split *p = what;
    const lmpi_tree *t = p->tree;
    int r = relative_of(t, member), side = (r + 1) % 2, partner = side ? r - 1 : r + 1;
    if (r == 0)
        return split_root_step(p, i);
    const flow *own = &p->half[side];
    int64_t steps = 1 + own->segments * (t->first[member + 1] - t->first[member] + 3);
    if (i < steps)
        return bcast_step(own, member, i);
    bool alone = partner == p->n; /* the root sends it the other half */
    switch (i - steps) {
    case 0:
        return (lmpi_step){LMPI_STEP_RECEIVE, alone ? t->root : member_of(t, partner), 0};
    case 1:
        return alone ? none : (lmpi_step){LMPI_STEP_SEND, member_of(t, partner), own->bytes};
    case 2:
        return (lmpi_step){LMPI_STEP_WAIT_NEWEST, 0, alone ? 1 : 2};
    default:
        return ended;
    }
}

void lmpi_tree_split_bcast(lmpi_coll_run *run, int root, int64_t bytes, int64_t segment) {
    lmpi_tree tree = lmpi_tree_binary(run, root);
    split p = {&tree, {flow_of(&tree, (bytes + 1) / 2, segment), flow_of(&tree, bytes / 2, segment)}, run->n};
    lmpi_coll_perform(run, split_step, &p);
}
