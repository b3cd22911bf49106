#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static double x[1000], error = 1;

static void work(void) {
    for (int i = 0; i < 1000; i++)
        x[i] = sqrt(x[i] + 1);
}

static void rest(int n) {
    usleep(1000 * n);
}

int main(int argc, char **argv) {
    struct timespec half = {0, 500000000};
    struct timeval quarter = {0, 250000};
    int rank, seconds = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double begin = MPI_Wtime();
    sleep(2);
    nanosleep(&half, NULL);
    if (rank == 0) {
        work();
        rest(atoi(argv[1]));
        work();
    }
    for (int i = 0; i < 3; i++) {
        work();
        rest(10);
    }
    if (MPI_Wtime() - begin > 2.4) /* at any speed */
        MPI_Barrier(MPI_COMM_WORLD);
    while (error > 0.5) { /* computation decides it */
        work();
        error *= x[0] / (x[0] + 1);
        usleep(100000);
    }
    select(0, NULL, NULL, NULL, &quarter);
    FILE *input = fopen("seconds.txt", "r"); /* so does input */
    if (input != NULL && fscanf(input, "%d", &seconds) == 1)
        sleep(seconds);
    MPI_Finalize();
    return 0;
}
