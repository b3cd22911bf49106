/* uneven.c - see uneven.h. */
#include "bsim/cost/uneven.h"

#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/base/random.h"
#include "bsim/cost/draws.h"

bool *bsim_uneven;
static struct bsim_noise_law *of_block;
static bool *by_formula;                 /* by block */
static struct bsim_noise_law *of_rank;   /* of its next execution; NULL: no block has formulas */
static uint64_t *drawn;                  /* by rank: factors so far */
static bool *by_place;                   /* by block */
static struct bsim_work_place *of_place; /* by rank, of its next execution; NULL: no block has places */

static int number_of_blocks, number_of_ranks;

static const long seed = 1;

bool bsim_uneven_init(struct bsim_models *models, int nblock, int np, struct bsim_error *err) {
    bool any = false, formulas = false, places = false;
    number_of_blocks = nblock;
    number_of_ranks = np;
    if (np < 2)
        return true;
    by_formula = bsim_alloc(((size_t)nblock + 1) * sizeof *by_formula);
    by_place = bsim_alloc(((size_t)nblock + 1) * sizeof *by_place);
    of_block = bsim_alloc(((size_t)nblock + 1) * sizeof *of_block);
    bsim_uneven = bsim_alloc(((size_t)nblock + 1) * sizeof *bsim_uneven);
    for (int i = 0; i < nblock && !err->set; i++) {
        by_formula[i] = bsim_models_has_uneven_formulas(models, i);
        if (!by_formula[i])
            of_block[i] = bsim_models_uneven(models, i, NULL, NULL, err);
        bsim_uneven[i] = by_formula[i] || of_block[i].kind != BSIM_NOISE_NONE;
        by_place[i] = bsim_uneven[i] && bsim_models_has_where(models, i);
        places = places || by_place[i];
        formulas = formulas || by_formula[i];
        any = any || bsim_uneven[i];
    }
    if (formulas)
        of_rank = bsim_alloc((size_t)np * sizeof *of_rank);
    if (places)
        of_place = bsim_alloc((size_t)np * sizeof *of_place);
    if (any) {
        drawn = bsim_alloc((size_t)np * sizeof *drawn);
    } else {
        bsim_free(bsim_uneven);
        bsim_uneven = NULL;
    }
    return !err->set;
}

bool bsim_uneven_each(int block) {
    return bsim_uneven && (by_formula[block] || by_place[block]);
}

void bsim_uneven_set(struct bsim_models *models, int block, int rank, const double *param, const struct bsim_spot *spot,
                     struct bsim_error *err) {
    if (by_formula[block])
        of_rank[rank] = bsim_models_uneven(models, block, param, spot, err);
    if (by_place[block])
        of_place[rank] = bsim_models_place(models, block, param, spot);
}

/* The factor of a place is that of all executions there, on any rank. */
static double factor_of_place(const struct bsim_noise_law *law, const struct bsim_work_place *at) {
    if (isnan(at->unit) || !bsim_noise_reads_unit(law))
        return bsim_noise_at(law, seed, BSIM_DRAW_UNEVEN, at->number, 0, 0);
    return bsim_noise_factor(law, &(struct bsim_noise_draw){.unit = at->unit});
}

double bsim_uneven_factor(int block, int rank, double time_s) {
    const struct bsim_noise_law *law = by_formula[block] ? &of_rank[rank] : &of_block[block];
    const struct bsim_work_place *place = by_place[block] ? &of_place[rank] : NULL;
    if (law->kind == BSIM_NOISE_NONE)
        return 1;
    double factor = place ? factor_of_place(law, place)
                          : bsim_noise_at(law, seed, BSIM_DRAW_UNEVEN, (uint64_t)rank, drawn[rank]++, 0);
    bsim_draws_add(block, rank, place ? &place->number : NULL, time_s, factor);
    return factor;
}

void bsim_uneven_count(void) {
    if (bsim_uneven)
        bsim_draws_begin(bsim_uneven, number_of_blocks, number_of_ranks);
}
