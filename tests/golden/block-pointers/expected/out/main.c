#include <math.h>
#include <mpi.h>
#include <stdlib.h>

#include "ops.h"
#include <bsim/bsim.h>

static int up(const void *a, const void *b) {
    return 0;
}
BSIM_FUNCTION(up)

static int bysine(const void *a, const void *b) {
    return 0;
}

static double twice(double x) {
    return 0;
}
BSIM_FUNCTION(twice)

static void next(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    grid g = {atoi(argv[1]), NULL, argc > 2 ? &kernels[atoi(argv[2])] : NULL};
    BSIM_Add_time(BSIM_cost(0, g.n)); /* main.1: main.c:48 */
    choose(argc > 3);
    int (*compare)(const void *, const void *) = argc > 4 ? bysine : up;
    double (*mine)(double) = argc > 5 ? twice : exp;
    next();
    BSIM_Add_time(BSIM_cost(1, (BSIM_IS(g.kernel ? g.kernel->apply : 0, jacobi)), (BSIM_IS(g.kernel ? g.kernel->apply : 0, limited)), g.n)); /* main.2: main.c:55 */
    next();
    BSIM_Add_time(BSIM_cost(2, g.kernel != 0, (BSIM_IS(g.kernel ? g.kernel->apply : 0, jacobi)), (BSIM_IS(g.kernel ? g.kernel->apply : 0, limited)), g.n)); /* main.3: main.c:57 */
    next();
    BSIM_Add_time(BSIM_cost(3, BSIM_IS(BSIM_G(norm), spare), BSIM_IS(BSIM_G(norm), sum), g.n)); /* main.4: main.c:59 */
    next();
    BSIM_Add_time(BSIM_cost(4, BSIM_IS(compare, up), g.n)); /* main.5: main.c:61 */
    next();
    BSIM_Add_time(BSIM_cost(5, g.n)); /* main.6: main.c:63 */
    next();
    BSIM_Add_time(BSIM_cost(6, BSIM_IS(mine, twice), g.n)); /* main.7: main.c:65 */
    next();
    BSIM_Add_time(BSIM_cost(7, g.n)); /* main.8: main.c:67 */
    next();
    BSIM_Add_time(BSIM_cost(8, g.n)); /* main.9: main.c:69 */
    next();
    MPI_Finalize();
    return 0;
}
