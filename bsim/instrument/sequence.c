/* sequence.c - how long the executions of a block that counts are one after the other, beside their mean at equal
 * parameters. The fit compares those of the ranks of a run: it sees whether the ranks have the same ones, or each its
 * own. */
#include "bsim/instrument/instrument.h"

#include <math.h>
#include <stdlib.h>

#include "bsim/bsim.h"

#pragma weak bsim_blocks
#pragma weak bsim_nblocks

enum { LONGEST = 512, SHORTEST = 8 };
static const double least_difference = 0.02;

/* By block. */
static struct sequence {
    struct step {
        const struct bsim_samples *alike, *all; /* with alike counts; with equal parameters */
    } *step;
    int n, room;
    bool ended; /* an execution is in no sample, or memory is short */
} *sequences;

void bsim_sequence_add(int block, const struct bsim_samples *alike, const struct bsim_samples *all) {
    int nblock = &bsim_nblocks != NULL ? bsim_nblocks : 0;
    if (block < 0 || block >= nblock)
        return;
    if (sequences == NULL && (sequences = calloc((size_t)nblock, sizeof *sequences)) == NULL)
        return;
    struct sequence *s = &sequences[block];
    s->ended = s->ended || alike == NULL || s->n == LONGEST;
    if (!s->ended && s->n == s->room) {
        int room = s->room ? 2 * s->room : 64;
        struct step *grown = realloc(s->step, (size_t)room * sizeof *grown);
        s->ended = grown == NULL;
        s->step = grown ? grown : s->step;
        s->room = grown ? room : s->room;
    }
    if (!s->ended)
        s->step[s->n++] = (struct step){alike, all};
}

/* Sets the time of each step over the mean of all steps with its parameters: times without disturbances of executions
 * with such counts. The greatest distance from 1. */
static double parts_of(const struct sequence *s, double *part) {
    double time_s[LONGEST], most = 0;
    for (int i = 0; i < s->n; i++) {
        int same = 0;
        while (s->step[same].alike != s->step[i].alike)
            same++;
        struct bsim_summary summary = {.typical = same < i ? time_s[same] : 0};
        if (same == i)
            bsim_table_summary(s->step[i].alike, &summary);
        time_s[i] = summary.typical;
    }
    for (int i = 0; i < s->n; i++) {
        double sum = 0;
        int n = 0;
        for (int k = 0; k < s->n; k++)
            if (s->step[k].all == s->step[i].all) {
                sum += time_s[k];
                n++;
            }
        part[i] = sum > 0 ? time_s[i] / (sum / n) : 1;
        most = fmax(most, fabs(part[i] - 1));
    }
    return most;
}

void bsim_sequence_write(FILE *f) {
    int nblock = sequences ? bsim_nblocks : 0;
    double part[LONGEST];
    for (int b = 0; b < nblock; b++) {
        const struct sequence *s = &sequences[b];
        if (s->n < SHORTEST || parts_of(s, part) < least_difference)
            continue;
        fprintf(f, "# sequence: ");
        bsim_samples_name(f, bsim_blocks[b].name);
        for (int i = 0; i < s->n; i++)
            fprintf(f, "%c%.4g", i ? ' ' : '\t', part[i]);
        fputc('\n', f);
    }
}
