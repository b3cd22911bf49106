/* What floating-point numbers, texts and powers decide: each block names it, or tells or counts it. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct config {
    char solver[16];
    const char *method;
    double viscosity, radius, spacing, limit;
    float weight;
    int n;
};
static struct config global = {"cg", "jacobi", 0, 2.5, 0.5, 1e-6, 1.5f, 1000};
static double work[100000];

static void cheap(int n) {
    for (int i = 0; i < n; i++)
        work[i] *= 0.5;
}

static void dear(int n) {
    for (int i = 0; i < n; i++)
        work[i] = exp(-work[i]);
}

static void by_text(void) {
    if (strcmp(global.solver, "cg") == 0)
        cheap(global.n);
    else
        dear(global.n);
}

/* the second test is not always made: the first one always reads the same text */
static void by_texts(const struct config *c) {
    if (!strcmp(c->method, "jacobi"))
        cheap(c->n);
    else if (strncmp(c->method, "sor\"", 3) == 0)
        dear(c->n);
}

/* the text is perhaps not there if it is not compared */
static void by_text_perhaps(const struct config *c) {
    if (c->n > 10 && strcmp(c->method, "none"))
        dear(c->n);
}

static void by_text_behind_pointer(const struct config *c) {
    if (strcasecmp(c->solver, "CG"))
        dear(c->n);
}

/* the block writes the text itself */
static void by_own_text(int k) {
    char name[8] = "a";
    if (k > 3)
        strcpy(name, "b");
    if (strcmp(name, "b") == 0)
        dear(k);
}

static void by_number(const struct config *c) {
    if (c->viscosity > 0.0)
        dear(c->n);
    if (c->weight < 0.1f && c->viscosity != c->limit)
        cheap(c->n);
}

static void by_sum(const struct config *c, int ranks) {
    double h = 1.0 / c->n;
    if (c->radius * h < -c->limit + 1e-3 * ranks)
        dear(c->n);
}

static void by_flag(const struct config *c) {
    int viscous = c->viscosity > 0.0;
    for (int i = 0; i < 10; i++)
        if (viscous)
            dear(c->n);
}

/* bounds */
static void stencil(const struct config *c) {
    int reach = (int)ceil(c->radius / c->spacing);
    for (int i = reach; i < c->n - reach; i++)
        for (int k = -reach; k <= reach; k++)
            work[i] += 1e-3 * work[i + k];
}

static void levels(int n) {
    int many = (int)log2((double)n) + 1;
    for (int l = 0; l < many; l++)
        for (int i = 0; i < 100; i++)
            work[i] += l;
}

/* data decide */
static void by_data(void) {
    if (work[0] > 0.5)
        dear(1000);
}

static double norm(int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += work[i] * work[i];
    return sqrt(sum);
}

static void by_norm(double size) {
    if (size > 10)
        dear(1000);
}

/* powers: a model of the exponent would say nothing of larger ones */
static void refine(int n, int level) {
    int fine = n << level;
    cheap(fine);
}

static void square(int scale) {
    int side = 1 << scale;
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++)
            work[j] += i;
}

static void tree(int depth) {
    for (int level = 0; level < depth; level++)
        for (int node = 0; node < 1 << level; node++)
            work[node] += level;
}

static void product(int base, int times) {
    int n = 1;
    for (int i = 0; i < times; i++)
        n *= base;
    cheap(n);
}

/* no powers: the product of few numbers, and a number that ends its own loop */
static void volume(const int *extent) {
    int n = 1;
    for (int d = 0; d < 3; d++)
        n *= extent[d];
    cheap(n);
}

static void butterflies(int n) {
    for (int length = 2; length <= n; length *= 2)
        for (int i = 0; i < n; i += length)
            for (int k = 0; k < length / 2; k++)
                work[i + k] += work[i + k + length / 2];
}

/* the block counts its own calls */
static void rebuild_sometimes(int n, int every) {
    static int calls;
    if (calls++ % every == 0)
        dear(n);
    cheap(n);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    struct config *c = &global;
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc > 1)
        c->n = atoi(argv[1]);
    if (argc > 2)
        strncpy(c->solver, argv[2], 15);
    if (argc > 3)
        c->method = argv[3];
    if (argc > 4)
        c->viscosity = atof(argv[4]);
    by_text();
    MPI_Barrier(MPI_COMM_WORLD);
    by_texts(c);
    MPI_Barrier(MPI_COMM_WORLD);
    by_text_perhaps(c);
    MPI_Barrier(MPI_COMM_WORLD);
    by_text_behind_pointer(c);
    MPI_Barrier(MPI_COMM_WORLD);
    by_own_text(c->n);
    MPI_Barrier(MPI_COMM_WORLD);
    by_number(c);
    MPI_Barrier(MPI_COMM_WORLD);
    by_sum(c, ranks);
    MPI_Barrier(MPI_COMM_WORLD);
    by_flag(c);
    MPI_Barrier(MPI_COMM_WORLD);
    stencil(c);
    MPI_Barrier(MPI_COMM_WORLD);
    levels(c->n);
    MPI_Barrier(MPI_COMM_WORLD);
    by_data();
    MPI_Barrier(MPI_COMM_WORLD);
    double size = norm(c->n);
    MPI_Barrier(MPI_COMM_WORLD);
    by_norm(size);
    MPI_Barrier(MPI_COMM_WORLD);
    int extent[3] = {c->n, ranks, argc};
    refine(c->n, argc);
    MPI_Barrier(MPI_COMM_WORLD);
    square(argc / 2);
    MPI_Barrier(MPI_COMM_WORLD);
    tree(argc);
    MPI_Barrier(MPI_COMM_WORLD);
    product(ranks, argc);
    MPI_Barrier(MPI_COMM_WORLD);
    volume(extent);
    MPI_Barrier(MPI_COMM_WORLD);
    butterflies(c->n);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int step = 0; step < 10; step++) {
        rebuild_sometimes(c->n, argc);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
