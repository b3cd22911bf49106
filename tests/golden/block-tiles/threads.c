/* Loops over tiles whose rounds threads share are blocks as a whole; of others the rounds are, though threads share their
   rows. */
#include <mpi.h>
#include <stdlib.h>

struct tile {
    int nx, ny;
    double *u;
};

static struct tile tile[9];
static int many;

static void smooth(struct tile *t)
{
    for (int j = 0; j < t->ny; j++)
        for (int i = 0; i < t->nx; i++)
            t->u[j * t->nx + i] *= 0.5;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int k = rank; k < 9; k += size) {
        tile[many].nx = atoi(argv[1]) + k;
        tile[many].ny = atoi(argv[1]) + k % 3;
        tile[many].u = calloc((size_t)tile[many].nx * (size_t)tile[many].ny, sizeof(double));
        many++;
    }
#pragma omp parallel for
    for (int k = 0; k < many; k++)
        smooth(&tile[k]);
    for (int k = 0; k < many; k++)
        MPI_Sendrecv_replace(tile[k].u, tile[k].nx + tile[k].ny, MPI_DOUBLE, rank, 0, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int k = 0; k < many; k++) {
        struct tile *t = &tile[k];
#pragma omp parallel for
        for (int j = 0; j < t->ny; j++)
            for (int i = 0; i < t->nx; i++)
                t->u[j * t->nx + i] *= 0.5;
    }
    MPI_Finalize();
    return 0;
}
