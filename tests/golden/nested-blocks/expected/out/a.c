#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

/* Only the loop in main calls it, which is a block: it has none. */
static double half(double x, int depth)
{
    double y = sin(x) + exp(-x) * cos(2 * x) + pow(1 + x, 0.3);
    y = y * y + (y - 0.5) * (y + 0.25) * (1 - y * 0.125) + x / (1 + y * y);
    if (depth == 0)
        return y;
    double a = half(x * 0.5, depth - 1);
    double b = half(y * 0.5, depth - 1);
    return a + b;
}

static double more(double x)
{
    return x * x * 0.5 + (x - 0.5) * (x + 0.25) * (1 - x * 0.125) + x / (1 + x * x) + sqrt(x * x + 1) + x * 0.1;
}

/* A loop that does nothing else calls it, and so do the rounds of a loop that communicates now and then. So it has a
   block, and the loop is none. */
static double step(double x, int deep)
{
    BSIM_Add_time(BSIM_cost(0)); /* step.1: a.c:26-27 */
    double y = sin(x) + exp(-x) * cos(2 * x) + pow(1 + x, 0.3);
    y = y * y + (y - 0.5) * (y + 0.25) * (1 - y * 0.125) + x / (1 + y * y);
    if (deep > 3) {
        BSIM_Add_time(BSIM_cost(1)); /* step.2: a.c:29 */
        y += more(y);
    }
    return y;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int depth = argc > 1 ? atoi(argv[1]) : 10, n = argc > 2 ? atoi(argv[2]) : 1000;
    double r = 0, s = 0;
    BSIM_Add_time(BSIM_cost(2, depth)); /* main.1: a.c:39-40 */
    for (int i = 0; i < 5; i++)
        r += half(i, depth);
    for (int i = 0; i < n; i++)
        s += step(i, i % 5);
    for (int k = 0; k < n; k++) {
        if (s > k)
            MPI_Barrier(MPI_COMM_WORLD);
        s -= step(k, 2);
    }
    int c = 1 + (int)fabs(fmod(r, 10));
    BSIM_Add_time(BSIM_cost(3, c)); /* main.2: a.c:49 */
    LMPI_Bcast(NULL, c, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
