/* Signs in a row, "- -scale", are written without both: "--scale" would change the program's variable. */
#include <mpi.h>
#include <stdlib.h>

static double x[1000], y[1000], z[1000];

static void add(double a, double b, int n) {
    if (a == -b)
        for (int i = 0; i < n; i++)
            z[i] = a * (x[i] - y[i]);
    else if (a == -(-1.0 / b))
        for (int i = 0; i < n; i++)
            z[i] = a * x[i] + 1.0 / b * y[i];
    else
        for (int i = 0; i < n; i++)
            z[i] = a * x[i] + b * y[i];
}

int main(int argc, char **argv) {
    int n = 1000, rank;
    double scale = argc > 1 ? atof(argv[1]) : 0.25;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = i % 7;
    }
    for (int step = 0; step < 3; step++) {
        add(scale, -scale, n);
        add(-scale, -(-scale), n);
        for (int i = 0; i < n; i++)
            x[i] = z[i];
        scale *= 0.5;
    }
    int count = scale * 32; /* 1 */
    double sum[64] = {z[5]};
    MPI_Bcast(sum, count < 1 ? 64 : count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
