/* division.h - how ranks are divided into groups, and which division keeps most messages within a shard. Must not know
 * shards that run. */
#ifndef BSIM_DIVISION_H
#define BSIM_DIVISION_H

#include <stdbool.h>
#include <stdint.h>

/* Groups of consecutive ranks, or columns of a grid that is filled row by row. */
struct bsim_division {
    int np;
    int groups;   /* number of groups */
    int in_a_row; /* rank r is in group r / in_a_row; 0: in group r % groups */
};

/* columns 0: consecutive ranks, at most `most` groups. */
struct bsim_division bsim_division_of(int np, int most, int columns);

static inline int bsim_division_group(const struct bsim_division *d, int rank) {
    return d->in_a_row ? rank / d->in_a_row : rank % d->groups;
}

/* The shard in which a group begins, of so many shards: each gets about as many consecutive groups. */
static inline int bsim_division_shard(const struct bsim_division *d, int group, int shards) {
    return (int)((int64_t)group * shards / d->groups);
}

/* The ranks of a group: first, first + step, ... below end. */
struct bsim_members {
    int first, step, end;
};
struct bsim_members bsim_division_members(const struct bsim_division *d, int group);

/* A message from one rank to another. */
struct bsim_pair {
    int32_t from, to;
};

/* Which messages of a stream are noted as pairs: one in BSIM_DIVISION_EVERY in the mean, at random. Of ranks that send
 * to four neighbours in turn, every sixteenth message would always be to the same one. */
enum { BSIM_DIVISION_EVERY = 16 };
struct bsim_sampling {
    uint32_t drawn;
    unsigned passing; /* messages that are to pass before the next one that is noted */
};
static inline bool bsim_division_notes(struct bsim_sampling *s) {
    if (s->passing-- > 0)
        return false;
    s->drawn = s->drawn * 1664525u + 1013904223u;
    s->passing = (s->drawn >> 8) % (2 * BSIM_DIVISION_EVERY - 1);
    return true;
}

/* The share of the messages whose ranks are in different shards. */
double bsim_division_cut(const struct bsim_division *d, int shards, const struct bsim_pair *pairs, int n);

/* The best division for messages like these n: `now`, consecutive ranks (at most `most` groups), or columns, whose
 * number is a frequent difference between two ranks or a divisor of it (at most most_columns). It differs from `now`
 * only if at most half as many messages go between shards, and fewer by this share of all messages. Equal input gives
 * equal output. */
#define BSIM_DIVISION_WORTH 0.03
struct bsim_division bsim_division_choose(struct bsim_division now, int shards, int most, int most_columns,
                                          const struct bsim_pair *pairs, int n);

#endif
