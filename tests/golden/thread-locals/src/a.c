/* a.c - each thread has its own "depth" and "told"; nobody writes "limit". */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>

static __thread int depth;
static __thread const int limit = 4;

static void *deeper(void *p) {
    static __thread int told;
    (void)p;
    depth += limit + told++;
    return (void *)(intptr_t)depth;
}

int main(int argc, char **argv) {
    void *got;
    pthread_t thread;
    MPI_Init(&argc, &argv);
    depth = argc;
    pthread_create(&thread, NULL, deeper, NULL);
    pthread_join(thread, &got);
    for (intptr_t i = 0; i < depth + (intptr_t)got; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
