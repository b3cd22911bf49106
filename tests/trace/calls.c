/* calls.c - communication behind tables of functions, recursion, callbacks with contexts, and one helper of many
 * callers. trace: ranks=1,2,4,5 args= */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct solver solver;
struct solver {
    const char *name;
    int (*sizes)(const solver *, int step);
    double (*step)(solver *, double);
    void (*close)(solver **);
    int n, steps;
    double *data;
    void *context;
};

typedef int (*visitor)(int value, void *context);

struct tally {
    int sum, calls;
    double heavy[8];
};

static void *allocate(size_t bytes) {
    void *p = calloc(1, bytes);
    if (!p) {
        fprintf(stderr, "no memory\n");
        exit(3);
    }
    return p;
}

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static int constant(const solver *s, int step) {
    (void)step;
    return s->n;
}

static int growing(const solver *s, int step) {
    return s->n + step;
}

static double jacobi(solver *s, double x) {
    for (int i = 1; i + 1 < 100; i++)
        s->data[i] = 0.5 * (s->data[i - 1] + s->data[i + 1]) + x;
    MPI_Allreduce(MPI_IN_PLACE, s->data, s->sizes(s, 0), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return s->data[1];
}

static double power(solver *s, double x) {
    int *count = s->context;
    for (int i = 0; i < 100; i++)
        s->data[i] *= x;
    ++*count;
    MPI_Bcast(s->data, s->sizes(s, *count), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return s->data[2];
}

static void release(solver **s) {
    free((*s)->data);
    free((*s)->context);
    free(*s);
    *s = NULL;
}

static solver *solver_new(const char *name, int n) {
    solver *s = allocate(sizeof *s);
    s->name = name;
    s->data = allocate(100 * sizeof(double));
    s->n = n;
    s->close = release;
    if (strcmp(name, "jacobi") == 0) {
        s->step = jacobi;
        s->sizes = constant;
        s->steps = 2;
    } else {
        s->step = power;
        s->sizes = growing;
        s->steps = 3;
        s->context = allocate(sizeof(int));
    }
    return s;
}

static double run(solver *s) {
    double x = 1;
    for (int i = 0; i < s->steps; i++)
        x = s->step(s, x);
    return x;
}

/* A binary tree of ranks, by recursion. */
static double combine(int low, int high, int rank, double mine, int n) {
    double other[16] = {0}, sum = mine;
    int middle = (low + high) / 2;
    if (low >= high)
        return mine;
    if (rank <= middle)
        sum = combine(low, middle, rank, mine, n);
    else
        sum = combine(middle + 1, high, rank, mine, n);
    if (rank == middle + 1)
        MPI_Send(&sum, 1, MPI_DOUBLE, low, n, MPI_COMM_WORLD);
    if (rank == low) {
        MPI_Recv(other, n % 16 ? 1 : 2, MPI_DOUBLE, middle + 1, n, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += other[0];
    }
    return sum;
}

static int visit(const int *v, int n, visitor f, void *context) {
    int stop = 0;
    for (int i = 0; i < n && !stop; i++)
        stop = f(v[i], context);
    return stop;
}

static int add(int value, void *context) {
    struct tally *t = context;
    t->sum += value;
    t->calls++;
    for (int i = 0; i < 8; i++)
        t->heavy[i] += value * 0.1;
    return t->sum > 20;
}

static int print(int value, void *context) {
    double *total = context;
    *total += value;
    return 0;
}

int main(int argc, char **argv) {
    int rank, size, few = 3, many = 9, values[] = {4, 7, 2, 8, 5, 6};
    double buffer[64] = {0}, total = 0;
    struct tally t = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    solver *all[2] = {solver_new("jacobi", 4), solver_new("power", 5)};
    for (int i = 0; i < 2; i++)
        total += run(all[i]);
    swap(&few, &many);
    MPI_Bcast(buffer, few, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    total += combine(0, size - 1, rank, rank + 0.5, 7);
    visit(values, 6, add, &t);
    visit(values, 6, print, &total);
    MPI_Bcast(buffer, t.calls * t.sum % 50, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    int a = many, b = 1;
    swap(&a, &b);
    if (b == 3)
        MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 2; i++)
        all[i]->close(&all[i]);
    if (rank == 0)
        printf("%g %g\n", total, t.heavy[0]);
    MPI_Finalize();
    return 0;
}
