/* division.c - see division.h. */
#include "bsim/kernel/division.h"

#include <stdlib.h>

#include "bsim/base/alloc.h"

struct bsim_division bsim_division_of(int np, int most, int columns) {
    if (columns)
        return (struct bsim_division){np, columns, 0};
    int in_a_row = (np + most - 1) / most;
    return (struct bsim_division){np, (np + in_a_row - 1) / in_a_row, in_a_row};
}

struct bsim_members bsim_division_members(const struct bsim_division *d, int group) {
    if (!d->in_a_row)
        return (struct bsim_members){group, d->groups, d->np};
    int first = group * d->in_a_row;
    return (struct bsim_members){first, 1, d->np - first < d->in_a_row ? d->np : first + d->in_a_row};
}

double bsim_division_cut(const struct bsim_division *d, int shards, const struct bsim_pair *pairs, int n) {
    int cut = 0;
    for (int i = 0; i < n; i++)
        cut += bsim_division_shard(d, bsim_division_group(d, pairs[i].from), shards) !=
               bsim_division_shard(d, bsim_division_group(d, pairs[i].to), shards);
    return n ? (double)cut / n : 0;
}

/* ---- candidates: frequent differences ---- */

enum { DIFFERENCES = 6, DIVISORS = 4 };

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

struct difference {
    int value, times;
};

/* Enters a value in the list of the most frequent ones, which is in falling order; ties: the smaller value first. */
static void enter(struct difference *list, struct difference d) {
    for (int i = 0; i < DIFFERENCES; i++) {
        if (d.times <= list[i].times)
            continue;
        struct difference t = list[i];
        list[i] = d;
        d = t;
    }
}

/* The most frequent distances between the ranks of a pair; times 0: there are no more. */
static void frequent(const struct bsim_pair *pairs, int n, struct difference *list) {
    int *distance = bsim_alloc((size_t)n * sizeof *distance);
    for (int i = 0; i < n; i++)
        distance[i] = abs(pairs[i].from - pairs[i].to);
    qsort(distance, (size_t)n, sizeof *distance, by_value);
    for (int i = 0, end; i < n; i = end) {
        for (end = i; end < n && distance[end] == distance[i];)
            end++;
        enter(list, (struct difference){distance[i], end - i});
    }
    bsim_free(distance);
}

struct choice {
    int shards, most_columns;
    const struct bsim_pair *pairs;
    int n;
    struct bsim_division best;
    double cut;
};

static void consider(struct choice *c, struct bsim_division d) {
    double cut = bsim_division_cut(&d, c->shards, c->pairs, c->n);
    if (cut > c->cut / 2 || cut > c->cut - BSIM_DIVISION_WORTH)
        return;
    c->best = d;
    c->cut = cut;
}

/* Columns in which ranks at this distance are together: that many, or a divisor, so that each shard has several. */
static void consider_columns(struct choice *c, int distance) {
    for (int i = 1, found = 0; i <= distance / 2 && found < DIVISORS; i++) {
        int columns = distance / i;
        if (distance % i || columns > c->most_columns || columns > c->best.np)
            continue;
        if (columns < 2 * c->shards)
            return;
        found++;
        consider(c, bsim_division_of(c->best.np, 1, columns));
    }
}

struct bsim_division bsim_division_choose(struct bsim_division now, int shards, int most, int most_columns,
                                          const struct bsim_pair *pairs, int n) {
    struct choice c = {shards, most_columns, pairs, n, now, bsim_division_cut(&now, shards, pairs, n)};
    struct difference list[DIFFERENCES] = {{0, 0}};
    if (n == 0 || c.cut == 0)
        return now;
    if (!now.in_a_row)
        consider(&c, bsim_division_of(now.np, most, 0));
    frequent(pairs, n, list);
    for (int i = 0; i < DIFFERENCES && list[i].times; i++)
        consider_columns(&c, list[i].value);
    return c.best;
}
