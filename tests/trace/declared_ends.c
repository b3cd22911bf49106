/* declared_ends.c - trace: ranks=1,2 args=
 *
 * A function of a library that is declared not to come back ends more than a block: what stands behind its call does
 * not run. */
#include <err.h>
#include <mpi.h>
#include <pthread.h>

static int buf[100], count = 3;

static void finish(int *argc) {
    if (*argc == 1)
        pthread_exit(&count);
}

static void *thread(void *arg) {
    finish(arg);
    count = 7;
    return &count;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    pthread_t t;
    pthread_create(&t, 0, thread, &argc);
    pthread_join(t, 0);
    if (argc > 40)
        err(1, "too many arguments");
    MPI_Bcast(buf, count, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
