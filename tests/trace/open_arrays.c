/* Arrays without a length at the end of structures: in the padding, behind it, of structures, and in static data.
 * trace: ranks=1,2 */
#include <mpi.h>
#include <stdlib.h>

struct in_padding {
    double w;
    int n;
    int a[];
};
struct behind {
    int n;
    int a[];
};
struct of_pairs {
    double w;
    char n;
    struct {
        short at, length;
    } a[];
};
static struct in_padding fixed = {1, 3, {7, 8, 9}};

static int pick(int x, int y) {
    struct in_padding *f = malloc(sizeof *f + 4 * sizeof(int));
    f->n = 4;
    for (int i = 0; i < f->n; i++)
        f->a[i] = x + i;
    int v = f->a[y % 4];
    free(f);
    return v;
}

static int second(int x, int y) {
    struct behind *f = malloc(sizeof *f + 4 * sizeof(int));
    f->n = 4;
    for (int i = 0; i < f->n; i++)
        f->a[i] = x + 2 * i;
    int v = f->a[y % 4];
    free(f);
    return v;
}

static int third(int x, int y) {
    struct of_pairs *f = malloc(sizeof *f + 4 * sizeof f->a[0]);
    f->n = 4;
    for (int i = 0; i < f->n; i++) {
        f->a[i].at = (short)i;
        f->a[i].length = (short)(x + 3 * i);
    }
    int v = f->a[y % 4].length;
    free(f);
    return v;
}

int main(int argc, char **argv) {
    char b[512] = {0};
    MPI_Init(&argc, &argv);
    MPI_Bcast(b, pick(390, argc + 1), MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Bcast(b, second(20, argc + 1), MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Bcast(b, third(30, argc + 1), MPI_CHAR, 0, MPI_COMM_WORLD);
    fixed.a[argc] = 11;
    MPI_Bcast(b, fixed.a[(argc + 1) / 2], MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
