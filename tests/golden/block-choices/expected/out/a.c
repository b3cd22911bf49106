#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <bsim/bsim.h>

typedef struct {
    int n, every, kind, from, to;
    bool full;
    double theta;
} setup;

static void once(int n) {
}
BSIM_FUNCTION(once)

static void squared(int n) {
}

/* Functions that are called through pointers. */
typedef void work(int n);
BSIM_PRIVATE static work *chosen;

static void next(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    setup s;
    int input[6] = {10, 2, 3, 4, 5, 1};
    double theta = 0.25;
    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc && i <= 6; i++)
        input[i - 1] = atoi(argv[i]);
    MPI_Bcast(input, 6, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&theta, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    s = (setup){input[0], input[1], input[2], input[3], input[4], input[5] != 0, theta};
    BSIM_G(chosen) = s.full ? once : squared;
    BSIM_Add_time(BSIM_cost(0, s.full, s.n)); /* main.1: a.c:130 */
    next();
    BSIM_Add_time(BSIM_cost(1, s.from, s.to, s.n)); /* main.2: a.c:132 */
    next();
    BSIM_Add_time(BSIM_cost(2, s.kind == 3, s.n)); /* main.3: a.c:134 */
    next();
    BSIM_Add_time(BSIM_cost(3, s.every > 2, s.n)); /* main.4: a.c:136 */
    next();
    BSIM_Add_time(BSIM_cost(4, s.theta > 0.5, s.n)); /* main.5: a.c:138 */
    next();
    BSIM_Add_time(BSIM_cost(5, (s.kind % 4) == 0, s.n)); /* main.6: a.c:140 */
    next();
    BSIM_Add_time(BSIM_cost(6, s.kind == 7, s.n)); /* main.7: a.c:142 */
    next();
    BSIM_Add_time(BSIM_cost(7, BSIM_ROUNDS_EVERY(s.n, 0, s.every, 0), s.n)); /* main.8: a.c:144 */
    next();
    BSIM_Add_time(BSIM_cost(8, s.to)); /* main.9: a.c:146 */
    next();
    BSIM_Add_time(BSIM_cost(9, s.n)); /* main.10: a.c:148 */
    next();
    BSIM_Add_time(BSIM_cost(10, s.from, s.to)); /* main.11: a.c:150 */
    next();
    BSIM_Add_time(BSIM_cost(11, s.n)); /* main.12: a.c:152 */
    next();
    BSIM_Add_time(BSIM_cost(12)); /* main.13: a.c:154 */
    next();
    BSIM_Add_time(BSIM_cost(13, (s.kind & 1) == 0, s.n)); /* main.14: a.c:156 */
    next();
    BSIM_Add_time(BSIM_cost(14, BSIM_IS(BSIM_G(chosen), once), s.n)); /* main.15: a.c:158 */
    next();
    BSIM_Add_time(BSIM_cost(15, s.n)); /* main.16: a.c:160 */
    next();
    BSIM_Add_time(BSIM_cost(16, s.every == 1, s.every == 2, s.to, s.n)); /* main.17: a.c:162-169 */
    next();
    BSIM_Add_time(BSIM_cost(17, (s.kind % 3) == 0, (s.kind % 3) == 1, s.n)); /* main.18: a.c:171 */
    next();
    /* The messages depend on what this loop counts. */
    int above = 0;
    BSIM_Add_time(BSIM_cost(18, 100 * s.n)); /* main.19: a.c:175-176 */
    for (int i = 0; i < 100 * s.n; i++)
        above += rand() % 7 > 2;
    for (int i = 0; i < above % 3; i++)
        next();
    return MPI_Finalize();
}
