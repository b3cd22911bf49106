#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

void cblas_dgemm(int order, int ta, int tb, int m, int n, int k, double alpha, const double *a, int lda,
                 const double *b, int ldb, double beta, double *c, int ldc);
void dgemm_(const char *ta, const char *tb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc);

struct grid {
    int n, m;
    struct {
        int low, high;
    } range[2];
    double *at;
};

static int levels = 3;

static void smooth(struct grid *g, int from, int to)
{
    for (int j = from; j < to; j++)
        for (int i = 1; i < g->m - 1; i++)
            g->at[j * g->m + i] = 0.5 * (g->at[j * g->m + i - 1] + g->at[j * g->m + i + 1]);
}

static double norm(const double *v, int n)
{
    double s = 0;
    while (n-- > 0)
        s += v[n] * v[n];
    return sqrt(s);
}

static void solve(struct grid *g, double *a, double *b, double *c)
{
    int half = g->n / 2, one = 1, columns = g->m;
    double unit = 1.0;

    cblas_dgemm(101, 111, 111, g->n, g->m, half, 1.0, a, g->n, b, g->n, 0.0, c, g->n);
    MPI_Barrier(MPI_COMM_WORLD);
    dgemm_("N", "N", &g->n, &columns, &one, &unit, a, &g->n, b, &g->n, &unit, c, &g->n);
    MPI_Barrier(MPI_COMM_WORLD);
    smooth(g, g->range[1].low + 1, g->range[1].high);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int l = 0; l < levels; l++)
        c[l] = norm(a, half * half);
    memcpy(a, b, (size_t)half * sizeof(double));
    /* One operation costs nothing. */
    MPI_Barrier(MPI_COMM_WORLD);
    c[0] = 2 * c[1];
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    struct grid g = {8, 6, {{0, 3}, {1, 5}}, NULL};
    double *a, *b, *c;

    MPI_Init(&argc, &argv);
    a = malloc(64 * sizeof *a);
    b = calloc(64, sizeof *b);
    c = calloc(64, sizeof *c);
    g.at = malloc(64 * sizeof(double));
    for (int step = 0; step < 2; step++) {
        solve(&g, a, b, c);
        for (int i = 0; i < step; i++)
            a[i] = b[i] + step;
        MPI_Allreduce(MPI_IN_PLACE, c, g.m, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    free(a);
    free(b);
    free(c);
    free(g.at);
    MPI_Finalize();
    return 0;
}
