/* together.c - how long some executions of a block took, beside others with equal parameters, each with its number in
 * this process. The fit compares those of the ranks of a run: executions with equal numbers are at about the same time,
 * and it sees whether what makes them longer is each rank's own, or reaches all ranks of the node. It also sees whether
 * executions become longer or shorter as the program goes on. */
#include "bsim/instrument/instrument.h"

#include <stdlib.h>

#include "bsim/bsim.h"

#pragma weak bsim_blocks
#pragma weak bsim_nblocks

/* ROOM: executions that are kept of a block; a line needs FEWEST. */
enum { ROOM = 256, FEWEST = 16 };
/* The timer's own noise hides that of shorter executions. */
static const double shortest_s = 2e-6;

/* By block. Of n executions those are kept whose number is a multiple of step in a scrambled order, which all ranks
 * share: what is a multiple of 2 * step is one of step, too, so that ranks with more executions keep a part of those
 * that others keep. */
static struct kept {
    struct timed {
        const struct bsim_samples *samples;
        uint64_t number;
        double seconds;
    } *of;
    int n;
    uint64_t number, mask;
} *blocks;

/* The finaliser of MurmurHash3, which mixes all bits. */
static uint64_t scramble(uint64_t x) {
    x = (x ^ x >> 33) * 0xff51afd7ed558ccdULL;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

static void thin(struct kept *k) {
    int n = 0;
    k->mask = 2 * k->mask + 1;
    for (int i = 0; i < k->n; i++)
        if ((scramble(k->of[i].number) & k->mask) == 0)
            k->of[n++] = k->of[i];
    k->n = n;
}

void bsim_together_add(int block, const struct bsim_samples *s, double seconds) {
    int nblock = &bsim_nblocks != NULL ? bsim_nblocks : 0;
    if (block < 0 || block >= nblock || (blocks == NULL && (blocks = calloc((size_t)nblock, sizeof *blocks)) == NULL))
        return;
    struct kept *k = &blocks[block];
    uint64_t number = k->number++;
    if (s == NULL || (scramble(number) & k->mask) != 0)
        return;
    if (k->of == NULL && (k->of = malloc(ROOM * sizeof *k->of)) == NULL)
        return;
    while (k->n == ROOM)
        thin(k);
    if ((scramble(number) & k->mask) == 0)
        k->of[k->n++] = (struct timed){s, number, seconds};
}

/* The typical time of the executions with these parameters; 0: there are too few, or they are too short. */
static double typical_s(const struct bsim_samples *s) {
    struct bsim_summary of;
    if (s->count < FEWEST)
        return 0;
    bsim_table_summary_of_later(s, &of);
    return of.typical >= shortest_s ? of.typical : 0;
}

static void write_block(FILE *f, int block) {
    const struct kept *k = &blocks[block];
    const struct bsim_samples *last = NULL;
    double typical = 0;
    int n = 0;
    for (int i = 0; i < k->n; i++) {
        const struct timed *e = &k->of[i];
        if (e->samples != last)
            typical = typical_s(e->samples);
        last = e->samples;
        if (typical == 0 || e->number < (uint64_t)bsim_early_of(block))
            continue;
        if (n++ == 0) {
            fprintf(f, "# together: ");
            bsim_samples_name(f, bsim_blocks[block].name);
        }
        fprintf(f, "%c%llu:%.4g", n == 1 ? '\t' : ' ', (unsigned long long)e->number, e->seconds / typical);
    }
    if (n > 0)
        fputc('\n', f);
}

void bsim_together_write(FILE *f) {
    int nblock = blocks ? bsim_nblocks : 0;
    for (int b = 0; b < nblock; b++)
        if (blocks[b].n >= FEWEST)
            write_block(f, b);
}
