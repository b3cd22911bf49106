#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void *get(size_t n)
{
    void *p = malloc(n);
    if (!p)
        exit(1);
    return p;
}

static long released;

static void put(void *p)
{
    if (!p)
        return;
    released++;
    free(p);
}

/* A number that all ranks have, in memory of its own. */
#define CALLER(name)                                   \
    static int name(int x)                             \
    {                                                  \
        int *all = get(sizeof *all);                   \
        *all = x;                                      \
        MPI_Bcast(all, 1, MPI_INT, 0, MPI_COMM_WORLD); \
        x = *all;                                      \
        put(all);                                      \
        return x;                                      \
    }
#define TEN(n) \
    CALLER(n##0) CALLER(n##1) CALLER(n##2) CALLER(n##3) CALLER(n##4) CALLER(n##5) CALLER(n##6) CALLER(n##7) CALLER(n##8) CALLER(n##9)
TEN(a) TEN(b) TEN(c) TEN(d) TEN(e) TEN(f) TEN(g)

#define ALL(n) (n##0(1) + n##1(1) + n##2(1) + n##3(1) + n##4(1) + n##5(1) + n##6(1) + n##7(1) + n##8(1) + n##9(1))

/* What decides here is computation. */
static void table(int n)
{
    double **rows = get(n * sizeof *rows);
    for (int i = 0; i < n; i++)
        rows[i] = i % 3 ? get(n * sizeof **rows) : NULL;
    for (int i = 0; i < n; i++)
        put(rows[i]);
    put(rows);
}

int main(int argc, char **argv)
{
    int n;
    MPI_Init(&argc, &argv);
    n = ALL(a) + ALL(b) + ALL(c) + ALL(d) + ALL(e) + ALL(f) + ALL(g);
    table(n);
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    printf("%ld\n", released);
    MPI_Finalize();
    return 0;
}
