/* early.c - how many executions of a block in this process are its first ones: those before its times settle. A pass
 * over memory that nobody has touched may take several, if a block works on a part of it. Keeps the first executions of
 * each block, and looks at them in the end. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "bsim/instrument/instrument.h"

enum { MOST_BLOCKS = 1 << 16, RARE = 4 };

/* Executions longer than the usual ones of their parameters by this part go on with the first ones; one of more than
 * MOST counts as MOST, so that a disturbance behind the first ones does not join them. */
#define LEAST 1.15
#define MOST 1.5
/* What the first executions take longer together, at least; below that only the very first one is told apart. */
#define LEAST_S 10e-6

struct execution {
    struct bsim_samples *samples;
    double seconds;
};

struct early {
    struct execution *of;
    int n, room;
    int first;   /* so many are first ones */
    bool closed; /* memory was short */
};

static struct early *early; /* by block */
static int nearly;

static struct early *of_block(int block) {
    if (block < 0 || block >= MOST_BLOCKS)
        return NULL;
    if (block >= nearly) {
        int n = block + 64;
        struct early *grown = realloc(early, (size_t)n * sizeof *grown);
        if (grown == NULL)
            return NULL;
        for (int i = nearly; i < n; i++)
            grown[i] = (struct early){0};
        early = grown;
        nearly = n;
    }
    return &early[block];
}

void bsim_early_add(int block, struct bsim_samples *s, double seconds) {
    struct early *e = of_block(block);
    if (e == NULL || e->closed || e->n == BSIM_EARLY)
        return;
    if (e->n == e->room) {
        int room = e->room ? 4 * e->room : 4;
        struct execution *grown = realloc(e->of, (size_t)room * sizeof *grown);
        e->closed = grown == NULL;
        if (e->closed)
            return;
        e->of = grown;
        e->room = room;
    }
    e->of[e->n++] = (struct execution){s, seconds};
}

/* The time that is usual for the parameters of an execution; 0: there are too few to tell. */
static double usual_s(struct bsim_samples *s) {
    struct bsim_summary of = {0};
    if (s->usual_s < 0) {
        if (s->count > 2)
            bsim_table_summary(s, &of);
        s->usual_s = of.median;
    }
    return s->usual_s;
}

/* The part of the executions from start to end that are longer than usual. */
static double longer(const struct early *e, int start, int end) {
    int n = 0;
    for (int i = start; i < end; i++) {
        double usual = usual_s(e->of[i].samples);
        n += usual > 0 && e->of[i].seconds > LEAST * usual;
    }
    return (double)n / (end - start);
}

/* The executions from the first one on that are longer than usual, all in all: those with the greatest sum of the
 * logarithms of the ratios, each less that of LEAST. They are a part of their own if they end in the first half, and if
 * long executions are rare behind them. */
static int count_of(const struct early *e) {
    double sum = 0, best = 0, more_s = 0, best_s = 0;
    int n = 1;
    for (int i = 0; i < e->n; i++) {
        double usual = usual_s(e->of[i].samples);
        if (usual > 0) {
            sum += log(fmin(fmax(e->of[i].seconds / usual, 1 / MOST), MOST) / LEAST);
            more_s += e->of[i].seconds - usual;
        }
        if (sum > best) {
            best = sum;
            best_s = more_s;
            n = i + 1;
        }
    }
    bool ends = n > 1 && n <= e->n / 2 && longer(e, n, e->n) <= longer(e, 0, n) / RARE;
    return ends && best_s >= LEAST_S ? n : 1;
}

void bsim_early_find(void) {
    for (int block = 0; block < nearly; block++) {
        struct early *e = &early[block];
        for (int i = 0; i < e->n; i++) {
            e->of[i].samples->nearly = 0;
            e->of[i].samples->usual_s = -1;
        }
        e->first = e->n > 0 ? count_of(e) : 0;
        for (int i = 0; i < e->first; i++) {
            struct bsim_samples *s = e->of[i].samples;
            double *grown = realloc(s->early, (size_t)(s->nearly + 1) * sizeof *grown);
            if (grown == NULL)
                break;
            s->early = grown;
            s->early[s->nearly++] = e->of[i].seconds;
        }
    }
}

int bsim_early_of(int block) {
    return block >= 0 && block < nearly ? early[block].first : 0;
}
