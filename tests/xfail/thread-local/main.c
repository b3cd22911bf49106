/* A thread-local variable becomes one for all threads of a rank. */
#include <mpi.h>
#include <pthread.h>

static int buf[1000];
static __thread int v;
static void *f(void *p) {
    v += 7;
    return (void *)(intptr_t)v;
}
int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    v = argc;
    pthread_t t;
    void *r;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, &r);
    n = v + (int)(intptr_t)r;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
