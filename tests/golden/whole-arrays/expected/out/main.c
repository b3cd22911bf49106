#include <mpi.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

/* The state of a generator: numbers of the matrix come from it, then the order of the ranks. */
BSIM_PRIVATE static struct {
    int seed[2], factor[2];
} state;

BSIM_PRIVATE static int jump[2];

static void set(const int *seed, int factor)
{
    int i;

    for (i = 0; i < 2; ++i) {
        BSIM_G(state).seed[i] = seed[i];
        BSIM_G(state).factor[i] = factor + i;
    }
}

static double draw(void)
{
    double x = BSIM_G(state).seed[0] + BSIM_G(state).seed[1] * 0.5;

    BSIM_G(state).seed[0] = (BSIM_G(state).seed[0] * BSIM_G(state).factor[0] + 1) % 1009;
    BSIM_G(state).seed[1] = (BSIM_G(state).seed[1] * BSIM_G(state).factor[1] + 7) % 2003;
    return x;
}

/* Only a part of the array: what was there stays. */
static void leap(int by)
{
    for (int i = 0; i < 1; i++)
        BSIM_G(jump)[i] = by;
}

static void rest(int *to)
{
    to[0] = 5;
    to[1] = 6;
}

int main(int argc, char **argv)
{
    int seed[2], size, i, most = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: main.c:53-59 */
    rest(BSIM_G(jump));
    seed[0] = 11;
    seed[1] = size;
    BSIM_Add_time(BSIM_cost(1)); /* main.2: main.c:63 */
    set(seed, 23);
    BSIM_Add_time(BSIM_cost(2)); /* main.3: main.c:64 */
    leap(4);
    BSIM_Add_time(BSIM_cost(3)); /* main.4: main.c:65-66 */
    for (i = 0; i < 3; i++)
        most += (int)draw() % 50 + BSIM_G(jump)[0] + BSIM_G(jump)[1];
    LMPI_Bcast(NULL, 20 + most % 5, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    LMPI_Reduce(NULL, NULL, 10 + BSIM_G(jump)[1], MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
