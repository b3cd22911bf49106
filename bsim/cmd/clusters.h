/* clusters.h - inside of the bsim command: groups of ranks of a trace that calculate alike. */
#ifndef BSIM_CMD_CLUSTERS_H
#define BSIM_CMD_CLUSTERS_H

#include <stdbool.h>

#include "bsim/base/error.h"
#include "bsim/cmd/cluster.h"

struct bsim_trace;

struct bsim_clusters {
    const struct bsim_trace *trace;
    int n;
    int *kind;        /* of each structure: the first rank that makes equal calls */
    double **vector;  /* of each rank, nanoseconds; NULL: nothing was measured */
    double *distance; /* n * n, of groups that are named by their smallest ranks */
    struct bsim_cluster_merge *merge;
    int nmerge;
    int *group;     /* of each rank: the smallest rank of its group */
    double *height; /* of each group: its last merge; nanoseconds */
    double mean_ns; /* calculation of a rank */
};

/* Whether there is calculation to compare; else ranks with equal calls are a group. */
bool bsim_clusters_has_vectors(const struct bsim_trace *trace);

/* Ranks of a group are at most `cut` of a rank's calculation in the mean apart. whole: merges above the cut are found,
 * too. To be ended also after a failure. */
bool bsim_clusters_find(struct bsim_clusters *clusters, const struct bsim_trace *trace, double cut, bool whole,
                        struct bsim_error *err);
void bsim_clusters_end(struct bsim_clusters *clusters);
/* The rank nearest to the mean vector of its group; of equal ones the smallest. */
int bsim_clusters_representative(const struct bsim_clusters *clusters, int group);

/* Reads the value of --cut; NULL: the default. */
bool bsim_clusters_cut(const char *text, double *cut, struct bsim_error *err);

#endif
