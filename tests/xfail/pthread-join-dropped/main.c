/* pthread_join() goes while what the thread writes stays. */
#include <mpi.h>
#include <pthread.h>

static int buf[1000];
#define X
static int v, go;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *p) {
    pthread_mutex_lock(&m);
    v = *(int *)p;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    pthread_t t;
    int k = argc + 3;
    pthread_create(&t, 0, f, &k);
    pthread_join(t, 0);
    pthread_mutex_lock(&m);
    n = v;
    pthread_mutex_unlock(&m);
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
