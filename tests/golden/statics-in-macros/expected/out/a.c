#include <mpi.h>
#include <stdio.h>
#include <bsim/bsim.h>

#define LOCAL static
#define COUNTER(name) static int name = 3
#define LIST(a, b) static int a, b
#ifdef __clang__
#define FIRST(text) text
#define INITIAL(text) text
#else
#define FIRST(text)
#define INITIAL(text)
#endif
#define ALWAYS(...) __VA_ARGS__

BSIM_PRIVATE LOCAL int calls;
BSIM_PRIVATE COUNTER(steps);
BSIM_PRIVATE LIST(left, right);
ALWAYS(BSIM_PRIVATE static int weight = 2, *where = &weight;)

static int next(int rank)
{
    /* Another compiler does not see this one. */
    FIRST(BSIM_PRIVATE static int start;)
    int value INITIAL(= BSIM_G(start));
    ALWAYS(BSIM_PRIVATE static int sum = 1;)
    BSIM_PRIVATE LOCAL int last;
    value = rank;
    BSIM_G(sum) += value + *BSIM_G(where);
    BSIM_G(last) = BSIM_G(sum);
    return BSIM_G(last);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; ++i) {
        BSIM_G(calls) += next(rank);
        BSIM_G(steps) += rank;
        BSIM_G(left) += rank;
        BSIM_G(right) -= rank;
        BSIM_G(weight) += rank;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%d: calls %d steps %d left %d right %d weight %d\n", rank, BSIM_G(calls), BSIM_G(steps), BSIM_G(left), BSIM_G(right), BSIM_G(weight));
    MPI_Finalize();
    return 0;
}
