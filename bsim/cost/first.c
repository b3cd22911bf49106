/* first.c - see first.h. */
#include "bsim/cost/first.h"

#include "bsim/base/alloc.h"

struct bsim_firsts bsim_firsts;

void bsim_firsts_init(const struct bsim_models *models, int nblock, int np) {
    int n = 0;
    int *bit = bsim_alloc(((size_t)nblock + 1) * sizeof *bit);
    for (int i = 0; i < nblock; i++)
        bit[i] = bsim_models_has_first(models, i) ? n++ : -1;
    if (n == 0) {
        bsim_free(bit);
        return;
    }
    bsim_firsts.bit = bit;
    bsim_firsts.rank_bytes = ((size_t)n + 7) / 8;
    bsim_firsts.executed = bsim_alloc((size_t)np * bsim_firsts.rank_bytes);
}

void bsim_firsts_fini(void) {
    bsim_free(bsim_firsts.bit);
    bsim_free(bsim_firsts.executed);
    bsim_firsts = (struct bsim_firsts){0};
}
