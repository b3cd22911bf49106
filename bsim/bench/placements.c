/* placements.c - see placements.h. */
#include "bsim/bench/placements.h"

#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"

/* Appends more to *text, and frees it. */
static void append(char **text, char *more) {
    size_t size = *text ? strlen(*text) : 0, add = strlen(more);
    *text = bsim_realloc(*text, size + add + 1);
    memcpy(*text + size, more, add + 1);
    free(more);
}

void bsim_bench_place(struct bench_placements *p, const struct bench_core_latency *before,
                      const struct bench_core_latency *after, char *lines) {
    int i = 0;
    bool moved = bsim_bench_core_latency_differs(before, after);
    while (!moved && i < p->n && bsim_bench_core_latency_differs(&p->latency[i], before))
        i++;
    if (moved || i == BENCH_MAX_PLACEMENTS) {
        p->moved++;
        free(lines);
        return;
    }
    if (i == p->n)
        p->latency[p->n++] = *before;
    p->runs[i]++;
    append(&p->lines[i], lines);
}

int bsim_bench_most_runs(const struct bench_placements *p) {
    int most = -1;
    for (int i = 0; i < p->n; i++)
        if (most < 0 || p->runs[i] > p->runs[most])
            most = i;
    return most;
}

void bsim_bench_placements_free(struct bench_placements *p) {
    for (int i = 0; i < p->n; i++)
        bsim_free(p->lines[i]);
    *p = (struct bench_placements){0};
}
