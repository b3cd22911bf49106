#include <mpi.h>
#include <stdio.h>
#ifdef USE_MATH
#include <math.h>
#endif
#include <bsim/bsim.h>

#ifdef BIG
#define N 1000
#else
#define N 10
#endif

#ifdef DEBUG
static void trace(const char *what)
{
    puts(what);
}
#else
static void trace(const char *what)
{
    (void)what;
}
#endif

#if N > 100
static double data[N], more[N];
#else
BSIM_PRIVATE static double data[N];
#endif

int main(int argc, char **argv)
{
    double sum = 0;
    int count = N;

    MPI_Init(&argc, &argv);
    for (int i = 0; i < N; i++)
        BSIM_G(data)[i] = i;
#ifdef USE_MATH
    sum = sqrt(sum);
#else
    sum = sum / 2;
#endif
#ifdef HALF
    count = count / 2;
#else
    count = count - 1;
    sum = sum + 1;
#endif
#define LOCAL_TAG 17
    sum = sum + LOCAL_TAG;
#if defined(BARRIER)
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < N; i++)
        BSIM_G(data)[i] += sum;
#elif defined(NOTHING)
    sum = 0;
#endif
    trace("reduce");
    MPI_Bcast(BSIM_G(data), count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (sum > 3)
#ifdef LOUD
        printf("loud %g\n", sum);
#else
        printf("%g\n", sum);
#endif
    MPI_Finalize();
    return 0;
}
