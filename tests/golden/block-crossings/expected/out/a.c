/* Rounds on one side of a bound, rows of a sparse matrix, and what only the owner of a column does. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static int n, rank, size;

/* The ends of a loop over the difference of two numbers, and such a difference times another number: one parameter. */
struct slab {
    int low, high, width;
};

static void ends_of_slab(const struct slab *s)
{
}
BSIM_FUNCTION(ends_of_slab)

static void all_of_slab(const struct slab *s)
{
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &BSIM_G(rank));
    MPI_Comm_size(MPI_COMM_WORLD, &BSIM_G(size));
    BSIM_G(n) = argc > 1 ? atoi(argv[1]) : 100;
    int mine = BSIM_G(n) / BSIM_G(size) + (BSIM_G(rank) < BSIM_G(n) % BSIM_G(size)), first = BSIM_G(n) / BSIM_G(size) * BSIM_G(rank), end = first + BSIM_G(n) / BSIM_G(size);
    BSIM_Add_time(BSIM_cost(0, BSIM_G(n))); /* main.1: a.c:430 */
    int *begin = malloc((size_t)(BSIM_G(n) + 2) * sizeof *begin), nb = argc > 2 ? atoi(argv[2]) : 3;
    struct slab slab = {first, end, BSIM_G(n) / 2};
    void (*apply)(const struct slab *) = argc > 3 ? ends_of_slab : all_of_slab;
    begin[0] = 0;
    BSIM_Add_time(BSIM_cost(1, BSIM_G(n))); /* main.2: a.c:434-435 */
    for (int i = 0; i <= BSIM_G(n); i++)
        begin[i + 1] = begin[i] + i % 3;
    BSIM_Add_time(BSIM_cost(2, BSIM_G(n), mine)); /* main.3: a.c:436 */
    for (int k = 0; k < BSIM_G(n); k += 7) {
        BSIM_Add_time(BSIM_cost(3, BSIM_ROUNDS_ABOVE(mine, BSIM_G(rank), BSIM_G(size), k), BSIM_G(n) - k, mine)); /* main.4: a.c:438 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(4, end - first, BSIM_ROUNDS_ABOVE(end - first, first, 1, k), BSIM_G(n) - k)); /* main.5: a.c:440 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(5, BSIM_ROUNDS_ABOVE(mine, BSIM_G(rank), BSIM_G(size), k - 1), mine, k)); /* main.6: a.c:442 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(6, BSIM_ROUNDS_ABOVE(mine, BSIM_G(rank), BSIM_G(size), k + 1), mine, BSIM_G(n))); /* main.7: a.c:444 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(7, BSIM_ROUNDS_ABOVE(mine, BSIM_G(n) - BSIM_G(rank) - 1, -BSIM_G(size), k), mine, k, BSIM_G(n))); /* main.8: a.c:446 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(8, BSIM_ROUNDS_ABOVE(mine, BSIM_G(rank), BSIM_G(size), k), mine)); /* main.9: a.c:448 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(9, mine, k)); /* main.10: a.c:450 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(10, slab.high - slab.low, slab.width)); /* main.11: a.c:452 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(11, BSIM_IS(apply, ends_of_slab), slab.high - slab.low, slab.width)); /* main.12: a.c:454 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(12, BSIM_ROUNDS_BY(BSIM_G(rank), BSIM_G(n), BSIM_G(size)), BSIM_G(size))); /* main.13: a.c:456 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(13, BSIM_ROUNDS_BY(BSIM_G(rank) + 1, BSIM_G(n) + 1, BSIM_G(size)), BSIM_G(n) - BSIM_G(rank), BSIM_G(rank), BSIM_G(size))); /* main.14: a.c:458 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(14, BSIM_ROUNDS_BY(k - 1, BSIM_G(n) - BSIM_G(rank) - 1, BSIM_G(size)), BSIM_G(n), BSIM_G(size))); /* main.15: a.c:460 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(15, BSIM_G(n) - k - 1, BSIM_ROUNDS_EVERY(BSIM_G(n) - k - 1, k + 1, BSIM_G(size), BSIM_G(rank)), BSIM_G(n) - k)); /* main.16: a.c:462 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(16, BSIM_G(n) - BSIM_ROUNDS_EVERY(BSIM_G(n), k, BSIM_G(size), BSIM_G(rank)), BSIM_G(n) - k, BSIM_G(n))); /* main.17: a.c:464 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(17, BSIM_G(rank) == (k % BSIM_G(size)), BSIM_G(n) - k)); /* main.18: a.c:466 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(18, BSIM_ROUNDS_ABOVE_IN_BLOCKS(mine, 0, nb, (long)BSIM_G(rank) * nb, 0, (long)BSIM_G(size) * nb, 1, k - 1), BSIM_G(n) - k, mine)); /* main.19: a.c:468 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(19, BSIM_G(n) - k, BSIM_ROUNDS_EVERY_BLOCK(BSIM_G(n) - k, k, nb, BSIM_G(size), BSIM_G(rank)))); /* main.20: a.c:470 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(20, BSIM_ROUNDS_ABOVE(mine, (long)mine * BSIM_G(rank), 1, k), BSIM_G(n) - k, mine)); /* main.21: a.c:472 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(21, BSIM_ROUNDS_ABOVE(mine, BSIM_G(rank), BSIM_G(size), ((k + 1) / 2) + 1), BSIM_G(n) - k, mine)); /* main.22: a.c:474 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(22, BSIM_ROUNDS_BELOW_IN_BLOCKS(mine, 0, 4, 4 * BSIM_G(rank), 0, 4 * BSIM_G(size), 1, k), mine, k)); /* main.23: a.c:476 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(23, BSIM_ROUNDS_ABOVE_IN_BLOCKS(mine, 0, nb, BSIM_G(n) - ((long)BSIM_G(rank) * nb) - 1, 0, -((long)BSIM_G(size) * nb), -1, k - 1), mine, k)); /* main.24: a.c:478 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(24, BSIM_ROUNDS_BY(BSIM_G(rank), (long)mine * nb, BSIM_G(size)), BSIM_G(size))); /* main.25: a.c:480 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(25, BSIM_ROUNDS_BY(BSIM_G(rank), ((long)nb * nb) - 3 * nb + 2, BSIM_G(size)), BSIM_G(size))); /* main.26: a.c:482 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(26, end - first, BSIM_ROUNDS_BELOW(end - first, first, 1, slab.low + nb), BSIM_ROUNDS_ABOVE(end - first, first, 1, slab.high - nb - 1), BSIM_G(n))); /* main.27: a.c:484 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(27, BSIM_ROUNDS_ABOVE(mine, 0, 1, nb - 1), BSIM_ROUNDS_ABOVE(mine, 0, 1, slab.high - 1), BSIM_ROUNDS_BELOW(mine, 0, 1, slab.low + 1), mine, BSIM_G(n))); /* main.28: a.c:486 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(28, end - first, BSIM_ROUNDS_ABOVE(end - first, first, 1, BSIM_G(n) - nb - 1), BSIM_ROUNDS_BELOW(end - first, first, 1, nb), BSIM_G(n))); /* main.29: a.c:488 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(29, BSIM_ROUNDS_EVERY(BSIM_G(n), 0, BSIM_G(size), BSIM_G(rank)), BSIM_G(n))); /* main.30: a.c:490 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(30, mine, nb, BSIM_G(n))); /* main.31: a.c:492 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(31, BSIM_ROUNDS_BY(0, 32, nb), BSIM_ROUNDS_BY(0, BSIM_G(n), nb), BSIM_G(n))); /* main.32: a.c:494 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(32, BSIM_G(n) / BSIM_G(size), ((((long)((BSIM_G(n) + BSIM_G(size) - 1) / BSIM_G(size)) * BSIM_G(rank)) + ((BSIM_G(n) + BSIM_G(size) - 1) / BSIM_G(size))) < BSIM_G(n) ? (((long)((BSIM_G(n) + BSIM_G(size) - 1) / BSIM_G(size)) * BSIM_G(rank)) + ((BSIM_G(n) + BSIM_G(size) - 1) / BSIM_G(size))) : BSIM_G(n)) - ((long)((BSIM_G(n) + BSIM_G(size) - 1) / BSIM_G(size)) * BSIM_G(rank)), (long)((BSIM_G(n) + BSIM_G(size) - 1) / BSIM_G(size)) * BSIM_G(rank), nb)); /* main.33: a.c:496 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(33, ((mine + ((long)BSIM_G(rank) * mine)) < BSIM_G(n) ? (mine + ((long)BSIM_G(rank) * mine)) : BSIM_G(n)) - ((long)BSIM_G(rank) * mine))); /* main.34: a.c:498 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(34, ((nb + ((long)BSIM_G(rank) * nb) + 1) < (BSIM_G(n) - 1) ? (nb + ((long)BSIM_G(rank) * nb) + 1) : (BSIM_G(n) - 1)) - ((((long)BSIM_G(rank) * nb) - 1) > 0 ? (((long)BSIM_G(rank) * nb) - 1) : 0) + 1)); /* main.35: a.c:500 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(35, BSIM_G(rank), nb, BSIM_G(n))); /* main.36: a.c:502 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(36, (((long)(((long)BSIM_G(n) * (BSIM_G(n) - 1)) / 2) * (BSIM_G(rank) + 1)) / BSIM_G(size)) - (((long)(((long)BSIM_G(n) * (BSIM_G(n) - 1)) / 2) * BSIM_G(rank)) / BSIM_G(size)))); /* main.37: a.c:504 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(37, BSIM_ROUNDS_BY(BSIM_G(rank), BSIM_G(n), BSIM_G(size)), nb)); /* main.38: a.c:506 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(38, BSIM_ROUNDS_BY(BSIM_G(rank), nb, BSIM_G(size)), nb - BSIM_G(rank), BSIM_G(rank), BSIM_G(size))); /* main.39: a.c:508 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(39, BSIM_SPAN(begin, 1, BSIM_G(n)), BSIM_G(n))); /* main.40: a.c:510 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(40, nb <= (BSIM_G(n) - nb - ((long)k * nb)), BSIM_ROUNDS_BY((long)nb * (k + 1), BSIM_G(n), nb), BSIM_ROUNDS_EVERY(BSIM_ROUNDS_BY((long)nb * (k + 1), BSIM_G(n), nb), k + 1, BSIM_G(size), BSIM_G(rank)), BSIM_G(n) - nb - ((long)k * nb), nb)); /* main.41: a.c:512 */
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(41, BSIM_ROUNDS_BY(1, BSIM_G(n), 2), BSIM_G(n))); /* main.42: a.c:514 */
        LMPI_Bcast(NULL, begin[BSIM_G(n)], MPI_CHAR, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
