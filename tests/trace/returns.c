/* returns.c - a function whose only statement returns a constant that decides, called through a table. */
#include <mpi.h>

enum kind { ROOT, FIXED };

typedef struct {
    enum kind (*type)(void *);
} operations;

typedef struct {
    operations *ops;
} solver;

static enum kind fixed_type(void *s) {
    (void)s;
    return FIXED;
}

static enum kind other_type(void *s) {
    return (FIXED);
}

int main(int argc, char **argv) {
    operations ops = {argc > 100 ? other_type : fixed_type};
    solver s = {&ops};
    int n = 1;
    MPI_Init(&argc, &argv);
    if (s.ops->type(&s) == ROOT)
        MPI_Barrier(MPI_COMM_WORLD);
    else if (s.ops->type(&s) == FIXED)
        MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
