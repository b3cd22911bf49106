/* farm.c - a master and its workers: the rows of the Mandelbrot set, which take very different times.
 *
 * Rank 0 gives each worker a strip of rows, takes the result of whoever is ready first, and gives him the next strip.
 * So which worker computes which strip depends on the order of results, and on another machine it is another one: the
 * calls of a run say nothing of those on another machine. `-deal 1` deals the strips out in turn instead, and takes the
 * results in this order: equal calls on any machine.
 *
 * usage: farm [-width N] [-height N] [-iterations N] [-strip ROWS] [-deal 0|1] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_WORK, TAG_RESULT };

struct options {
    int width, height, iterations, strip, deal;
};

static void read_options(struct options *o, int argc, char **argv) {
    struct {
        const char *name;
        int *to, least;
    } const all[] = {{"-width", &o->width, 1},
                     {"-height", &o->height, 1},
                     {"-iterations", &o->iterations, 1},
                     {"-strip", &o->strip, 1},
                     {"-deal", &o->deal, 0}};
    *o = (struct options){400, 400, 200, 8, 0};
    for (int i = 1; i < argc; i += 2) {
        int found = 0;
        for (int k = 0; k < 5; k++)
            if (strcmp(argv[i], all[k].name) == 0 && i + 1 < argc && atoi(argv[i + 1]) >= all[k].least)
                found = 1, *all[k].to = atoi(argv[i + 1]);
        if (!found) {
            fprintf(stderr, "farm: %s needs a number, or is none of -width, -height, -iterations, -strip, -deal\n",
                    argv[i]);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}

/* The steps that all points of a row stay near the origin. */
static long row(const struct options *o, int y) {
    long steps = 0;
    for (int x = 0; x < o->width; x++) {
        double a = 3.0 * x / o->width - 2, b = 2.0 * y / o->height - 1, re = 0, im = 0;
        int k = 0;
        while (k < o->iterations && re * re + im * im < 4) {
            double next = re * re - im * im + a;
            im = 2 * re * im + b;
            re = next;
            k++;
        }
        steps += k;
    }
    return steps;
}

static void work(const struct options *o) {
    for (;;) {
        int first;
        long steps = 0;
        MPI_Recv(&first, 1, MPI_INT, 0, TAG_WORK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (first < 0)
            return;
        for (int y = first; y < first + o->strip && y < o->height; y++)
            steps += row(o, y);
        MPI_Send(&steps, 1, MPI_LONG, 0, TAG_RESULT, MPI_COMM_WORLD);
    }
}

/* Gives out the strips, and takes what comes back. */
static long lead(const struct options *o, int workers) {
    long sum = 0, steps;
    int next = 0, stop = -1, under_way = 0;
    for (int w = 1; w <= workers && next < o->height; w++, next += o->strip, under_way++)
        MPI_Send(&next, 1, MPI_INT, w, TAG_WORK, MPI_COMM_WORLD);
    for (int turn = 0; under_way > 0; turn++) {
        MPI_Status status;
        int from = o->deal ? turn % workers + 1 : MPI_ANY_SOURCE;
        MPI_Recv(&steps, 1, MPI_LONG, from, TAG_RESULT, MPI_COMM_WORLD, &status);
        sum += steps;
        under_way--;
        if (next >= o->height)
            continue;
        MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, TAG_WORK, MPI_COMM_WORLD);
        next += o->strip;
        under_way++;
    }
    for (int w = 1; w <= workers; w++)
        MPI_Send(&stop, 1, MPI_INT, w, TAG_WORK, MPI_COMM_WORLD);
    return sum;
}

int main(int argc, char **argv) {
    struct options o;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    read_options(&o, argc, argv);
    if (size < 2) {
        fprintf(stderr, "farm: needs a master and at least one worker: two ranks\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank > 0)
        work(&o);
    else
        printf("%ld steps\n", lead(&o, size - 1));
    MPI_Finalize();
    return 0;
}
