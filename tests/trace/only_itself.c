/* only_itself.c - trace: ranks=1,2
 *
 * A static function is kept, as the analysis takes it for what a pointer may call, and only its own text names it. */
#include <mpi.h>
#include <stddef.h>
static int data[4];
typedef void (*Part)(int, int *);
static void split(int depth, Part f, int *d) {
    f(depth, d);
}
static void halves(int depth, int *d) {
    const int size = d[1];
    MPI_Bcast(d, size, MPI_INT, 0, MPI_COMM_WORLD);
    if (depth > 0)
        split(depth - 1, halves, d);
}
static void whole(int depth, int *d) {
    const int size = d[0];
    MPI_Bcast(d, size + depth, MPI_INT, 0, MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
    void *p[2] = {(void *)whole, data}, *unread = NULL;
    MPI_Init(&argc, &argv);
    data[0] = argc;
    if (argc > 5)
        unread = (void *)halves;
    split(2, (Part)p[0], data);
    MPI_Finalize();
}
