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
    BSIM_Add_time(BSIM_cost(0, k, n)); /* main.1: a.c:280 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, n, k)); /* main.2: a.c:282 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, k, n)); /* main.3: a.c:284 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, k, n)); /* main.4: a.c:286 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, n)); /* main.5: a.c:288 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, n)); /* main.6: a.c:290 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, n)); /* main.7: a.c:292 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, n)); /* main.8: a.c:294 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, n)); /* main.9: a.c:296 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9, n)); /* main.10: a.c:298 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(10, n)); /* main.11: a.c:300 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(11, n)); /* main.12: a.c:302 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(12, n)); /* main.13: a.c:304 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(13, n, k)); /* main.14: a.c:306 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(14, n, k)); /* main.15: a.c:308 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(15, BSIM_ROUNDS_TIMES(1, size, 2), rank)); /* main.16: a.c:310 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(16, n)); /* main.17: a.c:312 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(17, n)); /* main.18: a.c:314 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(18, n)); /* main.19: a.c:316 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(19, ((long)2 * (n / 2)) != n, n / k, k, n)); /* main.20: a.c:318 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(20, (n ^ k) & 255, (n >> 3) & 7, ((n + k) / 4) % 5, (long)1 << ((n + k) / 4))); /* main.21: a.c:320 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(21, ((long)n * k) == 60)); /* main.22: a.c:322 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(22, (n & (n - 1)) != 0)); /* main.23: a.c:324 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(23, divisor(n, k), k, n)); /* main.24: a.c:326 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(24, BSIM_ROUNDS_DIVIDED(n, 1, 2), n)); /* main.25: a.c:328 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(25, n)); /* main.26: a.c:330 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(26, n / k, k, n)); /* main.27: a.c:332 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(27, n, k)); /* main.28: a.c:334 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(28, BSIM_ROUNDS_TIMES(1, n, 2), n)); /* main.29: a.c:336 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(29, BSIM_ROUNDS_EVERY_BLOCK(n, 0, k, size, rank), n, rank, size)); /* main.30: a.c:338 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(30, k, n)); /* main.31: a.c:340 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(31, BSIM_ROUNDS_BY(0, n, k), n, k)); /* main.32: a.c:342 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(32, n, k)); /* main.33: a.c:344 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(33, n)); /* main.34: a.c:346 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(34, n)); /* main.35: a.c:348 */
    for (int i = 0; i < 20; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        BSIM_Add_time(BSIM_cost(35, n)); /* main.36: a.c:351 */
    }
    MPI_Finalize();
    return 0;
}
