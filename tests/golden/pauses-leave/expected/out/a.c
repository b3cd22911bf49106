#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>
#include <bsim/bsim.h>

static void rest(int n) {
    usleep(1000 * n);
}

int main(int argc, char **argv) {
    struct timespec half = {0, 500000000};
    struct timeval quarter = {0, 250000};
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double begin = MPI_Wtime();
    sleep(2);
    nanosleep(&half, NULL);
    if (rank == 0) {
        BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:30 */
        rest(atoi(argv[1]));
        BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:32 */
    }
    for (int i = 0; i < 3; i++) {
        BSIM_Add_time(BSIM_cost(2)); /* main.3: a.c:35 */
        rest(10);
    }
    if (MPI_Wtime() - begin > 2.4) /* at any speed */
        MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3)); /* main.4: a.c:40-44 */
    select(0, NULL, NULL, NULL, &quarter);
    FILE *input = fopen("seconds.txt", "r"); /* so does input */
    BSIM_Add_time(BSIM_cost(4, input != 0)); /* main.5: a.c:47-48 */
    MPI_Finalize();
    return 0;
}
