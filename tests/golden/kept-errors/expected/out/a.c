/* Loops that stay, and that an error ends with the process: they are blocks. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

#define CHECK(x)                                                                                                       \
    do {                                                                                                               \
        if (!(x)) {                                                                                                    \
            fprintf(stderr, "%s:%d: wrong\n", __FILE__, __LINE__);                                                     \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

static void die(void)
{
    MPI_Abort(MPI_COMM_WORLD, 3);
}

BSIM_PRIVATE static int owner[1000], counts[8][16];

int main(int argc, char **argv)
{
    int size, n = 1000;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1)
        n = atoi(argv[1]);
    BSIM_Add_time(BSIM_cost(0, n)); /* main.1: a.c:32-33 */
    for (int i = 0; i < n; i++)
        BSIM_G(owner)[i] = i * 7 % size;

    BSIM_Add_time(BSIM_cost(1, n)); /* main.2: a.c:35-41 */
    for (int i = 0; i < n; i++) {
        if (BSIM_G(owner)[i] < 0 || BSIM_G(owner)[i] >= size)
            exit(-1);
        BSIM_G(counts)[0][BSIM_G(owner)[i]]++;
    }
    MPI_Bcast(BSIM_G(owner), BSIM_G(counts)[0][0], MPI_INT, 0, MPI_COMM_WORLD);

    BSIM_Add_time(BSIM_cost(2, n)); /* main.3: a.c:44-47 */
    for (int i = 0; i < n; i++) {
        assert(BSIM_G(owner)[i] < size);
        BSIM_G(counts)[1][BSIM_G(owner)[i]]++;
    }
    MPI_Bcast(BSIM_G(owner), BSIM_G(counts)[1][0], MPI_INT, 0, MPI_COMM_WORLD);

    BSIM_Add_time(BSIM_cost(3, n)); /* main.4: a.c:50-53 */
    for (int i = 0; i < n; i++) {
        CHECK(BSIM_G(owner)[i] >= 0);
        BSIM_G(counts)[2][BSIM_G(owner)[i]]++;
    }
    MPI_Bcast(BSIM_G(owner), BSIM_G(counts)[2][0], MPI_INT, 0, MPI_COMM_WORLD);

    BSIM_Add_time(BSIM_cost(4, n)); /* main.5: a.c:56-63 */
    for (int i = 0; i < n; i++) {
        if (BSIM_G(owner)[i] >= size)
            MPI_Abort(MPI_COMM_WORLD, 2);
        BSIM_G(counts)[3][BSIM_G(owner)[i]]++;
    }
    MPI_Bcast(BSIM_G(owner), BSIM_G(counts)[3][0], MPI_INT, 0, MPI_COMM_WORLD);

    BSIM_Add_time(BSIM_cost(5, n)); /* main.6: a.c:66-70 */
    for (int i = 0; i < n; i++) {
        if (BSIM_G(owner)[i] >= size)
            die();
        BSIM_G(counts)[4][BSIM_G(owner)[i]]++;
    }
    MPI_Bcast(BSIM_G(owner), BSIM_G(counts)[4][0], MPI_INT, 0, MPI_COMM_WORLD);

    BSIM_Add_time(BSIM_cost(6, n)); /* main.7: a.c:73-79 */
    for (int i = 0; i < n; i++) {
        if (BSIM_G(owner)[i] >= size) {
            MPI_Finalize();
            exit(1);
        }
        BSIM_G(counts)[5][BSIM_G(owner)[i]]++;
    }
    MPI_Bcast(BSIM_G(owner), BSIM_G(counts)[5][0], MPI_INT, 0, MPI_COMM_WORLD);

    /* what it prints does not stay */
    BSIM_Add_time(BSIM_cost(7, n)); /* main.8: a.c:83-89 */
    for (int i = 0; i < n; i++) {
        if (BSIM_G(owner)[i] >= size)
            exit(1);
        BSIM_G(counts)[6][BSIM_G(owner)[i]]++;
    }
    LMPI_Bcast(NULL, BSIM_G(counts)[6][0], MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
