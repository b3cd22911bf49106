/* Computation that decides communication stays, and is a block with a time where it loops. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <bsim/bsim.h>

enum { MOST = 1000 };

static unsigned next(unsigned *seed)
{
    *seed = *seed * 1103515245u + 12345u;
    return *seed >> 16;
}

/* called in blocks only: no block of its own */
static void fill(int *v, int n, unsigned seed)
{
    for (int i = 0; i < n; i++)
        v[i] = (int)(next(&seed) % MOST);
}

/* called in a condition, too: has its blocks inside */
static int largest(const int *v, int n)
{
    int m = 0;
    BSIM_Add_time(BSIM_cost(0, n)); /* largest.1: a.c:25-27 */
    for (int i = 0; i < n; i++)
        if (v[i] > m)
            m = v[i];
    return m;
}

/* leaves by a return: the caller's loop is no block */
static int find(const int *v, int n, int what)
{
    BSIM_Add_time(BSIM_cost(1, n)); /* find.1: a.c:34-36 */
    for (int i = 0; i < n; i++)
        if (v[i] == what)
            return i;
    return n;
}

int main(int argc, char **argv)
{
    int rank, size, n = 100;
    int *v, count[MOST] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; i < argc; i++) /* input is no computation */
        n = atoi(argv[i]);
    v = malloc(n * sizeof *v);
    BSIM_Add_time(BSIM_cost(2, n)); /* main.1: a.c:53 */
    fill(v, n, rank + 1);
    for (int step = 0; step < 3; step++) {
        /* one block for both loops; heat goes with it */
        BSIM_Add_time(BSIM_cost(3, n)); /* main.2: a.c:56-60 */
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++)
                count[v[i]] += k;
        /* what goes is a block, what stays beside it another */
        for (int turn = 0; turn < 2; turn++) {
            BSIM_Add_time(BSIM_cost(4, n)); /* main.3: a.c:63-64 */
            BSIM_Add_time(BSIM_cost(5, n)); /* main.4: a.c:65-66 */
            for (int i = 0; i < n; i++)
                count[v[i]]++;
        }
        if (largest(v, n) > 5 && rank > 0)
            MPI_Send(count, find(v, n, 7), MPI_INT, 0, count[0] % 10, MPI_COMM_WORLD);
        else if (largest(v, n / 2) > 5)
            for (int r = 1; r < size; r++)
                MPI_Recv(count, MOST, MPI_INT, r, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 0) {
            BSIM_Add_time(BSIM_cost(6, n)); /* main.5: a.c:74-75 */
            for (int i = 0; i < n; i++)
                v[i] = count[v[i]] % MOST;
        }
    }
    free(v);
    MPI_Finalize();
    return 0;
}
