#include <math.h>
#include <mpi.h>
#include <stdlib.h>

#include "ops.h"

static int up(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int bysine(const void *a, const void *b) {
    double x = sin(*(const double *)a), y = sin(*(const double *)b);
    return (x > y) - (x < y);
}

static double twice(double x) {
    return 2 * sin(x);
}

static void sort(grid *g, int (*compare)(const void *, const void *)) {
    qsort(g->u, (size_t)g->n, sizeof *g->u, compare);
}

static double each(grid *g, double (*f)(double)) {
    double s = 0;
    for (int i = 0; i < g->n; i++)
        s += f(g->u[i]);
    return s;
}

/* Called only if there is one. */
static double maybe(grid *g) {
    double s = 0;
    if (g->kernel)
        for (int i = 0; i < 1000; i++)
            s += g->kernel->apply(g, 0.1);
    return s;
}

static void next(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    grid g = {atoi(argv[1]), NULL, argc > 2 ? &kernels[atoi(argv[2])] : NULL};
    g.u = calloc((size_t)g.n, sizeof *g.u);
    choose(argc > 3);
    int (*compare)(const void *, const void *) = argc > 4 ? bysine : up;
    double (*mine)(double) = argc > 5 ? twice : exp;
    double (*others)(double) = argc > 6 ? sin : exp;
    double s = 0;
    next();
    s += g.kernel->apply(&g, 0.7);
    next();
    s += maybe(&g);
    next();
    s += norm(&g);
    next();
    sort(&g, compare);
    next();
    sort(&g, up);
    next();
    s += each(&g, mine);
    next();
    s += each(&g, twice);
    next();
    s += each(&g, others);
    next();
    forget();
    MPI_Finalize();
    return s > 1e300;
}
