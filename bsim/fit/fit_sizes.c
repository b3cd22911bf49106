/* fit_sizes.c - the parameters of each run by themselves, before the samples of all runs are joined. */
#include <math.h>
#include <stdlib.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit.h"

void bsim_fit_sizes_set(struct fit_block *b, int nrun) {
    size_t n = (size_t)nrun * (size_t)b->nparam;
    if (n == 0 || b->sizes || b->unsampled > 0)
        return;
    b->nsizes = nrun;
    b->sizes = bsim_alloc(n * sizeof *b->sizes);
    for (size_t i = 0; i < n; i++)
        b->sizes[i] = (struct fit_range){HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < b->npoint; i++)
        for (int k = 0; k < b->nparam && b->point[i].run < nrun; k++) {
            struct fit_range *r = &b->sizes[b->point[i].run * b->nparam + k];
            r->low = fmin(r->low, b->point[i].x[k]);
            r->high = fmax(r->high, b->point[i].x[k]);
        }
}

const struct fit_range *bsim_fit_sizes(const struct fit_block *b, int run) {
    const struct fit_range *of = b->sizes && run < b->nsizes ? &b->sizes[run * b->nparam] : NULL;
    return of && of->low <= of->high ? of : NULL;
}
