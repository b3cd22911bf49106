/* A return that is the only one left of its function; functions of a compiler's header.
 * trace: ranks=1,2 */
#include <emmintrin.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct tree {
    int n;
    double field[4];
};

static int (*volatile check_tree)(struct tree *t, FILE *f);

static int check(struct tree *t, FILE *f) {
    if (fprintf(f, "%d\n", t->n) < 0) {
        fprintf(stderr, "bad output\n");
        t->field[0] = 1;
    }
    if (t->n < 0) {
        fprintf(stderr, "bad tree\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
        return (1);
    }
    return (0);
}

int main(int argc, char **argv) {
    struct tree t = {argc + 1, {0}};
    double pair[2];
    char buffer[100] = {0};
    MPI_Init(&argc, &argv);
    check_tree = check;
    _mm_storeu_pd(pair, _mm_set1_pd(t.n + 2.0));
    if (check_tree(&t, stdout) != 0)
        t.n = 7;
    MPI_Bcast(buffer, t.n + (int)pair[1], MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
