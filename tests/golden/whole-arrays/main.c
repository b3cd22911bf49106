#include <mpi.h>
#include <stdio.h>

/* The state of a generator: numbers of the matrix come from it, then the order of the ranks. */
static struct {
    int seed[2], factor[2];
    int drawn;
} state;

static int jump[2];

static void set(const int *seed, int factor)
{
    int i;

    for (i = 0; i < 2; ++i) {
        state.seed[i] = seed[i];
        state.factor[i] = factor + i;
    }
}

static double draw(void)
{
    double x = state.seed[0] + state.seed[1] * 0.5;

    state.seed[0] = (state.seed[0] * state.factor[0] + 1) % 1009;
    state.seed[1] = (state.seed[1] * state.factor[1] + 7) % 2003;
    state.drawn++;
    return x;
}

/* Only a part of the array: what was there stays. */
static void leap(int by)
{
    for (int i = 0; i < 1; i++)
        jump[i] = by;
}

static void rest(int *to)
{
    to[0] = 5;
    to[1] = 6;
}

int main(int argc, char **argv)
{
    int seed[2] = {argc, 3}, rank, size, i, most = 0;
    double sum = 0, a[100];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    set(seed, 17);
    for (i = 0; i < 100; i++) {
        a[i] = draw();
        jump[i % 2] += (int)a[i];
    }
    for (i = 0; i < 100; i++)
        sum += a[i];
    rest(jump);
    seed[0] = 11;
    seed[1] = size;
    set(seed, 23);
    leap(4);
    for (i = 0; i < 3; i++)
        most += (int)draw() % 50 + jump[0] + jump[1];
    MPI_Bcast(a, 20 + most % 5, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Reduce(rank ? a : MPI_IN_PLACE, a, 10 + jump[1], MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    printf("%g\n", sum + a[0]);
    MPI_Finalize();
    return 0;
}
