#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct plan {
    int lmax, nlat, nm;
    int *m;
};

static void make_plan(struct plan *p, int lmax, int nlat, int rank, int size) {
    p->lmax = lmax;
    p->nlat = nlat;
    p->nm = 0;
    p->m = malloc(sizeof(int) * (size_t)(lmax + 1));
    for (int m = rank; m <= lmax; m += size)
        p->m[p->nm++] = m;
}

static void analysis(const struct plan *p, const double *mu, const double *f, double *a) {
    for (int k = 0; k < p->nm; k++) {
        int m = p->m[k];
        for (int j = 0; j < p->nlat; j++) {
            double pmm = 1, prev = 0;
            for (int i = 1; i <= m; i++)
                pmm *= -(2 * i - 1) * 0.01;
            for (int l = m; l <= p->lmax; l++) {
                double next = (mu[j] * (2 * l + 1) * pmm - (l + m) * prev) / (l - m + 1);
                a[l] += f[j] * pmm;
                prev = pmm;
                pmm = next * 1e-3;
            }
        }
    }
}

static void synthesis(int lmax, int nlat, int rank, int size, const double *mu, const double *a, double *f) {
    for (int m = rank; m <= lmax; m += size)
        for (int l = m; l <= lmax; l++)
            for (int j = 0; j < nlat / 2; j++)
                f[j] += a[l] * mu[j];
}

int main(int argc, char **argv) {
    int rank, size;
    struct plan p;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int lmax = atoi(argv[1]), nlat = atoi(argv[2]), steps = 3;
    make_plan(&p, lmax, nlat, rank, size);
    double *mu = calloc((size_t)nlat, sizeof *mu), *f = calloc((size_t)nlat, sizeof *f);
    double *a = calloc((size_t)lmax + 1, sizeof *a);
    for (int j = 0; j < nlat; j++)
        mu[j] = f[j] = cos(3.14159 * (j + 0.5) / nlat);
    for (int s = 0; s < steps; s++) {
        analysis(&p, mu, f, a);
        MPI_Allreduce(MPI_IN_PLACE, a, lmax + 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        synthesis(lmax, nlat, rank, size, mu, a, f);
        MPI_Allreduce(MPI_IN_PLACE, f, nlat, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
