/* spot.c - see spot.h. Counts the ranks of each node. */
#include "bsim/cost/spot.h"

#include "bsim/base/alloc.h"

static const int32_t *node; /* by rank; NULL: not known */
static int32_t *ranks;      /* by node */

void bsim_spots_init(const int32_t *node_of, int np) {
    int32_t last = 0;
    for (int r = 0; r < np; r++)
        last = node_of[r] > last ? node_of[r] : last;
    node = node_of;
    ranks = bsim_alloc(((size_t)last + 1) * sizeof *ranks);
    for (int r = 0; r < np; r++)
        ranks[node_of[r]]++;
}

void bsim_spots_fini(void) {
    bsim_free(ranks);
    ranks = NULL;
    node = NULL;
}

struct bsim_spot bsim_spot_of(int rank) {
    if (node == NULL)
        return (struct bsim_spot){rank, 0, 1};
    return (struct bsim_spot){rank, node[rank], ranks[node[rank]]};
}
