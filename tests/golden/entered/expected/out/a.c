/* Control enters loops at a label in them: the block is the switch, or a loop in it, or there is none. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct steps {
    int at, k, n;
    double *a, sum;
};

/* Duff's device: the switch is the block. */
static double unrolled(const double *a, int n)
{
    int k = (n + 3) / 4;
    double s = 0;
    BSIM_Add_time(BSIM_cost(0, (n % 4) == 0, (n % 4) == 1, (n % 4) == 2, (n % 4) == 3, k)); /* unrolled.1: a.c:16-27 */
    switch (n % 4) {
    case 0:
        do {
            s += *a++;
    case 3:
            s += *a++;
    case 2:
            s += *a++;
    case 1:
            s += *a++;
        } while (--k > 0);
    }
    return s;
}

/* Goes on where it ended: the inner loop is the block. */
static int step(struct steps *c)
{
    switch (c->at) {
    case 0:
        for (c->k = 0; c->k < 5; c->k++) {
            BSIM_Add_time(BSIM_cost(1, c->n)); /* step.1: a.c:37-38 */
            for (int j = 0; j < c->n; j++)
                c->sum += c->a[j] * c->k;
            c->at = 1;
            return 1;
    case 1:;
        }
    }
    return 0;
}

/* A goto leads into the loop: told. */
static int odd(const double *a, int n)
{
    int i = 0, k = 0;
    if (n % 2)
        goto middle;
    for (; i < n; i++) {
        k += a[i] > 1;
    middle:
        k += a[i] > 2;
    }
    return k;
}

int main(int argc, char **argv)
{
    int n = 10, k = 0;
    struct steps c = {0, 0, 10, NULL, 0};

    MPI_Init(&argc, &argv);
    c.a = calloc(n, sizeof *c.a);
    BSIM_Add_time(BSIM_cost(2, n)); /* main.1: a.c:69-70 */
    for (int i = 0; i < n; i++)
        c.a[i] = i * 0.5;
    for (int i = 1; i < 8; i++) {
        if (unrolled(c.a, i + 3) > 1)
            k++;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    while (step(&c))
        MPI_Barrier(MPI_COMM_WORLD);
    if (c.sum > 3 && odd(c.a, n) > 2)
        k++;
    for (int i = 0; i < k; i++)
        LMPI_Allreduce(MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    free(c.a);
    MPI_Finalize();
    return 0;
}
