/* dims.c - MPI_Dims_create without starting MPICH, which would cost 7 MB and 0.1 s. Must not know communicators and
 * ranks. */
#include "lmpi/comm/dims.h"

#include <limits.h>
#include <string.h>

/* The search over non-increasing factorizations of n, largest factors first. */
struct search {
    int ndims, spread;
    int now[LMPI_MOST_DIMS], best[LMPI_MOST_DIMS];
    int divisor[2048], ndivisors; /* of n, increasing; no int has more than 1,344 divisors (735,134,400 has them) */
};

static void find_divisors(struct search *s, int n) {
    int from = 0;
    for (int d = 1; (long)d * d <= n; d++)
        if (n % d == 0)
            s->divisor[s->ndivisors++] = d;
    from = s->ndivisors;
    for (int i = from - 1; i >= 0; i--)
        if (s->divisor[i] != n / s->divisor[i])
            s->divisor[s->ndivisors++] = n / s->divisor[i];
}

static int reaches(int factor, int times, int n) {
    long product = 1;
    for (int i = 0; i < times && product < n; i++)
        product *= factor;
    return product >= n;
}

/* Whether now has larger factors than best, from the smallest one on. */
static int is_rounder(const struct search *s) {
    for (int i = s->ndims - 1; i >= 0; i--)
        if (s->now[i] != s->best[i])
            return s->now[i] > s->best[i];
    return 0;
}

/* Finds the factorization that MPICH 4 chooses: the least difference between the largest and the smallest factor. Ties:
 * the one with the largest smallest factor, then the largest second smallest, and so on. Compared with MPICH for all n
 * up to 200,000 in two dimensions, and up to 60,000 in three to six. */
static void divide(struct search *s, int n, int at, int most) {
    if (at == s->ndims - 1) {
        if (n > most)
            return;
        s->now[at] = n;
        int spread = s->now[0] - n;
        if (spread < s->spread || (spread == s->spread && is_rounder(s))) {
            s->spread = spread;
            memcpy(s->best, s->now, sizeof s->best);
        }
        return;
    }
    for (int i = s->ndivisors - 1; i >= 0; i--) {
        int d = s->divisor[i];
        if (d > most || d > n || n % d)
            continue;
        if (!reaches(d, s->ndims - at, n))
            return;
        s->now[at] = d;
        divide(s, n / d, at + 1, d);
    }
}

int lmpi_dims_create(int nnodes, int ndims, int *dims) {
    int open = 0, fixed = 1;
    struct search s = {0};
    if (nnodes < 1 || ndims < 1)
        return 0;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] < 0 || (dims[i] > 0 && dims[i] > nnodes / fixed))
            return 0;
        if (dims[i] == 0)
            open++;
        else
            fixed *= dims[i];
    }
    if (nnodes % fixed || open < 1 || open > LMPI_MOST_DIMS)
        return 0;
    s.ndims = open;
    s.spread = INT_MAX;
    find_divisors(&s, nnodes / fixed);
    divide(&s, nnodes / fixed, 0, INT_MAX);
    for (int i = 0, k = 0; i < ndims; i++)
        if (dims[i] == 0)
            dims[i] = s.best[k++];
    return 1;
}
