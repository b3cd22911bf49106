/* cluster.h - inside of bsim cluster: the tree of groups of ranks, and its picture. */
#ifndef BSIM_CMD_CLUSTER_H
#define BSIM_CMD_CLUSTER_H

#include <stdbool.h>

#include "bsim/base/error.h"

/* Two groups, named by their smallest ranks, a < b, which become group a. */
struct bsim_cluster_merge {
    int a, b;
    double height_ns; /* how far apart their ranks are */
};
struct bsim_cluster_tree {
    const char *program;
    int n; /* ranks */
    const struct bsim_cluster_merge *merge;
    int nmerge; /* in the order of their heights, which do not fall */
    double cut, cut_ns;
    const int *group;          /* of each rank, at the cut: its smallest rank */
    const int *representative; /* of each group */
};
/* cluster_picture.c: draws the tree as SVG. */
bool bsim_cluster_draw(const struct bsim_cluster_tree *tree, const char *path, struct bsim_error *err);

#endif
