/* coll_tree.h - trees of the members of a collective. */
#ifndef LMPI_COLL_TREE_H
#define LMPI_COLL_TREE_H

#include "lmpi/coll/coll_time.h"

/* Children of member i: child[first[i]] ... child[first[i + 1] - 1], in the order in which the member serves them.
 * parent[i]: -1 for the root. Scratch memory. */
typedef struct lmpi_tree {
    int n, root;
    int *parent, *first, *child;
} lmpi_tree;

/* Rank r relative to the root has the children r + j * radix^m for 0 < j < radix and all m with radix^m below the
 * lowest digit of r that is not 0 (all below n, for the root); the farthest first, or the nearest. Binomial: radix 2.
 */
lmpi_tree lmpi_tree_knomial(const lmpi_coll_run *run, int root, int radix, bool near_first);
/* Rank r relative to the root has the children r + 2^m for all 2^m above r, the nearest first. */
lmpi_tree lmpi_tree_doubling(const lmpi_coll_run *run, int root);
/* `fanout` chains of about equal length begin at the root. */
lmpi_tree lmpi_tree_chain(const lmpi_coll_run *run, int root, int fanout);
/* A complete binary tree: rank r of level l has the children r + 2^l and r + 2^(l + 1). */
lmpi_tree lmpi_tree_binary(const lmpi_coll_run *run, int root);
/* A binary tree whose subtrees are intervals of ranks: its root is n - 1. */
lmpi_tree lmpi_tree_in_order(const lmpi_coll_run *run);

/* Sends a vector down the tree, cut into segments: a member receives the next segment while it sends one on. */
void lmpi_tree_bcast(lmpi_coll_run *run, const lmpi_tree *tree, int64_t bytes, int64_t segment);
/* Sends each half of a vector down one side of the binary tree: odd ranks relative to the root are on the first side,
 * even ones on the second. Then ranks 2i - 1 and 2i exchange their halves. If the number of members is even, the last
 * one has no partner and gets its other half from the root. At least 3 members and 2 bytes. */
void lmpi_tree_split_bcast(lmpi_coll_run *run, int root, int64_t bytes, int64_t segment);
/* Combines vectors up the tree, segment by segment: a member receives from the next child while it combines what the
 * one before has sent. */
void lmpi_tree_reduce(lmpi_coll_run *run, const lmpi_tree *tree, int64_t bytes, int64_t segment);

#endif
