#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double x[3];
    int alive, kind;
    char name[8];
} part;

typedef struct node {
    int count;
    struct node *child[2];
} node;

static double sum;
static int cnt;

static int near(const double *x, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s > 1;
}

static double pairwise(const part *a, const part *b) {
    double r = fabs(a->x[0] - b->x[0]);
    return r < 0.1 ? exp(-r) : 0;
}

static void visit(const node *t) {
    for (int i = 0; i < t->count; i++)
        sum += i;
    for (int k = 0; k < 2; k++)
        if (t->child[k])
            visit(t->child[k]);
}

static void halves(int n) {
    for (int i = 0; i < n; i++)
        sum += i;
    if (n > 1)
        halves(n / 2);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 100, on = argc > 2, order = argc > 3 ? 2 : 1;
    double *x = calloc((size_t)n, sizeof *x);
    part *p = calloc((size_t)n, sizeof *p);
    node tree = {n, {NULL, NULL}};
    for (int i = 0; i < n; i++) {
        x[i] = drand48();
        p[i].alive = i % 7 == 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) /* what data decide, in each round: a function of mathematics */
        if (p[i].alive)
            sum += exp(-p[i].x[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) { /* what stands behind a jump */
        if (!p[i].alive)
            continue;
        sum += pow(p[i].x[0], p[i].x[1]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) /* functions of libraries */
        if (p[i].alive) {
            char text[64];
            snprintf(text, sizeof text, "%g", x[i]);
            sum += atof(text);
        }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) /* little: no count */
        if (p[i].alive)
            sum += x[i] * 2;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            sum += pairwise(&p[i], &p[j]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        switch (p[i].kind) {
        case 0:
            sum += tgamma(x[i]);
            break;
        default:
            sum += 1;
        }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) /* a value in front of the block decides */
        if (order == 2)
            sum += cbrt(x[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) /* calls in conditions */
        if (on && near(x, n))
            cnt++;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        if (x[i] > 0.5 && near(x, n))
            cnt++;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0, j = n; i < j; i++, j -= order) /* two counters that approach each other */
        sum += i;
    MPI_Barrier(MPI_COMM_WORLD);
    {
        static int calls; /* a name that nothing in front of the block knows */
        calls++;
        for (int i = 0; i < calls * n; i++)
            sum += i;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    visit(&tree); /* its parts are not those of the first call */
    MPI_Barrier(MPI_COMM_WORLD);
    halves(n);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return cnt;
}
