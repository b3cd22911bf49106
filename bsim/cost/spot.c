/* spot.c - see spot.h. Counts the ranks of each node, and knows its kind. */
#include "bsim/cost/spot.h"

#include "bsim/base/alloc.h"

static const int32_t *node; /* by rank; NULL: not known */
static int32_t *ranks;      /* by node */
static int32_t last_node;
static int number_of_ranks;
static int32_t *kind; /* by node: the number of its kind; NULL: nodes have none */

void bsim_spots_init(const int32_t *node_of, int np) {
    int32_t last = 0;
    for (int r = 0; r < np; r++)
        last = node_of[r] > last ? node_of[r] : last;
    node = node_of;
    number_of_ranks = np;
    last_node = last;
    ranks = bsim_alloc(((size_t)last + 1) * sizeof *ranks);
    for (int r = 0; r < np; r++)
        ranks[node_of[r]]++;
}

void bsim_spots_kinds(const struct bsim_platform *platform) {
    if (platform->nkind == 0)
        return;
    kind = bsim_alloc(((size_t)last_node + 1) * sizeof *kind);
    for (int32_t n = 0; n <= last_node; n++) {
        int k = bsim_platform_kind(platform, n);
        kind[n] = k >= 0 ? platform->kind[k].number : 0;
    }
}

void bsim_spots_fini(void) {
    bsim_free(ranks);
    bsim_free(kind);
    ranks = NULL;
    kind = NULL;
    node = NULL;
}

struct bsim_spot bsim_spot_of(int rank) {
    if (node == NULL)
        return (struct bsim_spot){.rank = rank, .ranks_per_node = 1};
    int32_t n = node[rank];
    return (struct bsim_spot){rank, n, ranks[n], kind ? kind[n] : 0, number_of_ranks};
}
