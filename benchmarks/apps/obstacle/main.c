/* main.c - the obstacle problem: a membrane that its load presses on an obstacle, by the projected Richardson method in
 * strips of rows. In the synchronous form all ranks make the same step at a time, and a reduction tells the largest
 * change; in the asynchronous form (-async 1) each goes on with the newest borders that have arrived. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "obstacle.h"

static int number(const char *text, const char *option) {
    int n = text ? atoi(text) : -1;
    if (n < 0) {
        fprintf(stderr, "obstacle: %s needs a number\n", option);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return n;
}

static void strip_create(strip *s, int n, int rows) {
    int rank, size;
    size_t points;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    s->n = n;
    s->total = rows;
    s->first = (int)((long)rows * rank / size);
    s->rows = (int)((long)rows * (rank + 1) / size) - s->first;
    s->above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    s->below = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    points = (size_t)(s->rows + 2) * (size_t)strip_width(s);
    s->u = calloc(points, sizeof(double));
    s->next = calloc(points, sizeof(double));
    s->obstacle = malloc(points * sizeof(double));
    if (s->u == NULL || s->next == NULL || s->obstacle == NULL) {
        fprintf(stderr, "obstacle: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

/* A dome under the middle of the membrane, whose border is at 0. */
static void strip_obstacle(strip *s) {
    int width = strip_width(s);
    for (int i = 0; i < s->rows + 2; i++)
        for (int j = 0; j < width; j++) {
            double x = (double)j / (s->n + 1) - 0.5, y = (double)(s->first + i) / (s->total + 1) - 0.5;
            s->obstacle[(long)i * width + j] = -0.1 - 8 * (x * x + y * y);
        }
}

/* How many of the strip's points lie on the obstacle. */
static long strip_contact(const strip *s) {
    long points = 0, width = strip_width(s);
    for (int i = 1; i <= s->rows; i++)
        for (int j = 1; j <= s->n; j++)
            points += s->u[i * width + j] <= s->obstacle[i * width + j];
    return points;
}

static double synchronous(strip *s, int iterations) {
    double most = 0;
    for (int i = 0; i < iterations; i++) {
        exchange_synchronous(s);
        most = solver_step(s);
        MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    return most;
}

static double asynchronous(strip *s, int iterations) {
    double most = 0;
    exchange_start(s);
    for (int i = 0; i < iterations; i++) {
        exchange_asynchronous(s);
        most = solver_step(s);
    }
    exchange_finish(s);
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

int main(int argc, char **argv) {
    int n = 500, rows = 0, iterations = 100, async = 0, rank;
    long contact;
    double most;
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
        } else if (strcmp(argv[i], "-async") == 0) {
            async = number(argv[i + 1], argv[i]);
        } else {
            if (rank == 0)
                fprintf(stderr, "usage: obstacle [-n POINTS] [-rows N] [-iterations N] [-async 0|1]\n");
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    strip_create(&s, n, rows ? rows : n);
    strip_obstacle(&s);
    most = async ? asynchronous(&s, iterations) : synchronous(&s, iterations);
    contact = strip_contact(&s);
    MPI_Allreduce(MPI_IN_PLACE, &contact, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("obstacle: %d x %d points, %d iterations, last change %.6f, %ld points in contact\n", n, s.total,
               iterations, most, contact);
    free(s.u);
    free(s.next);
    free(s.obstacle);
    MPI_Finalize();
    return 0;
}
