#include <mpi.h>
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

static volatile sig_atomic_t over;

static void on_alarm(int number) {
    (void)number;
    over = 1;
}

int main(int argc, char **argv) {
    struct itimerval limit = {{0, 0}, {0, 20000}};
    double sum = 0;
    int rounds = 0;
    MPI_Init(&argc, &argv);
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &limit, NULL);
    while (!over) {
        for (int i = 0; i < 1000; i++)
            sum += sqrt(i);
        rounds++;
    }
    MPI_Allreduce(MPI_IN_PLACE, &rounds, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (rounds > 0)
        MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return MPI_Finalize();
}
