/* noise.h - random factors of times, of blocks and of messages: their distributions, and the draws.
 *
 * A draw depends on its arguments only, so the schedule cannot change it. Factors have mean 1, but those of a
 * half-normal distribution, which are at least 1. */
#ifndef BSIM_NOISE_H
#define BSIM_NOISE_H

#include <stdbool.h>
#include <stdint.h>

/* What the factors of a block differ between: its executions, runs, nodes, and the executions of a node, which its
 * ranks have in common. */
enum { BSIM_NOISE_EXECUTION, BSIM_NOISE_RUN, BSIM_NOISE_NODE, BSIM_NOISE_TOGETHER, BSIM_NOISE_LEVELS };

enum bsim_noise_kind {
    BSIM_NOISE_NONE,
    BSIM_NOISE_LOGNORMAL,  /* deviation d: exp(s z - s^2 / 2) with s^2 = ln(1 + d^2), z normal */
    BSIM_NOISE_HALFNORMAL, /* deviation d: 1 + d |z| / sqrt(1 - 2 / pi), with mean 1 + 1.3236 d */
    BSIM_NOISE_TWO_SPEEDS, /* probability p and factor f: f / m with p, else 1 / m, where m = 1 - p + p f */
    BSIM_NOISE_HISTOGRAM   /* one of some values, divided by their mean */
};

struct bsim_noise_histogram {
    int n;
    double *value; /* rising, with mean 1 */
    double *upto;  /* the probability of this value or a smaller one; 1 for the last */
};

/* A distribution, ready for draws. */
struct bsim_noise_law {
    enum bsim_noise_kind kind;
    double shape;                /* log-normal: s; half-normal: what |z| is multiplied by; histogram: the strength */
    double low, high, low_share; /* two speeds: the factors, and the probability of the lower one */
    const struct bsim_noise_histogram *histogram;
};

/* strength: of bsim run --noise; standard deviations are multiplied by it. The histogram must outlive the law. */
struct bsim_noise_law bsim_noise_lognormal(double deviation, double strength);
struct bsim_noise_law bsim_noise_halfnormal(double deviation, double strength);
struct bsim_noise_law bsim_noise_two_speeds(double probability, double factor, double strength);
struct bsim_noise_law bsim_noise_from(const struct bsim_noise_histogram *histogram, double strength);
/* The least factor of two speeds or a histogram, which a strength above 1 can make negative; 0 of other laws. */
double bsim_noise_least(const struct bsim_noise_law *law);

/* A random number in three forms. Each law reads one of them, and its factor rises with it. */
struct bsim_noise_draw {
    double normal; /* normal, mean 0, deviation 1 */
    double half;   /* the absolute value of such a number */
    double unit;   /* from 0 to 1 */
};
/* For a node (BSIM_NOISE_NODE), or for a whole run (BSIM_NOISE_RUN; node 0). The three forms are quantiles of one
 * number: blocks with different laws are slow on the same nodes. */
struct bsim_noise_draw bsim_noise_of_level(int level, long seed, int node);

/* The factor of a draw that belongs to one thing alone: number count of `who` in a stream (random.h). It takes two
 * words of bits from turn on. */
double bsim_noise_at(const struct bsim_noise_law *law, long seed, int stream, uint64_t who, uint64_t count,
                     unsigned turn);
/* Whether the law reads the unit of a draw. */
bool bsim_noise_reads_unit(const struct bsim_noise_law *law);
double bsim_noise_factor(const struct bsim_noise_law *law, const struct bsim_noise_draw *draw);
/* The factor of one execution of a block. count: such draws that the rank has had. */
double bsim_noise_of_execution(const struct bsim_noise_law *law, long seed, int rank, uint64_t count);
/* The factor that execution number count of a block has on all ranks of the node. */
double bsim_noise_of_together(const struct bsim_noise_law *law, long seed, int node, int block, uint64_t count);

#endif
