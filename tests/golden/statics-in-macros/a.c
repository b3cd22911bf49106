#include <mpi.h>
#include <stdio.h>

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

LOCAL int calls;
COUNTER(steps);
LIST(left, right);
ALWAYS(static int weight = 2, *where = &weight;)

static int next(int rank)
{
    /* Another compiler does not see this one. */
    FIRST(static int start;)
    int value INITIAL(= start);
    ALWAYS(static int sum = 1;)
    LOCAL int last;
    value = rank;
    sum += value + *where;
    last = sum;
    return last;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; ++i) {
        calls += next(rank);
        steps += rank;
        left += rank;
        right -= rank;
        weight += rank;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%d: calls %d steps %d left %d right %d weight %d\n", rank, calls, steps, left, right, weight);
    MPI_Finalize();
    return 0;
}
