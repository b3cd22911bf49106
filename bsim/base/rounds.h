/* rounds.h - parameters of a block that are numbers of rounds: below 0 the loop does not run. */
#ifndef BSIM_ROUNDS_H
#define BSIM_ROUNDS_H

enum { BSIM_MOST_PARAMS = 32 }; /* that skeletonize gives a block */

/* The parameters, of which bit i of `rounds` (bsim_block_rounds) tells that parameter i is 0 where it is below 0: the
 * same array, or `to`, which has room for BSIM_MOST_PARAMS. */
static inline const double *bsim_rounds_from_zero(unsigned rounds, int nparam, const double *param, double *to) {
    if (rounds == 0 || nparam > BSIM_MOST_PARAMS)
        return param;
    for (int i = 0; i < nparam; i++)
        to[i] = (rounds >> i & 1) && param[i] < 0 ? 0 : param[i];
    return to;
}

#endif
