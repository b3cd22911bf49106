#include <mpi.h>
#include <math.h>
#include <time.h>
#include <bsim/bsim.h>

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    int rounds = 0;
    MPI_Init(&argc, &argv);
    double begin = MPI_Wtime();
    while (MPI_Wtime() - begin < 1e-3) {
        BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:23 */
        rounds++;
    }
    MPI_Bcast(&rounds, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < rounds; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    begin = now();
    for (rounds = 0; now() - begin < 1e-3; rounds++)
        BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:31 */
    MPI_Bcast(&rounds, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < rounds; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
