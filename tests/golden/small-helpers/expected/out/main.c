#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

struct vector {
    double x, y, z;
};

struct body {
    struct vector centre;
    struct body *next;
};

static void add(const struct vector *a, const struct vector *b, struct vector *sum)
{
    sum->y = a->y + b->y;
}

static void scale(struct vector *a, double by)
{
    a->y *= by;
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

int main(int argc, char **argv)
{
    struct body *bodies;

    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(0, argc)); /* main.1: main.c:70 */
    bodies = place(4 + argc);
    BSIM_Add_time(BSIM_cost(1)); /* main.2: main.c:71-75 */
    LMPI_Allreduce(MPI_IN_PLACE, NULL, 1 + (int)bodies->next->centre.y, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2)); /* main.3: main.c:77-78 */
    MPI_Finalize();
    return 0;
}
