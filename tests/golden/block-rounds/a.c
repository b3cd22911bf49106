#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* A part of a plane: rows and columns in numbers of the whole. */
struct part {
    unsigned first, last; /* of the rows: both are in it */
    long column[2];       /* the first, and the one behind the last */
    int step;
};

static int istart, iend, jstart, jend;
static double *now, *next;

/* Global bounds: the numbers of rows and of columns are the parameters. */
static void relax(int width) {
    for (int i = istart; i <= iend; i++)
        for (int j = jstart; j <= jend; j++) {
            int at = (i - istart + 1) * width + j - jstart + 1;
            next[at] = 0.25 * (now[at - 1] + now[at + 1] + now[at - width] + now[at + width]);
        }
}

/* Fields, unsigned; from above to below; a stride. */
static double residual(const struct part *p, int width) {
    double sum = 0;
    unsigned row;
    for (row = p->last; row >= p->first; row--)
        for (long column = p->column[0]; column < p->column[1]; column += p->step)
            sum += now[(row - p->first) * (unsigned)width + (unsigned)(column - p->column[0])];
    return sum;
}

/* A bound that is made of two; as many rounds whatever the begin is; triangular. */
static void border(int from, int many, int width) {
    for (int k = from; k < from + many; k++)
        next[k - from] = now[k - from] * 0.5;
    for (int k = from; k < from + 12; k++)
        next[k - from] += now[k - from] * 0.25;
    for (int i = from; i < from + many; i++)
        for (int j = i; j < from + width; j++)
            next[j - from] -= now[i - from] * 0.125;
}

int main(int argc, char **argv) {
    int rank, size, n = argc > 1 ? atoi(argv[1]) : 64;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    istart = n * rank / size + 1;
    iend = n * (rank + 1) / size;
    jstart = 1;
    if (argc > 2)
        jstart = atoi(argv[2]);
    jend = n;
    struct part p = {(unsigned)istart, (unsigned)iend, {jstart, jend + 1}, argc > 3 ? atoi(argv[3]) : 1};
    int width = n + 2;
    now = calloc((size_t)width * (size_t)width, sizeof *now);
    next = calloc((size_t)width * (size_t)width, sizeof *next);
    for (int step = 0; step < 4; step++) {
        relax(width);
        double r = residual(&p, width), all;
        border(istart, iend - istart + 1, width);
        MPI_Allreduce(&r, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    free(now);
    free(next);
    MPI_Finalize();
    return 0;
}
