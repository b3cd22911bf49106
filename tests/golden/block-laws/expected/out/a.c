/* Remainders and bits on which no smooth law tells how long a loop runs, and those on which one does. */
#include <mpi.h>
#include <stdlib.h>
#include <bsim/bsim.h>

static int divisor(int a, int b) {
    while (b) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 12, k = argc > 2 ? atoi(argv[2]) : 5, rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    BSIM_Add_time(BSIM_cost(0, k, n)); /* main.1: a.c:275 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, n, k)); /* main.2: a.c:277 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, k, n)); /* main.3: a.c:279 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, k, n)); /* main.4: a.c:281 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, n)); /* main.5: a.c:283 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, n)); /* main.6: a.c:285 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, n)); /* main.7: a.c:287 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, n)); /* main.8: a.c:289 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, n)); /* main.9: a.c:291 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9, n)); /* main.10: a.c:293 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(10, n)); /* main.11: a.c:295 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(11, n)); /* main.12: a.c:297 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(12, n)); /* main.13: a.c:299 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(13, n, k)); /* main.14: a.c:301 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(14, n, k)); /* main.15: a.c:303 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(15, size, rank)); /* main.16: a.c:305 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(16, n)); /* main.17: a.c:307 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(17, n)); /* main.18: a.c:309 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(18, n)); /* main.19: a.c:311 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(19, n / k, k, n)); /* main.20: a.c:313 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(20, (n ^ k) & 255, (n >> 3) & 7, ((n + k) / 4) % 5, (long)1 << ((n + k) / 4))); /* main.21: a.c:315 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(21, (n & (n - 1)) != 0)); /* main.22: a.c:317 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(22, divisor(n, k), k, n)); /* main.23: a.c:319 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(23, n)); /* main.24: a.c:321 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(24, n)); /* main.25: a.c:323 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(25, n / k, k, n)); /* main.26: a.c:325 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(26, n, k)); /* main.27: a.c:327 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(27, n)); /* main.28: a.c:329 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(28, n, k, size, rank)); /* main.29: a.c:331 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(29, k, n)); /* main.30: a.c:333 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(30, k, n)); /* main.31: a.c:335 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(31, n, k)); /* main.32: a.c:337 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(32, n)); /* main.33: a.c:339 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(33, n)); /* main.34: a.c:341 */
    for (int i = 0; i < 20; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(34, n)); /* main.35: a.c:344 */
    }
    MPI_Finalize();
    return 0;
}
