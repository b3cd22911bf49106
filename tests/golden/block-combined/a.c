/* Bounds that are made of two values, or of the bits of one, otherwise than by sums. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

static double v[4096];

static void work(long rounds)
{
    for (long i = 0; i < rounds; i++)
        v[i & 4095] = v[i & 4095] * 1.0001 + i;
}

static void loops(int n, int m)
{
    for (int i = 0; i < (n ^ m); i++)
        v[i & 4095] += i * 1.5;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < (n | 64); i++)
        v[i & 4095] += i * 1.5;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < (n & (m - 1)); i++)
        v[i & 4095] += i * 1.5;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = ~n; i < 0; i++)
        v[-i & 4095] += i * 1.5;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < n % -7; i++)
        v[i & 4095] += i * 1.5;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < (n < m ? n : m); i++)
        v[i & 4095] += i * 1.5;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < abs(n - m); i++)
        v[i & 4095] += i * 1.5;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < !n * 100 + (n > 8 && (m < 8 || n < m)) * 200; i++)
        v[i & 4095] += i * 1.5;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void strip(int n, int rank, int size)
{
    for (int i = rank * n / size; i < (rank + 1) * n / size; i++)
        v[i & 4095] += i * 1.5;
}

/* no parameter tells that */
static void set_bits(unsigned m)
{
    for (; m; m &= m - 1)
        work(1000);
}

static void each_bit(unsigned m)
{
    for (int b = 0; b < 32; b++)
        if (m >> b & 1)
            work(1000);
}

struct bits {
    unsigned low : 4, high : 12;
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), m = atoi(argv[2]), rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    loops(n, m);
    work(n | m);
    MPI_Barrier(MPI_COMM_WORLD);
    work(n > 2 * m ? n - 2 * m : n); /* of what is left */
    MPI_Barrier(MPI_COMM_WORLD);
    work(m == 2 ? 2 * n : n); /* the number chooses */
    MPI_Barrier(MPI_COMM_WORLD);
    work(m == 2 ? 1000 : 10);
    MPI_Barrier(MPI_COMM_WORLD);
    work(m > 2 ? 1000 : 10);
    MPI_Barrier(MPI_COMM_WORLD);
    work((long)fmin(n, m));
    MPI_Barrier(MPI_COMM_WORLD);
    strip(n, rank, size);
    MPI_Barrier(MPI_COMM_WORLD);
    set_bits((unsigned)n);
    MPI_Barrier(MPI_COMM_WORLD);
    each_bit((unsigned)n);
    MPI_Barrier(MPI_COMM_WORLD);
    struct bits b;
    b.low = (unsigned)n;
    b.high = (unsigned)m; /* these bits are set by themselves */
    work(b.high);
    MPI_Finalize();
    return v[7] > 1e300;
}
