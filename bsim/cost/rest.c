/* rest.c - see rest.h. */
#include "bsim/cost/rest.h"

#include <math.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/base/warn.h"
#include "bsim/cost/cost.h"

bool *bsim_rest_follows;
double *bsim_rest_s;

static const struct bsim_rest_model *model;
static double *longest_s; /* by rank, of the block that is followed */

void bsim_rest_init(const struct bsim_rest_model *rest, const bsim_block_info *blocks, int nblock, int np) {
    bool any = false;
    if (rest->constant_s == 0 && rest->block == NULL)
        return;
    model = rest;
    bsim_rest_s = bsim_alloc((size_t)np * sizeof *bsim_rest_s);
    if (rest->block == NULL)
        return;
    bsim_rest_follows = bsim_alloc(((size_t)nblock + 1) * sizeof *bsim_rest_follows);
    longest_s = bsim_alloc((size_t)np * sizeof *longest_s);
    for (int i = 0; i < nblock; i++) {
        bsim_rest_follows[i] = strcmp(blocks[i].name, rest->block) == 0;
        any = any || bsim_rest_follows[i];
    }
    if (!any && nblock > 0)
        bsim_warn("the models' \"rest\" goes with the longest execution of block %s, which the program does not have",
                  rest->block);
}

void bsim_rest_follow(const bsim_rank *rank, double seconds) {
    longest_s[rank->id] = fmax(longest_s[rank->id], seconds);
}

void bsim_rest_add(void) {
    if (bsim_rest_s == NULL)
        return;
    double seconds = model->constant_s + (longest_s ? model->longest * longest_s[bsim_self->id] : 0);
    double spent = bsim_cost_advance(bsim_self, seconds);
    bsim_self->calc_s += spent;
    if (bsim_calculated)
        bsim_calculated(bsim_self, seconds, spent);
    bsim_rest_s[bsim_self->id] = spent;
}

/* How many factors of two the longest executions of a rank are beyond those of the measured runs. */
static double doublings_of(double seconds) {
    if (model->most_s == 0 || seconds == 0)
        return 0;
    return seconds > model->most_s    ? log2(seconds / model->most_s)
           : seconds < model->least_s ? log2(model->least_s / seconds)
                                      : 0;
}

void bsim_rest_gather(void) {
    if (bsim_rest_s == NULL)
        return;
    struct bsim_rest_stat *rest = &bsim_run.rest;
    *rest = (struct bsim_rest_stat){.block = model->block, .fitted = model->fitted, .error = model->error};
    for (int r = 0; r < bsim_run.np; r++) {
        rest->time_s += bsim_rest_s[r];
        rest->doublings = fmax(rest->doublings, longest_s ? doublings_of(longest_s[r]) : 0);
    }
}
