/* design.h - experiments of two levels: which of p factors are present in each of up to 64 runs. */
#ifndef BSIM_CMD_DESIGN_H
#define BSIM_CMD_DESIGN_H

#include <stdbool.h>
#include <stddef.h>

enum { BSIM_DESIGN_MOST_BASIC = 6, BSIM_DESIGN_MOST_RUNS = 1 << BSIM_DESIGN_MOST_BASIC, BSIM_DESIGN_MOST_FACTORS = 63 };

/* Run r has basic factor i (the first nbasic) if bit i of r is set. Another factor is present if an odd number of the
 * basic factors of its generator are. So run 0 has none, and each factor is in half of the runs. */
struct bsim_design {
    int nfactor, nbasic;
    unsigned generator[BSIM_DESIGN_MOST_FACTORS]; /* basic factors, as bits; of a basic one its own bit */
    int resolution; /* the fewest factors whose product is constant; 0: the design is full */
};

/* The design for n factors with at most so many runs, of the highest resolution that can be found: full if it fits,
 * else fractional. False if there are too few runs: main effects would be equal. */
bool bsim_design_make(struct bsim_design *design, int n, int most_runs);
int bsim_design_runs(const struct bsim_design *design);
bool bsim_design_has(const struct bsim_design *design, int run, int factor);
/* The means of y over the runs with a factor, and over the others. Their difference is the factor's main effect. */
void bsim_design_means(const struct bsim_design *design, int factor, const double *y, double *with, double *without);
/* The generator of a factor as "1*2*3"; with levels +1 and -1 and a minus if their product is that of the absent
 * factor. Returns buf. */
char *bsim_design_generator(const struct bsim_design *design, int factor, char *buf, size_t size);
/* "IV". */
const char *bsim_design_roman(int resolution);

#endif
