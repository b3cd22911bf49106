/* macro_around.c - a call stays, and a macro around it goes: what the call's arguments call is at an inner macro then.
 * trace: ranks=1,2 args= */
#include <mpi.h>
#include <stdio.h>

#define WRAP(x) ((((x) % 1009) + 1009) % 1009)

static int rounds, dead;

static int helper(int a, int b) {
    return WRAP(a) * 2 + WRAP(b);
}

static int run(int x, int y) {
    rounds = 1 + (x + y) % 4;
    return x - y;
}

int main(int argc, char **argv) {
    int value = 3;
    MPI_Init(&argc, &argv);
    dead = WRAP(run(WRAP(helper(argc, 3)), WRAP((helper(2, argc) % (WRAP(argc) + 1)))));
    for (int i = 0; i < rounds; i++)
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
