#include <mpi.h>
#include <stdio.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static int state[2];
BSIM_PRIVATE static int spare[2];
BSIM_PRIVATE static int *kept = spare;

static void set(const int *seed)
{
    for (int i = 0; i < 2; ++i)
        BSIM_G(state)[i] = seed[i];
}

static int draw(void)
{
    BSIM_G(state)[0] = (BSIM_G(state)[0] * 171 + BSIM_G(state)[1]) % 1009;
    return BSIM_G(state)[0];
}

static int *address(void)
{
    return BSIM_G(kept);
}

/* Changes what main reads by name, without naming it. */
static void change(int by)
{
    address()[1] += by;
}

int main(int argc, char **argv)
{
    int seed[2] = {argc, 7}, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(0)); /* main.1: main.c:51-52 */
    seed[0] = size;
    BSIM_Add_time(BSIM_cost(1)); /* main.2: main.c:54 */
    set(seed);
    BSIM_G(spare)[1] = 2;
    change(3);
    LMPI_Bcast(NULL, 1 + draw() % 32, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    LMPI_Bcast(NULL, BSIM_G(spare)[1], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
