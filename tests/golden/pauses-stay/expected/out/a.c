#include <math.h>
#include <mpi.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>
#include <bsim/bsim.h>

static void turns(int n) {
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    struct timespec rest = {5, 0}, second = {1, 0};
    struct timeval limit = {2, 0};
    MPI_Init(&argc, &argv);
    int left = sleep(1);
    turns(left + 1);
    nanosleep(&second, &rest);
    turns(rest.tv_sec + 1);
    turns(select(0, NULL, NULL, NULL, &limit) + 1);
    turns(poll(NULL, 0, 500) + 1);
    for (int i = 0; i < argc + 2; i++) {
        BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:32 */
        left += usleep(250000);
    }
    turns(left + 1);
    sleep(3);
    BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:37 */
    return MPI_Finalize();
}
