/* fit_subsets.c - the best of all pairs and triples of candidate terms by least squares. Terms that are added one by
 * one miss formulas of which no single term is near: with few samples n^2*m follows n*m + n^2 better than either of
 * these, and what is then added mends it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bsim/base/alloc.h"
#include "bsim/fit/fit_select.h"

/* Of more candidates than these, the first FEW are tried: they are the simplest ones. */
enum { MOST_OF_PAIRS = 400, MOST_OF_TRIPLES = 100, FEW = 100 };
/* Terms that are nearer to being multiples of each other cannot be told apart. */
static const double SINGULAR = 1e-7;

/* Products of the first columns, weighted by the times and scaled to a unit diagonal, and those with the times. */
struct fit_products {
    int n;
    double *gram, *rhs, all;
};

/* Adds a point, whose values are in row. */
static void add_point(struct fit_products *p, const double *row, double weight, double time_s) {
    p->all += weight * time_s * time_s;
    for (int a = 0; a < p->n; a++) {
        double one = weight * row[a], *gram = p->gram + a * p->n;
        p->rhs[a] += one * time_s;
        for (int b = 0; b <= a; b++)
            gram[b] += one * row[b];
    }
}

struct fit_products *bsim_fit_products(struct fit_work *w) {
    int n = w->basis.nterm > MOST_OF_PAIRS ? FEW : w->basis.nterm;
    double *scale = bsim_alloc(2 * ((size_t)n + 1) * sizeof *scale), *row = scale + n;
    struct fit_products *p = bsim_alloc(sizeof *p);
    *p = (struct fit_products){n, bsim_alloc((size_t)n * (size_t)n * sizeof *p->gram + 1),
                               bsim_alloc((size_t)n * sizeof *p->rhs + 1), 0};
    for (int i = 0; i < w->n; i++) {
        double t = w->time_s[i] + FIT_FLOOR_S;
        for (int a = 0; a < n; a++)
            row[a] = bsim_fit_work_column(w, a)[i];
        add_point(p, row, w->weight[i] / (t * t), w->time_s[i]);
    }
    for (int a = 0; a < n; a++)
        scale[a] = p->gram[a * n + a] > 0 ? 1 / sqrt(p->gram[a * n + a]) : 0;
    for (int a = 0; a < n; a++) {
        p->rhs[a] *= scale[a];
        for (int b = 0; b <= a; b++)
            p->gram[a * n + b] = p->gram[b * n + a] = p->gram[a * n + b] * scale[a] * scale[b];
    }
    bsim_free(scale);
    return p;
}

void bsim_fit_products_free(struct fit_products *p) {
    bsim_free(p->gram);
    bsim_free(p->rhs);
    bsim_free(p);
}

/* The squares that two terms leave, of all; 1 if a coefficient is not positive. */
static double left_by_two(const struct fit_products *p, int a, int b) {
    double g = p->gram[a * p->n + b], det = 1 - g * g;
    double x = p->rhs[a] - g * p->rhs[b], y = p->rhs[b] - g * p->rhs[a];
    if (det < SINGULAR || x <= 0 || y <= 0)
        return 1;
    return 1 - (x * p->rhs[a] + y * p->rhs[b]) / (det * p->all);
}

/* The same of three. */
static double left_by_three(const struct fit_products *p, int a, int b, int c) {
    double ab = p->gram[a * p->n + b], ac = p->gram[a * p->n + c], bc = p->gram[b * p->n + c];
    double u = p->rhs[a], v = p->rhs[b], w = p->rhs[c];
    double det = 1 + 2 * ab * ac * bc - ab * ab - ac * ac - bc * bc;
    double x = u * (1 - bc * bc) + v * (ac * bc - ab) + w * (ab * bc - ac);
    double y = u * (ac * bc - ab) + v * (1 - ac * ac) + w * (ab * ac - bc);
    double z = u * (ab * bc - ac) + v * (ab * ac - bc) + w * (1 - ab * ab);
    if (det < SINGULAR || x <= 0 || y <= 0 || z <= 0)
        return 1;
    return 1 - (x * u + y * v + z * w) / (det * p->all);
}

/* Keeps the room best sets, the best first; of equal ones the first. */
static void keep(struct fit_choice *best, int room, int *n, double left, int size, const int *term) {
    if (left >= 1 || (*n == room && left >= best[room - 1].score))
        return;
    int at = *n < room ? (*n)++ : room - 1;
    for (; at > 0 && best[at - 1].score > left; at--)
        best[at] = best[at - 1];
    best[at].n = size;
    best[at].score = left;
    memcpy(best[at].term, term, (size_t)size * sizeof *term);
}

int bsim_fit_subsets(const struct fit_products *p, int size, struct fit_choice *best, int room) {
    int found = 0, n = size > 2 && p->n > MOST_OF_TRIPLES ? FEW : p->n;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            if (size == 2)
                keep(best, room, &found, left_by_two(p, a, b), size, (int[]){a, b});
            else
                for (int c = b + 1; c < n; c++)
                    keep(best, room, &found, left_by_three(p, a, b, c), size, (int[]){a, b, c});
    return found;
}
