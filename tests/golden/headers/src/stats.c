#include "stats.h"
#include "grid.h"
#include <stdio.h>

struct moments {
    double sum, squares;
};

static struct moments gather(const struct grid *g)
{
    struct moments m = {0, 0};
    for (int i = 0; i < g->n; i++) {
        m.sum += g->u[i];
        m.squares += g->u[i] * g->u[i];
    }
    return m;
}

void stats_print(const struct grid *g)
{
    struct moments m = gather(g);
    printf("%g %g\n", m.sum, m.squares);
}
