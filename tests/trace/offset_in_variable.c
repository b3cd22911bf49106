/* offset_in_variable.c - trace: ranks=1,2,3 args=5
 *
 * A member is written through its offset, which is in a variable, in a structure that is not at the begin of its block
 * and begins with an array that is shorter than the offset: such a step does not stay in the array. */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

struct inner {
    short first[4];
    short second[5][2];
    union {
        int number;
        char text[3];
    } either;
    int last[3];
};

struct outer {
    int n;
    struct inner in[2];
};

struct pair {
    int ids[2];
    double weight;
    int rounds;
};

static void barriers(int n) {
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 3;
    struct outer *all = calloc(1, sizeof *all);
    struct inner *in = &all->in[1];
    size_t offset = offsetof(struct inner, either.number);
    *(int *)((char *)in + offset) = n + 4;
    barriers(in->either.number);

    double *raw = calloc(2, sizeof *raw + sizeof(struct pair));
    struct pair *pair = (struct pair *)(raw + 1);
    size_t rounds = offsetof(struct pair, rounds);
    *(int *)((char *)pair + rounds) = n + 2;
    const int *told = &pair->rounds;
    barriers(*told);

    free(all);
    free(raw);
    MPI_Finalize();
    return 0;
}
