/* first.c - see first.h. */
#include "bsim/cost/first.h"

#include "bsim/base/alloc.h"

struct bsim_firsts bsim_firsts;

void bsim_firsts_init(const struct bsim_models *models, int nblock, int np) {
    int n = 0;
    struct bsim_firsts_of *of = bsim_alloc(((size_t)nblock + 1) * sizeof *of);
    for (int i = 0; i < nblock; i++) {
        of[i].executions = (uint16_t)bsim_models_first_executions(models, i, np);
        of[i].number = of[i].executions > 0 ? n++ : -1;
    }
    if (n == 0) {
        bsim_free(of);
        return;
    }
    bsim_firsts.of = of;
    bsim_firsts.n = (size_t)n;
    bsim_firsts.executed = bsim_alloc((size_t)np * bsim_firsts.n * sizeof *bsim_firsts.executed);
}

void bsim_firsts_fini(void) {
    bsim_free(bsim_firsts.of);
    bsim_free(bsim_firsts.executed);
    bsim_firsts = (struct bsim_firsts){0};
}
