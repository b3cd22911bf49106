/* Floating-point numbers that decide how often loops run, and how often a branch is taken. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct settings {
    double end, dt, tolerance, part;
    int n;
};

static double u[100000];

/* A counter in floating-point numbers: its rounds are end / dt. */
static double integrate(double y, const struct settings *s) {
    for (double t = 0; t < s->end; t += s->dt)
        y += s->dt * (sin(t) - 0.5 * y);
    return y;
}

/* What is compared with the tolerance is data. */
static void bisect(int n, double tolerance) {
    for (int i = 0; i < n; i++) {
        double low = 0, high = 8;
        while (high - low > tolerance) {
            double middle = 0.5 * (low + high);
            if (middle * middle > 2 + u[i])
                high = middle;
            else
                low = middle;
        }
        u[i] = 1e-9 * low;
    }
}

static void some(int n, double part) {
    for (int i = 0; i < n; i++)
        if (i % 1000 < 1000 * part)
            u[i] = exp(u[i]) - exp(-u[i]);
}

/* A step that each round of the program's loop changes is data, and no parameter. */
static void substeps(int n, double step) {
    for (double t = 0; t < 1; t += step)
        for (int i = 0; i < n; i++)
            u[i] += step * t;
}

int main(int argc, char **argv) {
    struct settings s = {1, 0.01, 1e-3, 0.1, 1000};
    double step = 0.1, most;
    MPI_Init(&argc, &argv);
    if (argc > 1)
        sscanf(argv[1], "%lf,%lf,%lf,%lf,%d", &s.end, &s.dt, &s.tolerance, &s.part, &s.n);
    for (int k = 0; k < 10; k++) {
        for (int i = 0; i < s.n; i++)
            u[i] = integrate(u[i], &s);
        MPI_Barrier(MPI_COMM_WORLD);
        bisect(s.n, s.tolerance);
        MPI_Barrier(MPI_COMM_WORLD);
        some(s.n, s.part);
        MPI_Barrier(MPI_COMM_WORLD);
        substeps(s.n, step);
        MPI_Allreduce(&u[k], &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        step *= 0.9;
    }
    MPI_Finalize();
    return 0;
}
