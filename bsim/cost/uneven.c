/* uneven.c - see uneven.h. */
#include "bsim/cost/uneven.h"

#include "bsim/base/alloc.h"
#include "bsim/base/random.h"

bool *bsim_uneven;
static struct bsim_noise_law *of_block;
static bool *by_formula;               /* by block */
static struct bsim_noise_law *of_rank; /* of its next execution; NULL: no block has formulas */
static uint64_t *drawn;                /* by rank: factors so far */

static const long seed = 1;

bool bsim_uneven_init(struct bsim_models *models, int nblock, int np, struct bsim_error *err) {
    bool any = false, formulas = false;
    if (np < 2)
        return true;
    by_formula = bsim_alloc(((size_t)nblock + 1) * sizeof *by_formula);
    of_block = bsim_alloc(((size_t)nblock + 1) * sizeof *of_block);
    bsim_uneven = bsim_alloc(((size_t)nblock + 1) * sizeof *bsim_uneven);
    for (int i = 0; i < nblock && !err->set; i++) {
        by_formula[i] = bsim_models_has_uneven_formulas(models, i);
        if (!by_formula[i])
            of_block[i] = bsim_models_uneven(models, i, NULL, NULL, err);
        bsim_uneven[i] = by_formula[i] || of_block[i].kind != BSIM_NOISE_NONE;
        formulas = formulas || by_formula[i];
        any = any || bsim_uneven[i];
    }
    if (formulas)
        of_rank = bsim_alloc((size_t)np * sizeof *of_rank);
    if (any) {
        drawn = bsim_alloc((size_t)np * sizeof *drawn);
    } else {
        bsim_free(bsim_uneven);
        bsim_uneven = NULL;
    }
    return !err->set;
}

bool bsim_uneven_by_formula(int block) {
    return bsim_uneven && by_formula[block];
}

void bsim_uneven_set(struct bsim_models *models, int block, int rank, const double *param, const struct bsim_spot *spot,
                     struct bsim_error *err) {
    of_rank[rank] = bsim_models_uneven(models, block, param, spot, err);
}

double bsim_uneven_factor(int block, int rank) {
    const struct bsim_noise_law *law = by_formula[block] ? &of_rank[rank] : &of_block[block];
    if (law->kind == BSIM_NOISE_NONE)
        return 1;
    return bsim_noise_at(law, seed, BSIM_DRAW_UNEVEN, (uint64_t)rank, drawn[rank]++, 0);
}
