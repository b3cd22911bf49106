/* draws.c - see draws.h. Keeps sums for each rank, and for each place on it. */
#include "bsim/cost/draws.h"

#include <math.h>

#include "bsim/base/alloc.h"
#include "bsim/base/fnv.h"
#include "bsim/base/related.h"

/* The places that are known again: 32 MB of them. */
enum { FIRST_PLACES = 1 << 10, MOST_PLACES = 1 << 20 };
/* In place of a rank: all ranks together. */
enum { ALL = -1 };

/* Of a rank, or of all ranks together. */
struct sums {
    double mean_s, squares; /* of what draws take on average, those of one place as one */
    double drawn_s;         /* what they take */
};

static struct sums **of_block; /* by block, then rank, those of all ranks first; NULL: it draws nothing */
static int number_of_ranks;

static struct place {
    uint64_t number;
    int32_t block, rank; /* block + 1; 0: empty */
    double mean_s;
} *places; /* a hash table */
static uint32_t nplace, room;

void bsim_draws_begin(const bool *uneven, int nblock, int np) {
    number_of_ranks = np;
    of_block = bsim_alloc(((size_t)nblock + 1) * sizeof *of_block);
    for (int i = 0; i < nblock; i++)
        if (uneven[i])
            of_block[i] = bsim_alloc(((size_t)np + 1) * sizeof **of_block);
}

/* Where the place is in the table, or belongs. */
static struct place *find(const struct place *of) {
    uint64_t hash = bsim_fnv_word(BSIM_FNV_START, of->number ^ of->number >> 32);
    hash = bsim_fnv_word(hash, (uint64_t)(uint32_t)of->block << 32 | (uint32_t)of->rank);
    uint32_t at = (uint32_t)(hash ^ hash >> 32) & (room - 1);
    while (places[at].block != 0 &&
           (places[at].number != of->number || places[at].block != of->block || places[at].rank != of->rank))
        at = (at + 1) & (room - 1);
    return &places[at];
}

static void grow(void) {
    struct place *before = places;
    uint32_t n = room;
    room = n ? 2 * n : FIRST_PLACES;
    places = bsim_alloc((size_t)room * sizeof *places);
    for (uint32_t i = 0; i < n; i++)
        if (before[i].block != 0)
            *find(&before[i]) = before[i];
    bsim_free(before);
}

/* Adds time to a place. Returns what it had before; 0 where there is no room for more. */
static double add_to_place(int block, int rank, uint64_t number, double time_s) {
    struct place of = {number, block + 1, rank, 0};
    if (2 * nplace >= room && room < MOST_PLACES)
        grow();
    struct place *p = find(&of);
    if (p->block == 0 && 2 * nplace >= room)
        return 0;
    nplace += p->block == 0;
    of.mean_s = p->mean_s;
    *p = of;
    p->mean_s += time_s;
    return of.mean_s;
}

static void add(struct sums *s, int block, int rank, const uint64_t *place, double time_s, double factor) {
    double before = place ? add_to_place(block, rank, *place, time_s) : 0;
    s->mean_s += time_s;
    s->squares += time_s * (time_s + 2 * before);
    s->drawn_s += time_s * factor;
}

void bsim_draws_add(int block, int rank, const uint64_t *place, double time_s, double factor) {
    if (of_block == NULL)
        return;
    add(&of_block[block][0], block, ALL, place, time_s, factor);
    add(&of_block[block][1 + rank], block, rank, place, time_s, factor);
}

/* The relative variance of the time: that of one draw, by the number of equal draws that make up for each other as
 * these do. */
static double variance_of(const struct sums *s, double of_one) {
    return s->mean_s > 0 ? of_one * of_one * fmin(s->squares / (s->mean_s * s->mean_s), 1) : 0;
}

/* The time of the rank that has most is the mean over the ranks, which all draws make, and how far the rank is from
 * that. Ranks that take the next piece of work when they are ready end together, whatever they draw: how far the ranks
 * are apart tells that. So few ranks may be near each other by chance, so what the draws of one of them make counts as
 * one more rank. */
double bsim_draws_deviation(int block, double of_one) {
    if (of_block == NULL || of_block[block] == NULL)
        return 0;
    const struct sums *rank = of_block[block] + 1, *most = &rank[0];
    double sum = 0, squares = 0, n = 0;
    for (int r = 0; r < number_of_ranks; r++) {
        n += rank[r].mean_s > 0; /* a master has no such work */
        sum += rank[r].drawn_s;
        squares += rank[r].drawn_s * rank[r].drawn_s;
        most = rank[r].drawn_s > most->drawn_s ? &rank[r] : most;
    }
    double all = variance_of(&of_block[block][0], of_one), own = variance_of(most, of_one);
    /* Few draws may all be small ones: what others would make of the time goes with the mean. */
    double part = most->mean_s > 0 ? fmin(fmax(most->mean_s / most->drawn_s, 1), BSIM_RELATED_MOST) : 1;
    if (n < 2 || sum == 0)
        return part * sqrt(own);
    double apart = fmax((squares - sum * sum / n) / (n - 1), 0) / (sum / n * sum / n);
    return part * sqrt(all + ((n - 1) * fmin(apart, own) + own) / n);
}
