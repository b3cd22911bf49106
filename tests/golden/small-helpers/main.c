#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct vector {
    double x, y, z;
};

struct body {
    struct vector centre;
    struct body *next;
};

static void add(const struct vector *a, const struct vector *b, struct vector *sum)
{
    sum->x = a->x + b->x;
    sum->y = a->y + b->y;
    sum->z = a->z + b->z;
}

static void scale(struct vector *a, double by)
{
    a->x *= by;
    a->y *= by;
    a->z *= by;
}

/* Where the bodies are decides how long messages are. */
static struct body *place(int n)
{
    struct body *first = NULL;

    for (int i = 0; i < n; i++) {
        struct body *b = malloc(sizeof *b);
        struct vector a = {i, 2, 3}, c = {1, i * i, 0.5};

        add(&a, &c, &b->centre);
        scale(&b->centre, 1.5);
        b->next = first;
        first = b;
    }
    return first;
}

static double trace(const struct body *bodies, struct vector ray)
{
    struct vector point = {0, 0, 0};
    double seen = 0;

    for (int step = 0; step < 50; step++) {
        add(&point, &ray, &point);
        for (const struct body *b = bodies; b; b = b->next) {
            struct vector to = b->centre;

            scale(&to, -1);
            add(&point, &to, &to);
            if (to.x * to.x + to.y * to.y + to.z * to.z < 4)
                seen += 1.0 / (1 + step);
        }
    }
    return seen;
}

int main(int argc, char **argv)
{
    double image[64], total = 0;
    struct body *bodies;

    MPI_Init(&argc, &argv);
    bodies = place(4 + argc);
    for (int i = 0; i < 64; i++) {
        struct vector ray = {1, i * 0.1, 0.2};

        image[i] = trace(bodies, ray);
    }
    MPI_Allreduce(MPI_IN_PLACE, image, 1 + (int)bodies->next->centre.y, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < 64; i++)
        total += image[i];
    printf("%g\n", total);
    MPI_Finalize();
    return 0;
}
