#include <mpi.h>
#include <stdio.h>
#ifdef USE_MATH
#include <math.h>
#endif

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
static double data[N];
#endif

static int all(int *count) {
    MPI_Allreduce(MPI_IN_PLACE, count, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return *count;
}

int main(int argc, char **argv)
{
    double sum = 0;
    int count = N;

    MPI_Init(&argc, &argv);
    for (int i = 0; i < N; i++)
        data[i] = i;
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
        data[i] += sum;
#elif defined(NOTHING)
    sum = 0;
#endif
    trace("reduce");
    MPI_Bcast(data, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (sum > 3)
#ifdef LOUD
        printf("loud %g\n", sum);
#else
        printf("%g\n", sum);
#endif
    int ignored = 0;
#ifdef CHECKED
    ignored =
#else
    (void)
#endif
        all(&count);
    ignored = all(&count)
#ifdef CHECKED
              + 1
#endif
        ;
    (void)ignored;
#define PARALLEL 1
#if PARALLEL
    if (count > 3)
        MPI_Barrier(MPI_COMM_WORLD);
    else
#endif
        sum = sum / 4;
    printf("%g\n", sum);
    MPI_Finalize();
    return 0;
}
