/* table.c - samples by block, parameters and buckets of counts: an open-addressing hash table over entries, and their
 * statistics. */
#include "bsim/instrument/instrument.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* MOST_VECTORS: of parameters, for each block; with more, a random half of them is kept. */
enum { RESERVOIR = 1024, MOST_VECTORS = 4096, MOST_ENTRIES = 1 << 20, FAR_ABOVE = 10 };

static struct bsim_samples **slot; /* nslot is a power of two; at most half are used */
static size_t nslot;
static struct bsim_samples **entry;
static size_t nentry;

/* Of blocks, and between them of operators (operators.c), whose numbers are below 0. */
static struct vectors {
    int n;      /* kept */
    int halved; /* how often: kept are those of which so many lower bits of the hash are 0 */
    bool any;
    uint64_t first; /* the hash of the first one, which is kept in any case */
    uint64_t left;  /* executions of others */
    double left_s;
} *vectors;
static size_t nvectors;
static uint64_t random_state = 0x9E3779B97F4A7C15u; /* fixed, so that a repeated run keeps the same subset */

static uint64_t next_random(void) { /* xorshift64* (Vigna 2016) */
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 0x2545F4914F6CDD1Du;
}

/* What an entry is found by. vector: the hash of the block and its parameters alone. */
struct key {
    int block, nparam, ncount;
    const double *param, *bucket;
    uint64_t vector, hash;
};

static uint64_t hash_values(uint64_t h, int n, const double *value) {
    for (int i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &value[i], sizeof bits);
        h = (h ^ bits ^ bits >> 32) * 0xD6E8FEB86659FD93u; /* small integers differ in the upper bits alone */
        h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
        h ^= h >> 32;
    }
    return h;
}

static int is_for(const struct bsim_samples *s, const struct key *k) {
    return s->hash == k->hash && s->block == k->block && s->nparam == k->nparam && s->ncount == k->ncount &&
           memcmp(s->param, k->param, (size_t)k->nparam * sizeof *k->param) == 0 &&
           (k->ncount == 0 || memcmp(s->param + s->nparam, k->bucket, (size_t)k->ncount * sizeof *k->bucket) == 0);
}

static struct bsim_samples **find_slot(struct bsim_samples **table, size_t size, const struct key *k) {
    for (size_t i = k->hash & (size - 1);; i = (i + 1) & (size - 1)) {
        struct bsim_samples *s = table[i];
        if (s == NULL || is_for(s, k))
            return &table[i];
    }
}

static int grow(void) {
    size_t size = nslot ? 2 * nslot : 256;
    struct bsim_samples **bigger = calloc(size, sizeof *bigger);
    struct bsim_samples **order = realloc(entry, size / 2 * sizeof *order);
    if (order)
        entry = order;
    if (bigger == NULL || order == NULL) {
        free(bigger);
        return 0;
    }
    for (size_t i = 0; i < nentry; i++) {
        struct bsim_samples *s = entry[i];
        struct key k = {s->block, s->nparam, s->ncount, s->param, s->param + s->nparam, s->vector, s->hash};
        *find_slot(bigger, size, &k) = s;
    }
    free(slot);
    slot = bigger;
    nslot = size;
    return 1;
}

/* NULL if memory is short. */
static struct vectors *vectors_of(int block) {
    size_t i = block >= 0 ? 2 * (size_t)block : 2 * (size_t)(-1 - block) + 1;
    if (i >= nvectors) {
        size_t n = i + 64;
        struct vectors *grown = realloc(vectors, n * sizeof *grown);
        if (grown == NULL)
            return NULL;
        memset(grown + nvectors, 0, (n - nvectors) * sizeof *grown);
        vectors = grown;
        nvectors = n;
    }
    return &vectors[i];
}

static bool is_kept(const struct vectors *v, uint64_t vector) {
    return !v->any || vector == v->first || (vector & (((uint64_t)1 << v->halved) - 1)) == 0;
}

/* Keeps half of the block's vectors. The entries of the others stay, since executions and the search point to them. */
static void halve(struct vectors *v, int block) {
    v->halved++;
    for (size_t i = 0; i < nentry; i++) {
        struct bsim_samples *s = entry[i];
        if (s->block != block || s->thinned || is_kept(v, s->vector))
            continue;
        s->thinned = true;
        v->n -= s->ncount == 0;
        if (s->hidden)
            continue;
        s->hidden = true;
        v->left += s->count;
        v->left_s += s->sum;
    }
}

void bsim_table_left(int block, double seconds) {
    struct vectors *v = vectors_of(block);
    if (v == NULL)
        return;
    v->left++;
    v->left_s += seconds;
}

uint64_t bsim_table_left_of(int block, double *seconds) {
    const struct vectors *v = vectors_of(block);
    *seconds = v ? v->left_s : 0;
    return v ? v->left : 0;
}

/* Whether there is room for an entry. */
static bool has_room(struct vectors *v, const struct key *k) {
    if (v == NULL || !is_kept(v, k->vector))
        return false;
    while (k->ncount == 0 && v->n >= MOST_VECTORS && v->halved < 63)
        halve(v, k->block);
    return is_kept(v, k->vector) && nentry < MOST_ENTRIES && (2 * (nentry + 1) <= nslot || grow());
}

struct bsim_samples *bsim_table_find(int block, int nparam, const double *param, int ncount, const double *bucket) {
    struct key k = {block, nparam, ncount, param, bucket, 0, 0};
    k.vector = hash_values((uint64_t)block * 0x9E3779B97F4A7C15u, nparam, param);
    k.hash = hash_values(k.vector, ncount, bucket);
    if (nslot > 0) {
        struct bsim_samples *s = *find_slot(slot, nslot, &k);
        if (s)
            return s->thinned ? NULL : s;
    }
    struct vectors *v = vectors_of(block);
    if (!has_room(v, &k))
        return NULL;
    struct bsim_samples *s = calloc(1, sizeof *s + (size_t)(nparam + 2 * ncount) * sizeof *param);
    if (s == NULL)
        return NULL;
    double *copy = (double *)(s + 1);
    memcpy(copy, param, (size_t)nparam * sizeof *param);
    if (ncount > 0)
        memcpy(copy + nparam, bucket, (size_t)ncount * sizeof *bucket);
    s->block = block;
    s->nparam = nparam;
    s->ncount = ncount;
    s->param = copy;
    s->counted = copy + nparam + ncount;
    s->hash = k.hash;
    s->vector = k.vector;
    if (ncount == 0) {
        if (!v->any)
            v->first = k.vector;
        v->any = true;
        v->n++;
    }
    *find_slot(slot, nslot, &k) = s;
    entry[nentry++] = s;
    return s;
}

void bsim_table_add(struct bsim_samples *s, double seconds) {
    if (s->count == 0 || seconds < s->min)
        s->min = seconds;
    if (s->count == 0 || seconds > s->max)
        s->max = seconds;
    s->sum += seconds;
    s->count++;
    if (s->kept == s->room && s->room < RESERVOIR) {
        int room = s->room ? 4 * s->room : 4;
        float *grown = realloc(s->reservoir, (size_t)room * sizeof *grown);
        if (grown) {
            s->reservoir = grown;
            s->room = room;
        }
    }
    if (s->kept < s->room) {
        s->reservoir[s->kept++] = (float)seconds;
    } else if (s->room > 0) { /* algorithm R (Vitter 1985) */
        uint64_t at = next_random() % s->count;
        if (at < (uint64_t)s->kept)
            s->reservoir[at] = (float)seconds;
    }
}

struct bsim_samples *bsim_table_entry(size_t i) {
    return i < nentry ? entry[i] : NULL;
}

int bsim_table_io(void) {
    for (size_t i = 0; i < nentry; i++)
        if (entry[i]->io.calls > 0)
            return 1;
    return 0;
}

static int compare(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Of n kept samples, which it sorts, whose mean is known more exactly than from these. */
static void summarize(float *r, int n, double mean, struct bsim_summary *out) {
    out->median = out->typical = mean;
    out->deviation = 0;
    if (n == 2)
        out->deviation = fabs((double)r[0] - r[1]) / M_SQRT2;
    if (n < 3)
        return;
    qsort(r, (size_t)n, sizeof *r, compare);
    out->median = n % 2 ? r[n / 2] : 0.5 * ((double)r[n / 2 - 1] + r[n / 2]);
    double q3 = r[3 * (n - 1) / 4];
    double bound = 1.5 * q3 + 5 * (q3 - r[(n - 1) / 4]), sum = 0, squares = 0;
    int used = 0;
    while (used < n && r[used] <= bound)
        sum += r[used++];
    /* More than a few long executions are no disturbances, but work that the block does now and then. Far above this
     * work, the processor was with others. */
    int few = n / 50 > 1 ? n / 50 : 1;
    bool disturbed = n - used <= few;
    while (!disturbed && used < n && !(n - used <= few && r[used] >= FAR_ABOVE * r[used - 1]))
        sum += r[used++];
    out->typical = sum / used;
    for (int i = 0; i < used; i++)
        squares += (r[i] - out->typical) * (r[i] - out->typical);
    out->deviation = sqrt(squares / (used - 1));
}

void bsim_table_summary(const struct bsim_samples *s, struct bsim_summary *out) {
    float r[RESERVOIR]; /* the samples keep their slots */
    for (int i = 0; i < s->kept; i++)
        r[i] = s->reservoir[i];
    summarize(r, s->kept, s->count ? s->sum / (double)s->count : 0, out);
}

void bsim_table_summary_of_later(const struct bsim_samples *s, struct bsim_summary *out) {
    float r[RESERVOIR], first[BSIM_EARLY];
    int n = 0, next = 0;
    double sum = s->sum;
    for (int i = 0; i < s->kept; i++)
        r[i] = s->reservoir[i];
    for (int i = 0; i < s->nearly; i++) {
        first[i] = (float)s->early[i];
        sum -= s->early[i];
    }
    qsort(r, (size_t)s->kept, sizeof *r, compare);
    qsort(first, (size_t)s->nearly, sizeof *first, compare);
    for (int i = 0; i < s->kept; i++) { /* the reservoir may have lost some of the first ones */
        while (next < s->nearly && first[next] < r[i])
            next++;
        if (next < s->nearly && first[next] == r[i])
            next++;
        else
            r[n++] = r[i];
    }
    uint64_t count = s->count - (uint64_t)s->nearly;
    summarize(r, n, count ? fmax(sum, 0) / (double)count : 0, out);
}
