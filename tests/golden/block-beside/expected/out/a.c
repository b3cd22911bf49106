/* What a block stores may stand beside the bound of its loop, as far as the analysis can tell. The bound in front of the
 * block is what counts. */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <bsim/bsim.h>

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

BSIM_PRIVATE static uint32_t state = 88172645u;

static uint32_t next(void)
{
    BSIM_G(state) ^= BSIM_G(state) << 13;
    BSIM_G(state) ^= BSIM_G(state) >> 17;
    BSIM_G(state) ^= BSIM_G(state) << 5;
    return BSIM_G(state);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 50;

    MPI_Init(&argc, &argv);

    /* The state of the generator is none. */
    for (int k = 0; k < 3; k++) {
        int many = 1 + (int)(next() % (uint32_t)n);
        struct task *t = malloc(sizeof *t + (size_t)many * sizeof(double));
        t->id = k;
        t->many = many;
        BSIM_Add_time(BSIM_cost(0, t->many)); /* main.1: a.c:51-52 */
        for (int i = 0; i < t->many; i++)
            t->data[i] = next() / 4294967296.0;
        MPI_Bcast(t, (int)(sizeof *t + (size_t)t->many * sizeof(double)), MPI_BYTE, 0, MPI_COMM_WORLD);
        free(t);
    }

    /* Of one type with the bound. */
    struct numbers *x = malloc(sizeof *x + (size_t)n * sizeof(long));
    x->n = n;
    BSIM_Add_time(BSIM_cost(1, x->n)); /* main.2: a.c:60-61 */
    for (long i = 0; i < x->n; i++)
        x->data[i] = 3;
    MPI_Bcast(x->data, n, MPI_LONG, 0, MPI_COMM_WORLD);

    /* Behind the structure, in one piece of memory; and a mode. */
    struct header *h = malloc(sizeof *h + (size_t)n * sizeof(double));
    h->n = n;
    h->mode = n % 3;
    h->data = (double *)(h + 1);
    if (h->mode == 2) {
        BSIM_Add_time(BSIM_cost(2, h->n)); /* main.3: a.c:70-71 */
        for (int i = 0; i < h->n; i++)
            h->data[i] = sin(i * 0.1);
    }
    MPI_Bcast(h->data, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);

    /* A pointer that may lead to the bound. */
    int m = n;
    BSIM_Add_time(BSIM_cost(3, m)); /* main.4: a.c:77-78 */
    MPI_Barrier(MPI_COMM_WORLD);

    BSIM_Add_time(BSIM_cost(4, n)); /* main.5: a.c:83-89 */
    MPI_Finalize();
    return 0;
}
