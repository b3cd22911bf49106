/* sigprocmask() decides when a handler runs. */
#include <mpi.h>
#include <signal.h>

static int buf[1000];
static volatile sig_atomic_t v;
static void h(int s) {
    v = 5;
}
int main(int argc, char **argv) {
    int rank, size, n = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    sigset_t s, o;
    v = 1;
    signal(SIGUSR1, h);
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    sigprocmask(SIG_BLOCK, &s, &o);
    raise(SIGUSR1);
    n = v + argc;
    MPI_Bcast(buf, n, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
