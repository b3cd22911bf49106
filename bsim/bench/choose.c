/* choose.c - see choose.h. */
#include "bsim/bench/choose.h"

#include <math.h>

#include "bsim/base/alloc.h"

enum { CANDIDATES = 256 };

struct chooser {
    const struct bench_space *space;
    double (*seconds)(void *arg, const struct bench_input *in);
    void *arg;
    double most_s;
    struct bench_seen *seen; /* measured inputs, then those that were chosen now */
    int n;
};

static bool affordable(const struct chooser *c, const struct bench_input *in) {
    return c->seconds == NULL || c->seconds(c->arg, in) <= c->most_s;
}

/* The gain of a new input: 0 if it was measured. base: the error that every cell has at least. */
static double gain(const struct chooser *c, const struct bench_input *in, double base) {
    double nearest = HUGE_VAL, error = 0;
    for (int i = 0; i < c->n; i++) {
        double d = bsim_bench_distance(c->space, in, &c->seen[i].input);
        if (d == 0)
            return 0;
        if (d < nearest) {
            nearest = d;
            error = c->seen[i].error;
        }
    }
    return (error + base) * nearest;
}

static bool choose_new(struct chooser *c, double base, uint64_t seed, int round, struct bench_next *next) {
    double best = 0;
    for (int i = 0; i < CANDIDATES; i++) {
        struct bench_input in = bsim_bench_sequence(c->space, 1000 + round * CANDIDATES + i, seed);
        double g = gain(c, &in, base);
        if (g > best && affordable(c, &in)) {
            best = g;
            *next = (struct bench_next){.repeat = -1, .input = in};
        }
    }
    return best > 0;
}

/* What a repetition gains: the mean of more runs is better known, and a single run may have been disturbed. */
static double repeat_gain(const struct bench_seen *s, double limit) {
    if (s->closed || s->runs == 0 || s->runs >= BENCH_REPEATS)
        return 0;
    double noise = s->spread > limit ? s->spread / sqrt(s->runs) : 0;
    return noise > 0 || s->runs > 1 || s->error <= limit ? noise : 0.5 * s->error;
}

static bool choose_repeat(struct chooser *c, int measured, double limit, struct bench_next *next) {
    double best = 0;
    int which = -1;
    for (int i = 0; i < measured; i++) {
        double g = repeat_gain(&c->seen[i], limit);
        if (g > best && affordable(c, &c->seen[i].input)) {
            best = g;
            which = i;
        }
    }
    if (which < 0)
        return false;
    *next = (struct bench_next){.repeat = which, .input = c->seen[which].input};
    c->seen[which].closed = true; /* once a round */
    return true;
}

int bsim_bench_choose(const struct bench_space *space, const struct bench_seen *seen, int n, double limit, int most,
                      uint64_t seed, int round, double (*seconds)(void *arg, const struct bench_input *in), void *arg,
                      double most_s, struct bench_next *next) {
    struct chooser c = {.space = space, .seconds = seconds, .arg = arg, .most_s = most_s, .n = n};
    int count = 0;
    double base = 0.1 * limit;
    c.seen = bsim_alloc(((size_t)n + (size_t)most + 1) * sizeof *c.seen);
    for (int i = 0; i < n; i++)
        c.seen[i] = seen[i];
    /* In turn, so that neither noise nor a large space takes all runs. */
    while (count < most) {
        bool repeat = count % 2 == 1;
        bool found = repeat ? choose_repeat(&c, n, limit, &next[count])
                            : choose_new(&c, base, seed, round * most + count, &next[count]);
        if (!found)
            found = repeat ? choose_new(&c, base, seed, round * most + count, &next[count])
                           : choose_repeat(&c, n, limit, &next[count]);
        if (!found)
            break;
        if (next[count].repeat < 0)
            c.seen[c.n++] = (struct bench_seen){.input = next[count].input, .runs = 1};
        count++;
    }
    bsim_free(c.seen);
    return count;
}
