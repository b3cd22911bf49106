/* block_noise.c - see block_noise.h. All that changes during the run is of one rank, so that the result does not depend
 * on the schedule. */
#include "bsim/cost/block_noise.h"

#include "bsim/base/alloc.h"

struct laws {
    struct bsim_noise_law level[BSIM_NOISE_LEVELS];
};

bool *bsim_noisy;
static struct laws *of_block;
static bool *by_formula;     /* by block */
static struct laws *of_rank; /* of its next execution; NULL: no block has formulas */
static uint64_t *drawn;      /* by rank: factors of executions so far */
static int *together; /* by block: its number among those of which ranks of a node have a part in common, or -1 */
static size_t ntogether;
static uint32_t *executed; /* ntogether for each rank: executions so far */
static bool any_noisy;
static bool nodes_differ;               /* for some block */
static struct bsim_noise_draw *of_run;  /* by seed */
static struct bsim_noise_draw *of_node; /* by node and seed; NULL: nodes do not differ */
static const int32_t *node_of_rank;
static double strength;
static long first_seed;
static int nseed;

/* The laws of a block without formulas. */
static bool init_block(struct bsim_models *models, int block, struct bsim_error *err) {
    by_formula[block] = bsim_models_has_noise_formulas(models, block);
    nodes_differ = nodes_differ || bsim_models_has_noise(models, block, BSIM_NOISE_NODE);
    together[block] = bsim_models_has_noise(models, block, BSIM_NOISE_TOGETHER) ? (int)ntogether++ : -1;
    bsim_noisy[block] = by_formula[block];
    if (by_formula[block])
        return true;
    if (!bsim_models_noise(models, block, NULL, NULL, strength, of_block[block].level, err))
        return false;
    for (int l = 0; l < BSIM_NOISE_LEVELS; l++)
        bsim_noisy[block] = bsim_noisy[block] || of_block[block].level[l].kind != BSIM_NOISE_NONE;
    return true;
}

bool bsim_block_noise_init(const struct bsim_config *config, struct bsim_models *models, int nblock,
                           struct bsim_error *err) {
    bool formulas = false;
    if (config->noise == 0)
        return true;
    strength = config->noise;
    first_seed = config->noise_seed;
    nseed = config->noise_runs;
    bsim_noisy = bsim_alloc(((size_t)nblock + 1) * sizeof *bsim_noisy);
    by_formula = bsim_alloc(((size_t)nblock + 1) * sizeof *by_formula);
    of_block = bsim_alloc(((size_t)nblock + 1) * sizeof *of_block);
    drawn = bsim_alloc((size_t)config->np * sizeof *drawn);
    together = bsim_alloc(((size_t)nblock + 1) * sizeof *together);
    for (int i = 0; i < nblock; i++) {
        if (!init_block(models, i, err))
            return false;
        formulas = formulas || by_formula[i];
        any_noisy = any_noisy || bsim_noisy[i];
    }
    if (ntogether > 0)
        executed = bsim_alloc((size_t)config->np * ntogether * sizeof *executed);
    if (formulas)
        of_rank = bsim_alloc((size_t)config->np * sizeof *of_rank);
    return true;
}

bool bsim_block_noise_any(void) {
    return any_noisy;
}

static long seed_of(int i) {
    return (long)((unsigned long)first_seed + (unsigned long)i);
}

void bsim_block_noise_place(const int32_t *node_of, int np) {
    if (!bsim_noisy)
        return;
    node_of_rank = node_of;
    of_run = bsim_alloc((size_t)nseed * sizeof *of_run);
    for (int i = 0; i < nseed; i++)
        of_run[i] = bsim_noise_of_level(BSIM_NOISE_RUN, seed_of(i), 0);
    int last = 0;
    for (int r = 0; r < np; r++)
        last = node_of[r] > last ? node_of[r] : last;
    if (!nodes_differ)
        return;
    of_node = bsim_alloc(((size_t)last + 1) * (size_t)nseed * sizeof *of_node);
    for (int node = 0; node <= last; node++)
        for (int i = 0; i < nseed; i++)
            of_node[node * nseed + i] = bsim_noise_of_level(BSIM_NOISE_NODE, seed_of(i), node);
}

bool bsim_block_noise_by_formula(int block) {
    return by_formula && by_formula[block];
}

void bsim_block_noise_set(struct bsim_models *models, int block, int rank, const double *param,
                          const struct bsim_spot *spot, struct bsim_error *err) {
    bsim_models_noise(models, block, param, spot, strength, of_rank[rank].level, err);
}

static uint32_t *executed_of(int block, int rank) {
    return &executed[(size_t)rank * ntogether + (size_t)together[block]];
}

const struct bsim_noise_law *bsim_block_noise_begin(int block, int rank, uint64_t *count) {
    const struct bsim_noise_law *laws = by_formula[block] ? of_rank[rank].level : of_block[block].level;
    *count = drawn[rank];
    drawn[rank] += laws[BSIM_NOISE_EXECUTION].kind != BSIM_NOISE_NONE;
    if (together[block] >= 0)
        ++*executed_of(block, rank);
    return laws;
}

double bsim_block_noise_of(const struct bsim_noise_law *laws, int block, int rank, uint64_t count, int i) {
    const struct bsim_noise_law *own = &laws[BSIM_NOISE_EXECUTION], *run = &laws[BSIM_NOISE_RUN];
    const struct bsim_noise_law *node = &laws[BSIM_NOISE_NODE], *common = &laws[BSIM_NOISE_TOGETHER];
    double factor = own->kind == BSIM_NOISE_NONE ? 1 : bsim_noise_of_execution(own, seed_of(i), rank, count);
    if (run->kind != BSIM_NOISE_NONE)
        factor *= bsim_noise_factor(run, &of_run[i]);
    if (node->kind != BSIM_NOISE_NONE)
        factor *= bsim_noise_factor(node, &of_node[node_of_rank[rank] * nseed + i]);
    if (common->kind != BSIM_NOISE_NONE)
        factor *= bsim_noise_of_together(common, seed_of(i), node_of_rank[rank], block, *executed_of(block, rank));
    return factor;
}
