/* Functions of on_exit run in their rank, with the exit code and their arguments, in turn with those of atexit. */
#define _GNU_SOURCE
#include "diff.h"

static void told(int code, void *arg) {
    out("code %d, %s", code, (const char *)arg);
}

static void called(void) {
    out("atexit");
}

static void finalize(int code, void *arg) {
    int sum = 0;
    MPI_Allreduce(arg, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    out("sum %d, code %d", sum, code);
    free(arg);
    MPI_Finalize();
}

int main(int argc, char **argv) {
    int *mine = malloc(sizeof *mine);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, mine);
    on_exit(finalize, mine);
    on_exit(told, "the first");
    atexit(called);
    on_exit(told, "the last");
    exit(0);
}
