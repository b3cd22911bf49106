/* Values that only a real run tells: steps until convergence, a number of candidates, a restart, rounds of a do. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

typedef struct {
    int n, most, positive;
    double tolerance;
} settings;

BSIM_PRIVATE static int level = 1; /* static data in a parameter */

static int solve(const settings *s) {
    { long bsim_trips0 = BSIM_learned_int(0, BSIM_NO_KEY, s->n);
    while (bsim_trips0-- > 0) {
        BSIM_Add_time(BSIM_cost(0, s->n)); /* solve.1: a.c:27 */
        LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    }
    return 0;
}

int main(int argc, char *argv[]) {
    settings s = {10, 100000, 0, 1e-9};
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1)
        s.n = atoi(argv[1]);
    BSIM_Add_time(BSIM_cost(1, s.n)); /* main.1: a.c:51-53 */
    solve(&s);
    BSIM_Add_time(BSIM_cost(2, s.n)); /* main.2: a.c:55 */
    int many = 1 + BSIM_learned_int(2, BSIM_NO_KEY, s.n, BSIM_G(level));
    BSIM_Add_time(BSIM_cost(3, many)); /* main.3: a.c:56 */
    LMPI_Send(NULL, many, MPI_DOUBLE, (rank + 1) % size, BSIM_G(level), MPI_COMM_WORLD);
    MPI_Status status;
    MPI_Probe((rank + size - 1) % size, BSIM_G(level), MPI_COMM_WORLD, &status);
    int got;
    MPI_Get_count(&status, MPI_DOUBLE, &got);
    BSIM_Add_time(BSIM_cost(4, got)); /* main.4: a.c:62 */
    LMPI_Recv(NULL, got, MPI_DOUBLE, (rank + size - 1) % size, BSIM_G(level), MPI_COMM_WORLD, &status);
    for (BSIM_G(level) = 0; BSIM_G(level) < 8; BSIM_G(level)++) {
        if (BSIM_learned_int(3, BSIM_NO_KEY, BSIM_G(level)))
            MPI_Barrier(MPI_COMM_WORLD);
        { long bsim_trips4 = BSIM_learned_int(4, BSIM_NO_KEY);
        do {
            LMPI_Bcast(NULL, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        } while (--bsim_trips4 > 0);
        }
    }
    MPI_Finalize();
    return 0;
}
