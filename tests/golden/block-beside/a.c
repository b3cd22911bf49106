/* What a block stores may stand beside the bound of its loop, as far as the analysis can tell. The bound in front of the
 * block is what counts. */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

struct task {
    int id, many;
    double data[];
};
struct numbers {
    long n;
    long data[];
};
struct header {
    int n, mode;
    double *data;
};

static uint32_t state = 88172645u;

static uint32_t next(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static void through(int *at, int many)
{
    for (int i = 0; i < many; i++)
        at[i] = many / 2;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 50, rank, beside[2] = {20, 30}, other = 7;
    int *any = argc > 2 ? beside : &other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    /* The state of the generator is none. */
    for (int k = 0; k < 3; k++) {
        int many = 1 + (int)(next() % (uint32_t)n);
        struct task *t = malloc(sizeof *t + (size_t)many * sizeof(double));
        t->id = k;
        t->many = many;
        for (int i = 0; i < t->many; i++)
            t->data[i] = next() / 4294967296.0;
        MPI_Bcast(t, (int)(sizeof *t + (size_t)t->many * sizeof(double)), MPI_BYTE, 0, MPI_COMM_WORLD);
        free(t);
    }

    /* Of one type with the bound. */
    struct numbers *x = malloc(sizeof *x + (size_t)n * sizeof(long));
    x->n = n;
    for (long i = 0; i < x->n; i++)
        x->data[i] = 3;
    MPI_Bcast(x->data, n, MPI_LONG, 0, MPI_COMM_WORLD);

    /* Behind the structure, in one piece of memory; and a mode. */
    struct header *h = malloc(sizeof *h + (size_t)n * sizeof(double));
    h->n = n;
    h->mode = n % 3;
    h->data = (double *)(h + 1);
    if (h->mode == 2)
        for (int i = 0; i < h->n; i++)
            h->data[i] = sin(i * 0.1);
    MPI_Bcast(h->data, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);

    /* A pointer that may lead to the bound. */
    int m = n;
    any = argc > 3 ? &m : any;
    for (int i = 0; i < m; i++)
        any[i % 2] = 100;
    MPI_Barrier(MPI_COMM_WORLD);

    /* An array that the block fills: what it is filled with counts. */
    int low[2];
    for (int k = 0; k < 2; k++)
        low[k] = n + k;
    double s = 0;
    for (int i = 0; i < low[1]; i++)
        s += sqrt(i);
    if (s < 0)
        through(beside, 2);
    MPI_Finalize();
    return 0;
}
