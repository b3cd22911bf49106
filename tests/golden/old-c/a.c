/* A program in the C of 1989: lists and arrays in parameters. */
#include <mpi.h>
#include <stdlib.h>

struct link {
    struct link *next;
    double value;
};

static double v[4096];

int main(argc, argv)
int argc;
char **argv;
{
    int counts[8], size, i, r;
    struct link *first = NULL, *at;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 0; i < atoi(argv[1]); i++) {
        at = malloc(sizeof *at);
        at->next = first;
        at->value = i;
        first = at;
    }
    for (i = 0; i < 8; i++)
        counts[i] = i * atoi(argv[1]);
    for (at = first; at; at = at->next)
        MPI_Barrier(MPI_COMM_WORLD);
    for (at = first; at; at = at->next)
        at->value = at->value * 1.5 + 3;
    MPI_Bcast(v, counts[size], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (r = 0; r < size; r++)
        for (i = 0; i < counts[r]; i++)
            v[i] += 1.5 * i;
    MPI_Finalize();
    return 0;
}
