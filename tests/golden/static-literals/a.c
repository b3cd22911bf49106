/* Compound literals outside of functions are static data without a name: each rank has its own. */
#include <mpi.h>
#include <stdio.h>

struct list {
    int n;
    int *items;
};

static int *first = (int[]){4, 5, 6}, *second = &(int){1};
static struct list lists[2] = {{2, (int[2]){7, 8}}, {1, &(int){9}}};
static const struct list *const nested = &(struct list){sizeof((int[]){1, 2}) / sizeof(int), (int[]){30, 31}};
static const int *fixed = (const int[]){1, 2};

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    first[0] += rank;
    *second += rank;
    lists[0].items[1] += 10 * rank;
    *lists[1].items += rank;
    nested->items[1] += 100 * rank;
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: %d %d %d %d %d %d %d\n", rank, first[0], *second, lists[0].items[1], *lists[1].items, nested->n,
           nested->items[1], fixed[1]);
    MPI_Finalize();
    return 0;
}
