/* laplace - Laplace's equation on a plate by relaxation: Jacobi's method, the plate cut into strips of rows, one
 * exchange of border rows and one reduction of the largest change in each iteration. The plate is square without -rows.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A strip of the plate: rows 1 to rows are its own, rows 0 and rows + 1 are those of the neighbours or the border. */
typedef struct strip {
    int n, rows;      /* points in a row without the two at the border; own rows */
    int above, below; /* ranks, or MPI_PROC_NULL */
    double *now, *next;
} strip;

static size_t strip_points(const strip *s) {
    return (size_t)(s->rows + 2) * (size_t)(s->n + 2);
}

static int number(const char *text, const char *option) {
    int n = text ? atoi(text) : 0;
    if (n < 1) {
        fprintf(stderr, "laplace: %s needs a number above 0\n", option);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return n;
}

static void strip_create(strip *s, int n, int rows) {
    int rank, size;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    s->n = n;
    s->rows = (int)((long)rows * (rank + 1) / size - (long)rows * rank / size);
    s->above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    s->below = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    s->now = malloc(strip_points(s) * sizeof(double));
    s->next = malloc(strip_points(s) * sizeof(double));
    if (s->now == NULL || s->next == NULL) {
        fprintf(stderr, "laplace: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

/* The plate is cold; its upper edge is warm. */
static void strip_start(strip *s) {
    size_t width = (size_t)s->n + 2;

    for (size_t i = 0; i < strip_points(s); i++)
        s->now[i] = s->next[i] = 0;
    if (s->above == MPI_PROC_NULL)
        for (size_t j = 0; j < width; j++)
            s->now[j] = s->next[j] = 100;
}

static void exchange(strip *s) {
    size_t width = (size_t)s->n + 2;
    double *first = s->now + width, *last = s->now + (size_t)s->rows * width;

    MPI_Sendrecv(first + 1, s->n, MPI_DOUBLE, s->above, 1, last + width + 1, s->n, MPI_DOUBLE, s->below, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(last + 1, s->n, MPI_DOUBLE, s->below, 2, first - width + 1, s->n, MPI_DOUBLE, s->above, 2,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* One relaxation of all points; the largest change. */
static double relax(strip *s) {
    size_t width = (size_t)s->n + 2;
    double most = 0;

    for (int i = 1; i <= s->rows; i++) {
        const double *here = s->now + (size_t)i * width;
        double *there = s->next + (size_t)i * width;
        for (int j = 1; j <= s->n; j++) {
            there[j] = 0.25 * (here[j - 1] + here[j + 1] + here[j - (long)width] + here[j + (long)width]);
            if (fabs(there[j] - here[j]) > most)
                most = fabs(there[j] - here[j]);
        }
    }
    double *old = s->now;
    s->now = s->next;
    s->next = old;
    return most;
}

int main(int argc, char **argv) {
    int n = 500, rows = 0, iterations = 100, rank;
    double most = 0;
    strip s;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "-n") == 0) {
            n = number(argv[i + 1], argv[i]);
        } else if (strcmp(argv[i], "-rows") == 0) {
            rows = number(argv[i + 1], argv[i]);
        } else if (strcmp(argv[i], "-iterations") == 0) {
            iterations = number(argv[i + 1], argv[i]);
        } else {
            if (rank == 0)
                fprintf(stderr, "usage: laplace [-n POINTS] [-rows N] [-iterations N]\n");
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    if (rows == 0)
        rows = n;
    strip_create(&s, n, rows);
    strip_start(&s);
    for (int i = 0; i < iterations; i++) {
        exchange(&s);
        most = relax(&s);
        MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("laplace: %d x %d points, %d iterations, last change %.6f\n", rows, n, iterations, most);
    free(s.now);
    free(s.next);
    MPI_Finalize();
    return 0;
}
