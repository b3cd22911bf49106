/* trace_fold.c - folds a sequence of symbols into a grammar. No pair of neighbours occurs twice in the grammar, and no
 * rule is used only once. */
#include "bsim/trace/trace_fold.h"

#include <stdbool.h>

#include "bsim/base/alloc.h"

/* Nodes of a rule form a ring with a guard, whose symbol is GUARD. */
enum { GUARD = INT32_MIN, NONE = -1 };
struct node {
    int32_t symbol, prev, next;
    int32_t chain; /* next pair with the same hash */
    int64_t count;
    bool is_pair;         /* the pair that begins here is in the table */
    bool is_free, is_due; /* due: in the list of pairs to check */
};
struct rule {
    int32_t guard, uses; /* nodes with this rule; guard NONE: deleted */
};

struct bsim_fold {
    struct node *node;
    int32_t nnode, node_room, free_node; /* free nodes are linked by next */
    struct rule *rule;
    int32_t nrule, rule_room, free_rule; /* free rules are linked by uses */
    int32_t *table;                      /* first pair of each chain */
    uint32_t nslot, npair;
    int32_t *due, ndue, due_room;
    int32_t *dead, ndead, dead_room; /* nodes that are free once nothing is due */
};

static int32_t *push(int32_t *list, int32_t *n, int32_t *room, int32_t value) {
    if (*n == *room) {
        *room = *room ? 2 * *room : 16;
        list = bsim_realloc(list, (size_t)*room * sizeof *list);
    }
    list[(*n)++] = value;
    return list;
}

/* ---- nodes and rules ---- */

static int32_t node_new(struct bsim_fold *f, int32_t symbol, int64_t count) {
    int32_t n = f->free_node;
    if (n != NONE) {
        f->free_node = f->node[n].next;
    } else {
        if (f->nnode == f->node_room) {
            f->node_room = f->node_room ? 2 * f->node_room : 32;
            f->node = bsim_realloc(f->node, (size_t)f->node_room * sizeof *f->node);
        }
        n = f->nnode++;
    }
    f->node[n] = (struct node){.symbol = symbol, .count = count, .prev = n, .next = n, .chain = NONE};
    if (symbol < 0 && symbol != GUARD)
        f->rule[~symbol].uses++;
    return n;
}

static void link_after(struct bsim_fold *f, int32_t at, int32_t n) {
    int32_t next = f->node[at].next;
    f->node[n].prev = at;
    f->node[n].next = next;
    f->node[at].next = n;
    f->node[next].prev = n;
}

static int32_t rule_new(struct bsim_fold *f) {
    int32_t r = f->free_rule;
    if (r != NONE) {
        f->free_rule = f->rule[r].uses;
    } else {
        if (f->nrule == f->rule_room) {
            f->rule_room = f->rule_room ? 2 * f->rule_room : 8;
            f->rule = bsim_realloc(f->rule, (size_t)f->rule_room * sizeof *f->rule);
        }
        r = f->nrule++;
    }
    f->rule[r].uses = 0;
    int32_t guard = node_new(f, GUARD, r);
    f->rule[r].guard = guard;
    return r;
}

static bool is_guard(const struct bsim_fold *f, int32_t n) {
    return f->node[n].symbol == GUARD;
}

/* ---- the table of pairs ---- */

static uint32_t slot_of(const struct bsim_fold *f, int32_t n) {
    const struct node *a = &f->node[n], *b = &f->node[a->next];
    uint64_t h = (uint32_t)a->symbol * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ (uint64_t)a->count) * UINT64_C(0xff51afd7ed558ccd);
    h = (h ^ (h >> 29) ^ (uint32_t)b->symbol) * UINT64_C(0xc4ceb9fe1a85ec53);
    h = (h ^ (h >> 31) ^ (uint64_t)b->count) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(h >> 32) & (f->nslot - 1);
}

static bool is_same_pair(const struct bsim_fold *f, int32_t m, int32_t n) {
    const struct node *a = &f->node[m], *b = &f->node[n], *c = &f->node[a->next], *d = &f->node[b->next];
    return a->symbol == b->symbol && a->count == b->count && c->symbol == d->symbol && c->count == d->count;
}

static void insert(struct bsim_fold *f, int32_t n) {
    if (f->npair >= f->nslot) {
        uint32_t before = f->nslot;
        int32_t *old = f->table;
        f->nslot = before ? 2 * before : 32;
        f->table = bsim_alloc(f->nslot * sizeof *f->table);
        for (uint32_t i = 0; i < f->nslot; i++)
            f->table[i] = NONE;
        for (uint32_t i = 0; i < before; i++)
            for (int32_t at = old[i], next; at != NONE; at = next) {
                uint32_t slot = slot_of(f, at);
                next = f->node[at].chain;
                f->node[at].chain = f->table[slot];
                f->table[slot] = at;
            }
        bsim_free(old);
    }
    uint32_t slot = slot_of(f, n);
    f->node[n].chain = f->table[slot];
    f->node[n].is_pair = true;
    f->table[slot] = n;
    f->npair++;
}

/* Call it before a node of the pair changes. */
static void forget(struct bsim_fold *f, int32_t n) {
    if (!f->node[n].is_pair)
        return;
    int32_t *at = &f->table[slot_of(f, n)];
    while (*at != n)
        at = &f->node[*at].chain;
    *at = f->node[n].chain;
    f->node[n].is_pair = false;
    f->npair--;
}

static int32_t find(const struct bsim_fold *f, int32_t n) {
    int32_t at = f->nslot ? f->table[slot_of(f, n)] : NONE;
    while (at != NONE && !is_same_pair(f, at, n))
        at = f->node[at].chain;
    return at;
}

static void check_later(struct bsim_fold *f, int32_t n) {
    if (is_guard(f, n) || f->node[n].is_due)
        return;
    f->node[n].is_due = true;
    f->due = push(f->due, &f->ndue, &f->due_room, n);
}

/* ---- changes ---- */

/* Takes a node out of its rule. */
static void cut(struct bsim_fold *f, int32_t n) {
    struct node *node = &f->node[n];
    forget(f, node->prev);
    forget(f, n);
    f->node[node->prev].next = node->next;
    f->node[node->next].prev = node->prev;
    if (node->symbol < 0 && node->symbol != GUARD)
        f->rule[~node->symbol].uses--;
    node->is_free = true;
    f->dead = push(f->dead, &f->ndead, &f->dead_room, n);
}

/* Joins a node with its right neighbour if both have one symbol. The pair in front of the node is forgotten then. */
static void join(struct bsim_fold *f, int32_t n) {
    int32_t next = f->node[n].next;
    if (is_guard(f, n) || f->node[n].symbol != f->node[next].symbol)
        return;
    forget(f, f->node[n].prev);
    int64_t count = f->node[next].count;
    cut(f, next);
    f->node[n].count += count;
}

/* What stands around the place behind node `before` is joined, and checked later. */
static void settle(struct bsim_fold *f, int32_t before) {
    int32_t n = f->node[before].next;
    join(f, n);
    join(f, before); /* may take n away */
    check_later(f, f->node[before].prev);
    check_later(f, before);
    check_later(f, f->node[before].next);
}

/* Replaces the pair at n by a rule. */
static void substitute(struct bsim_fold *f, int32_t n, int32_t r) {
    int32_t before = f->node[n].prev;
    cut(f, f->node[n].next);
    cut(f, n);
    forget(f, before);
    link_after(f, before, node_new(f, ~r, 1));
    settle(f, before);
}

/* Puts the content of a rule that is used once, by node n, in place of n. */
static void expand(struct bsim_fold *f, int32_t n) {
    struct node *node = &f->node[n];
    if (node->symbol >= 0 || node->symbol == GUARD || node->count != 1 || f->rule[~node->symbol].uses != 1)
        return;
    int32_t r = ~node->symbol, guard = f->rule[r].guard, before = node->prev;
    int32_t first = f->node[guard].next, last = f->node[guard].prev;
    cut(f, n);
    forget(f, before);
    forget(f, last);
    int32_t after = f->node[before].next;
    f->node[before].next = first;
    f->node[first].prev = before;
    f->node[last].next = after;
    f->node[after].prev = last;
    f->node[guard].is_free = true;
    f->dead = push(f->dead, &f->ndead, &f->dead_room, guard);
    f->rule[r] = (struct rule){NONE, f->free_rule};
    f->free_rule = r;
    settle(f, last);
    settle(f, before);
}

static bool is_whole_rule(const struct bsim_fold *f, int32_t n) {
    int32_t before = f->node[n].prev;
    return is_guard(f, before) && f->node[before].count != 0 && is_guard(f, f->node[f->node[n].next].next);
}

static void check(struct bsim_fold *f, int32_t n) {
    if (f->node[n].is_free || f->node[n].is_pair || is_guard(f, n) || is_guard(f, f->node[n].next))
        return;
    if (f->node[n].next == f->node[f->rule[0].guard].prev)
        return; /* the last symbol's count may still grow */
    int32_t same = find(f, n);
    if (same == NONE) {
        insert(f, n);
        return;
    }
    int32_t r;
    if (is_whole_rule(f, same)) {
        r = (int32_t)f->node[f->node[same].prev].count;
        substitute(f, n, r);
    } else {
        r = rule_new(f);
        int32_t second = f->node[n].next, guard = f->rule[r].guard;
        int32_t a = node_new(f, f->node[n].symbol, f->node[n].count);
        link_after(f, guard, a);
        int32_t b = node_new(f, f->node[second].symbol, f->node[second].count);
        link_after(f, a, b);
        substitute(f, same, r);
        substitute(f, n, r);
        insert(f, a);
    }
    int32_t guard = f->rule[r].guard;
    expand(f, f->node[guard].next);
    if (f->rule[r].guard == guard)
        expand(f, f->node[guard].prev);
}

static void check_all(struct bsim_fold *f) {
    while (f->ndue > 0) {
        int32_t n = f->due[--f->ndue];
        f->node[n].is_due = false;
        check(f, n);
    }
    while (f->ndead > 0) {
        int32_t n = f->dead[--f->ndead];
        f->node[n].next = f->free_node;
        f->free_node = n;
    }
}

/* ---- the interface ---- */

struct bsim_fold *bsim_fold_new(void) {
    struct bsim_fold *f = bsim_alloc(sizeof *f);
    f->free_node = f->free_rule = NONE;
    rule_new(f);
    return f;
}

void bsim_fold_free(struct bsim_fold *f) {
    if (f == NULL)
        return;
    bsim_free(f->node);
    bsim_free(f->rule);
    bsim_free(f->table);
    bsim_free(f->due);
    bsim_free(f->dead);
    bsim_free(f);
}

void bsim_fold_add(struct bsim_fold *f, int32_t symbol) {
    int32_t guard = f->rule[0].guard, last = f->node[guard].prev;
    if (last != guard && f->node[last].symbol == symbol) {
        forget(f, f->node[last].prev);
        f->node[last].count++;
        return;
    }
    link_after(f, last, node_new(f, symbol, 1));
    if (last == guard)
        return;
    check_later(f, f->node[last].prev); /* the count of `last` is final now */
    check_all(f);
}

/* Numbers the rules in the order of a walk, and copies them. */
static void walk(const struct bsim_fold *f, struct bsim_fold_grammar *g, int32_t *number, int32_t *order) {
    int32_t room = 0, used = 0;
    number[0] = 0;
    order[0] = 0;
    g->nrule = 1;
    for (int32_t r = 0; r < g->nrule; r++) {
        g->first = bsim_realloc(g->first, ((size_t)r + 2) * sizeof *g->first);
        g->first[r] = used;
        int32_t guard = f->rule[order[r]].guard;
        for (int32_t n = f->node[guard].next; n != guard; n = f->node[n].next) {
            if (used == room) {
                room = room ? 2 * room : 32;
                g->node = bsim_realloc(g->node, (size_t)room * sizeof *g->node);
            }
            int32_t symbol = f->node[n].symbol;
            if (symbol < 0) {
                if (number[~symbol] < 0) {
                    order[g->nrule] = ~symbol;
                    number[~symbol] = g->nrule++;
                }
                symbol = ~number[~symbol];
            }
            g->node[used++] = (struct bsim_fold_node){symbol, f->node[n].count};
        }
        g->first[r + 1] = used;
    }
}

void bsim_fold_end(struct bsim_fold *f, struct bsim_fold_grammar *g) {
    int32_t *number = bsim_alloc((size_t)f->nrule * sizeof *number);
    int32_t *order = bsim_alloc((size_t)f->nrule * sizeof *order);
    for (int32_t i = 0; i < f->nrule; i++)
        number[i] = NONE;
    *g = (struct bsim_fold_grammar){0};
    walk(f, g, number, order);
    bsim_free(number);
    bsim_free(order);
}

void bsim_fold_grammar_free(struct bsim_fold_grammar *g) {
    bsim_free(g->first);
    bsim_free(g->node);
    *g = (struct bsim_fold_grammar){0};
}
