/* Loops that a function returns out of, and one that a goto makes: how many
   rounds they have decides what follows. */
#include <mpi.h>
#include <lmpi/lmpi.h>
static double all(void) {
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return 0;
}
static int converged(void) {
    BSIM_Add_time(BSIM_cost(0)); /* converged.1: a.c:18 */
    all();
    return 0;
}
static int one(void) {
    { long bsim_trips0 = BSIM_learned_int(0, BSIM_NO_KEY);
    for (int it = 0; it < 1000; it++) {
        converged();
        if (--bsim_trips0 <= 0)
            return it;
    }
    }
    return -1;
}
static int two(void) {
    int it = 0;
    { long bsim_trips1 = BSIM_learned_int(1, BSIM_NO_KEY);
    do {
        BSIM_Add_time(BSIM_cost(1)); /* two.1: a.c:33 */
        all();
        if (--bsim_trips1 > 0)
            it++;
        else
            return it;
    } while (1);
    }
}
static int three(void) {
    int it = 0;
    { long bsim_trips2 = BSIM_learned_int(2, BSIM_NO_KEY);
    while (1) {
        BSIM_Add_time(BSIM_cost(2)); /* three.1: a.c:44 */
        all();
        if (--bsim_trips2 <= 0 || (++it, 0))
            return it;
    }
    }
}
static int four(int max) {
    int it = 0;
{ long bsim_trips3 = BSIM_learned_int(3, BSIM_NO_KEY, max);
again: {
    BSIM_Add_time(BSIM_cost(3)); /* four.1: a.c:53 */
    all();
}
    it++;
    if (--bsim_trips3 > 0)
        goto again;
}
    return it;
}
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    BSIM_Add_time(BSIM_cost(4)); /* main.1: a.c:65 */
    int n = one();
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5)); /* main.2: a.c:69 */
    n = two();
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6)); /* main.3: a.c:73 */
    n = three();
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7)); /* main.4: a.c:77 */
    n = four(100);
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
