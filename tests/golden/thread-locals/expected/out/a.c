/* a.c - each thread has its own "depth" and "told"; nobody writes "limit". */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <bsim/bsim.h>

BSIM_PRIVATE static int depth;
static __thread const int limit = 4;

static void *deeper(void *p) {
    BSIM_PRIVATE static int told;
    BSIM_G(depth) += limit + BSIM_G(told)++;
    return (void *)(intptr_t)BSIM_G(depth);
}

int main(int argc, char **argv) {
    void *got;
    pthread_t thread;
    MPI_Init(&argc, &argv);
    BSIM_G(depth) = argc;
    BSIM_Add_time(BSIM_cost(0)); /* main.1: a.c:21 */
    pthread_create(&thread, NULL, deeper, NULL);
    BSIM_Add_time(BSIM_cost(1)); /* main.2: a.c:22 */
    pthread_join(thread, &got);
    for (intptr_t i = 0; i < BSIM_G(depth) + (intptr_t)got; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
