/* ranges.c - an index of spans: a treap by begin, in which each node knows the highest end below it.
 *
 * Adding, removing and finding an owner take logarithmic time. An owner with many pieces has at most PIECES nodes: each
 * is for a run of its pieces and what lies between them. */
#include "bsim/base/alloc.h"
#include "lmpi/check/check.h"

enum { PIECES = 64 };

struct check_range {
    struct check_range *left, *right; /* owned */
    check_span span;
    uintptr_t reach; /* the highest end of this node and those below it */
    void *owner;
    uint64_t number;   /* of the owner */
    uint32_t priority; /* no less than those below */
};
typedef struct check_range node;

/* By begin and end; of the same memory the newest owner comes first. */
static int compare(const node *a, const node *b) {
    if (a->span.begin != b->span.begin)
        return a->span.begin < b->span.begin ? -1 : 1;
    if (a->span.end != b->span.end)
        return a->span.end < b->span.end ? -1 : 1;
    return (a->number < b->number) - (a->number > b->number);
}

static node *renew(node *n) {
    n->reach = n->span.end;
    if (n->left && n->left->reach > n->reach)
        n->reach = n->left->reach;
    if (n->right && n->right->reach > n->reach)
        n->reach = n->right->reach;
    return n;
}

/* Divides a tree into the nodes before a key, and the others. */
static void split(node *tree, const node *key, node **before, node **others) {
    if (!tree) {
        *before = *others = NULL;
    } else if (compare(tree, key) < 0) {
        split(tree->right, key, &tree->right, others);
        *before = renew(tree);
    } else {
        split(tree->left, key, before, &tree->left);
        *others = renew(tree);
    }
}

/* All nodes of a are before those of b. */
static node *join(node *a, node *b) {
    if (!a || !b)
        return a ? a : b;
    if (a->priority >= b->priority) {
        a->right = join(a->right, b);
        return renew(a);
    }
    b->left = join(a, b->left);
    return renew(b);
}

static node *insert(node *tree, node *new) {
    if (!tree || new->priority > tree->priority) {
        split(tree, new, &new->left, &new->right);
        return renew(new);
    }
    if (compare(tree, new) < 0)
        tree->right = insert(tree->right, new);
    else
        tree->left = insert(tree->left, new);
    return renew(tree);
}

static node *erase(node *tree, const node *key) {
    if (!tree)
        return NULL;
    int order = compare(tree, key);
    if (order == 0) {
        node *rest = join(tree->left, tree->right);
        bsim_free(tree);
        return rest;
    }
    if (order < 0)
        tree->right = erase(tree->right, key);
    else
        tree->left = erase(tree->left, key);
    return renew(tree);
}

/* The next node's span behind piece *i. */
static check_span next_span(const check_spans *spans, int *i) {
    int stride = (spans->count + PIECES - 1) / PIECES;
    check_span span = spans->at[*i];
    for (int last = *i + stride; *i < last && *i < spans->count; (*i)++)
        if (spans->at[*i].end > span.end)
            span.end = spans->at[*i].end;
    return span;
}

void lmpi_check_ranges_add(check_ranges *ranges, const check_spans *spans, uint64_t number, void *owner) {
    static uint32_t random = 2463534242u; /* xorshift (Marsaglia 2003) */
    for (int i = 0; i < spans->count;) {
        node *new = bsim_alloc(sizeof *new);
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        *new = (node){.span = next_span(spans, &i), .owner = owner, .number = number, .priority = random};
        ranges->root = insert(ranges->root, new);
    }
}

void lmpi_check_ranges_remove(check_ranges *ranges, const check_spans *spans, uint64_t number) {
    for (int i = 0; i < spans->count;) {
        const node key = {.span = next_span(spans, &i), .number = number};
        ranges->root = erase(ranges->root, &key);
    }
}

static bool visit_span(const node *tree, check_span span, check_visit *visit, void *context) {
    if (!tree || tree->reach <= span.begin)
        return true;
    if (!visit_span(tree->left, span, visit, context))
        return false;
    if (tree->span.begin >= span.end)
        return true;
    if (tree->span.end > span.begin && !visit(tree->owner, context))
        return false;
    return visit_span(tree->right, span, visit, context);
}

void lmpi_check_ranges_visit(const check_ranges *ranges, const check_spans *spans, check_visit *visit, void *context) {
    for (int i = 0; ranges->root && i < spans->count;)
        if (!visit_span(ranges->root, next_span(spans, &i), visit, context))
            return;
}
