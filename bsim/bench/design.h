/* design.h - inputs of measuring runs: ranges of sizes, numbers of ranks, and designs that fill them.
 *
 * All choices follow from the space and a seed. Nothing here knows blocks or times. */
#ifndef BSIM_BENCH_DESIGN_H
#define BSIM_BENCH_DESIGN_H

#include <stdbool.h>
#include <stdint.h>

#include "bsim/base/error.h"

enum { BENCH_MAX_AXES = 8, BENCH_MAX_RANKS = 8, BENCH_NAME = 64 };

/* A size that the program is given. */
struct bench_axis {
    char name[BENCH_NAME];
    double low, high;
    bool log;        /* sizes are spread evenly by their logarithms */
    bool integer;    /* sizes are integers, multiples of `multiple` */
    double multiple; /* 1 if none is given */
};

struct bench_space {
    int naxis, nranks;
    struct bench_axis axis[BENCH_MAX_AXES];
    int ranks[BENCH_MAX_RANKS]; /* ascending */
    int copies; /* the first design also has inputs that run as so many copies at once; 0 or 1: it has not */
};

struct bench_input {
    double x[BENCH_MAX_AXES];
    int ranks;  /* of each copy */
    int copies; /* runs at the same time, 1 or more */
};

/* A pseudo-random sequence; a given seed gives the same one everywhere. */
uint64_t bsim_bench_random(uint64_t *state);
/* Puts n elements into random order. */
void bsim_bench_shuffle(int *list, int n, uint64_t *state);

/* Reads "NAME=LOW:HIGH[:log|lin][:MULTIPLE]" and adds the axis. */
bool bsim_bench_range(struct bench_space *space, const char *text, struct bsim_error *err);
/* Whether text is a name that may stand in braces: letters, digits and _. len: without the rest of text. */
bool bsim_bench_name_ok(const char *text, int len);

/* The size at u, from 0 (low) to 1 (high): rounded, within the range. Integers whose rows would fall onto few sets of a
 * cache (powers of two, multiples of 64) give way to a neighbour if the range has one. */
double bsim_bench_axis_at(const struct bench_axis *axis, double u);
/* The place of a size in its range: 0 at low, 1 at high. */
double bsim_bench_axis_place(const struct bench_axis *axis, double x);
/* "nx=67, ny=1022, ranks=2". Returns buf. */
char *bsim_bench_input_text(const struct bench_space *space, const struct bench_input *in, char *buf, int size);
bool bsim_bench_input_equal(const struct bench_space *space, const struct bench_input *a, const struct bench_input *b);
/* The distance of two inputs in the unit cube; different numbers of ranks count as an axis, and so do those of copies.
 */
double bsim_bench_distance(const struct bench_space *space, const struct bench_input *a, const struct bench_input *b);

/* Input number i of a sequence whose every beginning fills the space evenly (an additive recurrence: Kronecker
 * sequence, with the generalised golden ratio). seed shifts it. */
struct bench_input bsim_bench_sequence(const struct bench_space *space, int i, uint64_t seed);
/* The first design: corners, and a beginning of the sequence, without repetitions. The inputs are in three groups, of
 * small, middle and large sizes, each in random order; the first is the corner with the smallest sizes. With copies,
 * every second input with the fewest ranks is there twice, alone and as copies. Returns their number, at most room. */
int bsim_bench_design(const struct bench_space *space, uint64_t seed, struct bench_input *input, int room);

#endif
